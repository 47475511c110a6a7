/**
 * Deliveries of events to webhooks. They are written in the transaction in which they happen (`announce`), so that none
 * is lost, and none is sent of what was undone.
 */
import { sql } from 'kysely'
import { alertPath } from '#domain/alert-link'
import type { WebhookEvent } from '#schemas/generated/entities/webhook-event.ts'
import type { WebhookAlert } from '#schemas/generated/api/webhook-alert.ts'
import type { WebhookTest } from '#schemas/generated/api/webhook-test.ts'
import type { Alert } from '#schemas/generated/entities/alert.ts'
import { inChunks } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { AllClients } from '../../lib/scope.ts'
import { deliveryQueue } from './delivery-queue.ts'
import type { Outcome } from './post.ts'
import { toDelivery } from './stored-delivery.ts'
import type { StoredDelivery } from './stored-delivery.ts'
import { newEventId } from './signature.ts'

const SHOWN = 200

const iso = (ms: number) => new Date(ms).toISOString()

/** The alert as it is now, for a webhook. */
function alertData(
  row: Row<'alerts'> & { readonly client_name: string; readonly local_name: string | null },
): WebhookAlert {
  const figure = JSON.parse(row.figure) as Alert['figure']
  const { value, unit, expected, low, high, day, device, reason, definition, widget } = figure
  const kind = row.kind as Alert['kind']
  const path = alertPath(
    { client: row.client_id, local: row.local_id, kind, openedAt: row.opened_at, figure },
    () => true,
  )
  return {
    alert: row.id,
    rule: row.rule_id,
    kind,
    client: { id: row.client_id, name: row.client_name },
    local: row.local_id === null || row.local_name === null ? null : { id: row.local_id, name: row.local_name },
    openedAt: iso(row.opened_at),
    closedAt: row.closed_at === null ? null : iso(row.closed_at),
    muted: row.muted_at !== null,
    figure: {
      value,
      unit,
      expected,
      low,
      high,
      day,
      device,
      reason,
      definition,
      widget: widget
        ? { rule: widget.rule, title: widget.title, column: widget.column, row: widget.row, format: widget.format }
        : null,
    },
    link: path ?? `/users/alerts/manage?tab=history&client=${row.client_id}`,
  }
}

export function webhookDeliveryRepo(db: Db) {
  const waiting = { state: 'waiting', tries: 0, leased_until: null, tried_at: null, status: null, ms: null } as const

  return {
    /**
     * Writes what happened to these alerts for every webhook of their clients that wants it. To be called in the
     * transaction in which it happens.
     */
    async announce(_scope: AllClients, type: WebhookEvent, alerts: readonly number[], at: number): Promise<void> {
      if (alerts.length === 0) return
      const hooks = (await db.selectFrom('webhooks').selectAll().where('enabled', '=', 1).execute()).filter(
        ({ events }) => (JSON.parse(events) as WebhookEvent[]).includes(type),
      )
      if (hooks.length === 0) return
      for (const ids of inChunks(alerts)) {
        const query = db
          .selectFrom('alerts')
          .innerJoin('clients', 'clients.id', 'alerts.client_id')
          .leftJoin('locals', 'locals.id', 'alerts.local_id')
          .selectAll('alerts')
          .select(['clients.name as client_name', 'locals.name as local_name'])
          .where('alerts.id', 'in', ids)
          .orderBy('alerts.id')
        // One that was switched off in the same moment was not solved.
        const rows = await (
          type === 'alert.solved' ? query.where('alerts.closed_because', '=', 'solved') : query
        ).execute()
        const values = rows.flatMap((row) => {
          const [event, data] = [newEventId(), JSON.stringify(alertData(row))]
          return hooks
            .filter((hook) => hook.client_id === row.client_id)
            .map((hook) => ({ ...waiting, webhook_id: hook.id, event, type, data, at, next_try_at: at }))
        })
        for (const part of inChunks(values, 100)) await db.insertInto('webhook_deliveries').values(part).execute()
      }
    },

    /** Records the result of a test, which is sent once. Returns its id. */
    async keepTest(
      webhook: number,
      { event, data, outcome, ms }: { event: string; data: WebhookTest['data']; outcome: Outcome; ms: number },
      at: number,
    ): Promise<StoredDelivery> {
      const { status, reason, line } = outcome
      const row = await db
        .insertInto('webhook_deliveries')
        .values({
          webhook_id: webhook,
          event,
          type: 'webhook.test',
          data: JSON.stringify(data),
          at,
          state: reason === null ? 'delivered' : 'failed',
          tries: 1,
          next_try_at: at,
          leased_until: null,
          tried_at: at,
          status,
          reason,
          line,
          ms,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toDelivery(row)
    },

    /** The newest first, at most two hundred. */
    async list(webhook: number): Promise<StoredDelivery[]> {
      const rows = await db
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('webhook_id', '=', webhook)
        .orderBy('id', 'desc')
        .limit(SHOWN)
        .execute()
      return rows.map(toDelivery)
    },

    /** One that waits is tried now; one that is settled is sent once more, with all its tries. Undefined: none such. */
    async again(webhook: number, id: number, now: number): Promise<StoredDelivery | undefined> {
      const row = await db
        .updateTable('webhook_deliveries')
        .set({
          state: 'waiting',
          tries: sql`case when state = 'waiting' then tries else 0 end`,
          next_try_at: now,
        })
        .where('id', '=', id)
        .where('webhook_id', '=', webhook)
        .where('type', '!=', 'webhook.test')
        .returningAll()
        .executeTakeFirst()
      return row && toDelivery(row)
    },

    ...deliveryQueue(db),
  }
}
