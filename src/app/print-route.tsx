/**
 * The making of a report by its number: the same document with the same filters as of the same day, whenever it is
 * opened.
 */
import { writtenDay } from '#domain/written'
import { dayNumber } from '#domain/days'
import type { DashboardOptions } from '#engine'
import { useTranslation } from '#i18n'
import type { ReportRun } from '#schemas/generated/entities/report-run.ts'
import { useMemo } from 'react'
import { useLoaderData } from 'react-router'
import { useStore } from 'zustand'
import { ApiError } from '../api/client.ts'
import { reportsApi } from '../api/reports.ts'
import { PrintPage } from '../features/reports/print-page.tsx'
import { api } from './api.ts'
import { browserClock } from './browser-ports.ts'
import { commonOptions, servicesIn, useWidgetTexts } from './dashboard-parts.ts'
import { knownLayout, prepareLayout } from './dashboard-route.tsx'
import { compute, sources } from './data.ts'
import { session } from './session.ts'

const calls = reportsApi(api.client)

/** The run with its document ready; null when this reader has none of that number. */
export async function printLoader(id: string | undefined): Promise<ReportRun | null> {
  const run = await calls.run(Number(id)).catch((cause: unknown) => {
    if (cause instanceof ApiError && (cause.status === 404 || cause.status === 400)) return null
    throw cause
  })
  if (run !== null) await prepareLayout(run.what.dashboard)
  return run
}

export function PrintRoute() {
  const run = useLoaderData<ReportRun | null>()
  const { i18n } = useTranslation()
  const me = useStore(session.store, (state) => state.me)
  const language = useWidgetTexts(i18n.language)
  const services = useMemo(() => (language === null ? null : servicesIn(language)), [language])
  const options = useMemo((): DashboardOptions | null => {
    const layout = run === null ? undefined : knownLayout(run.what.dashboard)
    if (run === null || layout === undefined || me === null) return null
    return {
      layout,
      sources,
      compute,
      clock: browserClock,
      ...commonOptions(me),
      today: () => run.asOf,
      given: run.what.values,
      apply: 'auto',
      whole: true,
    }
  }, [run, me])
  if (services === null) return null
  const asOf = run === null ? '' : writtenDay(dayNumber(run.asOf), 'longDate', i18n.language)
  return <PrintPage options={options} services={services} name={run?.what.name ?? ''} asOf={asOf} />
}
