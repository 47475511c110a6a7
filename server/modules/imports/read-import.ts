/** Reads the files of one import, and says in it what came of it. */
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { ImportQuestion } from '#schemas/generated/entities/import.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import { withPreset } from './presets.ts'
import { CLIENT_REQUIRED, notRead } from './questions.ts'
import { ImportError } from './reading/import-error.ts'
import type { SourceFile } from './reading/read-files.ts'
import { questionOf } from './reading/read-job.ts'
import { ReaderError } from './reading/reader.ts'
import type { Reader } from './reading/reader.ts'
import type { StoredImport } from './repo.ts'
import { as } from './under-way.ts'
import type { UnderWay } from './under-way.ts'

interface Parts {
  readonly catalog: Catalog
  readonly reader: Reader
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'error'>
  readonly work: Pick<UnderWay, 'progress' | 'folderOf' | 'record'>
  /** Stores one that was read and is in the state `storing`. */
  readonly store: (id: number, scope: Scope) => void
}

export function importReader({ catalog, reader, clock, log, work, store }: Parts) {
  const { progress, folderOf, record } = work

  return async function readNow(stored: StoredImport, signal: AbortSignal): Promise<void> {
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
}
