/** An entry is removed and restored with all that refers to it, in every catalog. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { entries } from '../modules/entries/index.ts'
import { preseals } from '../modules/preseals/index.ts'
import { seals } from '../modules/seals/index.ts'
import { fixture, NOW } from '../testing/fixture.ts'
import type { Fixture } from '../testing/fixture.ts'
import { testDialects } from '../testing/postgres.ts'
import { sender } from '../testing/send.ts'
import type { Send } from '../testing/send.ts'

const DAY_MS = 86_400_000
const { dialects, stop } = await testDialects()
afterAll(stop)

describe.each(dialects)('in $name', ({ url }) => {
  let f: Fixture
  let admin: Send
  beforeAll(async () => {
    f = await fixture({ catalogUrl: await url() })
    admin = sender(f, await f.signIn('admin'))
  })
  afterAll(() => f.close())

  const add = async (path: string, body: object) => (await admin('POST', path, body)).body as { readonly id: number }
  const localsOf = async (order: number) => (await admin('GET', `/orders/${order}/locals`)).body as { local: number }[]

  test('an order comes back with its locals, but for those that are gone themselves', async () => {
    const { uno, granVia, closed, outlet } = f.ids
    const order = await add('/orders', { name: 'Three shops', client: uno })
    for (const local of [granVia, closed, outlet]) await add(`/orders/${order.id}/locals`, { local })
    const before = await localsOf(order.id)
    await admin('DELETE', `/orders/${order.id}`)
    expect((await admin('GET', `/orders/local-orders/local/${closed}`)).body).toEqual([])
    expect((await admin('POST', `/orders/${order.id}/restore`)).status).toBe(200)
    expect(await localsOf(order.id)).toEqual(before)

    await admin('DELETE', `/orders/${order.id}`)
    expect((await admin('DELETE', `/management/places/local/${outlet}`)).status).toBe(204)
    expect((await admin('POST', `/orders/${order.id}/restore`)).status).toBe(200)
    expect(await localsOf(order.id)).toEqual(before.filter(({ local }) => local !== outlet))
  })

  test('an installation does not come back in the place of another of its local order, and loses no history', async () => {
    const { uno, granVia } = f.ids
    const order = await add('/orders', { name: 'One shop', client: uno })
    const { id: localOrder } = await add(`/orders/${order.id}/locals`, { local: granVia })
    const draft = { name: 'Door', client: uno, local: granVia, localOrder, plannedFor: null }
    const path = '/management/installations'
    const { id } = await add(path, draft)
    await admin('POST', `${path}/${id}/cancel`)
    const way = async () => (await admin('GET', `${path}/${id}/way`)).body
    const before = await way()
    await admin('DELETE', `${path}/${id}`)
    const other = await add(path, draft)
    expect(await admin('POST', `${path}/${id}/restore`)).toMatchObject({
      status: 409,
      body: { code: 'ENTRY_PLACE_TAKEN' },
    })
    await admin('DELETE', `${path}/${other.id}`)
    expect((await admin('POST', `${path}/${id}/restore`)).status).toBe(200)
    expect(await way()).toEqual(before)
  })

  test('what named an entry and stayed names it again, and not what was filed elsewhere meanwhile', async () => {
    const { uno, granVia } = f.ids
    const draft = preseals.resource.example(1, uno, granVia) as Record<string, unknown>
    const { id } = await add('/preseal', draft)
    const seal = await f.catalog.resources.insert(
      seals.resource,
      SYSTEM_SCOPE,
      { ...(seals.resource.example(1, uno, granVia) as object), preseal: id },
      NOW,
    )
    const named = async () => ((await admin('GET', `/seals/${seal}`)).body as { preseal: number | null }).preseal
    await admin('DELETE', `/preseal/${id}`)
    expect(await named()).toBe(null)
    await admin('POST', `/preseal/${id}/restore`)
    expect(await named()).toBe(id)

    const folder = await add('/folders', { name: 'Shared', comment: '' })
    const dashboards: string[] = []
    for (const name of ['Stays', 'Moved']) {
      const text = JSON.stringify({ format: 1, _id: 'x', revision: 0, name, widgets: {}, layout: { sections: [] } })
      const { id: made } = (await admin('POST', '/dashboards', { text })).body as { id: string }
      await admin('PUT', `/dashboards/${made}/place`, { folder: 'Shared', tags: [] })
      dashboards.push(made)
    }
    const shared = async () => {
      const all = (await admin('GET', '/dashboards')).body as { id: string; inSharedFolder: boolean }[]
      return dashboards.map((one) => all.find((other) => other.id === one)?.inSharedFolder)
    }
    expect(await shared()).toEqual([true, true])
    await admin('DELETE', `/folders/${folder.id}`)
    await admin('PUT', `/dashboards/${dashboards[1]}/place`, { folder: 'Mine', tags: [] })
    await admin('POST', `/folders/${folder.id}/restore`)
    expect(await shared()).toEqual([true, false])
  })

  test('what was removed thirty days ago is not restored, and the job forgets it', async () => {
    const jobs = (await entries.start()).jobs?.({
      catalog: f.catalog,
      clock: f.clock,
      config: { removalDays: 30 },
    } as never)
    const { id } = await add('/interventions', { type: 'Camera', description: 'Dark.', data: {}, client: null })
    await admin('DELETE', `/interventions/${id}`)
    f.clock.time = NOW + 30 * DAY_MS + 1
    const late = sender(f, await f.signIn('admin'))
    expect((await late('POST', `/interventions/${id}/restore`)).status).toBe(404)
    for (const job of jobs ?? []) await job.run()
    f.clock.time = NOW
    const again = sender(f, await f.signIn('admin'))
    expect((await again('POST', `/interventions/${id}/restore`)).status).toBe(404)
  })
})
