/**
 * One section: its filters, and its widgets on twelve columns. Reading order is the order of the document (y, then x).
 */
import { ChevronDownIcon } from '#ui/icons/index.tsx'
import { memo, use, useCallback, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { useUi } from '#ui'
import { withoutHidden } from '../core/document/grid-hiding.ts'
import { withCopies } from '../core/document/grid-repeat.ts'
import type { ShownStates } from '../core/graph/shown.ts'
import type { Slice, Slices } from '../core/run/repeats.ts'
import type { WidgetState } from '../types.ts'
import { useNear } from './use-near.ts'
import { type SectionSlices, useSlices } from './use-slices.ts'
import type { GridItem, GridSize, WidgetModel } from '../core/document/model.ts'
import type { DashboardState, SectionView } from '../core/params/state.ts'
import { FilterBar } from './filter-bar.tsx'
import { useImpactOn } from './impact.tsx'
import { PartBoundary } from './part-boundary.tsx'
import { QuarantineCard } from './quarantine-card.tsx'
import { useDashboard, WatchContext } from './services.tsx'
import { WidgetHost } from './widget-host.tsx'
import css from './section-grid.module.css'

/** The look of a cell: a story lays a widget out for paper as a dashboard does. @internal */
export const CELL_CLASS = css.cell

export interface SectionGridProps {
  section: SectionView
  size: GridSize
  /** At most 767 px: the small grid as one column. */
  stacked: boolean
  /** No widget can be drawn yet, and the page says why. */
  filtersOnly?: boolean
}

const place = ({ x, y, w, h }: GridItem, stacked: boolean) =>
  stacked
    ? { gridColumn: '1 / -1', gridRow: `span ${h}` }
    : { gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` }

/** As much as there is room for. */
const FULL = { gridColumn: '1 / -1', gridRow: 'auto' }

export const SectionGrid = memo(function SectionGrid({
  section,
  size,
  stacked,
  filtersOnly = false,
}: SectionGridProps) {
  const { dashboard } = useDashboard()
  const grid = useStore(dashboard.store, (state: DashboardState) => state.grids[size][section.id])
  const hidden = useStore(dashboard.store, (state: DashboardState) =>
    section.widgets.filter((id) => state.widgets[id]?.kind === 'hidden').join(' '),
  )
  const slices = useSlices(section)
  const shown = useMemo(() => {
    const placed = withoutHidden(grid ?? {}, new Set(hidden.split(' ')))
    return Object.fromEntries(
      section.widgets.flatMap((id) => (Object.hasOwn(placed, id) ? [[id, placed[id] as GridItem]] : [])),
    )
  }, [section.widgets, grid, hidden])
  const isEmpty = Object.keys(shown).length === 0
  const isFolded = section.collapse === 'closed'
  const isBehind = useStore(
    dashboard.store,
    ({ full }: DashboardState) => full !== undefined && !section.widgets.includes(full.widget),
  )
  // A title over widgets that are all hidden would head nothing.
  const isBare = isEmpty && hidden !== '' && !isFolded
  if (section.params.length === 0 && (filtersOnly || isBare || isBehind)) return null
  const isHeaded = !filtersOnly && !isBehind
  return (
    <section
      className={css.section}
      aria-label={section.title === '' && section.collapse === undefined ? undefined : nameOf(section)}
      data-section={section.id}
    >
      {section.collapse === undefined
        ? section.title !== '' && isHeaded && <h2 className={css.title}>{section.title}</h2>
        : isHeaded && <FoldTitle section={section} />}
      {section.params.length > 0 && !isFolded && <FilterBar params={section.params} sticky={section.sticky} />}
      {!isEmpty && !filtersOnly && !isFolded && <Repeated slices={slices} shown={shown} stacked={stacked} />}
    </section>
  )
})

const nameOf = ({ title, id }: SectionView) => (title === '' ? id : title)

interface RepeatedProps {
  slices: SectionSlices
  shown: Readonly<Record<string, GridItem>>
  stacked: boolean
}

/** The grid of the section: once, or under the name of each value that it repeats for. */
function Repeated({ slices, shown, stacked }: RepeatedProps) {
  const { dashboard } = useDashboard()
  const own = slices.section
  const full = useStore(dashboard.store, (state: DashboardState) => state.full)
  if (own === undefined || own === null || own.slices.length === 0)
    return <Grid slices={slices.widgets} shown={shown} stacked={stacked} />
  return (
    <>
      <LeftOut slices={own} />
      {ofFull(own.slices, full).map((slice) => (
        <section key={slice.value} className={css.copy} aria-label={slice.label} data-copy={slice.value}>
          <h3 className={css.copyTitle}>{slice.label}</h3>
          <Grid slices={slices.widgets} shown={shown} stacked={stacked} around={slice} />
        </section>
      ))}
    </>
  )
}

/** Of copies, the one that fills the page; all of them where it is not among them. */
function ofFull(slices: readonly Slice[], full: DashboardState['full']): readonly Slice[] {
  const one = slices.filter(({ value }) => String(value) === full?.value)
  return one.length === 0 ? slices : one
}

/** What the bound of a repeat leaves out is said, never hidden. */
function LeftOut({ slices: { slices, total }, title }: { slices: Slices; title?: string }) {
  const { t, format } = useUi()
  if (total <= slices.length) return null
  const count = (value: number) => format.exact(value, 'count')
  const counts = { shown: count(slices.length), total: count(total), rest: count(total - slices.length) }
  return (
    <p className={css.leftOut} role="note">
      {title !== undefined && title !== '' && `${title}: `}
      {t('app:dashboard.repeatLeftOut', counts)}
    </p>
  )
}

/** States of which one card says all there is to say. */
const isOfAll = (state: WidgetState | undefined) =>
  state?.kind === 'blocked' ||
  state?.kind === 'quarantined' ||
  state?.kind === 'empty' ||
  (state?.kind === 'error' && state.previous === undefined)

interface GridProps {
  slices: SectionSlices['widgets']
  shown: Readonly<Record<string, GridItem>>
  stacked: boolean
  /** The copy of the section that it is. */
  around?: Slice
}

function Grid({ slices, shown, stacked, around }: GridProps) {
  const { dashboard } = useDashboard()
  const single = useStore(dashboard.shown, (all: ShownStates) =>
    [...slices.keys()].filter((id) => isOfAll(all[id])).join(' '),
  )
  const full = useStore(dashboard.store, (state: DashboardState) => state.full)
  const cells = useMemo(() => {
    const ones = new Set(single.split(' '))
    const counts = Object.fromEntries(
      [...slices].map(([id, found]) => [id, ones.has(id) ? 1 : Math.max(1, found?.slices.length ?? 1)]),
    )
    return withCopies(shown, counts)
  }, [slices, shown, single])
  return (
    <>
      {[...slices].map(
        ([id, found]) =>
          found !== null && <LeftOut key={id} slices={found} title={dashboard.widgets[id]?.title ?? ''} />,
      )}
      <div className={css.grid} data-full={full !== undefined || undefined}>
        {cells.map(({ id, at, item }) => {
          const widget = dashboard.model.widgets.get(id)
          const copies = slices.get(id)?.slices ?? []
          const slice = around ?? copies[at]
          const isLeftOut =
            full !== undefined && slice !== undefined && !ofFull(around ? [around] : copies, full).includes(slice)
          return (
            widget &&
            !isLeftOut && (
              <Cell
                key={slice === undefined ? id : `${id} ${slice.value}`}
                id={id}
                widget={widget}
                item={item}
                stacked={stacked}
                slice={slice}
                isNamed={around !== undefined}
                isFull={full !== undefined}
              />
            )
          )
        })}
      </div>
    </>
  )
}

/** A title that opens what is under it; nothing of what is collapsed is drawn, or asked. */
function FoldTitle({ section }: { section: SectionView }) {
  const { dashboard } = useDashboard()
  const isOpen = section.collapse === 'open'
  return (
    <h2 className={css.title}>
      <button
        type="button"
        className={css.fold}
        aria-expanded={isOpen}
        onClick={() => dashboard.fold(section.id, isOpen)}
      >
        <ChevronDownIcon size={16} />
        {nameOf(section)}
      </button>
    </h2>
  )
}

interface CellProps {
  id: string
  widget: WidgetModel
  item: GridItem
  stacked: boolean
  slice: Slice | undefined
  isNamed: boolean
  isFull: boolean
}

function Cell({ id, widget, item, stacked, slice, isNamed, isFull }: CellProps) {
  const { dashboard } = useDashboard()
  const isForPaper = useStore(dashboard.store, (state: DashboardState) => state.isForPaper)
  const impact = useImpactOn(id)
  const cell = useRef<HTMLDivElement>(null)
  const watch = use(WatchContext)
  useEffect(() => (cell.current === null ? undefined : watch(cell.current)), [watch])
  const isNear = useNear(cell, slice !== undefined, isForPaper)
  const value = slice?.value
  const onFull = useCallback(
    (next: boolean) =>
      dashboard.showFull(next ? { widget: id, ...(value !== undefined && { value: String(value) }) } : null),
    [dashboard, id, value],
  )
  return (
    <div
      ref={cell}
      className={css.cell}
      style={isFull ? FULL : place(item, stacked)}
      data-cell={id}
      data-impact={impact}
      data-slice={slice?.value}
    >
      <PartBoundary part={`widgets/${id}`} name={dashboard.widgets[id]?.title ?? id} resetOn={widget}>
        {widget.kind === 'quarantined' ? (
          <QuarantineCard widget={widget} />
        ) : isNear ? (
          <WidgetHost id={id} widget={widget} slice={slice} isNamed={isNamed} isFull={isFull} onFull={onFull} />
        ) : (
          <div className={css.far} />
        )}
      </PartBoundary>
    </div>
  )
}
