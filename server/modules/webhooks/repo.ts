/** Webhooks of the clients that the caller may read. */
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Webhook } from '#schemas/generated/entities/webhook.ts'
import { atomically, readable, requireClient } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { AllClients, Scope } from '../../lib/scope.ts'

export interface StoredWebhook extends Webhook {
  /** Sealed for `webhooks.secret` and `webhooks.old_secret` of its row. */
  readonly secret: string
  readonly oldSecret: string | null
  /** Who made it; null = the account is gone. */
  readonly madeBy: number | null
}

export type WebhookContent = Pick<Webhook, 'name' | 'address' | 'events' | 'enabled'>

/** An address may identify its owner, so a demo account reads none. */
const visible = (scope: Scope): RawBuilder<SqlBool> => (scope.demo ? sql<SqlBool>`1 = 0` : readable(scope, 'client_id'))

const toWebhook = (row: Row<'webhooks'>): StoredWebhook => ({
  id: row.id,
  client: row.client_id,
  name: row.name,
  address: row.address,
  events: JSON.parse(row.events) as Webhook['events'],
  enabled: row.enabled === 1,
  offBecause: row.off_because as Webhook['offBecause'],
  bothUntil: row.both_until,
  failingSince: row.failing_since,
  deliveredAt: row.delivered_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  secret: row.secret,
  oldSecret: row.old_secret,
  madeBy: row.made_by,
})

const toRow = ({ name, address, events, enabled }: WebhookContent) => ({
  name,
  address,
  events: JSON.stringify(events),
  enabled: enabled ? 1 : 0,
})

export function webhookRepo(db: Db) {
  const all = (scope: Scope) => db.selectFrom('webhooks').selectAll().where(visible(scope))

  return {
    /** By client, in the order in which they were made. */
    async list(scope: Scope, { client }: { client?: number } = {}): Promise<StoredWebhook[]> {
      const query = all(scope).orderBy('client_id').orderBy('id')
      return (await (client === undefined ? query : query.where('client_id', '=', client)).execute()).map(toWebhook)
    },

    async some(scope: Scope, ids: readonly number[]): Promise<StoredWebhook[]> {
      return ids.length === 0 ? [] : (await all(scope).where('id', 'in', ids).orderBy('id').execute()).map(toWebhook)
    },

    /**
     * Throws CLIENT_NOT_FOUND for a client outside the scope. @param seal gets the id of the new row, which its secret
     * is bound to
     */
    async insert(
      scope: Scope,
      client: number,
      content: WebhookContent,
      at: number,
      seal: (id: number) => string,
    ): Promise<StoredWebhook> {
      requireClient(scope, client)
      return atomically(db, async (db) => {
        const row = { client_id: client, ...toRow(content), secret: '', made_by: scope.userId }
        const { id } = await db
          .insertInto('webhooks')
          .values({ ...row, created_at: at, updated_at: at })
          .returning('id')
          .executeTakeFirstOrThrow()
        return toWebhook(
          await db
            .updateTable('webhooks')
            .set({ secret: seal(id) })
            .where('id', '=', id)
            .returningAll()
            .executeTakeFirstOrThrow(),
        )
      })
    },

    /**
     * Everything but client and secret. One that is switched on again starts fresh. Undefined when there is none in the
     * scope.
     */
    async replace(
      scope: Scope,
      id: number,
      content: WebhookContent,
      at: number,
      isNew: boolean,
    ): Promise<StoredWebhook | undefined> {
      const row = await db
        .updateTable('webhooks')
        .set({ ...toRow(content), updated_at: at, ...(isNew && { off_because: null, failing_since: null }) })
        .where('id', '=', id)
        .where(visible(scope))
        .returningAll()
        .executeTakeFirst()
      return row && toWebhook(row)
    },

    /** The old secret is valid beside the new one until then (epoch ms). Both are sealed for their places. */
    async rotate(
      scope: Scope,
      id: number,
      { secret, oldSecret, bothUntil }: { secret: string; oldSecret: string; bothUntil: number },
      at: number,
    ): Promise<StoredWebhook | undefined> {
      const row = await db
        .updateTable('webhooks')
        .set({ secret, old_secret: oldSecret, both_until: bothUntil, updated_at: at })
        .where('id', '=', id)
        .where(visible(scope))
        .returningAll()
        .executeTakeFirst()
      return row && toWebhook(row)
    },

    async remove(scope: Scope, id: number): Promise<void> {
      await db.deleteFrom('webhooks').where('id', '=', id).where(visible(scope)).execute()
    },

    /** The result of the last attempt. For the product itself. */
    async tried(_scope: AllClients, id: number, isDelivered: boolean, at: number): Promise<void> {
      const query = db.updateTable('webhooks').where('id', '=', id)
      await (
        isDelivered
          ? query.set({ failing_since: null, delivered_at: at })
          : query.set({ failing_since: at }).where('failing_since', 'is', null)
      ).execute()
    },

    /** False when it was off already. For the product itself. */
    async switchOff(_scope: AllClients, id: number, because: 'failing' | 'gone'): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('webhooks')
        .set({ enabled: 0, off_because: because })
        .where('id', '=', id)
        .where('enabled', '=', 1)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
