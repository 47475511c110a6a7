/** A whole dashboard on the page: notices, then each section with its filters and widgets. */
import { Card, Notice, Tabs, useRootMark, useUi, warmParts, whenIdle } from '#ui'
import { Fragment, type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { Dashboard } from '../core/run/dashboard-types.ts'
import { sizeOf } from '../core/document/grids.ts'
import type { GridSize } from '../core/document/model.ts'
import type { ShownStates } from '../core/graph/shown.ts'
import type { DashboardState, SectionView } from '../core/params/state.ts'
import { onceAtRest } from './at-rest.ts'
import { Blocked, focusParam, lackingOf, missingFilters } from './blocked.tsx'
import { PartBoundary } from './part-boundary.tsx'
import { SectionGrid, type SectionGridProps } from './section-grid.tsx'
import { DashboardContext, type DashboardServices, useDashboard, type Watch, WatchContext } from './services.tsx'
import css from './dashboard-view.module.css'

export interface DashboardViewProps {
  dashboard: Dashboard
  services: DashboardServices
}

export function DashboardView({ dashboard, services }: DashboardViewProps) {
  const { locale } = useUi()
  const [size, stacked] = usePageSize()
  const sections = useStore(dashboard.store, (state: DashboardState) => state.sections)
  const busy = useStore(dashboard.store, (state: DashboardState) => state.busy)
  const behind = useStore(dashboard.shown, (shown: ShownStates) => shown !== dashboard.store.getState().widgets)
  const lacking = useLacking(dashboard)
  const scope = useMemo(() => ({ dashboard, services }), [dashboard, services])

  useEffect(() => dashboard.setLocale(locale), [dashboard, locale])
  useEffect(() => dashboard.setSize(size), [dashboard, size])
  const watch = useVisibility(dashboard)
  useWarmParts(dashboard)
  const isFull = useFull(dashboard)

  return (
    <DashboardContext value={scope}>
      <div className={css.dashboard} data-busy={busy || behind || undefined} data-full={isFull || undefined}>
        <Notices dashboard={dashboard} services={services} />
        <WatchContext value={watch}>
          <Pages sections={sections} size={size} stacked={stacked} filtersOnly={lacking.length > 0} />
        </WatchContext>
        {lacking.length > 0 && <Lacking dashboard={dashboard} missing={lacking} />}
      </div>
    </DashboardContext>
  )
}

interface PagesProps extends Omit<SectionGridProps, 'section'> {
  sections: readonly SectionView[]
}

/**
 * The sections in the order of the document. Those of tabs are where the first of them does, under the strip; of them
 * only the open tab is drawn. Without an open tab all are, each tab under its title.
 */
function Pages({ sections, ...rest }: PagesProps) {
  const { dashboard } = useDashboard()
  const pages = useStore(dashboard.store, (state: DashboardState) => state.pages)
  const page = useStore(dashboard.store, (state: DashboardState) => state.page)
  const draw = (some: readonly SectionView[]) =>
    some.map((section) => (
      <PartBoundary
        key={section.id}
        part={`sections/${section.id}`}
        name={section.title === '' ? section.id : section.title}
        resetOn={section}
      >
        <SectionGrid section={section} {...rest} />
      </PartBoundary>
    ))
  const isFull = useStore(dashboard.store, (state: DashboardState) => state.full !== undefined)
  // The tab of the widget that fills the page is the open one.
  if (isFull) return draw(sections.filter(({ tab }) => tab === undefined || tab === page))
  if (pages.length === 0) return draw(sections)
  const first = sections.findIndex(({ tab }) => tab !== undefined)
  const [above, below] = first === -1 ? [sections, []] : [sections.slice(0, first), sections.slice(first)]
  const of = (id: string) => below.filter(({ tab }) => tab === id)
  return (
    <>
      {draw(above)}
      {page === undefined ? (
        pages.map(({ id, title }) => (
          <Fragment key={id}>
            <h2 className={css.page}>{title}</h2>
            {draw(of(id))}
          </Fragment>
        ))
      ) : (
        <PageTabs pages={pages} page={page}>
          {draw(of(page))}
        </PageTabs>
      )}
      {draw(below.filter(({ tab }) => tab === undefined))}
    </>
  )
}

function PageTabs({ pages, page, children }: Pick<DashboardState, 'pages'> & { page: string; children: ReactNode }) {
  const { dashboard } = useDashboard()
  const { t } = useUi()
  const tabs = pages.map(({ id, title }) => ({ id, label: title, content: id === page ? children : null }))
  return (
    <div className={css.pages}>
      <Tabs label={t('app:dashboard.tabs')} tabs={tabs} value={page} onChange={(next) => dashboard.openPage(next)} />
    </div>
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

/** While one widget fills the page: Escape brings the whole page back, with the focus where the widget is. */
function useFull(dashboard: Dashboard): boolean {
  const widget = useStore(dashboard.store, (state: DashboardState) => state.full?.widget)
  useRootMark('full', widget !== undefined)
  useEffect(() => {
    if (widget === undefined) return undefined
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) dashboard.showFull(null)
    }
    window.addEventListener('keydown', leave)
    return () => {
      window.removeEventListener('keydown', leave)
      const cell = document.querySelector(`[data-cell="${CSS.escape(widget)}"]`)
      cell?.scrollIntoView({ block: 'nearest' })
      cell?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus({ preventScroll: true })
    }
  }, [dashboard, widget])
  return widget !== undefined
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
function useVisibility(dashboard: Dashboard): Watch {
  return useMemo(() => {
    const visible = new Set<Element>()
    const tell = () => dashboard.setVisible([...visible].flatMap((one) => (one as HTMLElement).dataset.cell ?? []))
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) visible.add(target)
          else visible.delete(target)
        }
        tell()
      },
      { rootMargin: '200px 0px' },
    )
    return (element) => {
      observer.observe(element)
      return () => {
        observer.unobserve(element)
        visible.delete(element)
      }
    }
  }, [dashboard])
}

/** The last drawings are over by then. */
const SETTLES_MS = 1000

/** What a hand does before it clicks. A finger and a wall give no such sign. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Menus and panels are fetched once everything is drawn and a hand is near, so that the first click finds them here and
 * a reader who only looks loads none. Where nothing hovers they are fetched when the page has nothing to do.
 */
function useWarmParts(dashboard: Dashboard) {
  useEffect(() => {
    let cancel: (() => void) | undefined
    const leave = onceAtRest(dashboard, () => {
      cancel = window.matchMedia('(hover: none)').matches ? whenIdle(warmParts, SETTLES_MS) : atFirstSign(warmParts)
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
