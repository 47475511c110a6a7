/** One dashboard on the page: makes it from its document, ties it to the address bar and draws it. */
import { createDashboard, type Dashboard, type DashboardOptions, DashboardView, type DashboardServices, type Issue } from '#engine'
import { EmptyState, ErrorState, PageHeader, useUi } from '#ui'
import { IconButton, toasts } from '#ui'
import { LinkIcon, PrintIcon } from '#ui/icons/index.tsx'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import css from './dashboard-page.module.css'

export interface DashboardPageProps {
  /** Everything but the layout's own parts; a new object makes a new dashboard. Null = there is no such document. */
  options: DashboardOptions | null
  services: DashboardServices
  /** What the window is called behind the dashboard's own name. */
  product: string
}

export function DashboardPage({ options, services, product }: DashboardPageProps) {
  const { t } = useUi()
  const [dashboard, setDashboard] = useState<Dashboard | null>(null)
  // Before the first paint: the questions are on their way while the page is drawn.
  useLayoutEffect(() => {
    if (options === null) return
    let made: Dashboard | undefined
    let current = true
    // A dashboard writes the address as soon as it is made. In development React runs an effect twice: only the one that stays may make it.
    queueMicrotask(() => {
      if (!current) return
      made = createDashboard(options)
      setDashboard(made)
    })
    return () => { current = false; made?.dispose() }
  }, [options])

  if (options === null) return <EmptyState title={t('app:dashboard.notFound')} />
  const { layout } = options
  if (layout.model.sections.length === 0) return <Unreadable issues={layout.issues} services={services} />
  if (dashboard === null) return null
  return (
    <div className={css.page}>
      <Head dashboard={dashboard} product={product} />
      <DashboardView dashboard={dashboard} services={services} />
    </div>
  )
}

/** A document of which nothing can be shown: what is wrong with it, and where. */
function Unreadable({ issues, services }: { issues: readonly Issue[]; services: DashboardServices }) {
  const { t } = useUi()
  const errors = issues.filter(({ severity }) => severity === 'error').slice(0, 5)
  return (
    <div role="alert">
      <ErrorState title={t('app:dashboard.unreadable')} code={errors[0]?.code ?? 'LAYOUT_INVALID'}>{errors.map((issue) => services.issueText(issue)).join(' ')}</ErrorState>
    </div>
  )
}

function Head({ dashboard, product }: { dashboard: Dashboard; product: string }) {
  const { t } = useUi()
  const title = useStore(dashboard.store, (state) => state.title)
  useEffect(() => { document.title = `${title} · ${product}` }, [title, product])
  const share = async () => {
    await navigator.clipboard.writeText(location.href)
    toasts.success(t('app:dashboard.shared'))
  }
  const print = async () => {
    await dashboard.promoteAll()
    window.print()
  }
  return (
    <PageHeader
      title={title}
      actions={
        <div className={css.actions} data-print="hide">
          <IconButton label={t('app:dashboard.share')} icon={<LinkIcon />} onPress={() => void share()} />
          <IconButton label={t('app:dashboard.print')} icon={<PrintIcon />} onPress={() => void print()} />
        </div>
      }
    />
  )
}
