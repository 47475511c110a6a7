/**
 * Files of any length: asked for, made one after the other, fetched by their owner while they may see what is in them,
 * and removed.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { hasAccess } from '#domain/access'
import { dayNumber, isoDay } from '#domain/days'
import { DomainError } from '#domain/domain-error'
import { EXPORT_MEASURES, EXPORT_TYPES, EXPORTS_AT_ONCE, manifestFileName } from '#domain/export'
import type { ExportDraft } from '#schemas/generated/api/export-draft.ts'
import type { ExportFileParams } from '#schemas/generated/api/export-file-params.ts'
import type { Export } from '#schemas/generated/entities/export.ts'
import type { ExportLink } from '#schemas/generated/entities/export-link.ts'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { localNotFound } from '../../db/scoped.ts'
import { askerOf, runAs } from '../../lib/asker.ts'
import { diskSpace } from '../../lib/disk-space.ts'
import { AppError } from '../../lib/errors.ts'
import { otherFiguresPath, type OtherFigures } from '#domain/imports'
import type { ExportArea, ExportLocal, ExportRows } from '../../facts/exports.ts'
import type { FactStore } from '../../facts/store.ts'
import { rateLimit } from '../../lib/rate-limit.ts'
import { mayReadClient, SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'
import type { TrafficKinds } from '../../traffic-kinds.ts'
import type { ClientService } from '../clients/service.ts'
import type { LocalService } from '../locals/service.ts'
import type { ModuleMuting } from '../modules/muting.ts'
import { accountOf, scopeOf } from '../users/user.ts'
import type { User } from '../users/user.ts'
import { ExportError, type ExportFailure } from './failure.ts'
import { manifestOf } from './manifest.ts'
import type { StoredExport } from './repo.ts'
import { writeExport } from './write.ts'

/** Where it is already tomorrow: nobody's today is refused. */
const EASTERNMOST_MS = 14 * 3_600_000
/** An export that ends its process again and again is given up. */
const MOST_TRIES = 3
const STARTS = { most: 30, perMs: 3_600_000 }
/** Long enough for a browser to go on where a download broke off. */
const LINK_MS = 15 * 60_000
const MOST_LINKS = 1000
const MB = 1_000_000
const PART = '.part'

type Which = ExportFileParams['file']

export interface ExportFile {
  readonly path: string
  readonly name: string
  readonly type: string
  readonly bytes: number
  readonly sha256: string
}

interface Parts {
  readonly catalog: Catalog
  readonly facts: Pick<FactStore, 'exports' | 'watermark'>
  readonly kinds: TrafficKinds
  readonly clients: ClientService
  readonly locals: LocalService
  readonly muting: ModuleMuting
  readonly background: Background
  readonly clock: Clock
  /** Where files are written: a folder to which the facts may write. */
  readonly folder: string
  readonly keptDays: number
  readonly quotaMb: number
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>
}

const notFound = (id: number) =>
  new AppError('EXPORT_NOT_FOUND', `This account has no export ${id}, or its time is over.`, { export: id })
const accessLost = () =>
  new ExportError('EXPORT_ACCESS_LOST', 'This account may not see all clients of this export any more.')
const linkInvalid = () =>
  new AppError(
    'EXPORT_LINK_INVALID',
    'This link is not valid any more, or never was; download the file from its list again.',
  )
const quotaExceeded = (quotaMb: number) =>
  new AppError(
    'EXPORT_QUOTA_EXCEEDED',
    `The exports of this account take all of their ${quotaMb} MB. Remove one, or wait until it expires.`,
    { megabytes: quotaMb },
  )

const OTHER_NAMES: Readonly<Record<OtherFigures, string>> = {
  minutes: 'people inside by the minute',
  flows: 'trips between places',
  profile: 'average days',
  monthly: 'figures of months',
}
const hoursNotFound = (names: string, has: readonly { readonly client: number; readonly kind: OtherFigures }[]) =>
  new AppError(
    'EXPORT_HOURS_NOT_FOUND',
    [
      `No hours or days are known of ${names}; an export would have no rows of it.`,
      ...has.map(
        ({ client, kind }) =>
          `Client ${client} has ${OTHER_NAMES[kind]}: export them as CSV from the widgets of ${otherFiguresPath(kind, client)}.`,
      ),
    ].join(' '),
    { clients: names, has },
  )

