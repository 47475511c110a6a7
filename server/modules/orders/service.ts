/** The locals of orders: chosen while an order is a draft, each once. */
import { orderMachine } from '#domain/machines/orders'
import type { EntriesMoved } from '#schemas/generated/api/entries-moved.ts'
import type { LocalOrderDraft } from '#schemas/generated/api/local-order-draft.ts'
import type { LocalOrderOldIds } from '#schemas/generated/api/local-order-old-ids.ts'
import type { LocalOrder } from '#schemas/generated/entities/local-order.ts'
import type { Order } from '#schemas/generated/entities/order.ts'
import type { OrderProgress } from '#schemas/generated/entities/order-progress.ts'
import type { Repositories } from '../../catalog.ts'
import { localNotFound } from '../../db/scoped.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Parts } from '../../module.ts'
import { entryActions } from '../../resource/actions.ts'
import type { AnyResource } from '../../resource/description.ts'
import type { Entry } from '../../resource/rows.ts'

const orderNotFound = (id: number) =>
  new AppError('ENTRY_NOT_FOUND', `There is no order ${id} among those this account may see.`, { noun: 'order', id })
const localOrderNotFound = (order: number, id: number) =>
  new AppError('LOCAL_ORDER_NOT_FOUND', `Order ${order} has no local order ${id}.`, { order, id })

/** A local of an order as its history calls it: by the name it had then. */
async function calledIn(
  { locals }: Repositories,
  scope: Scope,
  { local, oldId }: Pick<LocalOrder, 'local' | 'oldId'>,
): Promise<string> {
  const name = (await locals.find(scope, local))?.name ?? `#${local}`
  return oldId === null ? name : `${name} · ${oldId}`
}

/** The parts of every change of the locals of an order. */
function orderTools(resource: AnyResource, { catalog, clock }: Parts) {
  async function find(scope: Scope, id: number, { resources }: Repositories): Promise<Order> {
    const order = await resources.find(resource, scope, id)
    if (order === undefined) throw orderNotFound(id)
    return order as unknown as Order
  }
  /**
   * Its locals stay as they were launched; only what they are called elsewhere may change. Throws ORDER_STATE_CONFLICT.
   */
  function requireState({ id, status }: Order, states: readonly Order['status'][]): void {
    if (states.includes(status)) return
    throw new AppError(
      'ORDER_STATE_CONFLICT',
      `Order ${id} is ${status}; its locals may be changed like this only while it is ${states.join(' or ')}.`,
      { order: id, state: status },
    )
  }

  /** Throws LOCAL_NOT_FOUND for a local that is not the client's. */
  async function requireOwn({ client }: Order, local: number, scope: Scope, { locals }: Repositories): Promise<void> {
    if (!(await locals.ids(scope, client)).includes(local)) throw localNotFound(local)
  }

  /** Throws ORDER_LOCAL_CONFLICT, OLD_ID_CONFLICT. */
  function requireFree(others: readonly LocalOrder[], { local, oldId }: Pick<LocalOrder, 'local' | 'oldId'>): void {
    if (others.some((one) => one.local === local))
      throw new AppError('ORDER_LOCAL_CONFLICT', `Local ${local} is in this order already.`, { local })
    requireDifferent([...others.flatMap((one) => one.oldId ?? []), ...(oldId === null ? [] : [oldId])])
  }

  /** Changes the locals of one order, under a lock. */
  const changing = <T>(
    scope: Scope,
    id: number,
    states: readonly Order['status'][],
    work: (order: Order, repositories: Repositories, at: number) => Promise<{ answer: T; details: object }>,
  ): Promise<T> =>
    catalog.transaction(async (repositories) => {
      await repositories.resources.hold(resource, [id])
      const order = await find(scope, id, repositories)
      requireState(order, states)
      const at = clock.now()
      const { answer, details } = await work(order, repositories, at)
      await repositories.localOrders.touchOrder(scope, id, at)
      await repositories.audit.append(scope, {
        action: 'order.change',
        target: resource.label(order),
        details: { id, ...details },
        at,
      })
      return answer
    })

  async function one(scope: Scope, order: number, id: number, { localOrders }: Repositories): Promise<LocalOrder> {
    const found = await localOrders.find(scope, id)
    if (found === undefined || found.order !== order) throw localOrderNotFound(order, id)
    return found
  }

  /** Throws ENTRY_CHANGED, with who it was. */
  async function requireUnchanged(
    { id, updatedAt: at }: LocalOrder,
    { updatedAt }: LocalOrderDraft,
    scope: Scope,
    { localOrders }: Repositories,
  ): Promise<void> {
    if (updatedAt === undefined || updatedAt === at) return
    const by = (await localOrders.changedBy(scope, id)) ?? 'Aforo'
    throw new AppError(
      'ENTRY_CHANGED',
      `Local order ${id} was changed meanwhile by ${by}; read it again before you change it.`,
      { noun: 'localOrder', id, by, at },
    )
  }

  return { find, requireState, requireOwn, requireFree, requireUnchanged, changing, one }
}

