/**
 * One section: its filters, and its widgets on twelve columns. Reading order is the order of the document (y, then x).
 */
import { ChevronDownIcon } from '#ui/icons/index.tsx'
import { memo, use, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { withoutHidden } from '../core/document/grid-hiding.ts'
import type { GridItem, GridSize, WidgetModel } from '../core/document/model.ts'
import type { DashboardState, SectionView } from '../core/params/state.ts'
import { FilterBar } from './filter-bar.tsx'
import { useImpactOn } from './impact.tsx'
import { PartBoundary } from './part-boundary.tsx'
import { QuarantineCard } from './quarantine-card.tsx'
import { useDashboard, WatchContext } from './services.tsx'
import { WidgetHost } from './widget-host.tsx'
import css from './section-grid.module.css'

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
  const cells = useMemo(() => {
    const shown = withoutHidden(grid ?? {}, new Set(hidden.split(' ')))
    return section.widgets
      .flatMap((id) => {
        const item = Object.hasOwn(shown, id) ? shown[id] : undefined
        return item === undefined ? [] : [{ id, item }]
      })
      .sort((a, b) => a.item.y - b.item.y || a.item.x - b.item.x)
  }, [section.widgets, grid, hidden])

  const isFolded = section.collapse === 'closed'
  // A title over widgets that are all hidden would head nothing.
  const isBare = cells.length === 0 && hidden !== '' && !isFolded
  if (section.params.length === 0 && (filtersOnly || isBare)) return null
  return (
    <section
      className={css.section}
      aria-label={section.title === '' && section.collapse === undefined ? undefined : nameOf(section)}
      data-section={section.id}
    >
      {section.collapse === undefined
        ? section.title !== '' && !filtersOnly && <h2 className={css.title}>{section.title}</h2>
        : !filtersOnly && <FoldTitle section={section} />}
      {section.params.length > 0 && !isFolded && <FilterBar params={section.params} sticky={section.sticky} />}
      {cells.length > 0 && !filtersOnly && !isFolded && (
        <div className={css.grid}>
          {cells.map(({ id, item }) => {
            const widget = dashboard.model.widgets.get(id)
            return widget && <Cell key={id} id={id} widget={widget} item={item} stacked={stacked} />
          })}
        </div>
      )}
    </section>
  )
})

const nameOf = ({ title, id }: SectionView) => (title === '' ? id : title)

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
}

function Cell({ id, widget, item, stacked }: CellProps) {
  const { dashboard } = useDashboard()
  const impact = useImpactOn(id)
  const cell = useRef<HTMLDivElement>(null)
  const watch = use(WatchContext)
  useEffect(() => (cell.current === null ? undefined : watch(cell.current)), [watch])
  return (
    <div ref={cell} className={css.cell} style={place(item, stacked)} data-cell={id} data-impact={impact}>
      <PartBoundary part={`widgets/${id}`} name={dashboard.widgets[id]?.title ?? id} resetOn={widget}>
        {widget.kind === 'live' ? <WidgetHost id={id} widget={widget} /> : <QuarantineCard widget={widget} />}
      </PartBoundary>
    </div>
  )
}
