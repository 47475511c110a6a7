/**
 * Files of counts that people and programs bring: read in a process of their own, shown, loaded whole or not at all,
 * remembered, and taken back.
 */
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { AuditAction } from '#domain/audit-actions'
import type { Import, ImportProgress, ImportQuestion } from '#schemas/generated/entities/import.ts'
import type { ImportPreset } from '#schemas/generated/entities/import-preset.ts'
import type { ImportPresetDraft } from '#schemas/generated/api/import-preset-draft.ts'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import { saidByImport, storedImport } from '../../facts/duckdb/imports.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import { apiReport } from './reading/api-report.ts'
import { APART_FILE, APART_HEAD, apartLine } from './reading/apart-text.ts'
import { FIGURE_FORMATS } from './reading/figures/formats.ts'
import { isStagedFigures, type StagedFigures } from './reading/figures/job.ts'
import { storeFigures } from './reading/figures/store.ts'
import { ImportError } from './reading/import-error.ts'
import { storeStaged } from './reading/index.ts'
import { unseat } from './reading/minute-places.ts'
import type { PlaceMatch } from './reading/match-places.ts'
import { apiReportOfMinutes } from './reading/minute-report.ts'
import { MINUTE_FORMATS } from './reading/minute-formats.ts'
import { storeMinutesRead, type MinutesRead } from './reading/minutes.ts'
import { PRESETS, presetNamed } from './reading/preset.ts'
import type { SourceFile } from './reading/read-files.ts'
import { questionOf } from './reading/read-job.ts'
import { ReaderError, type Reader } from './reading/reader.ts'
import { reportOf } from './reading/report.ts'
import { reportedOf, type Staged } from './reading/staged.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { LocalService } from '../locals/service.ts'
import { inLine, type Line } from './line.ts'
import type { Received } from './receive.ts'
import { takeBack } from './take-back.ts'
import type { ImportState, StoredImport } from './repo.ts'

interface Parts {
  readonly catalog: Catalog
  readonly facts: SqlFactStore
  readonly clients: ClientService
  readonly locals: LocalService
  readonly reader: Reader
  readonly background: Background
  readonly clock: Clock
  /** Where files and their lines wait: a folder from which the facts may take them. */
  readonly folder: string
  readonly log: Pick<FastifyBaseLogger, 'error'>
}

/** Imports that wait for their turn; a file may stand for minutes of work. */
const MOST_WAITING = 20
const RETRY_S = 30
/** Files that nobody loaded by then are removed. */
const KEPT_MS = 7 * 86_400_000

const importNotFound = (id: number) =>
  new AppError('IMPORT_NOT_FOUND', `There is no import ${id} among those this account may see.`, { import: id })
const conflict = (id: number, state: ImportState, expected: readonly ImportState[]) =>
  new AppError('IMPORT_STATE_CONFLICT', `Import ${id} is ${state}; ${expected.join(' or ')} was expected.`, {
    import: id,
    state,
    expected: expected.join(', '),
  })
const CLIENT_REQUIRED: ImportQuestion = {
  code: 'IMPORT_CLIENT_REQUIRED',
  message: 'Say which client gets the counts: client, or newClient with a name.',
  details: {},
  setting: 'client',
  lines: [],
}
const NOT_SAID = { details: {}, setting: null, lines: [] }
const notRead = (why: string): ImportQuestion => ({
  code: 'IMPORT_NOT_READ',
  message: `The files could not be read: ${why} Nothing was loaded.`.slice(0, 4000),
  ...NOT_SAID,
})
const notStored = (): ImportQuestion => ({
  code: 'IMPORT_NOT_STORED',
  message: 'Something went wrong on our side; nothing was loaded.',
  ...NOT_SAID,
})

/** A format of ours has its name, whatever its lines are. */
const isOurs = (format: string) => PRESETS.has(format) || FIGURE_FORMATS.has(format) || MINUTE_FORMATS.has(format)

/** Somebody cancelled it. */
class Cancelled extends Error {}

