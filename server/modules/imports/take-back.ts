/** Takes an import back: its hours, and what was made for it in the catalog. */
import type { Catalog } from '../../catalog.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import { FIGURE_LOCALS, undoFigures } from '../../facts/duckdb/figures.ts'
import { undoImport } from '../../facts/duckdb/imports.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import { unseat } from './reading/minute-places.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Kept } from './repo.ts'

/** What other imports said of some locals or areas. */
const SAID = (of: 'local' | 'area', list: string) =>
  ['imported_hour', 'imported_minute']
    .map((table) => `SELECT DISTINCT ${of}, import FROM ${table} WHERE NOT base AND ${of} IN (${list})`)
    .join(' UNION ')

/**
 * Of an import in the state `undoing`; cut off and done again it comes out the same. What it had made goes with it,
 * unless another import counts in it (then it goes with that one) or somebody else refers to it.
 *
 * @param scope who wanted it
 * @returns what it had made, and stays
 */
export async function takeBack(
  { catalog, facts, now }: { catalog: Catalog; facts: SqlFactStore; now: () => number },
  scope: Scope,
  id: number,
): Promise<Kept> {
  const { made = null, client = null } = (await catalog.imports.find(SYSTEM_SCOPE, id)) ?? {}
  await facts.write(async (connection) => {
    await undoFigures(connection, id)
    await undoImport(connection, { import: id, nowMs: now(), cause: `undo of import ${id}` })
  })
  const ids = async (sql: (list: string) => string, of: readonly number[]) =>
    of.length === 0 ? [] : (await facts.read(sql(of.join(', ')))).map((row) => row.map(Number) as [number, number])
  const [locals, areas] = [made?.locals ?? [], made?.areas ?? []]
  const counting = {
    locals: new Set(
      (
        await ids(
          (list) =>
            `SELECT DISTINCT local, 0 FROM (SELECT local FROM traffic UNION ALL SELECT local FROM (${FIGURE_LOCALS})) WHERE local IN (${list}) UNION SELECT DISTINCT local, 0 FROM occupancy_minute WHERE local IN (${list})`,
          locals,
        )
      ).map(([local]) => local),
    ),
    areas: new Set(
      (
        await ids(
          (list) =>
            `SELECT DISTINCT area, 0 FROM traffic WHERE area IN (${list}) UNION SELECT DISTINCT area, 0 FROM occupancy_minute WHERE area IN (${list})`,
          areas,
        )
      ).map(([area]) => area),
    ),
  }
  const heirOfLocal = new Map(
    await ids(
      (list) =>
        `SELECT local, min(import) FROM (${SAID('local', list)} UNION ${FIGURE_LOCALS}) WHERE local IN (${list}) GROUP BY local`,
      locals,
    ),
  )
  const heirOfArea = new Map(
    await ids((list) => `SELECT area, min(import) FROM (${SAID('area', list)}) GROUP BY area`, areas),
  )
  const spokenOf = new Set(
    (
      await ids(
        (list) => `SELECT local, min(import) FROM (${SAID('local', list)}) GROUP BY local`,
        (made?.seated ?? []).map(({ local }) => local),
      )
    ).map(([local]) => local),
  )
  const stays = await catalog.transaction(async (repositories) => {
    const { imports, audit } = repositories
    // A room that another import speaks of keeps its seats.
    if (made !== null)
      await unseat(repositories, { seated: (made.seated ?? []).filter(({ local }) => !spokenOf.has(local)) })
    const kept =
      made === null ? { client: false, locals: [], areas: [] } : await imports.unmake(SYSTEM_SCOPE, made, counting)
    const heirs = new Set([...heirOfLocal.values(), ...heirOfArea.values()])
    const ofHeir = (heir: number, from: ReadonlyMap<number, number>, all: readonly number[]) =>
      all.filter((one) => from.get(one) === heir)
    for (const heir of heirs) {
      const [itsLocals, itsAreas] = [ofHeir(heir, heirOfLocal, kept.locals), ofHeir(heir, heirOfArea, kept.areas)]
      await imports.inherit(SYSTEM_SCOPE, heir, {
        client: kept.client && itsLocals.length > 0 ? made!.client : null,
        locals: itsLocals,
        areas: itsAreas,
      })
    }
    if (await imports.move(SYSTEM_SCOPE, id, ['undoing'], 'undone', now()))
      await audit.append(scope, {
        action: 'import.undone',
        target: `import ${id}`,
        details: { client, keptLocals: kept.locals, keptAreas: kept.areas, keptClient: kept.client },
        at: now(),
      })
    return kept
  })
  if (client !== null) await facts.rollForward({ nowMs: now(), locals: await expectedLocals(catalog, { client }) })
  await facts.checkpoint()
  return stays
}
