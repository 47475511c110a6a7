/** Puts one dashboard together: its document, the registries, the workers, the address bar and the clock. */
import { type PeriodOption, resolvePeriods, todayIn } from '#domain/periods'
import { type DashboardOptions, type DashboardServices, type LoadedLayout, loadLayoutWith } from '#engine'
import { textOf, texts, useTranslation } from '#i18n'
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

/** Languages whose widget texts stand beside the application's. */
const ready = new Set<string>()

async function loadWidgetTexts(language: string): Promise<void> {
  for (const [type, bundle] of Object.entries(await widgetTexts(language))) texts.addResourceBundle(language, namespaceOf(type), bundle)
  ready.add(language)
}

/** Answers the language in which the texts of all widgets are ready, null before the first. */
function useWidgetTexts(language: string): string | null {
  const [shown, setShown] = useState(() => (ready.has(language) ? language : null))
  const fail = useFailure()
  useEffect(() => {
    if (shown === language) return undefined
    let current = true
    void loadWidgetTexts(language).then(() => { if (current) setShown(language) }).catch((cause: unknown) => { if (current) fail(cause) })
    return () => { current = false }
  }, [shown, language, fail])
  return shown
}

/** A widget's own text first, then the application's. A key with a namespace goes straight there. */
const widgetTextIn = (language: string): DashboardServices['widgetText'] => (type) => (key, params) =>
  textOf(language, key.includes(':') ? key : [`${namespaceOf(type)}:${key}`, key], params)

/** Documents that went through the whole pipeline, undefined where there is none. What ships with the page never changes. */
const layouts = new Map<string, LoadedLayout | undefined>()
const loading = new Map<string, Promise<void>>()

/** Reads a document once, however many ask. Rejects when it cannot be fetched; then the next one tries again. */
export function prepareLayout(id: string): Promise<void> {
  const load = async () => {
    const found = await builtInLayout(id)
    const loaded = found === null ? undefined : loadLayoutWith(found.guards, found.text, { widgets, sources })
    // The views' code sets off now, beside the first request, and not when their places are drawn.
    for (const widget of loaded?.model.widgets.values() ?? []) if (widget.kind === 'live') void widget.definition.load().catch(() => undefined)
    layouts.set(id, loaded)
  }
  const known = loading.get(id) ?? load()
  loading.set(id, known)
  known.catch(() => { loading.delete(id) })
  return known
}

/** The document of the route; null while it loads, undefined when there is none. */
function useLayout(id: string): LoadedLayout | null | undefined {
  const [known, setKnown] = useState(() => (layouts.has(id) ? id : null))
  const fail = useFailure()
  useEffect(() => {
    if (known === id) return undefined
    let current = true
    void prepareLayout(id).then(() => { if (current) setKnown(id) }).catch((cause: unknown) => { if (current) fail(cause) })
    return () => { current = false }
  }, [known, id, fail])
  return known === id ? layouts.get(id) : null
}

/** Gets ready what the first drawing needs, so that the first question goes out with it. What fails is asked for again there, and told. */
export async function prepare(id: string | undefined): Promise<void> {
  await Promise.allSettled([loadWidgetTexts(texts.language), ...(id === undefined ? [] : [prepareLayout(id)])])
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
