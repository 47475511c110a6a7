/** The addresses to which events of each client are sent, and how each does. */
import type { Webhook } from '#schemas/generated/entities/webhook.ts'
import {
  confirmAndRun,
  EmptyState,
  IconButton,
  LinkButton,
  type ResourceColumn,
  ResourceTable,
  Select,
  toasts,
  useUi,
} from '#ui'
import { LinkIcon, TrashIcon } from '#ui/icons/index.tsx'
import { useMemo } from 'react'
import { PATHS, useAlerts } from '../alerts-frame.tsx'
import { useAlertClients, useList } from '../use-alert-data.ts'
import { stateOf, useRefreshWebhooks, useWebhooks } from './use-webhooks.ts'
import { valuesOf, toDraft } from './webhook-values.ts'
import css from '../alerts.module.css'

interface Row extends Webhook {
  readonly clientName: string
  readonly host: string
  readonly shownEvents: readonly string[]
  readonly shownState: 'up' | 'down' | 'warn' | 'closed' | 'unknown'
}

const MARKS = { working: 'up', failing: 'warn', switchedOff: 'down', off: 'closed', unused: 'unknown' } as const

export function WebhooksTab() {
  const { t } = useUi()
  const { webhooks, say } = useAlerts()
  const list = useList()
  const refresh = useRefreshWebhooks()
  const [stored, clients] = [useWebhooks(), useAlertClients()]
  const client = list.filter('client')
  const rows = useMemo(() => {
    const names = new Map(clients.data?.map(({ id, name }) => [id, name]))
    return stored.data
      ?.filter((one) => client === null || String(one.client) === client)
      .map((one): Row => ({
        ...one,
        clientName: names.get(one.client) ?? '',
        host: URL.canParse(one.address) ? new URL(one.address).host : one.address,
        shownEvents: one.events.map((event) => t(`webhooks:event.${event}`)),
        shownState: MARKS[stateOf(one)],
      }))
  }, [stored.data, clients.data, client, t])
  const setEnabled = async (row: Row, enabled: boolean) => {
    await webhooks.save(row.id, toDraft({ ...valuesOf(row), enabled })).catch((cause: unknown) => {
      throw new Error(say(cause), { cause })
    })
    toasts.success(t('webhooks:saved'))
    await refresh()
  }
  const remove = async ({ id, name }: Row) => {
    const answer = await confirmAndRun({
      question: t('webhooks:removeQuestion', { name }),
      isDanger: true,
      confirmLabel: t('webhooks:remove'),
      errorText: say,
      run: () => webhooks.remove(id),
    })
    if (answer === 'done') await refresh()
  }
  const many = (clients.data?.length ?? 0) > 1
  const columns: ResourceColumn<Row>[] = [
    { attr: 'name', label: t('webhooks:name') },
    ...(many ? [{ attr: 'clientName', label: t('webhooks:client') }] : []),
    { attr: 'host', label: t('webhooks:host') },
    { attr: 'shownEvents', label: t('webhooks:events'), type: 'StringArray', isSortable: false },
    {
      attr: 'shownState',
      label: t('webhooks:state'),
      type: 'FootState',
      options: {
        names: {
          up: t('webhooks:state.working'),
          warn: t('webhooks:state.failing'),
          down: t('webhooks:state.switchedOff'),
          closed: t('webhooks:state.off'),
          unknown: t('webhooks:state.unused'),
        },
      },
    },
    { attr: 'failingSince', label: t('webhooks:failingSince'), type: 'Date' },
    { attr: 'deliveredAt', label: t('webhooks:deliveredAt'), type: 'Date' },
    {
      attr: 'enabled',
      label: t('webhooks:enabled'),
      type: 'Boolean',
      toggle: (row) => (on) => setEnabled(row, on),
      width: '6rem',
    },
  ]
  return (
    <ResourceTable
      label={t('alerts:tab.webhooks')}
      columns={columns.filter(({ attr }) => attr !== 'failingSince' || rows?.some((row) => row.failingSince !== null))}
      rows={{ ...stored, data: rows }}
      rowKey={({ id }) => id}
      linkTo={({ id }) => PATHS.editWebhook(id)}
      state={list.state}
      onStateChange={list.onStateChange}
      filters={
        many && (
          <div className={css.filter}>
            <Select
              label=""
              emptyLabel={`${t('webhooks:client')}: ${t('alerts:allClients')}`}
              options={
                clients.data?.map(({ id, name }) => ({ id: String(id), label: `${t('webhooks:client')}: ${name}` })) ??
                []
              }
              value={client}
              onChange={(value) => list.setFilters({ client: value })}
            />
          </div>
        )
      }
      rowActions={(row) => (
        <IconButton
          plain
          size="small"
          label={t('webhooks:removeName', { name: row.name })}
          icon={<TrashIcon />}
          onPress={() => void remove(row)}
        />
      )}
      empty={
        <EmptyState
          icon={<LinkIcon size={20} />}
          title={t('webhooks:none')}
          action={
            <LinkButton
              kind="primary"
              size="small"
              href={`${PATHS.addWebhook}${client === null ? '' : `?client=${client}`}`}
            >
              {t('webhooks:add')}
            </LinkButton>
          }
        >
          {t('webhooks:noneText')}
        </EmptyState>
      }
    />
  )
}
