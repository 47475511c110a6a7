/**
 * The visible parts of a page. A section on another tab or collapsed sends no request, nor does a widget that this size
 * of page leaves out, nor the list of a filter that nothing on show needs. Pure.
 */
import type { GridSize, LayoutModel, ParamKey, RepeatModel } from '../document/model.ts'
import { type Graph, queriesOf } from './graph.ts'

export interface OnShow {
  /** The open tab; undefined where the document has none. */
  readonly tab: string | undefined
  /** Sections that are collapsed. */
  readonly folded: ReadonlySet<string>
  readonly size: GridSize
  /** The widget that fills the page. */
  readonly full?: string | undefined
}

/** Hidden parts, for reasons of the page and not of filters. */
export interface Absent {
  /** Sections: nothing in them runs. */
  readonly away: ReadonlySet<string>
  /** Widgets that this size of page does not show, or that another one takes the place of. */
  readonly leftOut: ReadonlySet<string>
}

export const NOTHING_ABSENT: Absent = { away: new Set(), leftOut: new Set() }

export const absentFrom = (
  { sections, widgets }: Pick<LayoutModel, 'sections' | 'widgets'>,
  { tab, folded, size, full }: OnShow,
): Absent => ({
  away: new Set(
    sections
      .filter((section) => (section.tab !== undefined && section.tab !== tab) || folded.has(section.id))
      .map(({ id }) => id),
  ),
  leftOut: new Set(
    [...widgets.values()].flatMap((widget) =>
      (full === undefined ? widget.kind === 'live' && widget.sizes?.includes(size) === false : widget.id !== full)
        ? [widget.id]
        : [],
    ),
  ),
})

/** Filters that something on show needs, those above them included; undefined where everything is on show. */
export function neededFilters(
  { sections, widgets, params, queries }: LayoutModel,
  graph: Graph,
  { away, leftOut }: Absent,
): ReadonlySet<ParamKey> | undefined {
  if (away.size + leftOut.size === 0) return undefined
  const needed = new Set<ParamKey>()
  const add = (keys: readonly ParamKey[]) => keys.forEach((key) => needed.add(key))
  const repeated = (repeat: RepeatModel | undefined) => {
    if (repeat !== undefined && 'param' in repeat.by) needed.add(repeat.by.param)
  }
  for (const section of sections) {
    if (away.has(section.id)) continue
    add([...section.params, ...section.requires])
    repeated(section.repeat)
  }
  for (const widget of widgets.values()) {
    if (widget.kind !== 'live' || widget.section === undefined) continue
    if (away.has(widget.section) || leftOut.has(widget.id)) continue
    for (const query of queriesOf(widget)) add(queries.get(query)?.params ?? [])
    for (const data of Object.values(widget.data)) add(Object.values(data.params))
    repeated(widget.repeat)
    if (widget.show !== undefined) needed.add(widget.show.ref.param)
  }
  for (const key of graph.params.toReversed()) {
    const list = needed.has(key) ? params.get(key)?.optionsQuery : undefined
    if (list !== undefined) add(queries.get(list)?.params ?? [])
  }
  return needed
}
