/** Imports interrupted by the end of the server are resumed, or retracted, after the next start. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Import } from '#schemas/generated/entities/import.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import type { FactStore } from '../../facts/store.ts'
import type { IngestReport } from '../../facts/traffic-row.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import { apiReport } from './reading/api-report.ts'
import { isStagedFigures, type StagedFigures } from './reading/figures/job.ts'
import { unseat } from './reading/minute-places.ts'
import { apiReportOfMinutes } from './reading/minute-report.ts'
import type { MinutesRead } from './reading/minutes-read.ts'
import type { ReadingTurn } from './reading-turn.ts'
import { reportOf } from './reading/report.ts'
import { reportedOf, type Staged } from './reading/staged.ts'
import type { StoredImport } from './repo.ts'
import type { StoringTurn } from './storing-turn.ts'
import { as, type UnderWay } from './under-way.ts'

interface Parts {
  readonly catalog: Catalog
  readonly facts: Pick<FactStore, 'imports' | 'rollForward'>
  readonly clock: Clock
  readonly work: UnderWay
  readonly reading: ReadingTurn
  readonly storing: StoringTurn
}

/** Of an import in one of the states `reading`, `undoing` and `storing`. */
export async function recoverImport(parts: Parts, stored: StoredImport): Promise<void> {
  const { catalog, clock, work, reading, storing } = parts
  const { id, state } = stored
  if (state === 'reading') {
    if (existsSync(join(work.folderOf(id), 'files.json'))) reading.read(id)
    else await catalog.imports.move(SYSTEM_SCOPE, id, ['reading'], 'failed', clock.now())
  } else if (state === 'undoing') storing.undo(as(stored), id)
  else if (state === 'storing') await recoverStoring(parts, stored)
}

/** Either the facts have all of it, and the history says so, or none, and it waits again. */
async function recoverStoring(parts: Parts, stored: StoredImport): Promise<void> {
  const { catalog, facts, clock, work, storing } = parts
  const { id, made } = stored
  const stagedFile = join(work.folderOf(id), 'staged.json')
  const inFacts = await facts.imports.stored(id)
  if (inFacts === null) {
    await catalog.transaction(async ({ imports, locals: places }) => {
      if (made !== null) await unseat({ locals: places }, made)
      if (made !== null) await imports.unmake(SYSTEM_SCOPE, made)
      await imports.move(SYSTEM_SCOPE, id, ['storing'], existsSync(stagedFile) ? 'ready' : 'failed', clock.now())
    })
    return
  }
  const staged = existsSync(stagedFile)
    ? (JSON.parse(await readFile(stagedFile, 'utf8')) as Staged | StagedFigures | MinutesRead)
    : null
  await storing.finish(as(stored), id, await reportAfter(catalog, stored, staged, inFacts))
  const isOfHours = staged === null || !(isStagedFigures(staged) || 'kind' in staged)
  if (isOfHours && stored.client !== null)
    await facts.rollForward({ nowMs: clock.now(), locals: await expectedLocals(catalog, { client: stored.client }) })
}

/** The report it would have had, as far as the facts and the files that were read show. */
async function reportAfter(
  catalog: Catalog,
  { client: of, made, report }: StoredImport,
  staged: Staged | StagedFigures | MinutesRead | null,
  inFacts: IngestReport,
): Promise<Import['report']> {
  const { accepted: added, duplicate: unchanged, restated: corrected } = inFacts
  const newLocals = made?.locals.length ?? 0
  if (staged === null) return report
  if (isStagedFigures(staged))
    return { ...staged.report, stored: { added, unchanged, corrected, refused: 0, newLocals } }
  if ('kind' in staged)
    return apiReportOfMinutes(staged, { added, unchanged, changed: corrected, newLocals }, report?.columns)
  const client = of === null ? undefined : await catalog.clients.find(SYSTEM_SCOPE, of)
  const loaded = client && {
    client,
    newLocals,
    // How many totals gave way is not kept beside the hours.
    store: { ...inFacts, replacedDays: 0 },
    apart: [],
    quarantinedSums: staged.reading.atoms.map(() => 0),
  }
  return apiReport(reportOf(reportedOf(staged), loaded), staged.reading.skipped)
}
