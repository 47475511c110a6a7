/** Puts one dashboard together: its document, the registries, the workers, the address bar and the clock. */
import { sizeOf } from '#engine/core/document/grids'
import { hasAccess } from '#domain/access'
import { type Kiosk, nextInTurn, readKiosk, withKiosk } from '#domain/kiosk'
import type { DashboardOptions, ShownLayout } from '#engine'
import { ensureTexts, texts, useTranslation } from '#i18n'
import { toasts } from '#ui'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useStore } from 'zustand'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import type { Me } from '#schemas/generated/entities/me.ts'
import { compareApi } from '../api/compare.ts'
import { occupancyApi } from '../api/occupancy.ts'
import { dashboardsApi } from '../api/dashboards.ts'
import { type DashboardOwn, DashboardPage } from '../features/dashboards/dashboard-page.tsx'
import { pathsOf } from '../features/dashboards/paths.ts'
import { prefetchDashboard } from '../features/dashboards/open-dashboard.ts'
import { api } from './api.ts'
import { browserClock, browserUrl } from './browser-ports.ts'
import { commonOptions, loadWidgetTexts, servicesIn, useFailure, useWidgetTexts } from './dashboard-parts.ts'
import { answers, compute, sources } from './data.ts'
import { errorText } from './error-text.ts'
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

/** Who stays this long reads it: it goes among their last ones, behind its own questions. */
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

/** What a dashboard is made of; another one of these means another dashboard. */
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
 * there, and told.
 */
export async function prepare(id: string | undefined): Promise<void> {
  await Promise.allSettled([loadWidgetTexts(texts.language), ...(id === undefined ? [] : [prepareLayout(id)])])
}

/** A link to the dashboard that is on show opens it anew: its filters are read from the address at the beginning. */
const openPathWith = (navigate: (path: string) => unknown) => (path: string) => {
  if (path.split('?')[0] === window.location.pathname) window.location.assign(path)
  else void navigate(path)
}

/** `id` where the route is that of one dashboard; else it stands in the address. */
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
  // What was opened ahead is this page's, or not used.
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

const CustomiseDialog = lazy(async () => {
  const [loaded] = await Promise.all([import('./customise-dialog.tsx'), ensureTexts('dashboard')])
  return loaded
})

/**
 * What this account may do with the dashboard: edit it, or a copy of what ships with the product, and keep it among its
 * favourites. Asked behind the figures: beside them it takes the server's time, and draws the page in between.
 */
function useOwn(id: string, isShown: boolean): DashboardOwn | undefined {
  const [entry, setEntry] = useState<Dashboard | null>(null)
  const [isCopying, setCopying] = useState(false)
  useEffect(() => {
    if (!isShown) return undefined
    let current = true
    const ask = () => {
      dashboardsApi(api.client)
        .one(id)
        .then(
          (found) => {
            if (current) setEntry(found.entry)
          },
          () => undefined,
        )
    }
    const cancel = whenIdle(ask)
    return () => {
      current = false
      cancel()
    }
  }, [id, isShown])
  return useMemo(() => {
    if (entry?.id !== id) return undefined
    const star = async (starred: boolean) => {
      const mark = (is: boolean) => setEntry((now) => (now?.id === id ? { ...now, starred: is } : now))
      mark(starred)
      await dashboardsApi(api.client)
        .star(id, starred)
        .catch((cause: unknown) => {
          mark(!starred)
          toasts.error(errorText(cause))
        })
    }
    return {
      starred: entry.starred,
      onStar: (starred) => void star(starred),
      ...(entry.mayEdit && { editPath: pathsOf(session.isAdmin() ? 'admin' : 'custom').edit(id) }),
      ...(entry.builtIn && { onCustomise: () => setCopying(true) }),
      dialog: isCopying && (
        <Suspense>
          <CustomiseDialog of={entry} onClose={() => setCopying(false)} />
        </Suspense>
      ),
    }
  }, [id, entry, isCopying])
}

/** Longest that what is asked behind the figures waits for an idle moment. */
const IDLE_WITHIN_MS = 2000

function whenIdle(run: () => void): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, IDLE_WITHIN_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: IDLE_WITHIN_MS })
  return () => cancelIdleCallback(handle)
}

/** Administrators, and authors of widgets: they run the page from its sources. */
const mayKeepMoments = () => session.isAdmin() || import.meta.env.DEV

/**
 * On a wall: `?kiosk=1`. The filters are in the address already, so the way in, from one to the next, and out keeps
 * them.
 */
function useKiosk(id: string): {
  readonly kiosk: Kiosk | null
  readonly setKiosk: (kiosk: Kiosk | null) => void
  readonly turn: () => void
} {
  const { search } = useLocation()
  const navigate = useNavigate()
  const kiosk = useMemo(() => readKiosk(search), [search])
  return {
    kiosk,
    setKiosk: (next) => void navigate({ search: withKiosk(window.location.search, next) }, { replace: true }),
    turn: () => {
      const next = kiosk === null ? null : nextInTurn(kiosk, id)
      if (next !== null) void navigate(`/users/dashboards/view/${next}${window.location.search}`, { replace: true })
    },
  }
}

/** They come with the dialog: few ever need them. */
const screenPorts = () => import('./screen-ports.tsx').then((loaded) => loaded.screenPorts())

const kioskChoices = async () =>
  (await dashboardsApi(api.client).list(texts.language))
    .filter(({ published }) => published)
    .map(({ id, name }) => ({ id, label: name }))
