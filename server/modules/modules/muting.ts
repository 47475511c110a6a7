/** Which counts an answer may not have, because their data module is off at a client or a local. */
import { effectiveModules, modulesOf, mutedAtoms } from '#domain/data-modules'
import type { DataModule, ModuleMap } from '#domain/data-modules'
import type { Catalog } from '../../catalog.ts'
import type { Scope } from '../../lib/scope.ts'

/** Locals with the same modules, and the counts they do not have. */
export interface MutedGroup {
  readonly locals: readonly number[]
  readonly muted: readonly string[]
}

/** The modules of a local over time, for a query. */
export interface Counting {
  /** The modules that it needs and that are off. */
  readonly off: readonly DataModule[]
  /** Epoch ms at which the last of the modules that it needs came back; null = none was ever off. */
  readonly since: number | null
}

export function moduleMuting({ modules }: Pick<Catalog, 'modules'>) {
  /** The modules of a local of this client. */
  async function held(scope: Scope, client: number): Promise<(local: number) => ModuleMap> {
    const [ofClient, ofLocals] = await Promise.all([modules.ofClient(scope, client), modules.ofLocals(scope, client)])
    return (local) => effectiveModules(ofClient, ofLocals.get(local))
  }

  return {
    /** The locals asked about by what is off at them; one group where they are alike, which is the rule. */
    async groups(scope: Scope, client: number, locals: readonly number[]): Promise<MutedGroup[]> {
      const at = await held(scope, client)
      const mutedAt = (local: number) => mutedAtoms(at(local))
      return [...Map.groupBy(locals, (local) => mutedAt(local).join(' ')).values()].map((same) => ({
        locals: same,
        muted: mutedAt(same[0] ?? 0),
      }))
    },

    /** Whether a local of this client has the counts that a question reads, and since when. */
    async counting(scope: Scope, client: number): Promise<(local: number, reads: readonly string[]) => Counting> {
      const [at, returns] = await Promise.all([held(scope, client), modules.returns(scope, client)])
      const returnsAt = Map.groupBy(returns, ({ local }) => local)
      return (local, reads) => {
        const needed = modulesOf(reads)
        const modulesAt = at(local)
        const back = (returnsAt.get(local) ?? []).filter(({ module }) => needed.includes(module))
        return {
          off: needed.filter((module) => modulesAt[module] !== true),
          since: back.length === 0 ? null : Math.max(...back.map((one) => one.at)),
        }
      }
    },
  }
}

export type ModuleMuting = ReturnType<typeof moduleMuting>
