/** The answer of another source to the question of a page's queries: it is part of no filter and of no widget. */
import type { Frame } from '#domain/frame'
import type { Compute, SourceRegistry } from '../../types.ts'
import { argumentsBeside } from '../graph/args.ts'
import type { FilterState } from '../graph/transaction.ts'
import type { LayoutModel } from '../document/model.ts'

interface Parts {
  readonly model: LayoutModel
  readonly sources: SourceRegistry
  readonly compute: Compute
  readonly user: string
  readonly filters: () => FilterState
}

/** Null where none of the queries has its arguments, or one is empty. */
export const createBeside =
  ({ model, sources, compute, user, filters }: Parts) =>
  async (name: string, signal: AbortSignal): Promise<Frame | null> => {
    const source = sources.get(name)
    const asked = source && argumentsBeside(model, source, (key) => filters().params.get(key)?.value, user)
    if (source === undefined || asked === undefined || 'empty' in asked) return null
    const ref = await source.load(asked.args, { signal })
    try {
      return (await compute.run(ref, [], {}, signal)).frame
    } finally {
      compute.release(ref.id)
    }
  }
