/** The locals of the account, each with the switch of its alerts. */
import type { LocalAlert } from '#schemas/generated/entities/local-alert.ts'
import { EmptyState, type ResourceColumn, ResourceTable, SegmentedControl, toasts, useUi } from '#ui'
import { StoreIcon } from '#ui/icons/index.tsx'
import { useMemo } from 'react'
import { PATHS, useAlerts } from './alerts-frame.tsx'
import { useAlertClients, useAlertLocals, useList, usePutSwitch } from './use-alert-data.ts'

interface Row extends LocalAlert {
  readonly clientName: string
}

const STATES = ['on', 'off', 'all'] as const

export function LocalsTab() {
  const { t } = useUi()
  const list = useList()
  const switching = useSwitching()
  const [locals, clients] = [useAlertLocals(), useAlertClients()]
  const requested = list.filter('alerts')
  const shown = STATES.find((one) => one === requested) ?? 'all'
  const rows = useMemo(() => {
    const names = new Map(clients.data?.map(({ id, name }) => [id, name]))
    return locals.data
      ?.filter(({ enabled }) => shown === 'all' || enabled === (shown === 'on'))
      .map((local): Row => ({ ...local, clientName: names.get(local.client) ?? '' }))
  }, [locals.data, clients.data, shown])
  const columns: ResourceColumn<Row>[] = [
    { attr: 'name', label: t('alerts:column.name') },
    { attr: 'code', label: t('alerts:column.code') },
    ...((clients.data?.length ?? 0) > 1
      ? [{ attr: 'clientName', label: t('alerts:column.client'), isSearched: false }]
      : []),
    {
      attr: 'open',
      label: t('alerts:column.open'),
      title: t('alerts:column.openTitle'),
      type: 'Link',
      isSearched: false,
      value: ({ open }) => (open === 0 ? null : String(open)),
      options: { href: ({ id }) => `${PATHS.manage}?tab=history&state=open&local=${id}` },
    },
    {
      attr: 'enabled',
      label: t('alerts:column.alert'),
      type: 'Boolean',
      toggle: (row) => (on) => switching(row, on),
      width: '8rem',
    },
  ]
  return (
    <ResourceTable
      label={t('alerts:tab.locals')}
      columns={columns}
      rows={{ ...locals, data: rows }}
      rowKey={({ id }) => id}
      state={list.state}
      onStateChange={list.onStateChange}
      searchLabel={t('alerts:locals.search')}
      filters={
        <SegmentedControl
          label={t('alerts:locals.filter')}
          value={shown}
          segments={STATES.map((id) => ({ id, label: t(`alerts:locals.${id}`) }))}
          onChange={(state) => list.setFilters({ alerts: state === 'all' ? null : state })}
        />
      }
      empty={
        <EmptyState
          icon={<StoreIcon size={20} />}
          title={t(shown === 'all' ? 'alerts:locals.none' : 'alerts:locals.noneLeft')}
        >
          {t(shown === 'all' ? 'alerts:locals.noneText' : 'alerts:locals.noneLeftText')}
        </EmptyState>
      }
    />
  )
}

/**
 * Sends the new state; the table shows it at once and puts the old one back when this throws (spec 2, sections 4 and
 * 8).
 */
function useSwitching(): (local: LocalAlert, on: boolean) => Promise<void> {
  const { t } = useUi()
  const { api, say } = useAlerts()
  const put = usePutSwitch()
  return async ({ id, alertId }, on) => {
    try {
      put(await api.setState(id, alertId, on ? 'activate' : 'deactivate'))
    } catch (cause) {
      throw new Error(`${t('alerts:locals.failed')}. ${say(cause)}`, { cause })
    }
    toasts.success(t('alerts:locals.updated'))
  }
}
