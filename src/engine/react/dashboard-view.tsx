/** A whole dashboard on the page: notices, then each section with its filters and widgets. */
import { Notice, useUi } from '#ui'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { Dashboard } from '../core/dashboard-types.ts'
import { sizeOf } from '../core/grids.ts'
import type { DashboardState } from '../core/state.ts'
import { SectionGrid } from './section-grid.tsx'
import { DashboardContext, type DashboardServices } from './services.tsx'
import { useSize } from './use-size.ts'
import css from './dashboard-view.module.css'

export interface DashboardViewProps { dashboard: Dashboard; services: DashboardServices }

export function DashboardView({ dashboard, services }: DashboardViewProps) {
  const { locale } = useUi()
  const root = useRef<HTMLDivElement>(null)
  const width = useSize(root)?.width
  const sections = useStore(dashboard.store, (state: DashboardState) => state.sections)
  const scope = useMemo(() => ({ dashboard, services }), [dashboard, services])

  useEffect(() => dashboard.setLocale(locale), [dashboard, locale])
  useVisibility(root, dashboard, width !== undefined)

  return (
    <DashboardContext value={scope}>
      <div ref={root} className={css.dashboard}>
        <Notices dashboard={dashboard} services={services} />
        {width !== undefined && sections.map((section) => <SectionGrid key={section.id} section={section} {...sizeOf(window.innerWidth)} />)}
      </div>
    </DashboardContext>
  )
}

function Notices({ dashboard, services }: DashboardViewProps) {
  const notices = useStore(dashboard.store, (state: DashboardState) => state.notices)
  return notices.map((issue, index) => (
    <Notice key={`${issue.code}${issue.pointer}`} kind="warn" onClose={() => dashboard.dismissNotice(index)}>{services.issueText(issue)}</Notice>
  ))
}

/** Tells the engine which widgets are on screen: they are asked for first, and scrolling re-ranks the queue. */
function useVisibility(root: RefObject<HTMLDivElement | null>, dashboard: Dashboard, drawn: boolean) {
  useEffect(() => {
    const element = root.current
    if (element === null || !drawn) return
    const visible = new Set<string>()
    const observer = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        const id = (entry.target as HTMLElement).dataset.cell
        if (id === undefined) continue
        if (entry.isIntersecting) visible.add(id)
        else visible.delete(id)
      }
      dashboard.setVisible([...visible])
    }, { rootMargin: '200px 0px' })
    for (const cell of element.querySelectorAll('[data-cell]')) observer.observe(cell)
    return () => observer.disconnect()
  }, [root, dashboard, drawn])
}
