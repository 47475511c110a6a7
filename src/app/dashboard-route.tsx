/** Puts one dashboard together: its document, the registries, the workers, the address bar and the clock. */
import { sizeOf } from '#engine/core/document/grids'
import { hasAccess } from '#domain/access'
import type { DashboardOptions, ShownLayout } from '#engine'
import { texts, useTranslation } from '#i18n'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useStore } from 'zustand'
import type { Me } from '#schemas/generated/entities/me.ts'
import { compareApi } from '../api/compare.ts'
import { occupancyApi } from '../api/occupancy.ts'
import { dashboardsApi } from '../api/dashboards.ts'
import { DashboardPage } from '../features/dashboards/dashboard-page.tsx'
import { prefetchDashboard } from '../features/dashboards/open-dashboard.ts'
import { api } from './api.ts'
import { browserClock, browserUrl } from './browser-ports.ts'
import { commonOptions, loadWidgetTexts, servicesIn, useFailure, useWidgetTexts } from './dashboard-parts.ts'
import { answers, compute, sources } from './data.ts'
import { hostTitle } from './host-brand.ts'
import { builtInIds } from './layouts.ts'
import { linkMenu } from './link-menu.tsx'
import { loadDocument } from './load-document.ts'
import { preferences } from './preferences.ts'
import { reportMenu } from './report-menu.tsx'
import { saveFile } from './save-file.ts'
import { session } from './session.ts'
import { useRefresh } from './use-refresh.ts'
import { beginWithView, useViewing } from './use-viewing.ts'
import { widgetActions } from './widget-actions.tsx'
import { useOwn } from './use-own.tsx'
import { useKiosk } from './use-kiosk.tsx'

/**
 * Documents that went through the whole pipeline, undefined where there is none. What ships with the page never
 * changes; the rest is asked for anew.
 */
const layouts = new Map<string, ShownLayout | undefined>()
const loading = new Map<string, Promise<void>>()

/** Reads a document once, however many ask. Rejects when it cannot be fetched; then the next one tries again. */
export function prepareLayout(id: string): Promise<void> {
  const load = async () => {
    layouts.set(id, await loadDocument(id, sources, async () => (await import('./made-layouts.ts')).madeLayout(id)))
  }
  const known = loading.get(id) ?? load()
  loading.set(id, known)
  const forget = () => {
    loading.delete(id)
  }
  known.then(() => {
    if (!builtInIds.includes(id)) forget()
  }, forget)
  return known
}

/** A document that `prepareLayout` has read. */
export const knownLayout = (id: string): ShownLayout | undefined => layouts.get(id)

/** After this time it counts as read: it is added to the recent ones, after its own requests. */
const READ_AFTER_MS = 3000

/** The document of the route; null while it loads, undefined when there is none. */
function useLayout(id: string): ShownLayout | null | undefined {
  const [known, setKnown] = useState(() => (builtInIds.includes(id) && layouts.has(id) ? id : null))
  const fail = useFailure()
  useEffect(() => {
    if (known === id) return undefined
    let current = true
    void prepareLayout(id)
      .then(() => {
        if (current) setKnown(id)
      })
      .catch((cause: unknown) => {
        if (current) fail(cause)
      })
    return () => {
      current = false
    }
  }, [known, id, fail])
  return known === id ? layouts.get(id) : null
}

/** Inputs of a dashboard; a change of one makes a new dashboard. */
interface Parts {
  readonly layout: ShownLayout
  readonly me: Me
  readonly autoFilter: boolean
}
const optionsOf = ({ layout, me, autoFilter }: Parts): DashboardOptions => ({
  layout,
  sources,
  compute,
  answers: answers(),
  clock: browserClock,
  url: browserUrl(),
  storage: localStorage,
  size: sizeOf(window.innerWidth).size,
  ...commonOptions(me),
  ...(!autoFilter && { apply: 'manual' as const }),
})

/** The dashboard of the first page, which begins to ask while the frame around it is still being drawn. */
let first: (Parts & { readonly options: DashboardOptions }) | null = null

/**
 * Opens a dashboard that ships with the page, before there is a page, and resolves when its figures are asked for or
 * soon after. The address must be its own already: its filters are read from there.
 */
export async function openFirst(id: string, me: Me): Promise<void> {
  await prepareLayout(id)
  const layout = layouts.get(id)
  if (layout === undefined || layout.model.sections.length === 0) return
  beginWithView(me.id, id)
  const parts = { layout, me, autoFilter: preferences.getState().autoFilter }
  first = { ...parts, options: optionsOf(parts) }
  await prefetchDashboard(first.options)
}

