/** Puts one dashboard together: its document, the registries, the workers, the address bar and the clock. */
import { type PeriodOption, resolvePeriods, todayIn } from '#domain/periods'
import { type DashboardOptions, type DashboardServices, type LoadedLayout, loadLayoutWith } from '#engine'
import { texts, useTranslation } from '#i18n'
import { widgets, widgetTexts } from '#widgets'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { useStore } from 'zustand'
import { periodsApi } from '../api/periods.ts'
import { DashboardPage } from '../features/dashboards/dashboard-page.tsx'
import { periodControl } from '../features/periods/period-control.tsx'
import { api } from './api.ts'
import { browserClock, browserUrl } from './browser-ports.ts'
import { compute, sources } from './data.ts'
import { errorText, issueText, worded } from './error-text.ts'
import { toasts } from '#ui'
import { hostTitle } from './host-brand.ts'
import { builtInLayout } from './layouts.ts'
import { preferences } from './preferences.ts'
import { session } from './session.ts'

/** Days are cut where the reader is; the server has the last word on a client's own zone (decision 8). */
const today = () => todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now())

const periods = periodsApi(api.client)
const controls = { periodPair: periodControl({ today, confirm: (option: PeriodOption) => worded(periods.config(option)) }) }

/** Saving comes with the first file that is saved. */
const exports = () => import('./exports.ts')
const notSaved = (cause: unknown) => void toasts.error(texts.t('app:frame.exportFailed', { reason: errorText(cause) }))
const saving: Pick<DashboardServices, 'exportCsv' | 'savePng'> = {
  exportCsv: (name, projection) => exports().then(({ exportCsv }) => exportCsv(name, projection), notSaved),
  savePng: (name, from) => void exports().then(({ exportPng }) => exportPng(name, from), notSaved),
}

const namespaceOf = (type: string) => `widget-${type}`

/** Throws while drawing what failed beside it, so that the page of the router says it. */
function useFailure(): (cause: unknown) => void {
  const [failure, setFailure] = useState<{ cause: unknown } | null>(null)
  if (failure !== null) throw failure.cause
  return useCallback((cause: unknown) => setFailure({ cause }), [])
}

/** Puts the texts of all widgets beside the application's; answers the language they are ready in, null before the first. */
function useWidgetTexts(language: string): string | null {
  const [ready, setReady] = useState<string | null>(null)
  const fail = useFailure()
  useEffect(() => {
    let current = true
    void widgetTexts(language).then((own) => {
      for (const [type, bundle] of Object.entries(own)) texts.addResourceBundle(language, namespaceOf(type), bundle)
      if (current) setReady(language)
    }).catch((cause: unknown) => { if (current) fail(cause) })
    return () => { current = false }
  }, [language, fail])
  return ready
}

/** A widget's own text first, then the application's. A key with a namespace goes straight there. */
const widgetTextIn = (language: string): DashboardServices['widgetText'] => (type) => (key, params) =>
  texts.t(key.includes(':') ? key : [`${namespaceOf(type)}:${key}`, key], { lng: language, ...params })

/** The document of the route, through the whole pipeline; null while it loads, undefined when there is none. */
function useLayout(id: string): LoadedLayout | null | undefined {
  const [layout, setLayout] = useState<{ id: string; loaded: LoadedLayout | undefined } | null>(null)
  const fail = useFailure()
  useEffect(() => {
    let current = true
    void builtInLayout(id).then((found) => {
      if (!current) return
      const loaded = found === null ? undefined : loadLayoutWith(found.guards, found.text, { widgets, sources })
      // The views' code sets off now, beside the first request, and not when their places are drawn.
      for (const widget of loaded?.model.widgets.values() ?? []) if (widget.kind === 'live') void widget.definition.load().catch(() => undefined)
      setLayout({ id, loaded })
    }).catch((cause: unknown) => { if (current) fail(cause) })
    return () => { current = false }
  }, [id, fail])
  return layout?.id === id ? layout.loaded : null
}

/** `id` where the route is that of one dashboard; else it stands in the address. */
export function DashboardRoute({ id }: { id?: string | undefined }) {
  const { dashboardId = id ?? '' } = useParams()
  const { i18n } = useTranslation()
  const me = useStore(session.store, (state) => state.me)
  const autoFilter = useStore(preferences, (state) => state.autoFilter)
  const layout = useLayout(dashboardId)
  const language = useWidgetTexts(i18n.language)

  const options = useMemo((): DashboardOptions | null => (layout === null || layout === undefined || me === null ? null : {
    layout, sources, compute, clock: browserClock, random: Math.random, user: { id: String(me.id), admin: session.isAdmin() },
    locale: texts.language, text: (key) => (texts.exists(key) ? texts.t(key) : undefined),
    url: browserUrl(), storage: localStorage, today, resolvePeriods, onUnauthorized: session.expire,
    ...(!autoFilter && { apply: 'manual' as const }),
  }), [layout, me, autoFilter])
  const services = useMemo((): DashboardServices | null => (language === null ? null : {
    controls, issueText, ...saving, widgetText: widgetTextIn(language),
  }), [language])

  if (layout === null || services === null) return null
  return <DashboardPage key={dashboardId} options={options} services={services} product={hostTitle()} />
}
