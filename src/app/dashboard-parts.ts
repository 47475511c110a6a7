/** Parts of every running dashboard, for reading and editing: periods, saving, and the texts of its widgets. */
import { dayOf, type IsoDay, isoDay, type PeriodOption, resolvePeriods } from '#domain/periods'
import type { DashboardOptions, DashboardServices } from '#engine'
import { addTexts, textOf, texts } from '#i18n'
import { toasts } from '#ui'
import { textKeys, widgetTexts } from '#widgets'
import { useCallback, useEffect, useState } from 'react'
import { periodsApi } from '../api/periods.ts'
import { periodControl } from '../features/periods/period-control.tsx'
import { api } from './api.ts'
import { browserVisibility } from './browser-ports.ts'
import { errorText, issueText, worded } from './error-text.ts'
import { preferences } from './preferences.ts'
import { session } from './session.ts'

/**
 * Days are cut where the reader is; the server has the last word on a client's own zone (decision 8). The browser's own
 * date is in that zone already, and asking for the zone's name costs more than the rest of the first question.
 */
const today = (): IsoDay => {
  const now = new Date()
  return isoDay(dayOf(now.getFullYear(), now.getMonth() + 1, now.getDate()))
}

const periods = periodsApi(api.client)
const controls = {
  periodPair: periodControl({ today, confirm: (option: PeriodOption) => worded(periods.config(option)) }),
}

/** Saving comes with the first file that is saved. */
const exports = () => import('./exports.ts')
const notSaved = (cause: unknown) => void toasts.error(texts.t('app:frame.exportFailed', { reason: errorText(cause) }))
const saving: Pick<DashboardServices, 'exportCsv' | 'savePng'> = {
  exportCsv: (what, projection) => exports().then(({ exportCsv }) => exportCsv(what, projection), notSaved),
  savePng: (what, from) => void exports().then(({ exportPng }) => exportPng(what, from), notSaved),
}

const namespaceOf = (type: string) => `widget-${type}`

/** Throws while drawing what failed beside it, so that the page of the router says it. */
export function useFailure(): (cause: unknown) => void {
  const [failure, setFailure] = useState<{ cause: unknown } | null>(null)
  if (failure !== null) throw failure.cause
  return useCallback((cause: unknown) => setFailure({ cause }), [])
}

/** Languages whose widget texts are beside the application's; of `whole` also those of options. */
const ready = { shown: new Set<string>(), whole: new Set<string>() }

export async function loadWidgetTexts(language: string, withOptions = false): Promise<void> {
  for (const [type, bundle] of Object.entries(await widgetTexts(language, withOptions)))
    addTexts(language, namespaceOf(type), bundle)
  ready.shown.add(language)
  if (withOptions) ready.whole.add(language)
}

/**
 * Answers the language in which the texts of all widgets are ready, null before the first. `withOptions`: also those of
 * their options, for an editor.
 */
export function useWidgetTexts(language: string, withOptions = false): string | null {
  const known = withOptions ? ready.whole : ready.shown
  const [shown, setShown] = useState(() => (known.has(language) ? language : null))
  const fail = useFailure()
  useEffect(() => {
    if (shown === language) return undefined
    let current = true
    void loadWidgetTexts(language, withOptions)
      .then(() => {
        if (current) setShown(language)
      })
      .catch((cause: unknown) => {
        if (current) fail(cause)
      })
    return () => {
      current = false
    }
  }, [shown, language, withOptions, fail])
  return shown
}

/**
 * A widget's own text first, then what widgets share, then the application's. A key with a namespace goes straight
 * there.
 */
const widgetTextIn =
  (language: string): DashboardServices['widgetText'] =>
  (type) =>
  (key, params) =>
    textOf(
      language,
      key.includes(':')
        ? key
        : [...textKeys(key).flatMap((one) => [type, 'lib'].map((of) => `${namespaceOf(of)}:${one}`)), key],
      params,
    )

/** Ports of a dashboard to the page around it, in a language whose widget texts are ready. */
export const servicesIn = (language: string): DashboardServices => ({
  controls,
  issueText,
  ...saving,
  widgetText: widgetTextIn(language),
  showsTrace: () => preferences.getState().developer,
})

/** Everything of a dashboard that does not depend on its document. */
export const commonOptions = (me: {
  readonly id: number
}): Pick<
  DashboardOptions,
  'random' | 'user' | 'locale' | 'text' | 'today' | 'resolvePeriods' | 'visibility' | 'onUnauthorized'
> => ({
  random: Math.random,
  user: { id: String(me.id), admin: session.isAdmin() },
  locale: texts.language,
  text: (key) => (texts.exists(key) ? texts.t(key) : undefined),
  today,
  resolvePeriods,
  visibility: browserVisibility,
  onUnauthorized: session.expire,
})
