/** Takes an import back: its hours, and what was made for it in the catalog. */
import type { Catalog } from '../../db/catalog.ts'
import { expectedLocals } from '../../facts/expected.ts'
import { undoImport } from '../../facts/imports.ts'
import type { FactStore } from '../../facts/store.ts'
import { SYSTEM_SCOPE } from '../../scope.ts'
import type { Scope } from '../../scope.ts'

/**
 * Of an import in the state `undoing`; cut off and done again it comes out the same. What it had made goes with it, unless another import counts in
 * it (then it goes with that one) or somebody else refers to it.
 *
 * @param scope who wanted it
 * @returns what it had made, and stays
 */
export async function takeBack({ catalog, facts, now }: { catalog: Catalog; facts: FactStore; now: () => number }, scope: Scope, id: number): Promise<{ readonly client: boolean; readonly locals: readonly number[] }> {
  const { made = null, client = null } = await catalog.imports.find(SYSTEM_SCOPE, id) ?? {}
  await facts.write((connection) => undoImport(connection, { import: id, nowMs: now(), cause: `undo of import ${id}` }))
  const list = made?.locals.join(', ') ?? ''
  const heirs = new Map(list === '' ? [] : (await facts.read(`SELECT local, min(import) FROM imported_hour WHERE NOT base AND local IN (${list}) GROUP BY local`)).map(([local, of]): [number, number] => [Number(local), Number(of)]))
  const counting = new Set(list === '' ? [] : (await facts.read(`SELECT DISTINCT local FROM traffic WHERE local IN (${list})`)).map(([local]) => Number(local)))
  const stays = await catalog.transaction(async ({ imports, audit }) => {
    const kept = made === null ? { client: false, locals: [] } : await imports.unmake(SYSTEM_SCOPE, made, counting)
    const inherited = Map.groupBy(kept.locals.filter((local) => heirs.has(local)), (local) => heirs.get(local)!)
    for (const [heir, locals] of inherited) await imports.inherit(SYSTEM_SCOPE, heir, { client: kept.client ? made!.client : null, locals })
    if (await imports.move(SYSTEM_SCOPE, id, ['undoing'], 'undone', now())) await audit.append(scope, { action: 'import.undone', target: `import ${id}`, details: { client, keptLocals: kept.locals, keptClient: kept.client }, at: now() })
    return kept
  })
  if (client !== null) await facts.rollForward({ nowMs: now(), locals: await expectedLocals(catalog, { client }) })
  await facts.checkpoint()
  return stays
}