export function importService({ catalog, facts, clients, locals, reader, background, clock, folder, log }: Parts) {
  const reading: Line = inLine()
  /** Those that are read, wait for it, or are on their way there. */
  let waiting = 0
  const storing: Line = inLine()
  const progress = new Map<number, ImportProgress>()
  const stops = new Map<number, AbortController>()
  /** Those that are being stored. */
  const underWay = new Map<number, Promise<void>>()
  const folderOf = (id: number) => join(folder, String(id))
  const remove = (id: number) => rm(folderOf(id), { recursive: true, force: true })
  const as = ({ userId }: Pick<StoredImport, 'userId'>): Scope => ({ ...SYSTEM_SCOPE, userId })

  async function found(scope: Scope, id: number): Promise<StoredImport> {
    const stored = await catalog.imports.find(scope, id)
    if (stored === undefined) throw importNotFound(id)
    return stored
  }

  async function move(scope: Scope, id: number, from: readonly ImportState[], to: ImportState): Promise<void> {
    const stored = await found(scope, id)
    if (!(await catalog.imports.move(scope, id, from, to, clock.now()))) throw conflict(id, stored.state, from)
  }

  /** Who asked for it, whatever comes of it. */
  const record = (
    scope: Scope,
    action: AuditAction,
    { id, client, files }: Pick<StoredImport, 'id' | 'client' | 'files'>,
  ) =>
    catalog.audit.append(scope, {
      action,
      target: `import ${id}`,
      details: { client, files: files.map(({ name }) => name) },
      at: clock.now(),
    })

  /** As the caller may know them. @param isList without what only one of them shows */
  async function named(scope: Scope, list: readonly StoredImport[], isList = false): Promise<Import[]> {
    const users = new Map(
      list.length === 0 ? [] : (await catalog.users.list(SYSTEM_SCOPE)).map(({ id, username }) => [id, username]),
    )
    const names = new Map(list.length === 0 ? [] : (await clients.list(scope)).map(({ id, name }) => [id, name]))
    return Promise.all(
      list.map(async ({ userId, made: _made, loadsClean: _clean, changedAt: _at, guessed, ...rest }) => {
        const said = Object.fromEntries(
          Object.entries(rest.settings).filter(([, value]) => value !== null),
        ) as ImportSettings
        const places = isList
          ? []
          : scope.demo && rest.client !== null
            ? await madeUp(scope, rest.client, rest.places)
            : rest.places
        return {
          ...rest,
          settings: { ...guessed, ...said },
          places,
          preview: isList ? null : rest.preview,
          progress: progress.get(rest.id) ?? null,
          clientName:
            rest.client === null
              ? scope.demo
                ? null
                : (rest.clientName ?? rest.settings.newClient ?? null)
              : (names.get(rest.client) ?? null),
          createdBy: userId !== null && (!scope.demo || userId === scope.userId) ? (users.get(userId) ?? null) : null,
        }
      }),
    )
  }
  const one = async (scope: Scope, id: number): Promise<Import> => (await named(scope, [await found(scope, id)]))[0]!

  /** Places that were removed since took what it said of them along. */
  async function takesBackOf({ id, report, made }: StoredImport): Promise<NonNullable<Import['takesBack']>> {
    const { added = 0, corrected = 0 } = report?.stored ?? {}
    const ids = made?.locals ?? []
    const kept = await Promise.all(ids.map((local) => catalog.locals.find(SYSTEM_SCOPE, local)))
    return {
      figures: Math.min(added + corrected, await saidByImport(facts, id)),
      locals: kept.filter((local) => local !== undefined).length,
    }
  }

  async function madeUp(scope: Scope, client: number, places: Import['places']): Promise<Import['places']> {
    const names = new Map((await locals.ofClient(scope, client)).map(({ id, name }) => [id, name]))
    return places.map((place) => ({
      ...place,
      name: place.local === null ? place.name : (names.get(place.local) ?? ''),
    }))
  }

  /**
   * The client that the caller may load into; null = not said yet. Throws CLIENT_NOT_FOUND, ADMIN_REQUIRED,
   * REQUEST_INVALID.
   */
  async function settingsFor(
    scope: Scope,
    settings: ImportSettings,
  ): Promise<{ client: number | null; settings: ImportSettings }> {
    if (settings.client != null && settings.newClient != null)
      throw new AppError('REQUEST_INVALID', 'An import goes to a client or to a newClient; give one of the two.')
    if (settings.newClient != null) {
      if (scope.role !== 'admin') throw new AppError('ADMIN_REQUIRED', 'Only an administrator may make a client.')
      if (settings.newClient.trim() === '')
        throw new AppError('REQUEST_INVALID', 'newClient is empty; a name was expected.')
      const known = await catalog.clients.findByName(scope, settings.newClient.trim())
      return known === undefined
        ? { client: null, settings: { ...settings, newClient: settings.newClient.trim() } }
        : { client: known.id, settings: { ...settings, newClient: null, client: known.id } }
    }
    const only = scope.clients !== 'all' && scope.clients.length === 1 ? scope.clients[0]! : null
    const client = settings.client ?? only
    if (client !== null) await clients.find(scope, client)
    for (const { local } of settings.places ?? []) {
      if (local != null && (client === null || !(await locals.ofClient(scope, client)).some(({ id }) => id === local)))
        throw new AppError('LOCAL_NOT_FOUND', `There is no local ${local} among those of the client.`, { local })
    }
    return { client, settings: { ...settings, client } }
  }

  /** With those of a saved preset beneath them. */
  async function withPreset({ settings, client }: StoredImport): Promise<ImportSettings> {
    if (settings.format == null || isOurs(settings.format)) return settings
    const saved = (await catalog.importPresets.list(SYSTEM_SCOPE))
      .filter(({ name, client: of }) => name === settings.format && (of === null || of === client))
      .toSorted((a) => (a.client === null ? 1 : -1))
    if (saved[0] === undefined) return settings
    const said = Object.fromEntries(
      Object.entries(settings).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
    )
    return { ...saved[0].settings, ...said, format: saved[0].settings.format ?? null }
  }

  /** Puts the files where they are read from. */
  async function begin(
    scope: Scope,
    received: Received,
    fresh: Parameters<Catalog['imports']['begin']>[1],
  ): Promise<number> {
    const id = await catalog.imports.begin(scope, fresh, clock.now())
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rename(received.folder, folderOf(id))
    const inPlace = received.files.map(({ path, name }): SourceFile => ({
      path: join(folderOf(id), path.slice(received.folder.length + 1)),
      name,
    }))
    await writeFile(join(folderOf(id), 'files.json'), JSON.stringify(inPlace), { mode: 0o600 })
    await record(scope, 'import.read', { id, client: fresh.client, files: fresh.files })
    return id
  }

  /** Reads an import in its turn. What goes wrong is said in it. */
  function read(id: number): void {
    const stop = new AbortController()
    stops.set(id, stop)
    waiting += 1
    background.run('import', () =>
      reading.wait(async () => {
        try {
          const stored = await catalog.imports.find(SYSTEM_SCOPE, id)
          if (stored?.state === 'reading') await readNow(stored, stop.signal)
        } finally {
          waiting -= 1
          if (stops.get(id) === stop) stops.delete(id)
          progress.delete(id)
        }
      }),
    )
  }

  async function readNow(stored: StoredImport, signal: AbortSignal): Promise<void> {
    const { id, client } = stored
    const say = (questions: ImportQuestion[], state: 'refused' | 'failed') =>
      catalog.transaction(async ({ imports }) => {
        await imports.found(
          SYSTEM_SCOPE,
          id,
          { found: stored.found, guessed: stored.guessed, preview: stored.preview, places: stored.places, questions },
          null,
        )
        await imports.move(SYSTEM_SCOPE, id, ['reading'], state, clock.now())
      })
    try {
      const files = JSON.parse(await readFile(join(folderOf(id), 'files.json'), 'utf8')) as SourceFile[]
      for (const left of await readdir(folderOf(id)))
        if (left.startsWith('aforo-import-')) await rm(join(folderOf(id), left), { recursive: true, force: true })
      const known = client === null ? [] : await catalog.locals.list(SYSTEM_SCOPE, { client })
      const settings = await withPreset(stored)
      const outcome = await reader.read(
        {
          files,
          folder: folderOf(id),
          settings,
          nowMs: clock.now(),
          clientName:
            client === null
              ? (settings.newClient ?? undefined)
              : (await catalog.clients.find(SYSTEM_SCOPE, client))?.name,
          locals: known.map(({ id: local, name, code, externalId, timeZone }) => ({
            id: local,
            name,
            code,
            externalId,
            timeZone,
          })),
        },
        {
          signal,
          onProgress: (now) => {
            progress.set(id, now)
          },
        },
      )
      const { staged, report, files: read, ...rest } = outcome
      const questions = [...(client === null && settings.newClient == null ? [CLIENT_REQUIRED] : []), ...rest.questions]
      if (staged !== null) await writeFile(join(folderOf(id), 'staged.json'), JSON.stringify(staged), { mode: 0o600 })
      const state = staged !== null && questions.length === 0 ? 'ready' : 'refused'
      const moved = await catalog.transaction(async ({ imports }) => {
        if (!(await imports.move(SYSTEM_SCOPE, id, ['reading'], state, clock.now()))) return false
        await imports.files(SYSTEM_SCOPE, id, read)
        await imports.found(SYSTEM_SCOPE, id, { ...rest, questions }, report)
        return true
      })
      const isClean =
        report !== null && report.apart.length === 0 && rest.places.every(({ match }) => match !== 'similar')
      if (
        moved &&
        state === 'ready' &&
        stored.loadsClean &&
        isClean &&
        (await catalog.imports.move(SYSTEM_SCOPE, id, ['ready'], 'storing', clock.now()))
      ) {
        await record(as(stored), 'import.load', stored)
        store(id, as(stored))
      }
    } catch (error) {
      if (error instanceof ReaderError && error.why === 'stopped') return
      if (error instanceof ImportError) await say([questionOf(error)], 'refused')
      else {
        log.error({ err: error }, `import ${id} could not be read`)
        await say(
          [notRead(error instanceof ReaderError ? error.message : 'something went wrong on our side.')],
          'failed',
        )
      }
    }
  }

  /** Stores an import in its turn; it is in the state `storing`. */
  function store(id: number, scope: Scope): void {
    const stop = new AbortController()
    stops.set(id, stop)
    progress.set(id, { phase: 'storing', done: 0, of: 0, lines: 0 })
    background.run('import', () =>
      storing.wait(async () => {
        try {
          const stored = await catalog.imports.find(SYSTEM_SCOPE, id)
          if (stored?.state !== 'storing' || stop.signal.aborted) return
          const done = storeNow(scope, stored, stop.signal).finally(() => underWay.delete(id))
          underWay.set(id, done)
          await done
        } finally {
          if (stops.get(id) === stop) stops.delete(id)
          progress.delete(id)
        }
      }),
    )
  }

  async function storeNow(scope: Scope, stored: StoredImport, signal: AbortSignal): Promise<void> {
    const { id, settings } = stored
    try {
      const staged = JSON.parse(await readFile(join(folderOf(id), 'staged.json'), 'utf8')) as
        | Staged
        | StagedFigures
        | MinutesRead
      const matches = new Map(
        stored.places
          .filter(({ match }) => match !== 'joined' && match !== 'skipped')
          .map(({ place, local, name, match }): [string, PlaceMatch] => [place, { local, name, match }]),
      )
      const client = stored.client ?? settings.newClient ?? ''
      const check = () => {
        if (signal.aborted)
          throw new ImportError('IMPORT_NOT_STORED', 'It was cancelled. Nothing was loaded.', [], {
            cause: new Cancelled(),
          })
      }
      if (isStagedFigures(staged)) {
        await finish(
          scope,
          id,
          await storeFigures(staged, { catalog, facts, now: clock.now(), client, import: id, matches, check }),
        )
        return
      }
      if ('kind' in staged) {
        const done = await storeMinutesRead(staged, {
          catalog,
          facts,
          now: clock.now(),
          import: id,
          client,
          matches,
          check,
        })
        await finish(
          scope,
          id,
          apiReportOfMinutes(staged, { ...done.stored, newLocals: done.newLocals }, stored.report?.columns),
        )
        return
      }
      const report = await storeStaged(staged, {
        catalog,
        facts,
        now: clock.now(),
        client,
        preset: presetNamed(staged.format),
        zone: staged.reading.zone,
        import: id,
        matches,
        retracts: settings.empty === 'retract',
        onProgress: (phase, done, of) => {
          progress.set(id, { phase, done, of, lines: staged.reading.lines })
        },
        check,
      })
      await finish(scope, id, apiReport(report, staged.reading.skipped))
    } catch (error) {
      if (signal.aborted) return
      const question = error instanceof ImportError ? questionOf(error) : notStored()
      if (!(error instanceof ImportError)) log.error({ err: error }, `import ${id} could not be stored`)
      await catalog.transaction(async ({ imports }) => {
        await imports.found(
          SYSTEM_SCOPE,
          id,
          {
            found: stored.found,
            guessed: stored.guessed,
            preview: stored.preview,
            places: stored.places,
            questions: [question],
          },
          stored.report,
        )
        await imports.move(SYSTEM_SCOPE, id, ['storing'], 'refused', clock.now())
      })
    }
  }

  /** The hours are in the facts: says so in the history. */
  async function finish(scope: Scope, id: number, report: Import['report']): Promise<void> {
    await catalog.transaction(async ({ imports, audit }) => {
      const stored = await imports.find(SYSTEM_SCOPE, id)
      if (stored === undefined) return
      await imports.found(
        SYSTEM_SCOPE,
        id,
        { found: stored.found, guessed: stored.guessed, preview: stored.preview, places: stored.places, questions: [] },
        report,
      )
      await imports.move(SYSTEM_SCOPE, id, ['storing'], 'loaded', clock.now())
      await audit.append(scope, {
        action: 'import.loaded',
        target: `import ${id}`,
        at: clock.now(),
        details: {
          client: stored.client,
          lines: report?.lines,
          ...report?.stored,
          begin: report?.firstDay,
          end: report?.lastDay,
        },
      })
    })
    // What was set apart can still be asked for.
    for (const left of await readdir(folderOf(id)).catch(() => []))
      if (left !== APART_FILE) await rm(join(folderOf(id), left), { recursive: true, force: true })
  }

  const undoInTurn = (scope: Scope, id: number) => {
    progress.set(id, { phase: 'undoing', done: 0, of: 0, lines: 0 })
    background.run('import', () =>
      storing.wait(() =>
        takeBack({ catalog, facts, now: () => clock.now() }, scope, id).finally(() => progress.delete(id)),
      ),
    )
  }

  async function recoverOne(stored: StoredImport): Promise<void> {
    const { id, state, made } = stored
    const hasFiles = existsSync(join(folderOf(id), 'files.json'))
    if (state === 'reading') {
      if (hasFiles) read(id)
      else await catalog.imports.move(SYSTEM_SCOPE, id, ['reading'], 'failed', clock.now())
    } else if (state === 'undoing') undoInTurn(as(stored), id)
    else if (state === 'storing') {
      const inFacts = await storedImport((sql, params) => facts.read(sql, params), id)
      const stagedFile = join(folderOf(id), 'staged.json')
      if (inFacts !== null) {
        const read = existsSync(stagedFile)
          ? (JSON.parse(await readFile(stagedFile, 'utf8')) as Staged | StagedFigures | MinutesRead)
          : null
        if (read !== null && isStagedFigures(read)) {
          const { accepted: added, duplicate: unchanged, restated: corrected } = inFacts
          await finish(as(stored), id, {
            ...read.report,
            stored: { added, unchanged, corrected, refused: 0, newLocals: made?.locals.length ?? 0 },
          })
          return
        }
        const staged = read
        if (staged !== null && 'kind' in staged) {
          await finish(
            as(stored),
            id,
            apiReportOfMinutes(
              staged,
              {
                added: inFacts.accepted,
                unchanged: inFacts.duplicate,
                changed: inFacts.restated,
                newLocals: made?.locals.length ?? 0,
              },
              stored.report?.columns,
            ),
          )
          return
        }
        const client = stored.client === null ? undefined : await catalog.clients.find(SYSTEM_SCOPE, stored.client)
        const loaded =
          client === undefined
            ? undefined
            : {
                client,
                newLocals: made?.locals.length ?? 0,
                // How many totals gave way is not kept beside the hours.
                store: { ...inFacts, replacedDays: 0 },
                apart: [],
                apartSums: staged?.reading.atoms.map(() => 0) ?? [],
              }
        await finish(
          as(stored),
          id,
          staged === null ? stored.report : apiReport(reportOf(reportedOf(staged), loaded), staged.reading.skipped),
        )
        if (stored.client !== null)
          await facts.rollForward({
            nowMs: clock.now(),
            locals: await expectedLocals(catalog, { client: stored.client }),
          })
      } else {
        await catalog.transaction(async ({ imports, locals: places }) => {
          if (made !== null) await unseat({ locals: places }, made)
          if (made !== null) await imports.unmake(SYSTEM_SCOPE, made)
          await imports.move(SYSTEM_SCOPE, id, ['storing'], existsSync(stagedFile) ? 'ready' : 'failed', clock.now())
        })
      }
    }
  }

  return {
    folder,

    /**
     * Takes files in; they are read in their turn. Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND, ADMIN_REQUIRED,
     * REQUEST_INVALID, IMPORT_BUSY.
     */
    async create(scope: Scope, received: Received, { loadsClean }: { loadsClean: boolean }): Promise<Import> {
      const { client, settings } = await settingsFor(scope, received.settings)
      if (waiting >= MOST_WAITING)
        throw new AppError(
          'IMPORT_BUSY',
          `${MOST_WAITING} imports are waiting to be read; try again in ${RETRY_S} s.`,
          { retryAfterS: RETRY_S },
        )
      const files = received.files.map(({ name }) => ({ name, bytes: 0, kind: 'unknown' as const }))
      waiting += 1
      let id: number
      try {
        id = await begin(scope, received, { client, files, settings, loadsClean })
        read(id)
      } finally {
        // Its reading counts by itself.
        waiting -= 1
      }
      return one(scope, id)
    },

    /** The newest first, without places and preview. Throws CLIENT_NOT_FOUND. */
    async list(scope: Scope, { client }: { client?: number }): Promise<Import[]> {
      if (client !== undefined) await clients.find(scope, client)
      return named(scope, await catalog.imports.list(scope, { ...(client !== undefined && { client }) }), true)
    },

    /** Throws IMPORT_NOT_FOUND. */
    async find(scope: Scope, id: number): Promise<Import> {
      const stored = await found(scope, id)
      const [shown] = await named(scope, [stored])
      return stored.state === 'loaded' ? { ...shown!, takesBack: await takesBackOf(stored) } : shown!
    },

    /**
     * Reads the same files again, as they are set now. Throws IMPORT_NOT_FOUND, IMPORT_STATE_CONFLICT, and what
     * `create` throws.
     */
    async set(scope: Scope, id: number, asked: ImportSettings): Promise<Import> {
      const { files } = await found(scope, id)
      const { client, settings } = await settingsFor(scope, asked)
      await move(scope, id, ['ready', 'refused'], 'reading')
      await catalog.imports.settings(scope, id, client, settings)
      await record(scope, 'import.read', { id, client, files })
      read(id)
      return one(scope, id)
    },

    /** Throws IMPORT_NOT_FOUND, IMPORT_STATE_CONFLICT. */
    async load(scope: Scope, id: number): Promise<Import> {
      await move(scope, id, ['ready'], 'storing')
      await record(scope, 'import.load', await found(scope, id))
      store(id, scope)
      return one(scope, id)
    },

    /** Gives an import up; nothing of it is stored. Throws IMPORT_NOT_FOUND, IMPORT_STATE_CONFLICT. */
    async cancel(scope: Scope, id: number): Promise<Import> {
      const may: readonly ImportState[] = ['reading', 'ready', 'refused', 'storing']
      const stored = await found(scope, id)
      if (!may.includes(stored.state)) throw conflict(id, stored.state, may)
      stops.get(id)?.abort()
      // One that is being stored goes back whole; or it was too late.
      await underWay.get(id)
      await move(scope, id, may, 'cancelled')
      await record(scope, 'import.cancel', stored)
      await remove(id)
      return one(scope, id)
    },

    /** Throws IMPORT_NOT_FOUND, IMPORT_STATE_CONFLICT. */
    async undo(scope: Scope, id: number): Promise<Import> {
      await move(scope, id, ['loaded'], 'undoing')
      await record(scope, 'import.undo', await found(scope, id))
      undoInTurn(scope, id)
      return one(scope, id)
    },

    /** The lines that were set apart, as text. Throws IMPORT_NOT_FOUND. */
    async apart(scope: Scope, id: number): Promise<AsyncIterable<Buffer | string> | Iterable<string>> {
      await found(scope, id)
      const file = join(folderOf(id), APART_FILE)
      if (existsSync(file)) return createReadStream(file)
      // After a week the quarantine knows them still.
      const rows = await facts.read(
        'SELECT reason, row FROM quarantine WHERE source IN (SELECT cause FROM imports WHERE import = $1) LIMIT 100000',
        [id],
      )
      return [
        APART_HEAD,
        ...rows.map(([reason, row]) => {
          const { file: name = '', line = '', ...cells } = JSON.parse(String(row)) as Record<string, string | number>
          return apartLine({
            file: String(name),
            line: Number(line),
            reason: String(reason),
            cells: Object.fromEntries(Object.entries(cells).map(([key, value]) => [key, String(value)])),
          })
        }),
      ]
    },

    /** Ours, then those that were saved, as the caller may see them. */
    async presets(scope: Scope): Promise<ImportPreset[]> {
      const ours = [...PRESETS.values(), ...MINUTE_FORMATS.values(), ...FIGURE_FORMATS.values()].map(
        ({ name, about }): ImportPreset => ({ id: null, name, about, client: null, settings: { format: name } }),
      )
      return [...ours, ...(await catalog.importPresets.list(scope))]
    },

    /** Throws ADMIN_REQUIRED, CLIENT_NOT_FOUND, NAME_TAKEN. */
    async savePreset(scope: Scope, { name, client, settings }: ImportPresetDraft): Promise<ImportPreset> {
      if (client === null && scope.role !== 'admin')
        throw new AppError('ADMIN_REQUIRED', 'Only an administrator may save a format for every client.')
      if (client !== null) await clients.find(scope, client)
      if (isOurs(name.trim()))
        throw new AppError('NAME_TAKEN', `There is a format of ours named ${name.trim()}; choose another name.`)
      const { client: _client, newClient: _new, ...kept } = settings
      return catalog.transaction(async ({ locks, importPresets, audit }) => {
        await locks.hold('importPresets', client ?? 0)
        const saved = await importPresets.save(
          scope,
          { name: name.trim(), client, settings: { ...kept, format: isOurs(kept.format ?? '') ? kept.format! : null } },
          clock.now(),
        )
        await audit.append(scope, {
          action: 'importPreset.save',
          target: `import preset ${saved.id}`,
          details: { name: saved.name, client },
          at: clock.now(),
        })
        return saved
      })
    },

    /** Throws IMPORT_PRESET_NOT_FOUND. */
    async removePreset(scope: Scope, id: number): Promise<void> {
      await catalog.transaction(async ({ importPresets, audit }) => {
        if (!(await importPresets.remove(scope, id)))
          throw new AppError(
            'IMPORT_PRESET_NOT_FOUND',
            `There is no saved format ${id} among those this account may change.`,
            { preset: id },
          )
        await audit.append(scope, {
          action: 'importPreset.remove',
          target: `import preset ${id}`,
          details: {},
          at: clock.now(),
        })
      })
    },

    /** After a start: goes on with what was under way. */
    async recover(): Promise<void> {
      for (const stored of await catalog.imports.inState(SYSTEM_SCOPE, ['reading', 'storing', 'undoing']))
        if (!stops.has(stored.id)) await recoverOne(stored)
    },

    /** Removes files that nobody loaded, and what is left of others. */
    async tend(): Promise<void> {
      const now = clock.now()
      const waiting = await catalog.imports.inState(SYSTEM_SCOPE, ['reading', 'ready', 'refused', 'storing'])
      for (const { id, state, changedAt } of waiting) {
        if (
          changedAt < now - KEPT_MS &&
          (state === 'ready' || state === 'refused') &&
          (await catalog.imports.move(SYSTEM_SCOPE, id, ['ready', 'refused'], 'cancelled', now))
        )
          await remove(id)
      }
      const ids = new Set(waiting.map(({ id }) => String(id)))
      for (const left of existsSync(folder) ? await readdir(folder) : []) {
        if (!ids.has(left) && (await stat(join(folder, left))).mtimeMs < now - KEPT_MS)
          await rm(join(folder, left), { recursive: true, force: true })
      }
    },

    /** Gives up what is being read; it is read again after the next start. What is being stored ends. */
    close(): void {
      for (const stop of stops.values()) stop.abort()
    },
  }
}

export type ImportService = ReturnType<typeof importService>
