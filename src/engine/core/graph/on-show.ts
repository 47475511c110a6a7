/**
 * What of a page is on show. A section on another tab asks nothing, nor does a filter's list that nothing on show
 * needs. Pure.
 */
import type { LayoutModel, ParamKey } from '../document/model.ts'
import { type Graph, queriesOf } from './graph.ts'

export interface OnShow {
  /** The open tab; undefined where the document has none. */
  readonly tab: string | undefined
}

export const NOTHING_AWAY: ReadonlySet<string> = new Set()

/** The sections that are not on show; the same set where there is none. */
export function awayFrom({ sections }: Pick<LayoutModel, 'sections'>, { tab }: OnShow): ReadonlySet<string> {
  const away = sections.filter((section) => section.tab !== undefined && section.tab !== tab).map(({ id }) => id)
  return away.length === 0 ? NOTHING_AWAY : new Set(away)
}

/** Filters that something on show needs, those above them included; undefined where everything is on show. */
export function neededFilters(
  { sections, widgets, params, queries }: LayoutModel,
  graph: Graph,
  away: ReadonlySet<string>,
): ReadonlySet<ParamKey> | undefined {
  if (away.size === 0) return undefined
  const needed = new Set<ParamKey>()
  const add = (keys: readonly ParamKey[]) => keys.forEach((key) => needed.add(key))
  for (const section of sections) if (!away.has(section.id)) add([...section.params, ...section.requires])
  for (const widget of widgets.values()) {
    if (widget.kind !== 'live' || widget.section === undefined || away.has(widget.section)) continue
    for (const query of queriesOf(widget)) add(queries.get(query)?.params ?? [])
    for (const data of Object.values(widget.data)) add(Object.values(data.params))
    if (widget.show !== undefined) needed.add(widget.show.ref.param)
  }
  for (const key of graph.params.toReversed()) {
    const list = needed.has(key) ? params.get(key)?.optionsQuery : undefined
    if (list !== undefined) add(queries.get(list)?.params ?? [])
  }
  return needed
}
