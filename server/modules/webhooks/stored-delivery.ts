/** A delivery as it is kept. */
import type { WebhookAlert } from '#schemas/generated/api/webhook-alert.ts'
import type { WebhookTest } from '#schemas/generated/api/webhook-test.ts'
import type { WebhookDelivery } from '#schemas/generated/entities/webhook-delivery.ts'
import type { Row } from '../../db/tables.ts'

/** The event as stored: the link is a path of this server. */
export type EventData = WebhookAlert | WebhookTest['data']

export interface StoredDelivery extends WebhookDelivery {
  readonly webhook: number
  readonly data: EventData
}

const isAlert = (data: EventData): data is WebhookAlert => 'alert' in data

export const toDelivery = (row: Row<'webhook_deliveries'>): StoredDelivery => {
  const data = JSON.parse(row.data) as EventData
  return {
    id: row.id,
    webhook: row.webhook_id,
    event: row.event,
    type: row.type as WebhookDelivery['type'],
    createdAt: row.at,
    about: isAlert(data) ? { kind: data.kind, local: data.local?.name ?? null } : null,
    state: row.state as WebhookDelivery['state'],
    tries: row.tries,
    nextTryAt: row.state === 'waiting' ? row.next_try_at : null,
    triedAt: row.tried_at,
    status: row.status,
    ms: row.ms,
    reason: row.reason as WebhookDelivery['reason'],
    line: row.line,
    data,
  }
}
