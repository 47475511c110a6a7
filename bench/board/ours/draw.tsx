/** A dashboard on the page as the product draws it, with static sources and without a filter bar's own controls. */
import { type Dashboard, DashboardView, type DashboardServices } from '#engine'
import { textOf, texts, useTranslation } from '#i18n'
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

/** Draws it into `#app`. Throws where the page has no such element. */
export function draw(dashboard: Dashboard, own: Awaited<ReturnType<typeof widgetTexts>>): void {
  const place = document.getElementById('app')
  if (place === null) throw new Error('index.html has no element #app.')
  for (const [type, bundle] of Object.entries(own)) texts.addResourceBundle(LANGUAGE, `widget-${type}`, bundle)
  createRoot(place).render(
    <StrictMode>
      <Board dashboard={dashboard} />
    </StrictMode>,
  )
}
