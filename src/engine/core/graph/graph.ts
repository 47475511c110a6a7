/**
 * The dependency graph. Nodes are filters, queries, widgets and sections; every edge is a reference in the document,
 * so no list is maintained manually. A gesture (`emits`) is no edge: a chart may set the filter that it depends on.
 */
import { REPEAT_INPUT, type LayoutModel, type LiveWidget, type ParamKey, type QueryKey } from '../document/model.ts'

export interface Graph {
  /** Parents before children. */
  readonly params: readonly ParamKey[]
  /** Queries that fill the list of some filter. */
  readonly optionQueries: ReadonlySet<QueryKey>
  /** Filters whose list a query fills. */
  readonly filledBy: ReadonlyMap<QueryKey, readonly ParamKey[]>
  /** Widgets that a query feeds, joined ones included. */
  readonly feeds: ReadonlyMap<QueryKey, readonly string[]>
  /** Everything below some filters, those filters included. */
  downstream(params: Iterable<ParamKey>): {
    readonly params: ReadonlySet<ParamKey>
    readonly queries: ReadonlySet<QueryKey>
    readonly widgets: ReadonlySet<string>
  }
}

/** Queries of a widget: its inputs and what their steps join. */
export const queriesOf = ({ data }: LiveWidget): QueryKey[] => [
  ...new Set(Object.values(data).flatMap(({ query, joins }) => [query, ...Object.values(joins)])),
]

/** True when a widget draws without this answer: only inputs that are not required ask for it. */
export const doesWithout = ({ data, definition }: LiveWidget, query: QueryKey): boolean =>
  Object.entries(data).every(
    ([input, { query: own, joins }]) =>
      (input !== REPEAT_INPUT && definition.data[input]?.required !== true) ||
      (own !== query && !Object.values(joins).includes(query)),
  )

/** Builds the graph of a resolved layout, which has no cycles any more. */
export function buildGraph(model: LayoutModel): Graph {
  const filledBy = new Map<QueryKey, ParamKey[]>()
  for (const { key, optionsQuery } of model.params.values())
    if (optionsQuery !== undefined) append(filledBy, optionsQuery, key)
  const feeds = new Map<QueryKey, string[]>()
  for (const widget of model.widgets.values())
    if (widget.kind === 'live') for (const query of queriesOf(widget)) append(feeds, query, widget.id)
  const asks = new Map<ParamKey, QueryKey[]>()
  for (const query of model.queries.values()) for (const param of query.params) append(asks, param, query.key)
  const shows = new Map<ParamKey, string[]>()
  for (const widget of model.widgets.values())
    if (widget.kind === 'live') {
      if (widget.show) append(shows, widget.show.ref.param, widget.id)
      if (widget.repeat && 'param' in widget.repeat.by) append(shows, widget.repeat.by.param, widget.id)
    }
  for (const widget of model.widgets.values())
    if (widget.kind === 'live')
      for (const { params } of Object.values(widget.data))
        for (const param of Object.values(params)) append(shows, param, widget.id)
  const requires = new Map<ParamKey, string[]>()
  for (const section of model.sections)
    for (const param of section.requires) for (const widget of section.widgets) append(requires, param, widget)

  return {
    params: sorted(model),
    optionQueries: new Set(filledBy.keys()),
    filledBy,
    feeds,
    downstream(start) {
      const params = new Set<ParamKey>()
      const queries = new Set<QueryKey>()
      const widgets = new Set<string>()
      const open = [...start]
      for (let param = open.pop(); param !== undefined; param = open.pop()) {
        if (params.has(param)) continue
        params.add(param)
        for (const widget of [...(shows.get(param) ?? []), ...(requires.get(param) ?? [])]) widgets.add(widget)
        for (const query of asks.get(param) ?? []) {
          queries.add(query)
          for (const widget of feeds.get(query) ?? []) widgets.add(widget)
          open.push(...(filledBy.get(query) ?? []))
        }
      }
      return { params, queries, widgets }
    },
  }
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else if (!list.includes(value)) list.push(value)
}

/** Depth first over the parents; the document's order decides between equals. */
function sorted(model: LayoutModel): ParamKey[] {
  const order: ParamKey[] = []
  const seen = new Set<ParamKey>()
  const visit = (key: ParamKey) => {
    if (seen.has(key)) return
    seen.add(key)
    const query = model.params.get(key)?.optionsQuery
    for (const parent of (query === undefined ? undefined : model.queries.get(query)?.params) ?? []) visit(parent)
    if (model.params.has(key)) order.push(key)
  }
  for (const key of model.params.keys()) visit(key)
  return order
}
