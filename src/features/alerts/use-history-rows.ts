import type { Language } from '#domain/languages'
import { alertName, alertSentence } from '#domain/alert-rules'
import { tableMoment } from '#domain/moment'
import type { Alert } from '#schemas/generated/entities/alert.ts'
import { type Translate, useUi } from '#ui'
import { useMemo } from 'react'
import { useAlertLocals, type useList } from './use-alert-data.ts'

export interface Row extends Alert {
  readonly localName: string
  readonly kindName: string
  readonly what: string
  readonly shownState: string
  /** Its assignee, until when it is snoozed, whether its rule was muted; else empty. */
  readonly mark: string
}

function markText({ acknowledged, snoozed, muted }: Alert, t: Translate): string {
  if (acknowledged !== null) {
    const by = t('alerts:mark.acknowledged', { by: acknowledged.by ?? t('alerts:mark.someone') })
    return acknowledged.note === null ? by : `${by}: ${acknowledged.note}`
  }
  if (snoozed !== null) return t('alerts:mark.snoozed', { until: tableMoment(snoozed.until) })
  return muted ? t('alerts:mark.muted') : ''
}

/** The alerts that the list is narrowed to, in words. */
export function useHistoryRows(
  alerts: readonly Alert[] | undefined,
  list: ReturnType<typeof useList>,
): Row[] | undefined {
  const { t, locale } = useUi()
  const language = locale as Language
  const { data: places } = useAlertLocals()
  const [state, kind, client, local] = [
    list.filter('state'),
    list.filter('kind'),
    list.filter('client'),
    list.filter('local'),
  ]
  return useMemo(() => {
    const names = new Map(places?.map(({ id, name }) => [id, name]))
    return alerts
      ?.filter(
        (alert) =>
          (state === null || alert.state === state) &&
          (kind === null || alert.kind === kind) &&
          (client === null || String(alert.client) === client) &&
          (local === null || String(alert.local) === local),
      )
      .map((alert): Row => ({
        ...alert,
        localName:
          alert.local === null ? '' : (names.get(alert.local) ?? t('alerts:unknownLocal', { id: alert.local })),
        kindName: alertName(alert.kind, alert.figure, language),
        what: alertSentence(alert.kind, alert.figure, language),
        mark: markText(alert, t),
        shownState: alert.state === 'open' ? 'down' : alert.closedBecause === 'solved' ? 'up' : 'closed',
      }))
  }, [alerts, places, state, kind, client, local, language, t])
}
