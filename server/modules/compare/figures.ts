/** The figures of chosen locals, and what is estimated of them. */
import type { FactQuery } from '#domain/fact-query'
import { sumFrames, withoutAtoms } from '#domain/facts/muted'
import { basisColumns } from '#domain/facts/unpaired-columns'
import { columnIndex } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import { partId } from '#domain/metrics/estimated'
import type { CompareQuery } from '#schemas/generated/api/compare-query.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ModuleMuting } from '../modules/muting.ts'
import { inSlices } from '../../lib/breathe.ts'
import type { Compared, ComparisonBasis } from './basis.ts'
import type { CompareCall } from './calls.ts'
import { periodsOf } from './periods.ts'

/** The queries of the facts, shared by all calls. */
export type CallShape = Pick<CompareCall, 'by' | 'measures'>

interface Parts {
  readonly facts: Pick<FactStore, 'query' | 'estimated'>
  readonly muting: ModuleMuting
  readonly bases: Pick<ComparisonBasis, 'describeEstimates'>
}

/** Start of the newest hour known of these locals, epoch ms. */
export async function asOf(
  facts: Pick<FactStore, 'watermark'>,
  client: number,
  chosen: ReadonlySet<number>,
): Promise<number | null> {
  const known = (await facts.watermark({ client: [client] })).filter(({ local }) => chosen.has(local))
  return known.length === 0 ? null : Math.max(...known.map(({ instant }) => instant)) * 1000
}

export function compareFigures({ facts, muting, bases }: Parts) {
  /** Without the counts of modules that are off: locals with other modules are asked apart, and summed. */
  async function figures(
    scope: Scope,
    call: CallShape,
    query: CompareQuery,
    chosen: readonly number[],
    notArea: readonly number[],
  ): Promise<Frame> {
    const groups = await muting.groups(scope, query.client, chosen)
    if (groups.length <= 1)
      return withoutAtoms(await facts.query(factQuery(call, query, chosen, notArea)), groups[0]?.muted ?? [])
    return sumFrames(
      await Promise.all(
        groups.map(async (group) =>
          withoutAtoms(await facts.query(factQuery(call, query, group.locals, notArea)), group.muted),
        ),
      ),
    )
  }

  /**
   * Beside the figures, what is estimated of entries that did not come. Locals whose entries are not shown have no
   * estimate either.
   */
  async function withEstimates(
    scope: Scope,
    frame: Frame,
    {
      call,
      query,
      kept,
      notArea,
      compared,
    }: {
      call: CallShape
      query: CompareQuery
      kept: readonly number[]
      notArea: readonly number[]
      compared: Compared | null
    },
  ): Promise<Frame> {
    const groups = await muting.groups(scope, query.client, kept)
    const locals =
      groups.length === 0 ? kept : groups.flatMap((group) => (group.muted.includes('ins') ? [] : group.locals))
    if (locals.length === 0) return frame
    const estimated = await inSlices(
      basisColumns(
        frame,
        await facts.estimated({ client: query.client, locals, notArea, periods: periodsOf(query) }, call.by),
      ),
    )
    return compared === null || columnIndex(estimated, partId('ins', 'estimated')) < 0
      ? estimated
      : bases.describeEstimates(estimated, compared, call.by, locals)
  }

  return { figures, withEstimates }
}

function factQuery(
  { by, measures }: CallShape,
  query: CompareQuery,
  chosen: readonly number[],
  notArea: readonly number[],
): FactQuery {
  // To the store no locals means all of them; a client without locals must answer nothing instead.
  return {
    table: 'traffic',
    measures,
    by,
    periods: periodsOf(query),
    where: { client: chosen.length === 0 ? [] : [query.client], local: chosen, notArea },
  }
}
