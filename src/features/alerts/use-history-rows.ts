import type { Language } from '#domain/languages'
import { alertName, alertSentence } from '#domain/alert-rules'
import type { Alert } from '#schemas/generated/entities/alert.ts'
import { useUi } from '#ui'
import { useMemo } from 'react'
import { useAlertLocals, type useList } from './use-alert-data.ts'

export interface Row extends Alert {
  readonly localName: string
  readonly kindName: string
  readonly what: string
  readonly shownState: string
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
        shownState: alert.state === 'open' ? 'down' : alert.closedBecause === 'solved' ? 'up' : 'closed',
      }))
  }, [alerts, places, state, kind, client, local, language, t])
}
