/** Locals in orders. Everyone but administrators sees only those of their clients. */
import type { LocalOrder } from '#schemas/generated/entities/local-order.ts'
import type { OrderProgress } from '#schemas/generated/entities/order-progress.ts'
import { sql } from 'kysely'
import { readable, unlessTaken } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import type { AllClients, Scope } from '../../lib/scope.ts'

type NewLocalOrder = Pick<LocalOrder, 'local' | 'oldId'>

const TAKEN = 'This local, or this old id, is in the order already.'

export const localOrderRepo = (db: Db) => ({ ...reading(db), ...writing(db), ...merging(db) })

function reading(db: Db) {
  const visible = (scope: Scope) =>
    db
      .selectFrom('local_orders')
      .innerJoin('orders', 'orders.id', 'local_orders.order_id')
      .leftJoin('installations', 'installations.local_order', 'local_orders.id')
      .select([
        'local_orders.id as id',
        'local_orders.order_id as order',
        'orders.client_id as client',
        'local_orders.local_id as local',
        'local_orders.old_id as oldId',
        'installations.id as installation',
        'local_orders.created_at as createdAt',
        'local_orders.updated_at as updatedAt',
      ])
      .where(readable(scope, 'orders.client_id'))
      .orderBy('local_orders.id')

  return {
    /** In the order in which they were added. */
    list: (scope: Scope, order: number): Promise<LocalOrder[]> =>
      visible(scope).where('local_orders.order_id', '=', order).execute(),

    ofLocal: (scope: Scope, local: number): Promise<LocalOrder[]> =>
      visible(scope).where('local_orders.local_id', '=', local).execute(),

    find: (scope: Scope, id: number): Promise<LocalOrder | undefined> =>
      visible(scope).where('local_orders.id', '=', id).executeTakeFirst(),

    /** The username of who changed it last; undefined = an account that is not there any more. */
    async changedBy(_scope: Scope, id: number): Promise<string | undefined> {
      const row = await db
        .selectFrom('local_orders')
        .innerJoin('users', 'users.id', 'local_orders.updated_by')
        .select('users.username as by')
        .where('local_orders.id', '=', id)
        .executeTakeFirst()
      return row?.by
    },

    /** Of the orders that have locals. */
    async progress(scope: Scope): Promise<OrderProgress[]> {
      const done = sql<
        number | string
      >`sum(case when installations.state in ('installed', 'verified', 'closed') then 1 else 0 end)`
      const there = sql<number | string>`sum(case when installations.state <> 'cancelled' then 1 else 0 end)`
      const rows = await db
        .selectFrom('local_orders')
        .innerJoin('orders', 'orders.id', 'local_orders.order_id')
        .leftJoin('installations', 'installations.local_order', 'local_orders.id')
        .select(['local_orders.order_id as order', done.as('installed'), there.as('installations')])
        .select((select) => select.fn.countAll().as('locals'))
        .where(readable(scope, 'orders.client_id'))
        .groupBy('local_orders.order_id')
        .orderBy('local_orders.order_id')
        .execute()
      return rows.map(({ order, locals, installations, installed }) => ({
        order,
        locals: Number(locals),
        installations: Number(installations ?? 0),
        installed: Number(installed ?? 0),
      }))
    },

    /** Ids of the installations of an order that are not begun. */
    async plannedInstallations(scope: Scope, order: number): Promise<number[]> {
      const rows = await db
        .selectFrom('installations')
        .innerJoin('local_orders', 'local_orders.id', 'installations.local_order')
        .select('installations.id as id')
        .where('local_orders.order_id', '=', order)
        .where('installations.state', '=', 'planned')
        .where(readable(scope, 'installations.client_id'))
        .orderBy('installations.id')
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Ids of the installations of the orders that an account has. */
    async installationsHeldBy(scope: Scope, user: number): Promise<number[]> {
      const rows = await db
        .selectFrom('installations')
        .innerJoin('local_orders', 'local_orders.id', 'installations.local_order')
        .innerJoin('orders', 'orders.id', 'local_orders.order_id')
        .select('installations.id as id')
        .where('orders.assignee_id', '=', user)
        .where(readable(scope, 'installations.client_id'))
        .orderBy('installations.id')
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}

function writing(db: Db) {
  return {
    /** Gives the id. Throws ORDER_LOCAL_CONFLICT. */
    async insert(scope: Scope, order: number, { local, oldId }: NewLocalOrder, at: number): Promise<number> {
      const times = { created_at: at, updated_at: at, updated_by: scope.userId }
      const values = { order_id: order, local_id: local, old_id: oldId, ...times }
      const write = db.insertInto('local_orders').values(values).returning('id').executeTakeFirstOrThrow()
      return (await unlessTaken(write, TAKEN, 'ORDER_LOCAL_CONFLICT')).id
    },

    /** Throws ORDER_LOCAL_CONFLICT. */
    async replace(scope: Scope, id: number, { local, oldId }: NewLocalOrder, at: number): Promise<void> {
      const values = { local_id: local, old_id: oldId, updated_at: at, updated_by: scope.userId }
      const write = db.updateTable('local_orders').set(values).where('id', '=', id).execute()
      await unlessTaken(write, TAKEN, 'ORDER_LOCAL_CONFLICT')
    },

    async remove(_scope: Scope, id: number): Promise<void> {
      await db.deleteFrom('local_orders').where('id', '=', id).execute()
    },

    /** Two that change places are never the same meanwhile. */
    async setOldIds(
      scope: Scope,
      changes: readonly { readonly id: number; readonly oldId: string | null }[],
      at: number,
    ): Promise<void> {
      for (const { id } of changes)
        await db.updateTable('local_orders').set({ old_id: null }).where('id', '=', id).execute()
      for (const { id, oldId } of changes)
        await db
          .updateTable('local_orders')
          .set({ old_id: oldId, updated_at: at, updated_by: scope.userId })
          .where('id', '=', id)
          .execute()
    },

    /** A change of its locals is one of the order: an older revision gets a conflict. */
    async touchOrder(scope: Scope, order: number, at: number): Promise<void> {
      await db
        .updateTable('orders')
        .set({
          updated_at: sql<number>`case when updated_at < ${at} then ${at} else updated_at + 1 end`,
          updated_by: scope.userId,
        })
        .where('id', '=', order)
        .execute()
    },
  }
}

function merging(db: Db) {
  return {
    /** A local becomes part of another one: in an order that has both, the other one stays, with its old id. */
    async takeOverLocal(_scope: AllClients, from: number, into: number): Promise<void> {
      const there = db.selectFrom('local_orders').select('order_id').where('local_id', '=', into)
      await db
        .updateTable('local_orders')
        .set({ local_id: into })
        .where('local_id', '=', from)
        .where('order_id', 'not in', there)
        .execute()
    },
  }
}
