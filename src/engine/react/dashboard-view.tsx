/** A whole dashboard on the page: notices, then each section with its filters and widgets. */
import { Card, Notice, useUi, warmParts } from '#ui'
import { type RefObject, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { Dashboard } from '../core/run/dashboard-types.ts'
import { sizeOf } from '../core/document/grids.ts'
import type { GridSize } from '../core/document/model.ts'
import type { ShownStates } from '../core/graph/shown.ts'
import type { DashboardState } from '../core/params/state.ts'
import { onceAtRest } from './at-rest.ts'
import { Blocked, focusParam, lackingOf, missingFilters } from './blocked.tsx'
import { PartBoundary } from './part-boundary.tsx'
import { SectionGrid } from './section-grid.tsx'
import { DashboardContext, type DashboardServices } from './services.tsx'
import css from './dashboard-view.module.css'

export interface DashboardViewProps {
  dashboard: Dashboard
  services: DashboardServices
}

export function DashboardView({ dashboard, services }: DashboardViewProps) {
  const { locale } = useUi()
  const root = useRef<HTMLDivElement>(null)
  const [size, stacked] = usePageSize()
  const sections = useStore(dashboard.store, (state: DashboardState) => state.sections)
  const busy = useStore(dashboard.store, (state: DashboardState) => state.busy)
  const behind = useStore(dashboard.shown, (shown: ShownStates) => shown !== dashboard.store.getState().widgets)
  const lacking = useLacking(dashboard)
  const scope = useMemo(() => ({ dashboard, services }), [dashboard, services])

  useEffect(() => dashboard.setLocale(locale), [dashboard, locale])
  useVisibility(root, dashboard)
  useWarmParts(dashboard)

  return (
    <DashboardContext value={scope}>
      <div ref={root} className={css.dashboard} data-busy={busy || behind || undefined}>
        <Notices dashboard={dashboard} services={services} />
        {sections.map((section) => (
          <PartBoundary
            key={section.id}
            part={`sections/${section.id}`}
            name={section.title === '' ? section.id : section.title}
            resetOn={section}
          >
            <SectionGrid section={section} size={size} stacked={stacked} filtersOnly={lacking.length > 0} />
          </PartBoundary>
        ))}
        {lacking.length > 0 && <Lacking dashboard={dashboard} missing={lacking} />}
      </div>
    </DashboardContext>
  )
}

function Notices({ dashboard, services }: DashboardViewProps) {
  const notices = useStore(dashboard.store, (state: DashboardState) => state.notices)
  return notices.map((issue, index) => (
    <Notice key={`${issue.code}${issue.pointer}`} kind="warn" onClose={() => dashboard.dismissNotice(index)}>
      {services.issueText(issue)}
    </Notice>
  ))
}

/** The filters that every widget of the page waits for: said once for all of them. */
function useLacking(dashboard: Dashboard): readonly string[] {
  const keys = useStore(dashboard.shown, (shown: ShownStates) => lackingOf(shown).join(' '))
  return useMemo(() => (keys === '' ? [] : keys.split(' ')), [keys])
}

function Lacking({ dashboard, missing }: { dashboard: Dashboard; missing: readonly string[] }) {
  const params = useStore(dashboard.store, (state: DashboardState) => state.params)
  const filters = useMemo(() => missingFilters(params), [params])
  return (
    <Card>
      <Blocked
        who="page"
        missing={missing}
        filters={filters}
        onFocusParam={focusParam}
        onRetryParams={(failed) => failed.forEach((param) => dashboard.retryParam(param))}
      />
    </Card>
  )
}

const onResize = (tell: () => void) => {
  window.addEventListener('resize', tell)
  return () => window.removeEventListener('resize', tell)
}
const sizeNow = (): GridSize => sizeOf(window.innerWidth).size
const stackedNow = (): boolean => sizeOf(window.innerWidth).stacked

/**
 * Grid and stacking by the width of the page; nothing is measured, and a drag of the window's edge draws again only
 * where one of them changes.
 */
const usePageSize = (): readonly [GridSize, boolean] => [
  useSyncExternalStore(onResize, sizeNow),
  useSyncExternalStore(onResize, stackedNow),
]

/** Tells the engine which widgets are on screen: they are asked for first, and scrolling re-ranks the queue. */
function useVisibility(root: RefObject<HTMLDivElement | null>, dashboard: Dashboard) {
  useEffect(() => {
    const element = root.current
    if (element === null) return
    const visible = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const id = (entry.target as HTMLElement).dataset.cell
          if (id === undefined) continue
          if (entry.isIntersecting) visible.add(id)
          else visible.delete(id)
        }
        dashboard.setVisible([...visible])
      },
      { rootMargin: '200px 0px' },
    )
    for (const cell of element.querySelectorAll('[data-cell]')) observer.observe(cell)
    return () => observer.disconnect()
  }, [root, dashboard])
}

/** What a hand does before it clicks. A finger and a wall give no such sign. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Menus and panels are fetched once everything is drawn and a hand is near, so that the first click finds them here and a
 * reader who only looks loads none. Where nothing hovers they are fetched when the page has nothing to do.
 */
function useWarmParts(dashboard: Dashboard) {
  useEffect(() => {
    let cancel: (() => void) | undefined
    const leave = onceAtRest(dashboard, () => {
      cancel = window.matchMedia('(hover: none)').matches ? whenIdle(warmParts) : atFirstSign(warmParts)
    })
    return () => {
      leave()
      cancel?.()
    }
  }, [dashboard])
}

function atFirstSign(run: () => void): () => void {
  const stop = () => {
    for (const sign of SIGNS) window.removeEventListener(sign, once)
  }
  const once = () => {
    stop()
    run()
  }
  for (const sign of SIGNS) window.addEventListener(sign, once, { passive: true })
  return stop
}

const SETTLES_MS = 1000

/** A moment after the last drawing; where the browser tells of idle time, in it. */
function whenIdle(run: () => void): () => void {
  let idle: number | undefined
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) idle = requestIdleCallback(run)
    else run()
  }, SETTLES_MS)
  return () => {
    clearTimeout(timer)
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
