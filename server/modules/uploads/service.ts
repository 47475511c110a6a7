/**
 * Files that people bring in: looked at, loaded whole or not at all, remembered, and taken back (spec 2, sections 2, 5
 * and 8).
 */
import { mayUseMode, needsClient, targetOf } from '#domain/uploads'
import type { OfferMode } from '#domain/uploads'
import type { UploadCheck } from '#schemas/generated/entities/upload-check.ts'
import type { Upload } from '#schemas/generated/entities/upload.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import type { AccountQuotas } from '../../lib/quotas.ts'
import { rateLimit } from '../../lib/rate-limit.ts'
import type { Scope } from '../../lib/scope.ts'
import { undone, uploadHistory } from './history.ts'
import { uploadLoading } from './loading.ts'
import { named } from './naming.ts'
import type { Parser } from './parser.ts'
import type { ClientService } from '../clients/service.ts'
import type { LocalService } from '../locals/service.ts'
import type { ReceivedFile } from './receive.ts'
import type { UploadTarget } from './upload-target.ts'

interface Parts {
  readonly catalog: Catalog
  readonly facts: Pick<FactStore, 'uploads' | 'rollForward'>
  readonly clients: ClientService
  readonly locals: LocalService
  readonly parser: Parser
  readonly background: Background
  readonly clock: Clock
  readonly quotas: Pick<AccountQuotas, 'uploadsADay' | 'clientUploadsADay'>
}

const DAY_MS = 86_400_000

const uploadNotFound = (id: number) =>
  new AppError('UPLOAD_NOT_FOUND', `There is no upload ${id} among those this account may see.`, { upload: id })

/** Throws ADMIN_REQUIRED, UPLOAD_MODE_INVALID. The target of the address: `hme`, `multiclient` or a client. */
export function offersTarget({ role }: Pick<Scope, 'role'>, target: string, mode: OfferMode): UploadTarget {
  if (!mayUseMode(mode, role === 'admin'))
    throw new AppError('ADMIN_REQUIRED', `Only an administrator may upload offers and orders as ${mode}.`)
  const client = needsClient('offersOrders', mode) && /^\d+$/.test(target) ? Number(target) : null
  if (targetOf(mode, client) !== target)
    throw new AppError(
      'UPLOAD_MODE_INVALID',
      `${mode} does not go with ${target}; hme takes SINGLE_HME, multiclient takes CSV_MULTICLIENT, a client takes ` +
        'the other modes.',
      { mode, target },
    )
  return { kind: 'offersOrders', mode, client }
}

/** Throws UPLOAD_ROWS_INVALID, and UPLOAD_IDS_MISSING unless those rows are to be skipped. */
function requireLoadable(check: UploadCheck, skipMissing: boolean): void {
  const [first] = check.invalid
  if (first !== undefined) {
    throw new AppError(
      'UPLOAD_ROWS_INVALID',
      `${check.invalidRows} rows have invalid fields and nothing was loaded; the first is line ${first.line}, ` +
        `${first.field ?? ''}: ${first.value ?? 'empty'} (${first.problem ?? ''}).`,
      {
        count: check.invalidRows,
        field: first.field,
        line: first.line,
        value: first.value,
        problem: first.problem,
      },
    )
  }
  if (check.missingRows > 0 && !skipMissing) {
    throw new AppError(
      'UPLOAD_IDS_MISSING',
      `${check.missingIds} external ids were not found and nothing was loaded: ` +
        `${check.missing.slice(0, 5).join(', ')}.`,
      { count: check.missingIds, missing: check.missing.slice(0, 100) },
    )
  }
}

export function uploadService({ catalog, facts, clients, locals, parser, background, clock, quotas }: Parts) {
  const ofAccount = rateLimit(clock, { most: quotas.uploadsADay, perMs: DAY_MS })
  const ofClient = rateLimit(clock, { most: quotas.clientUploadsADay, perMs: DAY_MS })
  const past = uploadHistory({ catalog, facts, clock })
  const write = uploadLoading({ catalog, facts, background, clock, history: past })

  /** Throws CLIENT_NOT_FOUND. */
  async function read(scope: Scope, { kind, mode, client }: UploadTarget, path: string, isCheck: boolean) {
    const rows = client === null ? await locals.list(scope, {}) : await locals.ofClient(scope, client)
    const owners = client === null ? await clients.list(scope) : [await clients.find(scope, client)]
    const parsed = await parser.parse({
      path,
      kind,
      mode,
      client,
      nowMs: clock.now(),
      isCheck,
      directory: {
        locals: rows.map(({ id, client: owner, name, code, externalId, timeZone }) => ({
          id,
          client: owner,
          name,
          code,
          externalId,
          timeZone,
        })),
        clients: owners.map(({ id, name, externalId }) => ({ id, name, externalId })),
      },
    })
    return { parsed, rows }
  }

  return {
    recover: past.recover,
    runMaintenance: past.runMaintenance,

    /** The content of the file, without a change. Throws CLIENT_NOT_FOUND, and errors of the file as a whole. */
    async check(scope: Scope, target: UploadTarget, file: ReceivedFile): Promise<UploadCheck> {
      return (await read(scope, target, file.path, true)).parsed.check
    },

    /**
     * Loads the file whole or not at all; null when it says nothing new. Throws CLIENT_NOT_FOUND, what is wrong with
     * the file as a whole, UPLOAD_ROWS_INVALID, UPLOAD_IDS_MISSING (unless those rows are to be skipped),
     * UPLOAD_NOTHING_FOUND, RATE_LIMITED.
     */
    async load(
      scope: Scope,
      target: UploadTarget,
      file: ReceivedFile,
      { skipMissing = false } = {},
    ): Promise<Upload | null> {
      ofAccount.require(String(scope.userId))
      if (target.client !== null) {
        // Looked up first: the allowance of another client is not spent.
        await clients.find(scope, target.client)
        ofClient.require(String(target.client))
      }
      const {
        parsed: { check, rows },
        rows: known,
      } = await read(scope, target, file.path, false)
      requireLoadable(check, skipMissing)
      if (check.foundRows === 0 || rows === null)
        throw new AppError('UPLOAD_NOTHING_FOUND', 'No data of existing locals was found in the file.')
      return write(scope, target, file, { check, rows }, known, check.missing)
    },

    /** The newest first. Throws CLIENT_NOT_FOUND. */
    async history(scope: Scope, { client }: { client?: number }): Promise<Upload[]> {
      if (client !== undefined) await clients.find(scope, client)
      return named(catalog, scope, await catalog.uploads.list(scope, { ...(client !== undefined && { client }) }))
    },

    /** Puts back what was known without it. Throws UPLOAD_NOT_FOUND, UPLOAD_UNDONE. */
    async undo(scope: Scope, id: number): Promise<Upload> {
      const stored = await catalog.uploads.find(scope, id)
      if (stored === undefined) throw uploadNotFound(id)
      if (stored.undoneAt !== null) throw undone(id)
      const now = clock.now()
      await catalog.uploads.beginUndo(scope, id)
      try {
        await facts.uploads.undo({ upload: id, table: stored.kind, nowMs: now, cause: `undo of upload ${id}` })
      } catch (error) {
        await catalog.uploads.keep(scope, id)
        throw error
      }
      await past.noteUndone(scope, stored, now)
      const [after] = await named(catalog, scope, [{ ...stored, undoneAt: now }])
      return after!
    },
  }
}

export type UploadService = ReturnType<typeof uploadService>
