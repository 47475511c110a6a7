/** A dashboard on the page as the product draws it, with static sources and without a filter bar's own controls. */
import { createDashboard, type Dashboard, type DashboardOptions, DashboardView, type DashboardServices } from '#engine'
import { addTexts, textOf, useTranslation } from '#i18n'
import { UiProvider } from '#ui'
import { textKeys, type widgetTexts } from '#widgets'
import { StrictMode, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import '../../../src/ui/tokens.css'
import '../../../src/ui/base.css'

export const LANGUAGE = 'en'

const services: DashboardServices = {
  controls: {},
  issueText: ({ text }) => text,
  exportCsv: () => Promise.resolve(),
  savePng: () => undefined,
  // As the product does: a text that is nowhere is looked up again each time.
  widgetText: (type) => (key, params) =>
    textOf(
      LANGUAGE,
      key.includes(':')
        ? key
        : [...textKeys(key).flatMap((one) => [`widget-${type}:${one}`, `widget-lib:${one}`]), key],
      params,
    ),
}

function Board({ dashboard }: { dashboard: Dashboard }) {
  useTranslation()
  const t = useMemo(
    () => (key: string, params?: Record<string, string | number>) =>
      textOf(LANGUAGE, key.startsWith('ui.') ? `ui:${key.slice(3)}` : key, params),
    [],
  )
  return (
    <UiProvider t={t} locale={LANGUAGE} theme="light">
      <main>
        <DashboardView dashboard={dashboard} services={services} />
      </main>
    </UiProvider>
  )
}

/** A year and the one before, for any query. */
const YEAR = {
  option: { type: 'default', key: 'lastMonthVsPrevious', name: 'lastMonthVsPrevious' },
  comparing: { begin: '2024-01-01', end: '2024-12-30', name: 'This year' },
  reference: { begin: '2023-01-02', end: '2023-12-31', name: 'Last year' },
} satisfies ReturnType<DashboardOptions['resolvePeriods']>

/** A dashboard of the benches: of one person, on one day. */
export const dashboardOf = (of: Pick<DashboardOptions, 'layout' | 'sources' | 'compute'>): Dashboard =>
  createDashboard({
    ...of,
    random: Math.random,
    user: { id: 'bench', admin: true },
    locale: LANGUAGE,
    today: () => '2024-12-31',
    resolvePeriods: () => YEAR,
    clock: {
      now: () => Date.now(),
      after(ms, run) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    },
  })

/** Draws it into `#app`. Throws where the page has no such element. */
export function draw(dashboard: Dashboard, own: Awaited<ReturnType<typeof widgetTexts>>): void {
  const place = document.getElementById('app')
  if (place === null) throw new Error('index.html has no element #app.')
  for (const [type, bundle] of Object.entries(own)) addTexts(LANGUAGE, `widget-${type}`, bundle)
  createRoot(place).render(
    <StrictMode>
      <Board dashboard={dashboard} />
    </StrictMode>,
  )
}
