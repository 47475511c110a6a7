/** Which counts an answer may not have, because their data module is off at a client or a local. */
import { effectiveModules, mutedAtoms } from '#domain/data-modules'
import type { Catalog } from '../../db/catalog.ts'
import type { Scope } from '../../scope.ts'

/** Locals with the same modules, and the counts they do not have. */
export interface MutedGroup { readonly locals: readonly number[]; readonly muted: readonly string[] }

export function moduleMuting({ modules }: Pick<Catalog, 'modules'>) {
  return {
    /** The locals asked about by what is off at them; one group where they are alike, which is the rule. */
    async groups(scope: Scope, client: number, locals: readonly number[]): Promise<MutedGroup[]> {
      const [ofClient, ofLocals] = await Promise.all([modules.ofClient(scope, client), modules.ofLocals(scope, client)])
      const mutedAt = (local: number) => mutedAtoms(effectiveModules(ofClient, ofLocals.get(local)))
      return [...Map.groupBy(locals, (local) => mutedAt(local).join(' ')).values()].map((same) => ({ locals: same, muted: mutedAt(same[0] ?? 0) }))
    },
  }
}

export type ModuleMuting = ReturnType<typeof moduleMuting>
