/** How often the widgets of a section are on the page, and for what. */
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useUi } from '#ui'
import type { ShownStates } from '../core/graph/shown.ts'
import type { LiveWidget, RepeatModel } from '../core/document/model.ts'
import type { DashboardState, SectionView } from '../core/params/state.ts'
import { type Slice, type Slices, slicesOf } from '../core/run/repeats.ts'
import { useDashboard } from './services.tsx'

export interface SectionSlices {
  /** Of the whole section; undefined where it does not repeat, null while its values are not known. */
  readonly section: Slices | null | undefined
  /** Of the widgets that repeat by themselves. */
  readonly widgets: ReadonlyMap<string, Slices | null>
}

const isByQuery = (repeat: RepeatModel | undefined) => repeat !== undefined && 'query' in repeat.by

/** Nothing is drawn again because of a section that does not repeat. */
export function useSlices(section: Pick<SectionView, 'repeat' | 'widgets'>): SectionSlices {
  const { dashboard } = useDashboard()
  const { locale } = useUi()
  const own = useMemo(
    () =>
      section.widgets.flatMap((id) => {
        const widget = dashboard.model.widgets.get(id)
        return widget?.kind === 'live' && widget.repeat !== undefined ? [[id, widget.repeat] as const] : []
      }),
    [dashboard, section.widgets],
  )
  const all = [section.repeat, ...own.map(([, repeat]) => repeat)]
  const repeats = all.some((repeat) => repeat !== undefined)
  const params = useStore(dashboard.store, (state: DashboardState) => (repeats ? state.params : undefined))
  const labels = useStore(dashboard.store, (state: DashboardState) => (repeats ? state.labels : undefined))
  const states = useStore(dashboard.shown, (shown: ShownStates) => (all.some(isByQuery) ? shown : undefined))
  return useMemo(() => {
    if (params === undefined || labels === undefined) return { section: undefined, widgets: new Map() }
    const of = (repeat: RepeatModel, ids: readonly string[]) =>
      slicesOf(
        repeat,
        { params, labels },
        ids.map((id) => states?.[id]),
        locale,
      )
    return {
      section: section.repeat && of(section.repeat, section.widgets),
      widgets: new Map(own.map(([id, repeat]) => [id, of(repeat, [id])])),
    }
  }, [section.repeat, section.widgets, own, params, labels, states, locale])
}

/** The first copy of a widget that repeats, by itself or with its section: it represents all while it is edited. */
export function useFirstSlice({ id, section: of }: LiveWidget): Slice | undefined {
  const { dashboard } = useDashboard()
  const repeat = dashboard.model.sections.find((section) => section.id === of)?.repeat
  const widgets = useMemo(() => [id], [id])
  const { section, widgets: own } = useSlices({ widgets, ...(repeat && { repeat }) })
  return (own.get(id) ?? section)?.slices[0]
}
