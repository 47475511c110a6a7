import type { Generated, Kysely } from 'kysely'
import { numberedTables, owned, required } from '../../db/migrations/columns.ts'
import type { SqlDialect } from '../../db/tables.ts'

/** Addresses to which events of clients are sent. */
export interface WebhooksTable {
  id: Generated<number>
  client_id: number
  name: string
  address: string
  /** JSON list. */
  events: string
  enabled: number
  /** Why the server switched it off. */
  off_because: string | null
  /** Sealed. */
  secret: string
  /** Sealed; valid until `both_until`. */
  old_secret: string | null
  both_until: number | null
  made_by: number | null
  failing_since: number | null
  delivered_at: number | null
  created_at: number
  updated_at: number
}

/** Deliveries of events, and their results. */
export interface WebhookDeliveriesTable {
  id: Generated<number>
  webhook_id: number
  /** `msg_` and 128 random bits: the same in every try, and for every webhook of the client. */
  event: string
  type: string
  /** JSON: what happened, with real names and the path of its link. */
  data: string
  at: number
  /** `waiting`, `delivered` or `failed`. */
  state: string
  tries: number
  next_try_at: number
  /** On its way until then: a server that ended meanwhile has not settled it. */
  leased_until: number | null
  tried_at: number | null
  status: number | null
  ms: number | null
  reason: string | null
  line: string | null
}

export async function webhookTables(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  const table = numberedTables(db, dialect)
  await table('webhooks')
    .addColumn('client_id', 'integer', owned('clients.id'))
    .addColumn('name', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('events', 'text', required)
    .addColumn('enabled', 'integer', required)
    .addColumn('off_because', 'text')
    .addColumn('secret', 'text', required)
    .addColumn('old_secret', 'text')
    .addColumn('both_until', 'bigint')
    .addColumn('made_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('failing_since', 'bigint')
    .addColumn('delivered_at', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute()
  await table('webhook_deliveries')
    .addColumn('webhook_id', 'integer', owned('webhooks.id'))
    .addColumn('event', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('data', 'text', required)
    .addColumn('at', 'bigint', required)
    .addColumn('state', 'text', required)
    .addColumn('tries', 'integer', required)
    .addColumn('next_try_at', 'bigint', required)
    .addColumn('leased_until', 'bigint')
    .addColumn('tried_at', 'bigint')
    .addColumn('status', 'integer')
    .addColumn('ms', 'integer')
    .addColumn('reason', 'text')
    .addColumn('line', 'text')
    .execute()
  const index = (on: string, name: string, columns: readonly string[]) =>
    db.schema
      .createIndex(name)
      .on(on)
      .columns([...columns])
      .execute()
  await index('webhooks', 'webhooks_client', ['client_id'])
  await index('webhooks', 'webhooks_made_by', ['made_by'])
  await index('webhook_deliveries', 'webhook_deliveries_webhook', ['webhook_id', 'id'])
  await index('webhook_deliveries', 'webhook_deliveries_due', ['state', 'next_try_at'])
}
