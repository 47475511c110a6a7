/** Requests of the matrix about the locals of orders and the open work of an account. For tests only. */
import { randomInt } from 'node:crypto'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { installations } from '../../server/modules/installations/index.ts'
import { orders } from '../../server/modules/orders/index.ts'
import { NOW } from '../../server/testing/fixture.ts'
import type { RecipeTools } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { Recipe, Situation } from './recipe.ts'

const headers = { 'content-type': 'application/json' }

export async function orderRecipes({ catalog, ids }: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const { resources, localOrders, users } = catalog
  const scope = SYSTEM_SCOPE
  const admin = (await users.findByUsername(scope, 'admin@aforo.test'))?.id ?? MISSING

  /** A draft order of one local. */
  async function another(): Promise<{ order: number; local: number }> {
    const draft = { name: `Matrix ${randomInt(1e9)}`, client: ids.uno }
    const order = await resources.insert(orders.resource, scope, draft, NOW)
    return { order, local: await localOrders.insert(scope, order, { local: ids.granVia, oldId: null }, NOW) }
  }
  const standing = await another()
  const target = async ({ variant, fresh }: Situation) => {
    if (variant === 'missing') return { order: MISSING, local: MISSING }
    return fresh ? another() : standing
  }
  const oldId = () => `O-${randomInt(1e9)}`
  const changing =
    (to: (of: { order: number; local: number }, situation: Situation) => object): Recipe =>
    async (situation) => {
      const of = await target(situation)
      return [{ headers, ...(to(of, situation) as { url: string; payload: object }) }]
    }

  /** Something that waits for the administrator: an order, and an installation of one that they have. */
  async function wait(): Promise<void> {
    await another()
    const { order, local: localOrder } = await another()
    const assign = orders.resource.machine?.transitions.find(({ action }) => action === 'assign')
    if (assign === undefined) throw new Error('Orders are assigned.')
    await resources.move(orders.resource, scope, assign, { ids: [order], at: NOW, user: admin })
    const draft = { name: 'Matrix', client: ids.uno, local: ids.granVia, localOrder }
    await resources.insert(installations.resource, scope, draft, NOW)
  }
  const processed =
    (path: string): Recipe =>
    async ({ variant, fresh }) => {
      if (fresh) await wait()
      return [{ url: `${path}/${variant === 'missing' ? MISSING : admin}` }]
    }

  const installation = await resources.insert(
    installations.resource,
    scope,
    { name: 'Matrix', client: ids.uno, local: ids.granVia },
    NOW,
  )
  return new Map<string, Recipe>([
    [
      'GET /api/orders/:id/locals',
      async (situation) => [{ url: `/api/orders/${(await target(situation)).order}/locals` }],
    ],
    [
      'POST /api/orders/:order/locals',
      changing(({ order }) => ({ url: `/api/orders/${order}/locals`, payload: { local: ids.closed } })),
    ],
    [
      'PUT /api/orders/:order/locals/:id',
      changing(({ order, local }) => ({
        url: `/api/orders/${order}/locals/${local}`,
        payload: { local: ids.granVia, oldId: oldId() },
      })),
    ],
    [
      'DELETE /api/orders/:order/locals/:id',
      async (situation) => {
        const { order, local } = await target(situation)
        return [{ url: `/api/orders/${order}/locals/${local}` }]
      },
    ],
    [
      'PUT /api/orders/:id/locals/oldId/bulk',
      changing(({ order, local }, { variant }) => ({
        url: `/api/orders/${order}/locals/oldId/bulk`,
        payload: {
          locals: [{ id: local, oldId: oldId() }, ...(variant === 'mixed' ? [{ id: MISSING, oldId: oldId() }] : [])],
        },
      })),
    ],
    [
      'GET /api/orders/local-orders/local/:local',
      ({ variant }) =>
        Promise.resolve([{ url: `/api/orders/local-orders/local/${variant === 'missing' ? MISSING : ids.granVia}` }]),
    ],
    [
      'GET /api/installations/local/:id',
      ({ variant }) =>
        Promise.resolve([{ url: `/api/installations/local/${variant === 'missing' ? MISSING : ids.granVia}` }]),
    ],
    [
      'GET /api/management/installations/:id/way',
      ({ variant }) =>
        Promise.resolve([
          { url: `/api/management/installations/${variant === 'missing' ? MISSING : installation}/way` },
        ]),
    ],
    ...['GET', 'POST'].flatMap((method): [string, Recipe][] => [
      [`${method} /api/orders/process/user/:userId`, processed('/api/orders/process/user')],
      [
        `${method} /api/management/installations/process/user/:id`,
        processed('/api/management/installations/process/user'),
      ],
    ]),
  ])
}
