/** Stores what was read of one import: whole or not at all. */
import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Import } from '#schemas/generated/entities/import.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import type { FactStore } from '../../facts/store.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import { notStored } from './questions.ts'
import { apiReport } from './reading/api-report.ts'
import { QUARANTINE_FILE } from './reading/quarantine-csv.ts'
import { isStagedFigures } from './reading/figures/job.ts'
import type { StagedFigures } from './reading/figures/job.ts'
import { storeFigures } from './reading/figures/store.ts'
import { ImportError } from './reading/import-error.ts'
import { storeStaged } from './reading/index.ts'
import type { PlaceMatch } from './reading/match-places.ts'
import { apiReportOfMinutes } from './reading/minute-report.ts'
import { storeMinutesRead } from './reading/minutes.ts'
import type { MinutesRead } from './reading/minutes-read.ts'
import { presetNamed } from './reading/preset.ts'
import { questionOf } from './reading/read-job.ts'
import type { Staged } from './reading/staged.ts'
import type { StoredImport } from './repo.ts'
import type { UnderWay } from './under-way.ts'

interface Parts {
  readonly catalog: Catalog
  readonly facts: FactStore
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'error'>
  readonly work: Pick<UnderWay, 'progress' | 'folderOf'>
}

/**
 * Memory limit of the facts of a running server while hours are written (decision 67): those of new places are no
 * slower with it; without it, 30 million of them fill any memory.
 */
const IMPORT_MEMORY = { newPlaces: '128MB', known: '512MB' } as const

/** It was cancelled. */
class Cancelled extends Error {}

export function importStorer({ catalog, facts, clock, log, work: { progress, folderOf } }: Parts) {
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
        memory: IMPORT_MEMORY,
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
    // Quarantined lines can still be requested.
    for (const left of await readdir(folderOf(id)).catch(() => []))
      if (left !== QUARANTINE_FILE) await rm(join(folderOf(id), left), { recursive: true, force: true })
  }

  return { storeNow, finish }
}
