/**
 * A wall: the dashboards of a screen in turns, without a person's session. Its calls, its sources and its answers are
 * its own.
 */
import type { Kiosk } from '#domain/kiosk'
import { isoDay } from '#domain/periods'
import { readRefresh } from '#domain/refresh'
import { dayOf } from '#domain/days'
import { createAnswers, type DashboardOptions, type ShownLayout, type VisibilityPort } from '#engine'
import { ensureErrorText, texts, useTranslation } from '#i18n'
import type { ScreenView } from '#schemas/generated/entities/screen-view.ts'
import { createSources } from '#sources'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { createClient } from '../api/client.ts'
import { dashboardsApi } from '../api/dashboards.ts'
import { localsApi } from '../api/locals.ts'
import { DashboardPage } from '../features/dashboards/dashboard-page.tsx'
import { ScreenAway, ScreenFrame, ScreenMessage } from '../features/dashboards/screen-message.tsx'
import { browserClock } from './browser-ports.ts'
import { commonOptions, servicesIn, useWidgetTexts } from './dashboard-parts.ts'
import { compute } from './data.ts'
import { hostTitle } from './host-brand.ts'
import { loadDocument } from './load-document.ts'
import { realGuards } from './real-guards.ts'
import { createScreenConnection } from './screen-connection.ts'
import { takesBuild } from './new-build.ts'
import { carriedScreenToken } from './screen-entry.ts'
import { useArrived } from './use-arrived.ts'

/** Calls wait while the server is away: nothing here gives up in less. Milliseconds. */
const PATIENCE_MS = 14 * 24 * 3_600_000

const connection = createScreenConnection({
  fetch: fetch.bind(globalThis),
  storage: localStorage,
  clock: browserClock,
  reload: () => window.location.reload(),
  takesBuild,
  today: () => {
    const now = new Date()
    return isoDay(dayOf(now.getFullYear(), now.getMonth() + 1, now.getDate()))
  },
})
const { store } = connection

// The calls carry the session already: this client knows no token, and a refusal of it is the connection's matter.
const client = createClient({
  tokens: { get: () => null, set: () => undefined, clear: () => undefined },
  onUnauthorized: () => undefined,
  onRefused: ensureErrorText,
  fetch: connection.fetch,
  timeoutMs: PATIENCE_MS,
})
const locals = localsApi(client)
const dashboards = dashboardsApi(client)
const sources = new Map(
  [
    ...createSources({
      frame: (path, query, signal) => client.frame(path, { query, signal }),
      clients: locals.clients,
      locals: locals.locals,
      activeLocals: locals.activeLocals,
      campaigns: locals.campaigns,
      open: compute.open,
      adopt: compute.adopt,
    }),
  ].map(([name, source]) => [name, { ...source, timeoutMs: PATIENCE_MS }]),
)
const answers = createAnswers({ clock: browserClock, random: Math.random, compute, onUnauthorized: () => undefined })

const isAway = () => store.getState().awaySince !== null
/** Live figures rest while the server is away. */
const visibility: VisibilityPort = {
  hidden: () => document.hidden || isAway(),
  onChange(listener) {
    document.addEventListener('visibilitychange', listener)
    const forget = store.subscribe((next, before) => {
      if ((next.awaySince === null) !== (before.awaySince === null)) listener()
    })
    return () => {
      document.removeEventListener('visibilitychange', listener)
      forget()
    }
  },
}

let isStarted = false
/** Starts the connection to the server. Once. */
export function startScreen(): void {
  if (isStarted) return
  isStarted = true
  connection.start(carriedScreenToken())
  // Another link in the same tab changes the fragment alone.
  window.addEventListener('hashchange', () => {
    if (window.location.hash.length > 1) window.location.reload()
  })
}

export function ScreenRoute() {
  useArrived()
  useEffect(startScreen, [])
  const { view, ended, awaySince, figuresAt } = useStore(store)
  const lang = view?.lang
  useEffect(() => {
    // Not the choice of a person: it is not remembered in this browser.
    if (lang !== undefined && texts.language !== lang)
      void texts.changeLanguage(lang).then(() => {
        document.documentElement.lang = lang
      })
  }, [lang])
  useEffect(() => {
    document.title = view === null ? hostTitle() : `${view.name} · ${hostTitle()}`
  }, [view])
  if (ended !== null) return <ScreenMessage ended={ended} />
  return (
    <>
      {view === null ? <ScreenMessage /> : <Wall view={view} isPaused={awaySince !== null} />}
      {awaySince !== null && <ScreenAway since={awaySince} figuresAt={figuresAt} />}
    </>
  )
}

const load = (id: string) =>
  loadDocument(id, sources, async () => ({ text: (await dashboards.view(id)).text, ...realGuards }))

interface Shown {
  readonly id: string
  readonly layout: ShownLayout
}

/** The dashboard on show, and the way to the next one: it is loaded while this one stays. */
function useTurns(
  { dashboards: ids }: ScreenView,
  isPaused: boolean,
): { readonly shown: Shown | null; readonly turn: () => void } {
  const [shown, setShown] = useState<Shown | null>(null)
  const isLoading = useRef(false)
  const goTo = useCallback(
    async (from: string | null) => {
      if (isLoading.current) return
      isLoading.current = true
      const first = from === null ? 0 : ids.indexOf(from) + 1
      for (let i = 0; i < ids.length; i++) {
        const id = ids[(first + i) % ids.length] ?? ''
        if (id === from) break
        // One that was removed meanwhile costs its own turn.
        const layout = await load(id).catch(() => undefined)
        if (layout === undefined || layout.model.sections.length === 0) continue
        setShown({ id, layout })
        break
      }
      isLoading.current = false
    },
    [ids],
  )
  useEffect(() => {
    if (shown === null || !ids.includes(shown.id)) void goTo(null)
  }, [ids, shown, goTo])
  return {
    shown,
    turn: () => {
      if (!isPaused && shown !== null) void goTo(shown.id)
    },
  }
}

function Wall({ view, isPaused }: { view: ScreenView; isPaused: boolean }) {
  const { i18n } = useTranslation()
  const language = useWidgetTexts(i18n.language)
  const services = useMemo(() => (language === null ? null : servicesIn(language)), [language])
  const { shown, turn } = useTurns(view, isPaused)
  const { id, dashboards: ids, search, seconds, hidesNoData } = view
  const kiosk = useMemo((): Kiosk => ({ dashboards: ids, seconds }), [ids, seconds])
  const options = useMemo(
    (): DashboardOptions | null =>
      shown === null
        ? null
        : {
            layout: shown.layout,
            sources,
            compute,
            answers,
            clock: browserClock,
            ...commonOptions({ id: 0 }),
            user: { id: `screen-${id}`, admin: !hidesNoData },
            onUnauthorized: () => undefined,
            visibility,
            // The filters are the screen's, not those of the URL; nothing is written there.
            url: { search: () => `?${search}`, write: () => undefined },
          },
    [shown, id, search, hidesNoData],
  )
  const refresh = useMemo(
    () => ({ seconds: readRefresh(search), onChange: () => undefined, clock: browserClock, visibility }),
    [search],
  )
  if (services === null || options === null || i18n.language !== view.lang) return <ScreenMessage />
  return (
    <ScreenFrame>
      <DashboardPage
        key={shown?.id}
        options={options}
        services={services}
        product={view.name}
        kiosk={kiosk}
        onTurn={turn}
        isPaused={isPaused}
        refresh={refresh}
      />
    </ScreenFrame>
  )
}
