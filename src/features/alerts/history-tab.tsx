/** What happened at the locals: open alerts first, each with the figure it rests on and the way to the dashboard. */
import type { Language } from '#domain/languages'
import { ALERT_KINDS, ALERT_RULES, alertSentence } from '#domain/alert-rules'
import type { Alert } from '#schemas/generated/entities/alert.ts'
import {
  Button,
  EmptyState,
  IconButton,
  LinkButton,
  Popover,
  type ResourceColumn,
  ResourceTable,
  Select,
  useUi,
} from '#ui'
import { BellIcon } from '#ui/icons/areas.tsx'
import { ChartBarIcon, InfoIcon } from '#ui/icons/index.tsx'
import { useMemo } from 'react'
import { useAlerts } from './alerts-frame.tsx'
import { FigurePanel } from './figure-panel.tsx'
import { useAlertClients, useAlertLocals, useHistory, useList } from './use-alert-data.ts'
import css from './alerts.module.css'

interface Row extends Alert {
  readonly localName: string
  readonly kindName: string
  readonly what: string
  readonly shownState: string
}

const FILTERS = ['state', 'kind', 'client', 'local'] as const

export function HistoryTab() {
  const { t, locale } = useUi()
  const language = locale as Language
  const { dashboardOf } = useAlerts()
  const list = useList()
  const history = useHistory()
  const { data: alerts } = history
  const { data: places } = useAlertLocals()
  const { data: clients } = useAlertClients()
  const [state, kind, client, local] = [
    list.filter('state'),
    list.filter('kind'),
    list.filter('client'),
    list.filter('local'),
  ]
  const rows = useMemo(() => {
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
        localName: names.get(alert.local) ?? t('alerts:unknownLocal', { id: alert.local }),
        kindName: ALERT_RULES[alert.kind].names[language],
        what: alertSentence(alert.kind, alert.figure, language),
        shownState: alert.state === 'open' ? 'down' : alert.closedBecause === 'solved' ? 'up' : 'closed',
      }))
  }, [alerts, places, state, kind, client, local, language, t])
  const columns: ResourceColumn<Row>[] = [
    {
      attr: 'shownState',
      label: t('alerts:column.state'),
      type: 'FootState',
      options: {
        names: { down: t('alerts:state.open'), up: t('alerts:state.solved'), closed: t('alerts:state.switchedOff') },
      },
    },
    { attr: 'openedAt', label: t('alerts:column.opened'), type: 'Date' },
    { attr: 'localName', label: t('alerts:column.local') },
    { attr: 'what', label: t('alerts:column.what'), isLong: true },
  ]
  const choice = (
    name: (typeof FILTERS)[number],
    label: string,
    all: string,
    options: readonly { id: string; label: string }[],
  ) => (
    <div className={css.filter}>
      <Select
        label=""
        emptyLabel={`${label}: ${all}`}
        options={options.map((one) => ({ ...one, label: `${label}: ${one.label}` }))}
        value={list.filter(name)}
        onChange={(value) => list.setFilters({ [name]: value, ...(name === 'client' && { local: null }) })}
      />
    </div>
  )
  const isFiltered = FILTERS.some((name) => list.filter(name) !== null)
  return (
    <ResourceTable
      label={t('alerts:tab.history')}
      columns={columns}
      rows={{ ...history, data: rows }}
      rowKey={({ id }) => id}
      state={list.state}
      onStateChange={list.onStateChange}
      filters={
        <>
          {choice('state', t('alerts:column.state'), t('alerts:allStates'), [
            { id: 'open', label: t('alerts:state.open') },
            { id: 'closed', label: t('alerts:state.solved') },
          ])}
          {choice(
            'kind',
            t('alerts:column.kind'),
            t('alerts:allKinds'),
            ALERT_KINDS.map((id) => ({ id, label: ALERT_RULES[id].names[language] })),
          )}
          {(clients?.length ?? 0) > 1 &&
            choice(
              'client',
              t('alerts:column.client'),
              t('alerts:allClients'),
              clients?.map(({ id, name }) => ({ id: String(id), label: name })) ?? [],
            )}
          {choice(
            'local',
            t('alerts:column.local'),
            t('alerts:allLocals'),
            places
              ?.filter((one) => client === null || String(one.client) === client)
              .map(({ id, name }) => ({ id: String(id), label: name })) ?? [],
          )}
        </>
      }
      rowActions={(row) => {
        const href = dashboardOf(row)
        const name = `${row.localName}, ${row.kindName}`
        return (
          <span className={css.actions}>
            <Popover
              placement="bottom end"
              label={t('alerts:history.figure', { name })}
              trigger={
                <IconButton plain size="small" label={t('alerts:history.figure', { name })} icon={<InfoIcon />} />
              }
            >
              <FigurePanel alert={row} title={row.kindName} store={row.localName} />
            </Popover>
            {href !== undefined && (
              <LinkButton
                kind="quiet"
                size="small"
                href={href}
                icon={<ChartBarIcon />}
                aria-label={t('alerts:history.dashboard', { name: row.localName })}
              >
                {''}
              </LinkButton>
            )}
          </span>
        )
      }}
      empty={
        isFiltered ? (
          <EmptyState
            icon={<BellIcon size={20} />}
            title={t('alerts:history.noneLeft')}
            action={
              <Button
                size="small"
                onPress={() => list.setFilters(Object.fromEntries(FILTERS.map((name) => [name, null])))}
              >
                {t('alerts:history.clear')}
              </Button>
            }
          />
        ) : (
          <EmptyState icon={<BellIcon size={20} />} title={t('alerts:history.none')}>
            {t('alerts:history.noneText')}
          </EmptyState>
        )
      }
    />
  )
}
