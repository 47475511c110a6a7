/**
 * The requests that a change of some filters would send. Computed from the graph and from the current values, for a
 * value that is not known yet, so it is an upper bound: a request whose arguments stay the same, or whose answer is
 * fresh, is not sent.
 */
import { queriesOf } from './graph.ts'
import type { LiveWidget, ParamKey, QueryKey, QueryModel } from '../document/model.ts'
import { isAbsent, isShown, needsOf, type FilterEnv, type FilterState } from './transaction.ts'

export interface Impact {
  /** Queries that would be asked, the lists of other filters among them. */
  readonly queries: readonly QueryKey[]
  /**
   * Calls to the server: one for each query; where a source is asked once per store, one for each store that is chosen
   * now.
   */
  readonly requests: number
  /** Widgets whose figures would be asked again. */
  readonly widgets: readonly string[]
  /**
   * Widgets that are worked out again from what is here: their steps, or the rule that shows them, refer to the filter.
   */
  readonly recomputed: readonly string[]
}

/**
 * The most that one transaction changing all of these filters can ask for. Filters that the layout does not have change
 * nothing.
 */
export function impactOf(env: FilterEnv, state: FilterState, changed: Iterable<ParamKey>): Impact {
  const { model, graph } = env
  const start = new Set([...changed].filter((key) => model.params.has(key)))
  const below = graph.downstream(start)

  /** Filters below the change that may have a value after it; parents come before children. */
  const settable = new Map<ParamKey, boolean>()
  const mayBeSet = (key: ParamKey): boolean => {
    const status = state.params.get(key)?.status
    return settable.get(key) ?? (status === 'set' || status === 'pending')
  }
  const mayAsk = ({ params }: QueryModel): boolean => params.every(mayBeSet)
  for (const key of graph.params) {
    if (!below.params.has(key)) continue
    const query = model.params.get(key)?.optionsQuery
    const list = query === undefined ? undefined : model.queries.get(query)
    settable.set(key, start.has(key) || list === undefined || mayAsk(list))
  }

  const mayRun = (widget: LiveWidget): boolean =>
    widget.section !== undefined &&
    !isAbsent(state, widget) &&
    [...needsOf(env, widget)].every(mayBeSet) &&
    (widget.show === undefined || below.params.has(widget.show.ref.param) || isShown(state, widget.show))
  const running = [...model.widgets.values()].filter((widget) => widget.kind === 'live').filter(mayRun)
  const fed = new Set(running.flatMap(queriesOf))
  // A gate that opens asks what was never asked, though the filter is no argument of it.
  const gated = [...below.widgets]
    .flatMap((id) => {
      const widget = model.widgets.get(id)
      return widget?.kind === 'live' ? queriesOf(widget) : []
    })
    .filter((key) => !state.asked.has(key))
  const queries = [...new Set([...below.queries, ...gated])].filter((key) => {
    const query = model.queries.get(key)
    return query !== undefined && mayAsk(query) && (fed.has(key) || graph.optionQueries.has(key))
  })

  const asked = new Set(queries)
  const isRefetched = (widget: LiveWidget) => queriesOf(widget).some((key) => asked.has(key))
  return {
    queries,
    requests: queries.reduce((sum, key) => sum + callsOf(state, model.queries.get(key)), 0),
    widgets: running.filter(isRefetched).map(({ id }) => id),
    recomputed: running.filter((widget) => below.widgets.has(widget.id) && !isRefetched(widget)).map(({ id }) => id),
  }
}

function callsOf(state: FilterState, query: QueryModel | undefined): number {
  const arg = query?.source.fanOut === undefined ? undefined : query.args[query.source.fanOut]
  if (arg === undefined) return 1
  const value = 'literal' in arg ? arg.literal : state.params.get(arg.ref.param)?.value
  return Math.max(1, Array.isArray(value) ? value.length : 1)
}
