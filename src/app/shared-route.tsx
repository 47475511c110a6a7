/**
 * A public link: one dashboard, read without a session. It asks only the two calls of links, with the token of its
 * address; its sources and answers are its own.
 */
import { CALENDAR_FILTERS } from '#domain/calendar-filters'
import { createAnswers, type DashboardOptions, type DashboardServices, type ShownLayout } from '#engine'
import { ensureErrorText, texts, useTranslation } from '#i18n'
import type { PublicLinkView } from '#schemas/generated/entities/public-link-view.ts'
import { createSources } from '#sources'
import { useEffect, useMemo, useState } from 'react'
import { ApiError, createClient } from '../api/client.ts'
import { sharedApi } from '../api/public-links.ts'
import { DashboardPage } from '../features/dashboards/dashboard-page.tsx'
import { FixedChoice, FixedDays } from '../features/links/fixed-control.tsx'
import { SharedFrame, SharedMessage, type SharedProblem } from '../features/links/shared-page.tsx'
import { browserClock } from './browser-ports.ts'
import { commonOptions, servicesIn, useWidgetTexts } from './dashboard-parts.ts'
import { compute } from './data.ts'
import { hostTitle } from './host-brand.ts'
import { loadDocument } from './load-document.ts'
import { realGuards } from './real-guards.ts'
import { lookOf } from './shared-entry.ts'
import { theme } from './theme.ts'
import { useArrived } from './use-arrived.ts'

/** A link that has ended, and a new day, are noticed so often. */
const CHECK_MS = 300_000

const client = createClient({
  tokens: { get: () => null, set: () => undefined, clear: () => undefined },
  onUnauthorized: () => undefined,
  onRefused: ensureErrorText,
})
const link = sharedApi(client, window.location.hash.slice(1))
/** Of the page on show: a link that ends meanwhile is reported at the first query, not in each widget. */
let readAgain: (() => void) | null = null
const refused = () => Promise.reject(new Error('A public link asks by its own call.'))
const sources = new Map(
  [
    ...createSources({
      frame: refused,
      clients: refused,
      locals: refused,
      activeLocals: refused,
      campaigns: refused,
      open: compute.open,
      adopt: compute.adopt,
    }),
  ].map(([name, source]) => [
    name,
    {
      ...source,
      async load(
        args: Readonly<Record<string, unknown>>,
        { signal, ahead, arrived }: Parameters<typeof source.load>[1],
      ) {
        const { bytes, contentType, asOf } = await link.ask(name, args, signal).catch((cause: unknown) => {
          if (problemOf(cause) === 'ended') readAgain?.()
          throw cause
        })
        arrived?.()
        return compute.open(new Uint8Array(bytes), contentType, asOf ?? undefined, ahead)
      },
    },
  ]),
)
const answers = createAnswers({ clock: browserClock, random: Math.random, compute, onUnauthorized: () => undefined })

const problemOf = (cause: unknown): SharedProblem =>
  cause instanceof ApiError && cause.status === 410
    ? 'ended'
    : cause instanceof ApiError && (cause.status === 404 || cause.status === 400)
      ? 'invalid'
      : 'away'

/** The dashboard of the link, read again every few minutes; a problem is shown until it is solved. */
function useView(): { readonly view: PublicLinkView | null; readonly problem: SharedProblem | null } {
  const [state, setState] = useState<{ view: PublicLinkView | null; problem: SharedProblem | null }>({
    view: null,
    problem: null,
  })
  useEffect(() => {
    let current = true
    const read = () =>
      link.view().then(
        (found) => {
          if (current)
            setState(({ view }) => ({
              view: JSON.stringify(view) === JSON.stringify(found) ? view : found,
              problem: null,
            }))
        },
        (cause: unknown) => {
          const problem = problemOf(cause)
          // While the server is away, what is there stays.
          if (current) setState(({ view }) => ({ view: problem === 'away' ? view : null, problem }))
        },
      )
    void read()
    const timer = setInterval(() => void read(), CHECK_MS)
    readAgain = () => {
      readAgain = null
      void read()
    }
    // Another link in the same tab changes the fragment alone.
    const reload = () => window.location.reload()
    window.addEventListener('hashchange', reload)
    return () => {
      current = false
      readAgain = null
      clearInterval(timer)
      window.removeEventListener('hashchange', reload)
    }
  }, [])
  return state
}

const look = lookOf(window.location.search)
// Not the choice of a person: neither is remembered in this browser.
if (look.theme !== null) theme.setState({ choice: look.theme })

export function SharedRoute() {
  useArrived()
  const { i18n } = useTranslation()
  const { view, problem } = useView()
  const lang = look.lang ?? view?.lang
  useEffect(() => {
    if (lang !== undefined && texts.language !== lang)
      void texts.changeLanguage(lang).then(() => {
        document.documentElement.lang = lang
      })
  }, [lang])
  useEffect(() => {
    const robots = document.createElement('meta')
    robots.name = 'robots'
    robots.content = 'noindex, nofollow'
    document.head.append(robots)
    return () => robots.remove()
  }, [])
  useEffect(() => {
    if (view === null) document.title = hostTitle()
  }, [view])
  if (view === null) return <SharedMessage problem={problem} />
  if (i18n.language !== lang) return <SharedMessage problem={null} />
  return <Shown view={view} />
}

const load = ({ text }: PublicLinkView) => loadDocument('', sources, async () => ({ text, ...realGuards }))

/** The filters that the link fixes are shown, not editable. */
function servicesOf(language: string, { periods }: PublicLinkView): DashboardServices {
  const services = servicesIn(language)
  const days = Object.fromEntries([...CALENDAR_FILTERS].map((kind) => [kind, FixedDays]))
  const others = ['single', 'multi', 'text', 'number', 'prefix', 'toggle', 'tree', 'local']
  return {
    ...services,
    controls: { ...days, ...(periods === 'snapshot' && Object.fromEntries(others.map((kind) => [kind, FixedChoice]))) },
    showsTrace: () => false,
  }
}

function Shown({ view }: { view: PublicLinkView }) {
  const { i18n } = useTranslation()
  const language = useWidgetTexts(i18n.language)
  const [layout, setLayout] = useState<ShownLayout | null>(null)
  useEffect(() => {
    let current = true
    void load(view).then((found) => {
      if (current && found !== undefined) setLayout(found)
    })
    return () => {
      current = false
    }
  }, [view])
  const services = useMemo(() => (language === null ? null : servicesOf(language, view)), [language, view])
  const options = useMemo(
    (): DashboardOptions | null =>
      layout === null
        ? null
        : {
            layout,
            sources,
            compute,
            answers,
            clock: browserClock,
            ...commonOptions({ id: 0 }),
            user: { id: view.slug, admin: false },
            onUnauthorized: () => undefined,
            today: () => view.day,
            given: view.values,
            apply: 'auto',
          },
    [layout, view],
  )
  if (services === null || options === null) return <SharedMessage problem={null} />
  return (
    <SharedFrame view={view}>
      <DashboardPage options={options} services={services} product={hostTitle()} isPublic />
    </SharedFrame>
  )
}
