/** Orders, their locals and their installations in the catalog: what is kept, and shown to whom, on every catalog. */
import { afterAll, describe, expect, test } from 'vitest'
import type { Catalog } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import { createCatalog } from '../../open-catalog.ts'
import { testDialects } from '../../testing/postgres.ts'
import { installations } from '../installations/index.ts'
import { interventions } from '../interventions/index.ts'
import { orders } from './index.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const { dialects, stop } = await testDialects()
afterAll(stop)

/** Two clients, with two locals each. */
async function filled(catalog: Catalog) {
  const places: { client: number; locals: number[] }[] = []
  for (const name of ['Uno', 'Dos']) {
    const client = (await catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })).id
    const locals: number[] = []
    for (const code of ['A', 'B']) {
      const place = { type: 'store', timeZone: 'Europe/Madrid', client, name: code, code } as const
      locals.push((await catalog.locals.insert(SYSTEM_SCOPE, place)).id)
    }
    places.push({ client, locals })
  }
  const [uno, dos] = places as [(typeof places)[number], (typeof places)[number]]
  return { uno, dos }
}

describe.each(dialects)('on $name', ({ url }) => {
  test('orders of other clients are not visible: not their locals, their progress, or their installations', async () => {
    const catalog = await createCatalog({ catalogUrl: await url() })
    try {
      const { uno, dos } = await filled(catalog)
      const { resources, localOrders, installations: own } = catalog
      const order = await resources.insert(orders.resource, SYSTEM_SCOPE, { name: 'Pedido', client: uno.client }, NOW)
      const [first = 0, second = 0] = uno.locals
      const a = await localOrders.insert(SYSTEM_SCOPE, order, { local: first, oldId: 'A' }, NOW)
      const b = await localOrders.insert(SYSTEM_SCOPE, order, { local: second, oldId: 'B' }, NOW)
      const draft = { name: 'Pedido', client: uno.client, local: first, localOrder: a, plannedFor: null }
      const made = await resources.insert(installations.resource, SYSTEM_SCOPE, draft, NOW)
      await own.remember(SYSTEM_SCOPE, made, 'installed', NOW + 5)
      const of = (client: number): Scope => ({ userId: null, role: 'basic', clients: [client], demo: false })
      const visible = async (scope: Scope) => [
        (await localOrders.list(scope, order)).map(({ id, oldId, installation }) => [id, oldId, installation]),
        (await localOrders.ofLocal(scope, first)).length,
        await localOrders.progress(scope),
        await localOrders.plannedInstallations(scope, order),
        await own.idsOfLocal(scope, first),
        (await own.history(scope, made)).length,
        [...(await own.cameInto(scope, 'installed', [made]))],
        (await own.rows(scope, { since: 0 })).map(({ localName, orderName, oldId }) => [localName, orderName, oldId]),
        (await localOrders.find(scope, a))?.id,
      ]
      expect(await visible(of(uno.client))).toEqual([
        [
          [a, 'A', made],
          [b, 'B', null],
        ],
        1,
        [{ order, locals: 2, installations: 1, installed: 0 }],
        [made],
        [made],
        1,
        [[made, NOW + 5]],
        [['A', 'Pedido', 'A']],
        a,
      ])
      expect(await visible(of(dos.client))).toEqual([[], 0, [], [], [], 0, [], [], undefined])
      await expect(localOrders.insert(SYSTEM_SCOPE, order, { local: first, oldId: 'C' }, NOW)).rejects.toMatchObject({
        code: 'ORDER_LOCAL_CONFLICT',
      })
    } finally {
      await catalog.close()
    }
  })

  test('the newest entry of a noun at a local is listed by the name of its noun; a noun that is not there has none', async () => {
    const catalog = await createCatalog({ catalogUrl: await url() })
    try {
      const { uno, dos } = await filled(catalog)
      const { resources } = catalog
      const [local = 0, other = 0] = uno.locals
      const insert = (at: number) => {
        const draft = { type: 'Visit', description: 'Look.', data: {}, client: uno.client, local }
        return resources.insert(interventions.resource, SYSTEM_SCOPE, draft, at)
      }
      await insert(NOW)
      const newest = await insert(NOW + 9)
      expect([...(await resources.latestAt(SYSTEM_SCOPE, 'interventions', [local, other]))]).toEqual([
        [local, { id: newest, state: 'pending', since: NOW + 9, holder: null }],
      ])
      const foreign: Scope = { userId: null, role: 'basic', clients: [dos.client], demo: false }
      expect((await resources.latestAt(foreign, 'interventions', [local])).size).toBe(0)
      expect((await resources.latestAt(SYSTEM_SCOPE, 'nothing', [local])).size).toBe(0)
    } finally {
      await catalog.close()
    }
  })
})
