/**
 * Stores figures that were read: client and places first, then the figures, all or nothing. The same for page and
 * command line.
 */
import type { ImportReport } from '#schemas/generated/entities/import-report.ts'
import { FactsError } from '../../../../facts/errors.ts'
import { SYSTEM_SCOPE } from '../../../../lib/scope.ts'
import { ImportError } from '../import-error.ts'
import { placesOf, type LoadOptions } from '../load.ts'
import type { PlaceMatch } from '../match-places.ts'
import type { StagedFigures } from './job.ts'

export interface StoreFiguresOptions extends Pick<
  LoadOptions,
  'catalog' | 'facts' | 'now' | 'client' | 'import' | 'check'
> {
  readonly matches?: ReadonlyMap<string, PlaceMatch>
}

/**
 * Everything or nothing.
 *
 * @throws {ImportError} IMPORT_NOT_STORED, IMPORT_ZONE_CONFLICT
 */
export async function storeFigures(staged: StagedFigures, options: StoreFiguresOptions): Promise<ImportReport> {
  const { format, places, report } = staged
  const { catalog, facts, now, import: number, check } = options
  const reading = { places, areas: [], kinds: [], streams: [] }
  const taken = {
    firstDays: new Map(places.map((_, place) => [place, null])),
    streams: new Set<number>(),
    lastDay: staged.lastDay,
  }
  const { made, client, locals } = await catalog.transaction(async (repositories) => {
    const found = await placesOf(repositories, reading, taken, {
      now,
      client: options.client,
      preset: format,
      zone: staged.zone,
      infos: new Map(staged.infos),
      matches: options.matches ?? new Map(staged.matches),
    })
    await repositories.imports.made(SYSTEM_SCOPE, number, found.client, found.made)
    return found
  })
  const cause =
    `import ${number} ${staged.files[0]}${staged.files.length > 1 ? ` and ${staged.files.length - 1} more` : ''}`.slice(
      0,
      200,
    )
  try {
    const load = {
      kind: format.kind,
      import: number,
      file: staged.stage,
      client: client.id,
      locals,
      label: staged.label,
      absentIsZero: format.absentIsZero === true,
      measure: staged.measure,
      cause,
      nowMs: now,
    }
    const stored = await facts.imports.loadFigures(load, check)
    await facts.checkpoint()
    const { accepted: added, duplicate: unchanged, restated: corrected } = stored
    return { ...report, stored: { added, unchanged, corrected, refused: 0, newLocals: made.locals.length } }
  } catch (error) {
    await catalog.transaction(async ({ imports }) => {
      await imports.unmake(SYSTEM_SCOPE, made)
    })
    if (!(error instanceof FactsError)) throw error
    throw error.cause instanceof ImportError
      ? error.cause
      : new ImportError('IMPORT_NOT_STORED', `Nothing was stored: ${error.message}`, [], { cause: error })
  }
}
