/**
 * Files that people bring in: looked at, loaded whole or not at all, remembered, and taken back (spec 2, sections 2, 5
 * and 8).
 */
import { mayUseMode, needsClient, targetOf } from '#domain/uploads'
import type { OfferMode, UploadKind } from '#domain/uploads'
import type { UploadCheck } from '#schemas/generated/entities/upload-check.ts'
import type { Upload } from '#schemas/generated/entities/upload.ts'
import { civilAt } from '../../facts/zone.ts'
import { expectedLocals, expectedPlaces } from '../opening-hours/expected-locals.ts'
import type { FactStore } from '../../facts/store.ts'
import type { UploadReport } from '../../facts/uploads.ts'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import type { AccountQuotas } from '../../lib/quotas.ts'
import { rateLimit } from '../../lib/rate-limit.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Parsed } from './parse.ts'
import type { Parser } from './parser.ts'
import type { ClientService } from '../clients/service.ts'
import type { LocalService } from '../locals/service.ts'
import type { ReceivedFile } from './receive.ts'
import type { StoredUpload } from './repo.ts'

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

/** What is sent, and whose it is. */
export interface UploadTarget {
  readonly kind: UploadKind
  readonly mode: OfferMode
  /** Null = the rows say it. */
  readonly client: number | null
}

/** Hours of the last days may still come, and carry nothing then. */
const SETTLE_DAYS = 4

/** A load that nobody finished by then was cut off: none waits longer for its turn and its answer. */
const DAY_MS = 86_400_000
const CUT_OFF_MS = 30 * 60_000

type Loaded = Pick<StoredUpload, 'id' | 'kind' | 'mode' | 'client' | 'rows' | 'begin' | 'end'>

const uploadNotFound = (id: number) =>
  new AppError('UPLOAD_NOT_FOUND', `There is no upload ${id} among those this account may see.`, { upload: id })

const undone = (id: number) => new AppError('UPLOAD_UNDONE', `Upload ${id} was taken back already.`, { upload: id })

/** Throws ADMIN_REQUIRED, UPLOAD_MODE_INVALID. The target of the address: `hme`, `multiclient` or a client. */
export function offersTarget({ role }: Pick<Scope, 'role'>, target: string, mode: OfferMode): UploadTarget {
  if (!mayUseMode(mode, role === 'admin'))
    throw new AppError('ADMIN_REQUIRED', `Only an administrator may upload offers and orders as ${mode}.`)
  const client = needsClient('offersOrders', mode) && /^\d+$/.test(target) ? Number(target) : null
  if (targetOf(mode, client) !== target)
    throw new AppError(
      'UPLOAD_MODE_INVALID',
      `${mode} does not go with ${target}; hme takes SINGLE_HME, multiclient takes CSV_MULTICLIENT, a client takes the other modes.`,
      { mode, target },
    )
  return { kind: 'offersOrders', mode, client }
}