export function orderService(resource: AnyResource, parts: Parts) {
  const { catalog } = parts
  const { find, requireState, requireOwn, requireFree, requireUnchanged, changing, one } = orderTools(resource, parts)
  const actions = entryActions(
    resource,
    orderMachine,
    { find: (scope, id, repositories) => find(scope, id, repositories) as unknown as Promise<Entry> },
    parts,
  )

  return {
    /** Throws ENTRY_NOT_FOUND, as all of these do. */
    async locals(scope: Scope, order: number): Promise<LocalOrder[]> {
      await find(scope, order, catalog)
      return catalog.localOrders.list(scope, order)
    },

    /** Throws LOCAL_NOT_FOUND. */
    async ofLocal(scope: Scope, local: number): Promise<LocalOrder[]> {
      if ((await catalog.locals.find(scope, local)) === undefined) throw localNotFound(local)
      return catalog.localOrders.ofLocal(scope, local)
    },

    progress: (scope: Scope): Promise<OrderProgress[]> => catalog.localOrders.progress(scope),

    /** Throws LOCAL_NOT_FOUND, ORDER_STATE_CONFLICT, ORDER_LOCAL_CONFLICT, OLD_ID_CONFLICT. */
    add: (scope: Scope, order: number, { local, oldId = null }: LocalOrderDraft): Promise<LocalOrder> =>
      changing(scope, order, ['draft'], async (found, repositories, at) => {
        await requireOwn(found, local, scope, repositories)
        const draft = { local, oldId: oldId?.trim() ?? null }
        requireFree(await repositories.localOrders.list(scope, order), draft)
        const id = await repositories.localOrders.insert(scope, order, draft, at)
        const called = await calledIn(repositories, scope, draft)
        return {
          answer: await one(scope, order, id, repositories),
          details: { added: { localOrder: id, ...draft }, local: called, before: { local: null } },
        }
      }),

    /** Throws as `add`, LOCAL_ORDER_NOT_FOUND, ENTRY_CHANGED. */
    replace: (scope: Scope, order: number, id: number, draft: LocalOrderDraft): Promise<LocalOrder> =>
      changing(scope, order, ['draft', 'launched'], async (found, repositories, at) => {
        const before = await one(scope, order, id, repositories)
        await requireUnchanged(before, draft, scope, repositories)
        const next = { local: draft.local, oldId: draft.oldId?.trim() ?? null }
        if (next.local !== before.local) {
          requireState(found, ['draft'])
          await requireOwn(found, next.local, scope, repositories)
        }
        requireFree(
          (await repositories.localOrders.list(scope, order)).filter((other) => other.id !== id),
          next,
        )
        await repositories.localOrders.replace(scope, id, next, Math.max(at, before.updatedAt + 1))
        const [is, was] = [await calledIn(repositories, scope, next), await calledIn(repositories, scope, before)]
        return {
          answer: await one(scope, order, id, repositories),
          details: { changed: { localOrder: id, ...next }, local: is, before: { local: was } },
        }
      }),

    /** Throws LOCAL_ORDER_NOT_FOUND, ORDER_STATE_CONFLICT. */
    remove: (scope: Scope, order: number, id: number): Promise<void> =>
      changing(scope, order, ['draft'], async (_order, repositories) => {
        const { local, oldId } = await one(scope, order, id, repositories)
        await repositories.localOrders.remove(scope, id)
        const called = await calledIn(repositories, scope, { local, oldId })
        return {
          answer: undefined,
          details: { removed: { localOrder: id, local, oldId }, local: null, before: { local: called } },
        }
      }),

    /** All of them or none. Throws LOCAL_ORDER_NOT_FOUND, OLD_ID_CONFLICT. */
    setOldIds: (scope: Scope, order: number, { locals }: LocalOrderOldIds): Promise<LocalOrder[]> =>
      changing(scope, order, ['draft', 'launched'], async (_order, repositories, at) => {
        const { localOrders } = repositories
        const before = await localOrders.list(scope, order)
        const wanted = new Map(locals.map(({ id, oldId }) => [id, oldId?.trim() ?? null]))
        requireDifferent(locals.map(({ id }) => id))
        const missing = locals.find(({ id }) => !before.some((one) => one.id === id))
        if (missing !== undefined) throw localOrderNotFound(order, missing.id)
        const after = before.map(({ id, oldId }) => {
          const given = wanted.get(id)
          return given === undefined ? oldId : given
        })
        requireDifferent(after.flatMap((oldId) => oldId ?? []))
        const changes = before.flatMap(({ id, oldId }) => {
          const given = wanted.get(id)
          return given === undefined || given === oldId ? [] : [{ id, oldId: given, before: oldId }]
        })
        await localOrders.setOldIds(scope, changes, at)
        const answer = await localOrders.list(scope, order)
        const changed = new Set(changes.map(({ id }) => id))
        const called = async (rows: readonly LocalOrder[]) => {
          const names: string[] = []
          for (const row of rows) if (changed.has(row.id)) names.push(await calledIn(repositories, scope, row))
          return names.join(', ')
        }
        const [is, was] = [await called(answer), await called(before)]
        return { answer, details: { oldIds: changes, local: is, before: { local: was } } }
      }),

    /** Assigns open, unassigned orders to this administrator. Throws USER_NOT_FOUND. */
    takeUp: (scope: Scope, user: number): Promise<EntriesMoved> =>
      actions.giveUnassigned(scope, { action: 'assign', user }),

    /** The orders that `takeUp` would take now. Throws USER_NOT_FOUND. */
    wouldTakeUp: (scope: Scope, user: number): Promise<EntriesMoved> =>
      actions.wouldGive(scope, { action: 'assign', user }),
  }
}

/** Throws OLD_ID_CONFLICT with those that are there twice. */
function requireDifferent(ids: readonly (string | number)[]): void {
  const twice = [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))]
  if (twice.length > 0)
    throw new AppError('OLD_ID_CONFLICT', `There twice: ${twice.slice(0, 10).join(', ')}; each may be there once.`, {
      ids: twice,
    })
}
