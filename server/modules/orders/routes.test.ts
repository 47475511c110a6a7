import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntriesMoved } from '#schemas/generated/api/entries-moved.ts'
import type { Installation } from '#schemas/generated/entities/installation.ts'
import type { LocalOrder } from '#schemas/generated/entities/local-order.ts'
import type { AuditPage } from '#schemas/generated/entities/audit-page.ts'
import type { Order } from '#schemas/generated/entities/order.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { nounFacts } from '../../resource/testing.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

describe('as every noun', () => {
  nounFacts('orders')
})

const MISSING = 987_654
let f: Fixture
let admin: Send
let made = 0
beforeAll(async () => {
  f = await fixture()
  admin = sender(f, await f.signIn('admin'))
})
afterAll(() => f.close())

const conflict = (code: string, details?: object) => ({ status: 409, body: { code, ...(details && { details }) } })
const notFound = (code: string) => ({ status: 404, body: { code } })
const order = async (client = f.ids.uno) =>
  (await admin('POST', '/orders', { name: `Pedido ${(made += 1)}`, client })).body as Order
const put = (id: number, local: number, oldId?: string | null) =>
  admin('POST', `/orders/${id}/locals`, { local, ...(oldId !== undefined && { oldId }) })
const localsOf = async (id: number) => (await admin('GET', `/orders/${id}/locals`)).body as LocalOrder[]
const installationsOf = async (local: number) =>
  (await admin('GET', `/installations/local/${local}`)).body as Installation[]
const act = (id: number, action: string, body?: object) => admin('POST', `/orders/${id}/${action}`, body)

