/** Footscans in the store: who sees and writes them, and what happens to their keys. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { SYSTEM_SCOPE, type Scope } from '../../lib/scope.ts'
import type { FootscanContent } from './footscan-rows.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
let catalog: Catalog
let [uno, dos, shop, other, door, back, foreign] = [0, 0, 0, 0, 0, 0, 0]
let own: Scope
beforeAll(async () => {
  catalog = await memoryCatalog()
  const client = async (name: string) => (await catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })).id
  const local = async (of: number, code: string) =>
    (
      await catalog.locals.insert(SYSTEM_SCOPE, {
        client: of,
        name: code,
        code,
        type: 'store',
        timeZone: 'Europe/Madrid',
      })
    ).id
  const area = async (of: number, name: string) => (await catalog.areas.insert(SYSTEM_SCOPE, { local: of, name })).id
  ;[uno, dos] = [await client('Uno'), await client('Dos')]
  ;[shop, other] = [await local(uno, 'S1'), await local(dos, 'O1')]
  ;[door, back, foreign] = [await area(shop, 'Door'), await area(shop, 'Back'), await area(other, 'Door')]
  own = { userId: 1, role: 'basic', clients: [uno], demo: false }
})
afterAll(() => catalog.close())
beforeEach(async () => {
  for (const { id } of await catalog.fleet.list(SYSTEM_SCOPE)) await catalog.fleet.remove(SYSTEM_SCOPE, id)
})

const content = (more: Partial<FootscanContent> = {}): FootscanContent => ({
  area: door,
  mac: '00:00:00:00:00:01',
  name: 'Left',
  kind: 'xovis',
  externalId: null,
  reversed: false,
  reportS: 300,
  enabled: true,
  ...more,
})
const insert = (more: Partial<FootscanContent> = {}, scope: Scope = SYSTEM_SCOPE) =>
  catalog.fleet.insert(scope, content(more), NOW)
const key = (footscan: number | null, client = uno) =>
  catalog.deviceKeys.insert(SYSTEM_SCOPE, {
    client,
    footscan,
    name: 'k',
    keyHash: `${footscan}-${client}-${Math.random()}`,
    at: NOW,
  })

test('a footscan has its setup, its place, and whether a key is valid for it', async () => {
  const id = await insert({ externalId: 'e1', reversed: true, enabled: false, reportS: 60 })
  const stored = { id, ...content({ externalId: 'e1', reversed: true, enabled: false, reportS: 60 }) }
  expect(await catalog.fleet.find(SYSTEM_SCOPE, id)).toEqual({
    ...stored,
    local: shop,
    client: uno,
    createdAt: NOW,
    hasKey: false,
  })
  await key(null)
  expect((await catalog.fleet.find(SYSTEM_SCOPE, id))?.hasKey).toBe(false)
  const bound = await key(id)
  expect((await catalog.fleet.find(SYSTEM_SCOPE, id))?.hasKey).toBe(true)
  await catalog.deviceKeys.end(SYSTEM_SCOPE, bound, { now: NOW, at: NOW })
  expect((await catalog.fleet.find(SYSTEM_SCOPE, id))?.hasKey).toBe(false)
})

test('they are listed by id: all, of one client, of one local, or some', async () => {
  const a = await insert()
  const b = await insert({ mac: '00:00:00:00:00:02', area: foreign })
  const c = await insert({ mac: '00:00:00:00:00:03', area: back })
  const ids = async (query: object = {}, scope: Scope = SYSTEM_SCOPE) =>
    (await catalog.fleet.list(scope, query)).map(({ id }) => id)
  expect([
    await ids(),
    await ids({ client: dos }),
    await ids({ local: shop }),
    await ids({ client: uno, local: other }),
  ]).toEqual([[a, b, c], [b], [a, c], []])
  expect((await catalog.fleet.some(SYSTEM_SCOPE, [c, 987_654, b])).map(({ id }) => id)).toEqual([b, c])
  expect([await ids({}, own), (await catalog.fleet.some(own, [a, b, c])).map(({ id }) => id)]).toEqual([
    [a, c],
    [a, c],
  ])
  expect([await catalog.fleet.find(own, b), (await catalog.fleet.find(own, a))?.id]).toEqual([undefined, a])
})

describe('a footscan is not written', () => {
  const noArea = (area: number) => ({
    code: 'AREA_NOT_FOUND',
    message: `There is no area ${area} among those this account may see.`,
    details: { area },
  })

  test('into an area of others, or into none', async () => {
    await expect(insert({ area: foreign }, own)).rejects.toMatchObject(noArea(foreign))
    await expect(insert({ area: 987_654 })).rejects.toMatchObject(noArea(987_654))
    const id = await insert()
    await expect(catalog.fleet.replace(own, id, content({ area: foreign }))).rejects.toMatchObject(noArea(foreign))
    expect((await catalog.fleet.find(SYSTEM_SCOPE, id))?.area).toBe(door)
  })

  test('where it is one of others: it is neither taken away from them nor removed, and keeps its keys', async () => {
    const id = await insert({ area: foreign })
    await key(id, dos)
    await catalog.fleet.replace(own, id, content({ name: 'Mine' })).catch(() => undefined)
    await catalog.fleet.remove(own, id)
    expect(await catalog.fleet.revokeKeys(own, id, NOW)).toBe(0)
    expect(await catalog.fleet.find(SYSTEM_SCOPE, id)).toMatchObject({ area: foreign, name: 'Left', hasKey: true })
  })

  test('under a name that another one has', async () => {
    await insert({ externalId: 'e1' })
    await expect(insert()).rejects.toMatchObject({
      code: 'FOOTSCAN_TAKEN',
      message: 'There is already a footscan with the MAC 00:00:00:00:00:01; change that one.',
    })
    const id = await insert({ mac: '00:00:00:00:00:02' })
    await expect(
      catalog.fleet.replace(SYSTEM_SCOPE, id, content({ mac: '00:00:00:00:00:02', externalId: 'e1' })),
    ).rejects.toMatchObject({
      code: 'FOOTSCAN_TAKEN',
      message: 'There is already a footscan with the MAC 00:00:00:00:00:02 or the external id e1; change that one.',
    })
  })
})

test('a footscan that is changed says of which client it is now, and others stay as they are', async () => {
  const [id, beside] = [await insert(), await insert({ mac: '00:00:00:00:00:02' })]
  expect(await catalog.fleet.replace(SYSTEM_SCOPE, id, content({ area: foreign, name: 'Moved' }))).toEqual({
    client: dos,
    local: other,
    hasExternalCode: false,
  })
  expect([await catalog.fleet.find(SYSTEM_SCOPE, id), await catalog.fleet.find(SYSTEM_SCOPE, beside)]).toMatchObject([
    { area: foreign, client: dos, local: other, name: 'Moved', createdAt: NOW },
    { area: door, name: 'Left' },
  ])
})

test('keys that still open are ended once, and only those of this footscan', async () => {
  const [id, beside] = [await insert(), await insert({ mac: '00:00:00:00:00:02' })]
  const ended = await key(id)
  await catalog.deviceKeys.end(SYSTEM_SCOPE, ended, { now: NOW, at: NOW })
  const replaced = await key(id)
  await catalog.deviceKeys.end(SYSTEM_SCOPE, replaced, { now: NOW, at: NOW + 1000 })
  for (const one of [id, beside]) await key(one)
  expect([await catalog.fleet.revokeKeys(own, id, NOW), await catalog.fleet.revokeKeys(own, id, NOW)]).toEqual([2, 0])
  expect((await catalog.fleet.find(SYSTEM_SCOPE, beside))?.hasKey).toBe(true)
})

test('a footscan that is removed is gone with its keys, and no other is', async () => {
  const [id, beside] = [await insert(), await insert({ mac: '00:00:00:00:00:02' })]
  const bound = await key(id)
  await catalog.fleet.remove(own, id)
  expect((await catalog.fleet.list(SYSTEM_SCOPE)).map((one) => one.id)).toEqual([beside])
  expect(await catalog.deviceKeys.find(SYSTEM_SCOPE, bound, NOW)).toBe(undefined)
})