export function exportService({
  catalog,
  facts,
  kinds,
  clients,
  locals,
  muting,
  background,
  clock,
  folder,
  keptDays,
  quotaMb,
  log,
}: Parts) {
  const starts = rateLimit(clock, STARTS)
  const progress = new Map<number, { readonly rows: number; readonly totalRows: number }>()
  /** What is being made here, and when it has ended. */
  const making = new Map<number, { readonly stop: AbortController; readonly ended: Promise<void> }>()
  const links = new Map<
    string,
    { readonly id: number; readonly owner: number; readonly file: Which; readonly until: number }
  >()
  const closing = new AbortController()
  let working: Promise<void> | null = null
  const folderOf = (id: number) => join(folder, String(id))
  const erase = async (id: number) => {
    for (const path of [folderOf(id), folderOf(id) + PART]) await rm(path, { recursive: true, force: true })
  }

  /**
   * What is in it may be read by this caller: names that were made up for somebody, or figures of a client that is
   * still theirs.
   */
  const isAllowed = (scope: Scope, { what, demo }: Pick<StoredExport, 'what' | 'demo'>): boolean =>
    what.clients.every((client) => mayReadClient(scope, client)) && (!scope.demo || demo)

  async function named(scope: Scope, stored: readonly StoredExport[]): Promise<Export[]> {
    const names = new Map(stored.length === 0 ? [] : (await clients.list(scope)).map(({ id, name }) => [id, name]))
    return stored.map(({ owner: _owner, demo, tries: _tries, ...rest }): Export => {
      const now = rest.state === 'running' ? progress.get(rest.id) : undefined
      return {
        ...rest,
        rows: now?.rows ?? rest.rows,
        totalRows: now?.totalRows ?? (rest.state === 'ready' ? rest.rows : null),
        clientNames: rest.what.clients.flatMap((client) => names.get(client) ?? []),
        allowed: isAllowed(scope, { what: rest.what, demo }),
      }
    })
  }

  async function found(scope: Scope, id: number): Promise<StoredExport> {
    const stored = await catalog.exports.find(scope, id)
    if (stored === undefined) throw notFound(id)
    return stored
  }

  /** Throws DATE_INVALID, DATES_INCORRECT, DOWNLOAD_DATE_FUTURE. */
  function requireDays({ begin, end }: ExportDraft): void {
    if (dayNumber(begin) > dayNumber(end))
      throw new DomainError('DATES_INCORRECT', `Incorrect dates: ${begin} is after ${end}; give the first day first.`, {
        start: begin,
        end,
      })
    const today = Math.floor((clock.now() + EASTERNMOST_MS) / 86_400_000)
    if (dayNumber(end) > today)
      throw new AppError(
        'DOWNLOAD_DATE_FUTURE',
        `${end} has not come yet; the last day there can be is ${isoDay(today)}.`,
        { end, latest: isoDay(today) },
      )
  }

  /** The locals that were asked for, under the names the caller may know. Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND. */
  async function localsOf(scope: Scope, { clients: asked, locals: only = [] }: ExportDraft) {
    const own = (await Promise.all(asked.map((client) => locals.ofClient(scope, client)))).flat()
    const known = new Map(own.map((local) => [local.id, local]))
    for (const id of only) if (!known.has(id)) throw localNotFound(id)
    return only.length === 0 ? own : only.map((id) => known.get(id)!)
  }

  async function rowsOf(scope: Scope, what: ExportDraft): Promise<ExportRows> {
    const own = await localsOf(scope, what)
    const [exportLocals, areas]: [ExportLocal[], ExportArea[]] = [[], []]
    for (const client of what.clients) {
      const theirs = own.filter((local) => local.client === client)
      const [{ name: clientName }, { notArea }, groups, counted] = await Promise.all([
        clients.find(scope, client),
        kinds.of(client, what.traffic),
        muting.groups(
          scope,
          client,
          theirs.map(({ id }) => id),
        ),
        catalog.areas.list(scope, { client }),
      ])
      const mutedAt = new Map(groups.flatMap(({ locals: same, muted }) => same.map((local) => [local, muted])))
      exportLocals.push(
        ...theirs.map(({ id, name, code, timeZone }) => ({
          client,
          clientName,
          local: id,
          localName: name,
          localCode: code,
          timeZone,
          notArea,
          muted: mutedAt.get(id) ?? [],
        })),
      )
      const chosen = new Set(theirs.map(({ id }) => id))
      for (const [local, same] of Map.groupBy(counted, (area) => area.local)) {
        if (chosen.has(local))
          areas.push(
            ...same.map(({ id, name, traffic }, at) => ({
              area: id,
              areaName: scope.demo ? `Demo Area ${at + 1}` : name,
              traffic,
            })),
          )
      }
    }
    const { grain, measures: chosen = [], outside = false } = what
    return {
      locals: exportLocals,
      areas,
      from: dayNumber(what.begin),
      to: dayNumber(what.end),
      grain,
      measures: EXPORT_MEASURES.filter((id) => chosen.length === 0 || (chosen as readonly string[]).includes(id)),
      outside,
    }
  }

  /** Throws EXPORT_HOURS_NOT_FOUND, EXPORT_ROWS_NOT_FOUND, EXPORT_SELECTION_EMPTY. */
  async function requireRows(scope: Scope, what: ExportDraft): Promise<void> {
    const known = await facts.exports.clientsWithHours(what.clients)
    const without = what.clients.filter((client) => !known.has(client))
    if (without.length > 0) {
      const has = await facts.exports.otherFigures(without)
      const names = await Promise.all(without.map(async (client) => (await clients.find(scope, client)).name))
      throw hoursNotFound(names.join(', '), has)
    }
    const of = await rowsOf(scope, what)
    const days = await facts.exports.daysOf(of)
    if (days === null)
      throw new AppError(
        'EXPORT_SELECTION_EMPTY',
        'The chosen locals have no rows of this kind of traffic on any day; choose other locals or another kind.',
      )
    if (!days.isWithin) {
      const { begin: first, end: last } = what
      const span = { first: isoDay(days.first), last: isoDay(days.last) }
      throw new AppError(
        'EXPORT_ROWS_NOT_FOUND',
        `There are no rows from ${first} to ${last}; there are some from ${span.first} to ${span.last}.`,
        { begin: first, end: last, ...span },
      )
    }
  }

  async function asOfRows({ locals: own }: ExportRows): Promise<number | null> {
    const known = new Set(own.map(({ local }) => local))
    const marks = (await facts.watermark({ client: [...new Set(own.map(({ client }) => client))] })).filter(
      ({ local }) => known.has(local),
    )
    return marks.length === 0 ? null : Math.max(...marks.map(({ instant }) => instant)) * 1000
  }

  const mayDownload = (user: User) => user.enabled && hasAccess(accountOf(user), 'canDownload')

  /** The owner as they are now. Throws ExportError EXPORT_ACCESS_LOST. */
  async function ownerOf(stored: Pick<StoredExport, 'owner' | 'what' | 'demo'>): Promise<Scope> {
    const user = await catalog.users.find(SYSTEM_SCOPE, stored.owner)
    if (user === undefined || !mayDownload(user) || !isAllowed(scopeOf(user), stored)) throw accessLost()
    return scopeOf(user)
  }

  /** Writes both files into a folder that gets its name when they are complete. */
  async function make(stored: StoredExport, signal: AbortSignal): Promise<Pick<Export, 'rows' | 'bytes' | 'files'>> {
    const { id, what } = stored
    const scope = await ownerOf(stored)
    const of = await rowsOf(scope, what).catch((error: unknown) => {
      throw error instanceof AppError && error.status === 404 ? accessLost() : error
    })
    const { bytes: taken } = await catalog.exports.load(scope)
    await erase(id)
    const part = folderOf(id) + PART
    await mkdir(part, { recursive: true, mode: 0o700 })
    const written = await runAs(askerOf(scope), () =>
      writeExport(facts.exports, of, {
        begin: what.begin,
        end: what.end,
        format: what.format,
        folder: part,
        maxBytes: Math.max(0, quotaMb * MB - taken),
        signal,
        onProgress: (rows, totalRows) => {
          progress.set(id, { rows, totalRows })
        },
      }),
    )
    const manifest = Buffer.from(
      `${JSON.stringify(manifestOf({ what, of, written, asOf: await asOfRows(of), madeAt: clock.now() }), null, 2)}\n`,
    )
    const name = manifestFileName(what)
    await writeSynced(join(part, name), manifest)
    signal.throwIfAborted()
    await rename(part, folderOf(id))
    return {
      rows: written.rows,
      bytes: written.bytes + manifest.length,
      files: [
        { file: 'data', name: written.name, bytes: written.bytes, sha256: written.sha256 },
        { file: 'manifest', name, bytes: manifest.length, sha256: createHash('sha256').update(manifest).digest('hex') },
      ],
    }
  }

  function failureOf(id: number, error: unknown): ExportFailure {
    if (error instanceof ExportError) return { code: error.code, message: error.message, details: error.details }
    log.error({ err: error }, `export ${id} could not be made`)
    return { code: 'EXPORT_FAILED', message: 'Something went wrong on our side; the file was not made.', details: {} }
  }

  async function perform(stored: StoredExport, signal: AbortSignal): Promise<void> {
    const { id } = stored
    const since = performance.now()
    const expiresAt = () => clock.now() + keptDays * 86_400_000
    try {
      if (stored.tries > MOST_TRIES)
        throw new ExportError('EXPORT_INTERRUPTED', `The server stopped ${MOST_TRIES} times while it made this file.`, {
          tries: MOST_TRIES,
        })
      const made = await make(stored, signal)
      if (
        !(await catalog.exports.end(
          stored,
          { state: 'ready', ...made, error: null, expiresAt: expiresAt() },
          clock.now(),
        ))
      )
        await erase(id)
      log.info(
        { export: id, ms: Math.round(performance.now() - since), rows: made.rows, bytes: made.bytes },
        'export made',
      )
    } catch (error) {
      await erase(id)
      // Its owner removed it, or the server stops: then it is begun again after the next start.
      if (signal.aborted) return
      await catalog.exports.end(
        stored,
        { state: 'failed', rows: 0, bytes: 0, files: [], error: failureOf(id, error), expiresAt: expiresAt() },
        clock.now(),
      )
    } finally {
      progress.delete(id)
    }
  }

  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      const stored = await catalog.exports.take(SYSTEM_SCOPE, clock.now())
      if (stored === undefined) return
      const stop = new AbortController()
      const ended = perform(stored, AbortSignal.any([stop.signal, closing.signal])).finally(() =>
        making.delete(stored.id),
      )
      making.set(stored.id, { stop, ended })
      await ended
    }
  }

  function makeWaiting(): Promise<void> {
    working ??= work().finally(() => {
      working = null
    })
    return working
  }

  /** What was just queued need not wait: a worker that is about to end may not have seen it. */
  function wake(): void {
    background.run('exports', async () => {
      await working
      await makeWaiting()
    })
  }

  async function begin(scope: Scope, what: ExportDraft): Promise<number> {
    return catalog.transaction(async ({ locks, exports, audit }) => {
      await locks.hold('exports', scope.userId ?? 0)
      const { unfinished, bytes } = await exports.load(scope)
      if (unfinished >= EXPORTS_AT_ONCE)
        throw new AppError(
          'EXPORT_BUSY',
          `${unfinished} exports of this account are not finished; at most ${EXPORTS_AT_ONCE} are made at a time. Wait for one, or remove it.`,
          { most: EXPORTS_AT_ONCE },
        )
      if (bytes >= quotaMb * MB) throw quotaExceeded(quotaMb)
      starts.require(String(scope.userId))
      const id = await exports.insert(scope, what, clock.now())
      const { clients: of, begin: first, end: last, grain, format } = what
      await audit.append(scope, {
        action: 'export.create',
        target: `export ${id}`,
        details: { clients: of, begin: first, end: last, grain, format },
        at: clock.now(),
      })
      return id
    })
  }

  /** Throws EXPORT_ACCESS_LOST, EXPORT_NOT_READY, EXPORT_NOT_FOUND. */
  function fileOf(scope: Scope, stored: StoredExport, which: Which): ExportFile {
    const { id, state, what, files } = stored
    if (!isAllowed(scope, stored)) throw new AppError('EXPORT_ACCESS_LOST', accessLost().message, { export: id })
    if (state !== 'ready')
      throw new AppError('EXPORT_NOT_READY', `Export ${id} is ${state}; it has a file once it is ready.`, {
        export: id,
        state,
      })
    const file = files.find((one) => one.file === which)
    if (file === undefined || !existsSync(join(folderOf(id), file.name))) throw notFound(id)
    return {
      path: join(folderOf(id), file.name),
      name: file.name,
      bytes: file.bytes,
      sha256: file.sha256,
      type: which === 'data' ? EXPORT_TYPES[what.format] : 'application/json; charset=utf-8',
    }
  }

  const recordFetch = (scope: Scope, { id, what }: StoredExport, file: Which) =>
    catalog.audit.append(scope, {
      action: 'export.download',
      target: `export ${id}`,
      details: { clients: what.clients, file },
      at: clock.now(),
    })

  return {
    /**
     * Queues a file. Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND, DATE_INVALID, DATES_INCORRECT, DOWNLOAD_DATE_FUTURE,
     * EXPORT_HOURS_NOT_FOUND, EXPORT_ROWS_NOT_FOUND, EXPORT_SELECTION_EMPTY,
     * EXPORT_BUSY, EXPORT_QUOTA_EXCEEDED, EXPORT_DISK_FULL, RATE_LIMITED.
     */
    async create(scope: Scope, what: ExportDraft): Promise<Export> {
      requireDays(what)
      await localsOf(scope, what)
      await requireRows(scope, what)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      if (!(await diskSpace(folder)).enough)
        throw new AppError('EXPORT_DISK_FULL', 'The disk of the server has too little space left for another file.')
      const id = await begin(scope, what)
      wake()
      return (await named(scope, [await found(scope, id)]))[0]!
    },

    /** The caller's own, newest first. */
    async list(scope: Scope): Promise<Export[]> {
      return named(scope, await catalog.exports.list(scope))
    },

    /** Throws EXPORT_NOT_FOUND. */
    async find(scope: Scope, id: number): Promise<Export> {
      return (await named(scope, [await found(scope, id)]))[0]!
    },

    /** Cancels what is not finished and removes what is. Throws EXPORT_NOT_FOUND. */
    async remove(scope: Scope, id: number): Promise<void> {
      const { what, state } = await found(scope, id)
      await catalog.transaction(async ({ exports, audit }) => {
        if (!(await exports.remove(scope, id))) throw notFound(id)
        await audit.append(scope, {
          action: 'export.remove',
          target: `export ${id}`,
          details: { clients: what.clients, state },
          at: clock.now(),
        })
      })
      const running = making.get(id)
      running?.stop.abort(new Error('removed'))
      await running?.ended
      await erase(id)
    },

    /**
     * A file for its owner. Throws EXPORT_NOT_FOUND, EXPORT_NOT_READY, EXPORT_ACCESS_LOST. @param isFirst not one of
     * the later parts of a download
     */
    async file(scope: Scope, id: number, which: Which, isFirst: boolean): Promise<ExportFile> {
      const stored = await found(scope, id)
      const file = fileOf(scope, stored, which)
      if (isFirst) await recordFetch(scope, stored, which)
      return file
    },

    /** An address for a browser, which sends no header of ours with a download. Throws as `file` does. */
    async link(scope: Scope, id: number, which: Which): Promise<ExportLink> {
      const stored = await found(scope, id)
      fileOf(scope, stored, which)
      const [token, until] = [newToken(), clock.now() + LINK_MS]
      for (const [key, link] of links) if (link.until <= clock.now() || links.size >= MOST_LINKS) links.delete(key)
      links.set(hashOf(token), { id, owner: stored.owner, file: which, until })
      return { path: `/api/export-links/${token}`, expiresAt: until }
    },

    /** The account that made a link. Throws EXPORT_LINK_INVALID. */
    ownerOfLink(token: string): number {
      const link = links.get(hashOf(token))
      if (link === undefined || link.until <= clock.now()) throw linkInvalid()
      return link.owner
    },

    /** The file behind a link, while its owner may have it. Throws EXPORT_LINK_INVALID, and as `file` does. */
    async linked(token: string, isFirst: boolean): Promise<ExportFile> {
      const link = links.get(hashOf(token))
      const user =
        link === undefined || link.until <= clock.now() ? undefined : await catalog.users.find(SYSTEM_SCOPE, link.owner)
      if (link === undefined || user === undefined || !mayDownload(user)) throw linkInvalid()
      const scope = scopeOf(user)
      const stored = await found(scope, link.id)
      const file = fileOf(scope, stored, link.file)
      if (isFirst) await recordFetch(scope, stored, link.file)
      return file
    },

    /** After a start: what was being made is begun again, and nothing is left of its files. */
    async recover(): Promise<void> {
      await catalog.exports.requeue(SYSTEM_SCOPE)
      await sweepFolder()
      wake()
    },

    /** Makes what waits, and removes what has expired. */
    async runMaintenance(): Promise<void> {
      await catalog.exports.expire(SYSTEM_SCOPE, clock.now())
      await sweepFolder()
      await makeWaiting()
    },

    /** Gives up what is being made; it is begun again after the next start. */
    async close(): Promise<void> {
      closing.abort(new Error('the server stops'))
      await working?.catch(() => undefined)
    },
  }

  /** Removes files of exports that are gone, and what is left of those that were cut off. */
  async function sweepFolder(): Promise<void> {
    if (!existsSync(folder)) return
    const known = new Set(await catalog.exports.ids(SYSTEM_SCOPE))
    for (const name of await readdir(folder)) {
      const id = Number(name.replace(PART, ''))
      const isMade = making.has(id)
      if (!isMade && (!known.has(id) || name.endsWith(PART)))
        await rm(join(folder, name), { recursive: true, force: true })
    }
  }
}

export type ExportService = ReturnType<typeof exportService>

async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