describe('the locals of an order', () => {
  test('are refused of another client, of none, twice, with an old id that is there, and in an order that is not', async () => {
    const { granVia, closed, otherGranVia } = f.ids
    const { id } = await order()
    for (const local of [otherGranVia, MISSING]) expect(await put(id, local)).toMatchObject(notFound('LOCAL_NOT_FOUND'))
    expect(await put(MISSING, granVia)).toMatchObject(notFound('ENTRY_NOT_FOUND'))
    expect((await put(id, granVia, ' ')).status).toBe(400)
    const { status, body } = await put(id, granVia, 'O-1')
    expect([status, body]).toMatchObject([201, { order: id, client: f.ids.uno, local: granVia, oldId: 'O-1' }])
    expect(await put(id, granVia)).toMatchObject(conflict('ORDER_LOCAL_CONFLICT', { local: granVia }))
    expect(await put(id, closed, ' O-1 ')).toMatchObject(conflict('OLD_ID_CONFLICT', { ids: ['O-1'] }))
    expect(await localsOf(id)).toEqual([body])
  })

  test('are changed and taken out only in their own order, and by who has read them as they are', async () => {
    const { granVia, closed, outlet } = f.ids
    const [one, other] = [await order(), await order()]
    const { body } = await put(one.id, granVia, 'A')
    const local = body as LocalOrder
    await put(one.id, closed, 'B')
    const path = (id: number) => `/orders/${id}/locals/${local.id}`
    for (const [method, draft] of [
      ['PUT', { local: granVia }],
      ['DELETE', undefined],
    ] as const)
      expect(await admin(method, path(other.id), draft)).toMatchObject(notFound('LOCAL_ORDER_NOT_FOUND'))
    expect(await admin('PUT', path(one.id), { local: closed })).toMatchObject(conflict('ORDER_LOCAL_CONFLICT'))
    const changed = await admin('PUT', path(one.id), { local: outlet, oldId: 'C', updatedAt: local.updatedAt })
    expect(changed).toMatchObject({ status: 200, body: { id: local.id, local: outlet, oldId: 'C' } })
    expect(await admin('PUT', path(one.id), { local: outlet, oldId: 'D', updatedAt: local.updatedAt })).toMatchObject(
      conflict('ENTRY_CHANGED'),
    )
    expect((await admin('DELETE', path(one.id))).status).toBe(204)
    expect((await localsOf(one.id)).map((entry) => entry.local)).toEqual([closed])
    const rows = (await localsOf(one.id)).map(({ id, oldId }) => ({ id, oldId: `${oldId}2` }))
    expect((await admin('PUT', `/orders/${one.id}/locals/oldId/bulk`, { locals: rows })).status).toBe(200)
    // Its history says them by name, as they were called then.
    const { entries } = await f.catalog.audit.page(SYSTEM_SCOPE, { action: 'order.change', entry: one.id, limit: 5 })
    expect(entries.map(({ details: { local: is, before } }) => [before, is])).toEqual([
      [{ local: 'Sol · B' }, 'Sol · B2'],
      [{ local: 'Outlet · C' }, null],
      [{ local: 'Gran Vía · A' }, 'Outlet · C'],
      [{ local: null }, 'Sol · B'],
      [{ local: null }, 'Gran Vía · A'],
    ])
    expect(entries[1]).toMatchObject({
      target: one.name,
      details: { id: one.id, removed: { localOrder: local.id, local: outlet, oldId: 'C' } },
    })
  })

  test('of two people who add the same one at once, one gets a conflict', async () => {
    const { id } = await order()
    const answers = await Promise.all([put(id, f.ids.granVia), put(id, f.ids.granVia)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect((await localsOf(id)).length).toBe(1)
  })

  test('are a change of the order: a reader of the older state gets a conflict', async () => {
    const { id, name, client, updatedAt } = await order()
    await put(id, f.ids.granVia)
    expect(await admin('PUT', `/orders/${id}`, { name, client, updatedAt })).toMatchObject(conflict('ENTRY_CHANGED'))
  })

  test('get their old ids all at once or not at all: none that clashes, is named twice, or is of another order', async () => {
    const { granVia, closed, outlet } = f.ids
    const [one, other] = [await order(), await order()]
    const ids: number[] = []
    for (const [local, oldId] of [
      [granVia, 'A'],
      [closed, 'B'],
      [outlet, 'C'],
    ] as const)
      ids.push(((await put(one.id, local, oldId)).body as LocalOrder).id)
    const foreign = ((await put(other.id, granVia, 'A')).body as LocalOrder).id
    const [a = 0, b = 0, c = 0] = ids
    const bulk = (...locals: readonly (readonly [number, string | null])[]) =>
      admin('PUT', `/orders/${one.id}/locals/oldId/bulk`, { locals: locals.map(([id, oldId]) => ({ id, oldId })) })
    const oldIds = async () => (await localsOf(one.id)).map(({ oldId }) => oldId)
    expect(await bulk([a, 'X'], [b, 'X'])).toMatchObject(conflict('OLD_ID_CONFLICT', { ids: ['X'] }))
    expect(await bulk([a, 'X'], [b, 'C'])).toMatchObject(conflict('OLD_ID_CONFLICT', { ids: ['C'] }))
    expect(await bulk([a, 'X'], [a, 'Y'])).toMatchObject(conflict('OLD_ID_CONFLICT', { ids: [a] }))
    expect(await bulk([a, 'X'], [foreign, 'Y'])).toMatchObject(notFound('LOCAL_ORDER_NOT_FOUND'))
    expect((await bulk()).status).toBe(400)
    expect(await oldIds()).toEqual(['A', 'B', 'C'])
    // Two that change places, and one that has none afterwards.
    expect((await bulk([a, 'B'], [b, 'A'], [c, null])).status).toBe(200)
    expect(await oldIds()).toEqual(['B', 'A', null])
    expect((await localsOf(other.id)).map(({ oldId }) => oldId)).toEqual(['A'])
  })

  test('are listed by local, with the installation that was made of each', async () => {
    const { id } = await order()
    await put(id, f.ids.installed, 'T')
    const ofLocal = async () =>
      (await admin('GET', `/orders/local-orders/local/${f.ids.installed}`)).body as LocalOrder[]
    expect((await ofLocal()).at(-1)).toMatchObject({ order: id, oldId: 'T', installation: null })
    await act(id, 'launch')
    const [installation] = await installationsOf(f.ids.installed)
    expect((await ofLocal()).at(-1)?.installation).toBe(installation?.id)
    expect(await admin('GET', `/orders/local-orders/local/${MISSING}`)).toMatchObject(notFound('LOCAL_NOT_FOUND'))
  })
})

describe('an order', () => {
  test('without locals is not launched', async () => {
    const { id } = await order()
    expect(await act(id, 'launch')).toMatchObject(conflict('ORDER_LOCALS_REQUIRED', { order: id }))
    expect((await admin('GET', `/orders/${id}`)).body).toMatchObject({ status: 'draft' })
  })

  test('that is launched makes the installation of each of its locals once, however often it is launched, and at once', async () => {
    const { granVia, closed } = f.ids
    const { id, name } = await order()
    for (const local of [granVia, closed]) await put(id, local)
    const before = (await installationsOf(granVia)).length
    const answers = await Promise.all([act(id, 'launch'), act(id, 'launch')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await act(id, 'launch')).toMatchObject(conflict('ENTRY_STATE_CONFLICT', { did: 'launch' }))
    const installations = await installationsOf(granVia)
    expect(installations.length).toBe(before + 1)
    const [localOrder] = await localsOf(id)
    expect(installations[0]).toMatchObject({
      name,
      local: granVia,
      localOrder: localOrder?.id,
      status: 'planned',
      stateAt: NOW,
    })
    const audited = (await f.catalog.audit.page(SYSTEM_SCOPE, { limit: 3 })).entries
    expect(audited.map(({ action }) => action)).toEqual(['installation.create', 'installation.create', 'order.launch'])
    const progress = (await admin('GET', '/orders/progress')).body as object[]
    expect(progress).toContainEqual({ order: id, locals: 2, installations: 2, installed: 0 })
  })

  test('that is launched keeps its locals, its client and its place; its old ids may still change', async () => {
    const { granVia, closed, uno, dos } = f.ids
    const { id, name } = await order()
    const { body } = await put(id, granVia)
    expect(await admin('PUT', `/orders/${id}`, { name, client: dos })).toMatchObject(
      conflict('ORDER_CLIENT_CONFLICT', { locals: 1, client: uno }),
    )
    await act(id, 'launch')
    const path = `/orders/${id}/locals/${(body as LocalOrder).id}`
    const refused = conflict('ORDER_STATE_CONFLICT', { order: id, state: 'launched' })
    expect(await put(id, closed)).toMatchObject(refused)
    expect(await admin('DELETE', path)).toMatchObject(refused)
    expect(await admin('PUT', path, { local: closed })).toMatchObject(refused)
    expect(await admin('DELETE', `/orders/${id}`)).toMatchObject(conflict('ORDER_REMOVE_NOT_ALLOWED'))
    expect((await admin('PUT', path, { local: granVia, oldId: 'N' })).status).toBe(200)
    await act(id, 'close')
    expect(await admin('PUT', path, { local: granVia, oldId: 'M' })).toMatchObject(conflict('ORDER_STATE_CONFLICT'))
  })

  test('that is cancelled cancels what is only planned of it, and leaves what was begun', async () => {
    const { granVia, closed } = f.ids
    const { id } = await order()
    for (const local of [granVia, closed]) await put(id, local)
    await act(id, 'launch')
    const [begun, planned] = (await localsOf(id)).map(({ installation }) => installation ?? 0)
    await admin('POST', `/management/installations/${begun}/begin`)
    expect((await act(id, 'cancel')).status).toBe(200)
    const status = async (one: number | undefined) =>
      ((await admin('GET', `/management/installations/${one}`)).body as Installation).status
    expect([await status(begun), await status(planned)]).toEqual(['underway', 'cancelled'])
    const [last] = (await f.catalog.audit.page(SYSTEM_SCOPE, { limit: 1 })).entries
    expect(last).toMatchObject({ action: 'installation.cancel', details: { id: planned, order: id } })
  })

  test('with the name of another one of its client is refused; another client may have one that is called the same', async () => {
    const { name } = await order()
    expect(await admin('POST', '/orders', { name, client: f.ids.uno })).toMatchObject(conflict('NAME_TAKEN'))
    expect((await admin('POST', '/orders', { name, client: f.ids.dos })).status).toBe(201)
  })

  test('that is open keeps its client from being removed, and says what is open', async () => {
    const client = (await f.catalog.clients.insert(SYSTEM_SCOPE, { name: 'Con pedido', type: 'basic' })).id
    const place = { type: 'store', timeZone: 'Europe/Madrid', client } as const
    const local = (await f.catalog.locals.insert(SYSTEM_SCOPE, { ...place, name: 'Sol', code: 'S1' })).id
    const { id } = await order(client)
    await put(id, local)
    const remove = (kind: string, of: number) => admin('DELETE', `/management/places/${kind}/${of}`)
    expect(await remove('client', client)).toMatchObject(conflict('PLACE_OPEN_CONFLICT', { orders: 1 }))
    await act(id, 'launch')
    expect(await remove('client', client)).toMatchObject(
      conflict('PLACE_OPEN_CONFLICT', { orders: 1, installations: 1 }),
    )
    expect(await remove('local', local)).toMatchObject(conflict('PLACE_OPEN_CONFLICT', { installations: 1 }))
    await act(id, 'cancel')
    expect((await remove('client', client)).status).toBe(204)
    expect(await admin('GET', `/orders/${id}`)).toMatchObject(notFound('ENTRY_NOT_FOUND'))
  })

  test('has the local that one of its locals becomes part of; with both, it is there once', async () => {
    const place = { type: 'store', timeZone: 'Europe/Madrid', client: f.ids.uno } as const
    const local = async () =>
      (await f.catalog.locals.insert(SYSTEM_SCOPE, { ...place, name: `Parte ${(made += 1)}`, code: `P${made}` })).id
    const [from, into] = [await local(), await local()]
    const [one, both] = [await order(), await order()]
    await put(one.id, from, 'F')
    for (const [id, oldId] of [
      [from, 'F'],
      [into, 'I'],
    ] as const)
      await put(both.id, id, oldId)
    expect((await admin('POST', `/management/places/local/${from}/merge`, { into })).status).toBe(200)
    const names = async (id: number) => (await localsOf(id)).map((entry) => [entry.local, entry.oldId])
    expect([await names(one.id), await names(both.id)]).toEqual([[[into, 'F']], [[into, 'I']]])
  })
})

describe('what waits for an account', () => {
  test('is taken up by it: open orders that are unassigned, then the installations of its orders; an account that has none is refused', async () => {
    const passwordHash = (await f.catalog.sessions.credentials('admin@aforo.test'))?.passwordHash ?? null
    const bea = { username: 'bea@aforo.test', role: 'admin', flags: [], clients: [], passwordHash } as const
    await f.catalog.users.insert(SYSTEM_SCOPE, bea, NOW)
    const her = ((await sender(f, await f.signIn('bea'))('GET', '/me')).body as { id: number }).id
    const me = ((await admin('GET', '/me')).body as { id: number }).id
    const [free, mine, done] = [await order(), await order(), await order()]
    for (const { id } of [free, mine, done]) {
      await put(id, f.ids.granVia)
      await act(id, 'launch')
    }
    await act(mine.id, 'assign', { user: me })
    await act(done.id, 'close')
    for (const path of ['/orders/process/user', '/management/installations/process/user'])
      for (const method of ['GET', 'POST'] as const)
        expect(await admin(method, `${path}/${MISSING}`)).toMatchObject(notFound('USER_NOT_FOUND'))
    // Asked first, it says what it would take and takes nothing.
    const would = (await admin('GET', `/orders/process/user/${her}`)).body as EntriesMoved
    expect((await admin('GET', `/orders/${free.id}`)).body).toMatchObject({ assignee: null })
    const taken = (await admin('POST', `/orders/process/user/${her}`)).body as EntriesMoved
    expect(taken).toEqual(would)
    expect([free, mine, done].map(({ id }) => taken.done.includes(id))).toEqual([true, false, false])
    expect((await admin('GET', `/orders/${free.id}`)).body).toMatchObject({ assignee: her })
    expect((await admin('POST', `/orders/process/user/${her}`)).body).toEqual({ done: [], left: [] })
    const ofOrder = async ({ id }: Order) => (await localsOf(id))[0]?.installation
    const moved = (await admin('GET', `/management/installations/process/user/${her}`)).body as EntriesMoved
    const installations = (await admin('POST', `/management/installations/process/user/${her}`)).body as EntriesMoved
    expect(installations).toEqual(moved)
    expect((await admin('GET', `/management/installations/process/user/${her}`)).body).toEqual({ done: [], left: [] })
    expect(installations.done).toContain(await ofOrder(free))
    expect(installations.done).not.toContain(await ofOrder(mine))
  })
})

test('its history is its own: entries of its id alone, of orders alone, and everything that was done to it', async () => {
  const client = f.ids.uno
  const made = (await admin('POST', '/orders', { name: 'History', client })).body as { id: number }
  await admin('PUT', `/orders/${made.id}`, { name: 'Historia', client })
  const history = async (action: string, entry: number) =>
    ((await admin('GET', `/audit?action=${action}&entry=${entry}`)).body as AuditPage).entries
  const own = await history('order', made.id)
  expect(own.map(({ action, details }) => [action, details.id, details.before])).toEqual([
    ['order.change', made.id, { name: 'History' }],
    ['order.create', made.id, undefined],
  ])
  // An id that begins with the same digits is another.
  const longer = await history('order', Number(`${made.id}0`))
  expect(longer.filter(({ details }) => details.id === made.id)).toEqual([])
  expect((await history('dealership', made.id)).some(({ action }) => action.startsWith('order'))).toBe(false)
  expect((await admin('GET', '/audit?action=order&entry=0')).status).toBe(400)
})