/**
 * Gets ready what the first drawing needs, so that the first question goes out with it. What fails is asked for again
 * there, and reported.
 */
export async function prepare(id: string | undefined): Promise<void> {
  await Promise.allSettled([loadWidgetTexts(texts.language), ...(id === undefined ? [] : [prepareLayout(id)])])
}

/** A link to the dashboard that is on show opens it anew: its filters are read from the address at the beginning. */
const openPathWith = (navigate: (path: string) => unknown) => (path: string) => {
  if (path.split('?')[0] === window.location.pathname) window.location.assign(path)
  else void navigate(path)
}

/** `id` where the route is that of one dashboard; else it is in the address. */
export function DashboardRoute({ id }: { id?: string | undefined }) {
  const { dashboardId = id ?? '' } = useParams()
  const { i18n } = useTranslation()
  const me = useStore(session.store, (state) => state.me)
  const autoFilter = useStore(preferences, (state) => state.autoFilter)
  const layout = useLayout(dashboardId)
  const language = useWidgetTexts(i18n.language)

  const options = useMemo((): DashboardOptions | null => {
    if (layout === null || layout === undefined || me === null) return null
    if (first?.layout === layout && first.me === me && first.autoFilter === autoFilter) return first.options
    beginWithView(me.id, dashboardId)
    return optionsOf({ layout, me, autoFilter })
  }, [layout, me, autoFilter, dashboardId])
  // A prefetched dashboard is this page's, or not used.
  useEffect(() => {
    first = null
  }, [])
  const navigate = useNavigate()
  const services = useMemo(
    () =>
      language === null
        ? null
        : {
            ...servicesIn(language),
            openPath: openPathWith(navigate),
            widgetActions: widgetActions({
              dashboard: dashboardId,
              mayAlert: me !== null && hasAccess(me, 'canAlerts'),
            }),
          },
    [language, navigate, dashboardId, me],
  )
  const { kiosk, setKiosk, turn } = useKiosk(dashboardId)
  const isRead = options !== null && kiosk === null
  useEffect(() => {
    if (!isRead) return undefined
    const timer = setTimeout(() => {
      api.client
        .send(`/dashboards/${encodeURIComponent(dashboardId)}/opened`, { method: 'POST' })
        .catch(() => undefined)
    }, READ_AFTER_MS)
    return () => clearTimeout(timer)
  }, [dashboardId, isRead])
  const refresh = useRefresh(me?.id ?? 0, dashboardId)
  const [rested, setRested] = useState<string | null>(null)
  const onRest = useCallback(() => setRested(dashboardId), [dashboardId])
  const own = useOwn(dashboardId, rested === dashboardId && kiosk === null)
  const viewing = useViewing(me, dashboardId, rested === dashboardId && kiosk === null)
  const reports = useMemo(() => reportMenu(dashboardId), [dashboardId])
  const links = useMemo(() => linkMenu(dashboardId), [dashboardId])
  const mayImport = me !== null && hasAccess(me, 'canUpload')
  const counts = useMemo(
    () => ({
      days: compareApi(api.client).range,
      inside: occupancyApi(api.client).range,
      importHref: mayImport ? '/users/uploads/import' : undefined,
      footscansHref: me?.role === 'admin' ? '/users/admin/footscans' : undefined,
    }),
    [mayImport, me?.role],
  )
  const mayMakeScreens = me !== null && !me.properties.demo && me.loginType !== 'service'

  if (layout === null || services === null) return null
  return (
    <DashboardPage
      key={dashboardId}
      options={options}
      services={services}
      product={hostTitle()}
      address={`/users/dashboards/view/${dashboardId}`}
      kiosk={kiosk}
      onKiosk={setKiosk}
      kioskChoices={kioskChoices}
      kioskScreens={mayMakeScreens ? screenPorts : undefined}
      onTurn={turn}
      refresh={refresh}
      {...viewing}
      reports={reports}
      links={mayMakeScreens ? links : undefined}
      own={own}
      onRest={onRest}
      counts={counts}
      {...(mayKeepMoments() && { saveMoment: saveFile })}
    />
  )
}

/** Administrators, and authors of widgets: they run the page from its sources. */
const mayKeepMoments = () => session.isAdmin() || import.meta.env.DEV

/** They come with the dialog: few ever need them. */
const screenPorts = () => import('./screen-ports.tsx').then((loaded) => loaded.screenPorts())

const kioskChoices = async () =>
  (await dashboardsApi(api.client).list(texts.language))
    .filter(({ published }) => published)
    .map(({ id, name }) => ({ id, label: name }))