export function uploadService({ catalog, facts, clients, locals, parser, background, clock, quotas }: Parts) {
  const ofAccount = rateLimit(clock, { most: quotas.uploadsADay, perMs: DAY_MS })
  const ofClient = rateLimit(clock, { most: quotas.clientUploadsADay, perMs: DAY_MS })

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

  async function named(scope: Scope, list: readonly StoredUpload[]): Promise<Upload[]> {
    const names = new Map(
      list.length === 0 ? [] : (await catalog.users.list(SYSTEM_SCOPE)).map(({ id, username }) => [id, username]),
    )
    return list.map(({ userId, ...rest }) => ({
      ...rest,
      uploadedBy: userId !== null && (!scope.demo || userId === scope.userId) ? (names.get(userId) ?? null) : null,
    }))
  }

  async function write(
    scope: Scope,
    { kind, mode, client }: UploadTarget,
    file: ReceivedFile,
    { check, rows }: Parsed & { rows: NonNullable<Parsed['rows']> },
    known: readonly { id: number; timeZone: string }[],
    missing: readonly string[],
  ): Promise<Upload | null> {
    const now = clock.now()
    // Where tickets of a local stand when nothing was counted there.
    const places = new Map(known.map(({ id, timeZone }) => [id, { local: id, area: 0, timeZone }]))
    if (client !== null) for (const place of await expectedPlaces(catalog, client)) places.set(place.local, place)
    const { begin, end } = check
    const upload = await catalog.uploads.begin(
      scope,
      {
        client,
        kind,
        mode: kind === 'offersOrders' ? mode : null,
        fileName: file.name,
        rows: check.rows,
        begin,
        end,
        missing,
      },
      now,
    )
    let report: UploadReport | null
    try {
      report = await facts.uploads.load({
        upload,
        table: kind,
        rows,
        nowMs: now,
        cause: `upload ${upload}`,
        places: [...places.values()],
      })
    } catch (error) {
      await catalog.uploads.forget(scope, upload)
      throw error
    }
    if (report === null) {
      await catalog.uploads.forget(scope, upload)
      return null
    }
    const { made } = report
    await finish(scope, { id: upload, kind, mode, client, rows: check.rows, begin, end }, report)
    // Hours that were not there before want their weight.
    if (made > 0 && client !== null)
      background.run('uploads', async () =>
        facts.rollForward({ nowMs: clock.now(), locals: await expectedLocals(catalog, { client }) }),
      )
    const stored = await catalog.uploads.find(scope, upload)
    return stored === undefined ? null : ((await named(scope, [stored]))[0] ?? null)
  }

  /** The rows are in the facts: says so in the history. */
  async function finish(
    scope: Scope,
    { id, kind, mode, client, rows, begin, end }: Loaded,
    report: Pick<UploadReport, 'added' | 'changed' | 'unchanged'>,
  ): Promise<void> {
    const { added, changed } = report
    await catalog.transaction(async ({ uploads, audit }) => {
      await uploads.finish(scope, id, report)
      await audit.append(scope, {
        action: 'upload.load',
        target: `upload ${id}`,
        details: { kind, mode, client, rows, added, changed, begin, end },
        at: clock.now(),
      })
    })
  }

  /** Of those that were begun before then: what is in the facts comes into the history, what is not is forgotten. */
  async function reconcile(before: number): Promise<void> {
    for (const cut of await catalog.uploads.unfinished(SYSTEM_SCOPE, before)) {
      const report = await facts.uploads.find(cut.id)
      if (report === null) await catalog.uploads.forget(SYSTEM_SCOPE, cut.id)
      else await finish({ ...SYSTEM_SCOPE, userId: cut.userId }, cut, report)
    }
  }

  /** Its rows have gone from the facts: says so in the history. Throws UPLOAD_UNDONE when somebody was quicker. */
  async function noteUndone(
    scope: Scope,
    { id, kind, client }: Pick<StoredUpload, 'id' | 'kind' | 'client'>,
    now: number,
  ): Promise<void> {
    await catalog.transaction(async ({ uploads, audit }) => {
      if (!(await uploads.undo(scope, id, now))) throw undone(id)
      await audit.append(scope, { action: 'upload.undo', target: `upload ${id}`, details: { kind, client }, at: now })
    })
  }

  return {
    /** Before anything is asked: nobody writes yet, so whatever is unfinished was cut off when the server ended. */
    async recover(): Promise<void> {
      await reconcile(Number.MAX_SAFE_INTEGER)
      // Whether it was taken back is known by the facts alone, which do it at once or not at all.
      for (const cut of await catalog.uploads.halfUndone(SYSTEM_SCOPE)) {
        if ((await facts.uploads.find(cut.id)) === null) await noteUndone(SYSTEM_SCOPE, cut, clock.now())
        else await catalog.uploads.keep(SYSTEM_SCOPE, cut.id)
      }
    },

    /** What the file says; nothing is changed. Throws CLIENT_NOT_FOUND, and what is wrong with the file as a whole. */
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
        // Looked up first: nobody spends what is another client's.
        await clients.find(scope, target.client)
        ofClient.require(String(target.client))
      }
      const {
        parsed: { check, rows },
        rows: known,
      } = await read(scope, target, file.path, false)
      const [first] = check.invalid
      if (first !== undefined) {
        throw new AppError(
          'UPLOAD_ROWS_INVALID',
          `${check.invalidRows} rows have invalid fields and nothing was loaded; the first is line ${first.line}, ${first.field ?? ''}: ${first.value ?? 'empty'} (${first.problem ?? ''}).`,
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
          `${check.missingIds} external ids were not found and nothing was loaded: ${check.missing.slice(0, 5).join(', ')}.`,
          { count: check.missingIds, missing: check.missing.slice(0, 100) },
        )
      }
      if (check.foundRows === 0 || rows === null)
        throw new AppError('UPLOAD_NOTHING_FOUND', 'No data of existing locals was found in the file.')
      return write(scope, target, file, { check, rows }, known, check.missing)
    },

    /** The newest first. Throws CLIENT_NOT_FOUND. */
    async history(scope: Scope, { client }: { client?: number }): Promise<Upload[]> {
      if (client !== undefined) await clients.find(scope, client)
      return named(scope, await catalog.uploads.list(scope, { ...(client !== undefined && { client }) }))
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
      await noteUndone(scope, stored, now)
      const [after] = await named(scope, [{ ...stored, undoneAt: now }])
      return after!
    },

    /** Finishes what was cut off between the two stores, and lets late hours follow the tickets of their day. */
    async tend(): Promise<void> {
      const now = clock.now()
      await reconcile(now - CUT_OFF_MS)
      const fromDay = civilAt('UTC', Math.floor(now / 1000)).day - SETTLE_DAYS
      await facts.uploads.settleDays(fromDay, now)
    },
  }
}

export type UploadService = ReturnType<typeof uploadService>
