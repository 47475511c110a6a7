/** Deliveries to a webhook, sent or waiting, with the answers; any of them can be sent again. */
import type { Language } from '#domain/languages'
import { ALERT_RULES } from '#domain/alert-rules'
import { tableMoment } from '#domain/moment'
import type { WebhookDelivery } from '#schemas/generated/entities/webhook-delivery.ts'
import { DataTable, EmptyState, IconButton, QueryState, StatusDot, type TableColumn, toasts, useUi } from '#ui'
import { RefreshIcon } from '#ui/icons/index.tsx'
import { useAlerts } from '../alerts-frame.tsx'
import { useDeliveries, useRefreshWebhooks } from './use-webhooks.ts'
import css from './webhooks.module.css'

const MARKS = { waiting: 'unknown', delivered: 'up', failed: 'down' } as const

export function Deliveries({ id }: { id: number }) {
  const { t, locale } = useUi()
  const { webhooks, say } = useAlerts()
  const refresh = useRefreshWebhooks()
  const deliveries = useDeliveries(id)
  const again = (delivery: number) =>
    webhooks.again(id, delivery).then(
      () => {
        toasts.success(t('webhooks:delivery.sentAgain'))
        return refresh(id)
      },
      (cause: unknown) => {
        toasts.error(say(cause))
      },
    )
  const aboutOf = ({ about }: WebhookDelivery) =>
    about && [about.local ?? '', ALERT_RULES[about.kind].names[locale as Language]].filter(Boolean).join(' · ')
  const answerOf = ({ status, reason, line }: WebhookDelivery) =>
    [
      ...(reason === null ? [] : [t(`webhooks:reason.${reason}`)]),
      ...(status === null ? [] : [`HTTP ${status}`]),
      ...(line === null ? [] : [line]),
    ].join(' · ') || null
  const columns: TableColumn<WebhookDelivery>[] = [
    {
      id: 'at',
      label: t('webhooks:delivery.at'),
      value: ({ createdAt }) => createdAt,
      render: ({ createdAt }) => tableMoment(createdAt),
      name: ({ createdAt }) => tableMoment(createdAt),
      isRowHeader: true,
    },
    { id: 'event', label: t('webhooks:delivery.event'), value: ({ type }) => t(`webhooks:event.${type}`) },
    { id: 'about', label: t('webhooks:delivery.about'), value: aboutOf, isLong: true, isLeftOutOfCards: true },
    {
      id: 'state',
      label: t('webhooks:state'),
      value: ({ state }) => t(`webhooks:delivery.${state}`),
      render: ({ state }) => <StatusDot status={MARKS[state]}>{t(`webhooks:delivery.${state}`)}</StatusDot>,
    },
    {
      id: 'answer',
      label: t('webhooks:delivery.answer'),
      value: answerOf,
      isLong: true,
      isSortable: false,
      isLeftOutOfCards: true,
    },
    { id: 'tries', label: t('webhooks:delivery.tries'), format: 'count', value: ({ tries }) => tries },
    {
      id: 'next',
      label: t('webhooks:delivery.next'),
      value: ({ nextTryAt }) => nextTryAt,
      render: ({ nextTryAt }) => (nextTryAt === null ? null : tableMoment(nextTryAt)),
      isLeftOutOfCards: true,
    },
  ]
  return (
    <div className={css.deliveries}>
      <h2>{t('webhooks:deliveries')}</h2>
      <QueryState
        of={deliveries}
        empty={
          <EmptyState compact title={t('webhooks:deliveries.none')}>
            {t('webhooks:deliveries.noneText')}
          </EmptyState>
        }
      >
        {(rows) => (
          <div className={css.list}>
            <DataTable
              label={t('webhooks:deliveries')}
              columns={columns}
              rows={rows}
              rowKey={(row) => row.id}
              pageSize={25}
              phone="cards"
              rowActions={(row) =>
                row.type !== 'webhook.test' && (
                  <IconButton
                    plain
                    size="small"
                    label={t('webhooks:delivery.again', { date: tableMoment(row.createdAt) })}
                    icon={<RefreshIcon />}
                    onPress={() => void again(row.id)}
                  />
                )
              }
            />
          </div>
        )}
      </QueryState>
    </div>
  )
}
