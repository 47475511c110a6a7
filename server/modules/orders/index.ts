/** Orders: what a client has ordered, for which of its locals. Launching one makes the installations of these. */
import { installationMachine } from '#domain/machines/installations'
import { orderMachine } from '#domain/machines/orders'
import type { OrderDraft } from '#schemas/generated/api/order-draft.ts'
import type { Installation } from '#schemas/generated/entities/installation.ts'
import type { Order } from '#schemas/generated/entities/order.ts'
import type { Repositories } from '../../catalog.ts'
import { entryTable, numberedTables, owned, required, withStates } from '../../db/migrations/columns.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { ServerModule } from '../../module.ts'
import type { Led, ResourceDescription, ResourceModule, AuditNote } from '../../resource/description.ts'
import { installations } from '../installations/index.ts'
import { localOrderRepo } from './repo.ts'
import type { LocalOrdersTable, OrdersTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    orders: OrdersTable
    local_orders: LocalOrdersTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly localOrders: ReturnType<typeof localOrderRepo>
  }
}

const resource: ResourceDescription<Order, OrderDraft> = {
  name: 'orders',
  noun: 'order',
  table: 'orders',
  schema: 'order',
  tag: 'Orders',
  changes: 'admin',
  columns: { name: 'text', client: 'client' },
  defaults: { name: '', client: 0 },
  machine: orderMachine,
  holdsPlace: ['draft', 'launched'],
  label: ({ name }) => name,
  guard,
  effects,
  example: (unique, client) => ({ name: `Order ${unique}`, client }),
  async furnish({ localOrders }, order, local) {
    await localOrders.insert(SYSTEM_SCOPE, order, { local, oldId: null }, 0)
  },
  steps: {
    '0040-orders': async (db, dialect) => {
      await withStates(entryTable(db, dialect)('orders'))
        .addColumn('name', 'text', required)
        .addColumn('client_id', 'integer', owned('clients.id'))
        .addUniqueConstraint('orders_name', ['client_id', 'name'])
        .execute()
      await numberedTables(
        db,
        dialect,
      )('local_orders')
        .addColumn('order_id', 'integer', owned('orders.id'))
        .addColumn('local_id', 'integer', owned('locals.id'))
        .addColumn('old_id', 'text')
        .addColumn('created_at', 'bigint', required)
        .addColumn('updated_at', 'bigint', required)
        .addColumn('updated_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
        .addUniqueConstraint('local_orders_local', ['order_id', 'local_id'])
        .addUniqueConstraint('local_orders_old_id', ['order_id', 'old_id'])
        .execute()
      for (const column of ['assignee_id', 'last_action_by', 'updated_by'])
        await db.schema.createIndex(`orders_by_${column}`).on('orders').column(column).execute()
      for (const column of ['local_id', 'updated_by'])
        await db.schema.createIndex(`local_orders_by_${column}`).on('local_orders').column(column).execute()
    },
  },
}

/** Its locals are its client's; and one that is launched has installations under way. */
async function guard(
  { localOrders }: Repositories,
  { before, draft }: { readonly before: Order; readonly draft: OrderDraft | null },
): Promise<void> {
  const { id, status } = before
  if (draft === null && status === 'launched')
    throw new AppError('ORDER_REMOVE_NOT_ALLOWED', `Order ${id} is launched; close or cancel it first.`, { order: id })
  if (draft === null || draft.client === before.client) return
  const { length } = await localOrders.list(SYSTEM_SCOPE, id)
  if (length > 0)
    throw new AppError(
      'ORDER_CLIENT_CONFLICT',
      `Order ${id} has ${length} locals of client ${before.client}; take them out before it becomes one of client ` +
        `${draft.client}.`,
      { order: id, locals: length, client: before.client },
    )
}

async function effects(repositories: Repositories, led: Led<Order>): Promise<readonly AuditNote[]> {
  if (led.action === 'launch') return install(repositories, led)
  return led.action === 'cancel' ? callOff(repositories, led) : []
}

/** Makes the installation of each of its locals. Throws ORDER_LOCALS_REQUIRED. */
async function install(
  { localOrders, resources }: Repositories,
  { after: { id, name, client }, scope, at }: Led<Order>,
): Promise<readonly AuditNote[]> {
  const locals = await localOrders.list(SYSTEM_SCOPE, id)
  if (locals.length === 0)
    throw new AppError('ORDER_LOCALS_REQUIRED', `Order ${id} has no locals; add those that it is for first.`, {
      order: id,
    })
  const notes: AuditNote[] = []
  for (const { id: localOrder, local } of locals) {
    const draft = { name, client, local, localOrder, plannedFor: null }
    const made = await resources.insert(installations.resource, scope, draft, at)
    notes.push({
      action: 'installation.create',
      target: installations.resource.label({ ...draft, id: made }),
      details: { id: made, ...draft },
    })
  }
  return notes
}

/** Planned installations of a cancelled order are cancelled with it; begun ones continue. */
async function callOff(
  { localOrders, installations: history, resources }: Repositories,
  { after, scope, at }: Led<Order>,
): Promise<readonly AuditNote[]> {
  const cancel = installationMachine.transitions.find(({ action }) => action === 'cancel')
  const ids = await localOrders.plannedInstallations(SYSTEM_SCOPE, after.id)
  if (cancel === undefined || ids.length === 0) return []
  await resources.hold(installations.resource, ids)
  const planned = { ...cancel, from: ['planned'] } as const
  const moved = await resources.move(installations.resource, scope, planned, { ids, at })
  const cancelled = moved as unknown as readonly Installation[]
  for (const { id, status } of cancelled) await history.remember(scope, id, status, at)
  return cancelled.map((one) => ({
    action: 'installation.cancel' as AuditNote['action'],
    target: installations.resource.label(one),
    details: { id: one.id, status: one.status, before: { status: 'planned' }, order: after.id },
  }))
}

export const orders: ServerModule & ResourceModule = {
  name: 'orders',
  resource,
  repositories: { localOrders: localOrderRepo },
  steps: resource.steps,
  start: async () => (await import('./start.ts')).startOrders(resource),
}
