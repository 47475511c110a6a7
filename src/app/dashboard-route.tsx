/** Puts one dashboard together: its document, the registries, the workers, the address bar and the clock. */
import { type PeriodOption, resolvePeriods, todayIn } from '#domain/periods'
import { type DashboardOptions, type DashboardServices, type LoadedLayout, loadLayout } from '#engine'
import { texts, useTranslation } from '#i18n'
import { widgets, widgetTexts } from '#widgets'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { useStore } from 'zustand'
import { DashboardPage } from '../features/dashboards/dashboard-page.tsx'
import { periodControl } from '../features/periods/period-control.tsx'
import { api } from './api.ts'
import { browserClock, browserUrl } from './browser-ports.ts'
import { compute, sources } from './data.ts'
import { issueText, worded } from './error-text.ts'
import { exportCsv, exportPng } from './exports.ts'
import { builtInLayout } from './layouts.ts'
import { session } from './session.ts'

/** Days are cut where the reader is; the server has the last word on a client's own zone (decision 8). */
const today = () => todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now())

const controls = { periodPair: periodControl({ today, confirm: (option: PeriodOption) => worded(api.periods.config(option)) }) }

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
    void builtInLayout(id).then((text) => {
      if (!current) return
      const loaded = text === null ? undefined : loadLayout(text, { widgets, sources })
      // The views' code sets off now, beside the first request, and not when their places are drawn.
      for (const widget of loaded?.model.widgets.values() ?? []) if (widget.kind === 'live') void widget.definition.load().catch(() => undefined)
      setLayout({ id, loaded })
    }).catch((cause: unknown) => { if (current) fail(cause) })
    return () => { current = false }
  }, [id, fail])
  return layout?.id === id ? layout.loaded : null
}

export function DashboardRoute() {
  const { dashboardId = '' } = useParams()
  const { i18n } = useTranslation()
  const me = useStore(session.store, (state) => state.me)
  const layout = useLayout(dashboardId)
  const language = useWidgetTexts(i18n.language)

  const options = useMemo((): DashboardOptions | null => (layout === null || layout === undefined || me === null ? null : {
    layout, sources, compute, clock: browserClock, random: Math.random, user: { id: String(me.id), admin: session.isAdmin() },
    locale: texts.language, text: (key) => (texts.exists(key) ? texts.t(key) : undefined),
    url: browserUrl(), storage: localStorage, today, resolvePeriods, onUnauthorized: session.expire,
  }), [layout, me])
  const services = useMemo((): DashboardServices | null => (language === null ? null : {
    controls, issueText, exportCsv, savePng: exportPng, widgetText: widgetTextIn(language),
  }), [language])

  if (layout === null || services === null) return null
  return <DashboardPage key={dashboardId} options={options} services={services} />
}
