/** Reads the files of imports, one after the other, and says in each what came of it. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { ImportQuestion } from '#schemas/generated/entities/import.ts'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { SYSTEM_SCOPE, type Scope } from '../../lib/scope.ts'
import { inLine, type Line } from './line.ts'
import { withPreset } from './presets.ts'
import { CLIENT_REQUIRED, notRead } from './questions.ts'
import { ImportError } from './reading/import-error.ts'
import type { SourceFile } from './reading/read-files.ts'
import { questionOf } from './reading/read-job.ts'
import { ReaderError, type Reader } from './reading/reader.ts'
import type { Received } from './receive.ts'
import type { StoredImport } from './repo.ts'
import { as, type UnderWay } from './under-way.ts'

interface Parts {
  readonly catalog: Catalog
  readonly reader: Reader
  readonly background: Background
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'error'>
  readonly work: UnderWay
  /** Stores one that was read and is in the state `storing`. */
  readonly store: (id: number, scope: Scope) => void
}

export interface ReadingTurn {
  /** Puts the files where they are read from. @returns the number of the import */
  begin(scope: Scope, received: Received, fresh: Parameters<Catalog['imports']['begin']>[1]): Promise<number>
  /** Reads an import in its turn. What goes wrong is said in it. */
  read(id: number): void
  /** Those that are read, wait for it, or are on their way there. */
  readonly waiting: number
  /** Counts one that is on its way while its files are put in place. */
  arriving<T>(work: () => Promise<T>): Promise<T>
}

export function readingTurn({ catalog, reader, background, clock, log, work, store }: Parts): ReadingTurn {
  const { progress, stops, folderOf, record } = work
  const reading: Line = inLine()
  let waiting = 0

  /** Puts the files where they are read from. */
  async function begin(
    scope: Scope,
    received: Received,
    fresh: Parameters<Catalog['imports']['begin']>[1],
  ): Promise<number> {
    const id = await catalog.imports.begin(scope, fresh, clock.now())
    await mkdir(dirname(folderOf(id)), { recursive: true, mode: 0o700 })
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
      const settings = await withPreset(catalog, stored)
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

  return {
    begin,
    read,
    get waiting() {
      return waiting
    },
    async arriving(work) {
      waiting += 1
      try {
        return await work()
      } finally {
        // Its reading counts by itself.
        waiting -= 1
      }
    },
  }
}
