/** Takes an import back: its hours, and what was made for it in the catalog. */
import type { Catalog } from '../../catalog.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import type { FactStore } from '../../facts/store.ts'
import { unseat } from './reading/minute-places.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Kept } from './unmake.ts'

/**
 * Of an import in the state `undoing`; cut off and done again it comes out the same. What it had made goes with it,
 * unless another import counts in it (then it goes with that one) or something else refers to it.
 *
 * @param scope who wanted it
 * @returns what it had made, and stays
 */
export async function takeBack(
  {
    catalog,
    facts,
    now,
  }: { catalog: Catalog; facts: Pick<FactStore, 'imports' | 'rollForward' | 'checkpoint'>; now: () => number },
  scope: Scope,
  id: number,
): Promise<Kept> {
  const { made = null, client = null } = (await catalog.imports.find(SYSTEM_SCOPE, id)) ?? {}
  await facts.imports.undo({ import: id, nowMs: now(), cause: `undo of import ${id}` })
  const remaining = await facts.imports.dataOwnersOf(made?.locals ?? [], made?.areas ?? [])
  const roomsWithData = await facts.imports.withHours((made?.seated ?? []).map(({ local }) => local))
  const stays = await catalog.transaction(async (repositories) => {
    const { imports, audit } = repositories
    // A room that another import has keeps its seats.
    if (made !== null)
      await unseat(repositories, { seated: (made.seated ?? []).filter(({ local }) => !roomsWithData.has(local)) })
    const kept =
      made === null
        ? { client: false, locals: [], areas: [] }
        : await imports.unmake(SYSTEM_SCOPE, made, remaining.counting)
    const heirs = new Set([...remaining.locals.values(), ...remaining.areas.values()])
    const ofHeir = (heir: number, from: ReadonlyMap<number, number>, all: readonly number[]) =>
      all.filter((one) => from.get(one) === heir)
    for (const heir of heirs) {
      const [itsLocals, itsAreas] = [
        ofHeir(heir, remaining.locals, kept.locals),
        ofHeir(heir, remaining.areas, kept.areas),
      ]
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
