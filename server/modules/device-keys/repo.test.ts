/** Keys of devices in the store: which of them open, until when, and who may see them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { SYSTEM_SCOPE, type Scope } from '../../lib/scope.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
let catalog: Catalog
let [uno, dos, footscan, foreign] = [0, 0, 0, 0]
beforeAll(async () => {
  catalog = await memoryCatalog()
  const client = async (name: string) => (await catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })).id
  ;[uno, dos] = [await client('Uno'), await client('Dos')]
  const device = async (of: number, mac: string) => {
    const local = { client: of, name: mac, code: mac, type: 'store', timeZone: 'Europe/Madrid' } as const
    const { id } = await catalog.locals.insert(SYSTEM_SCOPE, local)
    const area = await catalog.areas.insert(SYSTEM_SCOPE, { local: id, name: 'Door' })
    await catalog.footscans.insert(SYSTEM_SCOPE, { area: area.id, mac })
    return (await catalog.devices.named([mac]))[0]!.id
  }
  ;[footscan, foreign] = [await device(uno, '00:00:00:00:00:01'), await device(dos, '00:00:00:00:00:02')]
})
afterAll(() => catalog.close())
beforeEach(async () => {
  for (const { id } of await catalog.deviceKeys.list(SYSTEM_SCOPE, NOW))
    await catalog.deviceKeys.end(SYSTEM_SCOPE, id, { now: NOW, at: 0 })
})

let made = 0
const insert = (more: object = {}, by: Scope = SYSTEM_SCOPE) =>
  catalog.deviceKeys.insert(by, {
    client: uno,
    footscan: null,
    name: 'Door',
    keyHash: `hash-${(made += 1)}`,
    at: NOW,
    ...more,
  })
const end = (id: number, at: number) => catalog.deviceKeys.end(SYSTEM_SCOPE, id, { now: NOW, at })

test('only an administrator sees or writes keys', async () => {
  const by: Scope = { userId: 1, role: 'basic', clients: [uno], demo: false }
  const { deviceKeys } = catalog
  for (const act of [
    () => deviceKeys.list(by, NOW),
    () => deviceKeys.find(by, 1, NOW),
    () => insert({}, by),
    () => deviceKeys.setSecret(by, 1, 's'),
    () => deviceKeys.end(by, 1, { now: NOW, at: NOW }),
  ])
    await expect(act()).rejects.toMatchObject({
      code: 'ADMIN_REQUIRED',
      message: 'Only an administrator may see and change device keys.',
    })
})

describe('a key', () => {
  test('is of a client that exists, or of a footscan of that client', async () => {
    await expect(insert({ client: 987_654 })).rejects.toMatchObject({
      code: 'CLIENT_NOT_FOUND',
      details: { client: 987_654 },
    })
    for (const one of [foreign, 987_654])
      await expect(insert({ footscan: one })).rejects.toMatchObject({
        code: 'FOOTSCAN_NOT_FOUND',
        message: `There is no footscan ${one} of client ${uno}.`,
        details: { footscan: one },
      })
    expect(await insert({ footscan })).toEqual(expect.any(Number))
  })

  test('is reported with whether its vendor signs and asks, and never with what', async () => {
    const id = await insert({ footscan, keyHash: 'hash-a', validator: 'v' })
    const listed = {
      id,
      client: uno,
      footscan,
      name: 'Door',
      signed: false,
      validated: true,
      createdAt: NOW,
      createdBy: null,
      endsAt: null,
    }
    expect(await catalog.deviceKeys.list(SYSTEM_SCOPE, NOW)).toEqual([listed])
    expect(await catalog.deviceKeys.find(SYSTEM_SCOPE, id, NOW)).toEqual({
      ...listed,
      signingSecret: null,
      validator: 'v',
    })
    const beside = await insert()
    await catalog.deviceKeys.setSecret(SYSTEM_SCOPE, id, 'sealed')
    expect(await catalog.deviceKeys.find(SYSTEM_SCOPE, id, NOW)).toMatchObject({
      signed: true,
      signingSecret: 'sealed',
    })
    expect(await catalog.deviceKeys.find(SYSTEM_SCOPE, beside, NOW)).toMatchObject({
      footscan: null,
      signed: false,
      validated: false,
    })
    expect(await catalog.deviceKeys.open({ keyHash: 'hash-a' }, NOW)).toEqual({
      id,
      client: uno,
      footscan,
      keyHash: 'hash-a',
      signingSecret: 'sealed',
      validator: 'v',
    })
  })

  test('of a client is valid for all of its footscans', async () => {
    const id = await insert({ keyHash: 'hash-all' })
    expect(await catalog.deviceKeys.open({ id }, NOW)).toMatchObject({ id, footscan: 0, client: uno })
    expect((await catalog.deviceKeys.open({ keyHash: 'hash-all' }, NOW))?.id).toBe(id)
    expect([
      await catalog.deviceKeys.open({ keyHash: 'none' }, NOW),
      await catalog.deviceKeys.open({ id: 987_654 }, NOW),
    ]).toEqual([undefined, undefined])
  })

  test('that ends opens until then, and no longer, by any call', async () => {
    const id = await insert({ keyHash: 'hash-ends' })
    expect(await end(id, NOW + 10)).toBe(true)
    const opens = async (at: number) => [
      (await catalog.deviceKeys.list(SYSTEM_SCOPE, at)).map(({ endsAt }) => endsAt),
      (await catalog.deviceKeys.find(SYSTEM_SCOPE, id, at))?.id,
      (await catalog.deviceKeys.open({ keyHash: 'hash-ends' }, at))?.id,
      (await catalog.deviceKeys.some(9, at)).map((key) => [key.id, key.endsAt]),
    ]
    expect(await opens(NOW + 9)).toEqual([[NOW + 10], id, id, [[id, NOW + 10]]])
    expect(await opens(NOW + 10)).toEqual([[], undefined, undefined, []])
  })

  test('ends only ever earlier, and once', async () => {
    const [id, beside] = [await insert(), await insert()]
    expect([await end(id, NOW + 10), await end(id, NOW + 20), await end(id, NOW + 10), await end(id, NOW + 5)]).toEqual(
      [true, false, false, true],
    )
    expect([await end(id, NOW), await end(id, NOW), await end(987_654, NOW)]).toEqual([true, false, false])
    expect((await catalog.deviceKeys.list(SYSTEM_SCOPE, NOW)).map((key) => key.id)).toEqual([beside])
  })
})

test('keys are listed by client and id, and for signing in the newest first, at most so many', async () => {
  const [a, b, c] = [await insert({ client: dos }), await insert(), await insert()]
  expect((await catalog.deviceKeys.list(SYSTEM_SCOPE, NOW)).map(({ id }) => id)).toEqual([b, c, a])
  expect((await catalog.deviceKeys.some(2, NOW)).map(({ id }) => id)).toEqual([c, b])
  expect((await catalog.deviceKeys.some(9, NOW)).map(({ endsAt }) => endsAt)).toEqual([null, null, null])
})
