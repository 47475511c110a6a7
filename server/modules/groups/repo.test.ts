/** Groups and accesses in the store: whole or not at all, and only for administrators. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { SYSTEM_SCOPE, type Scope } from '../../lib/scope.ts'

const NOW = 1_000_000
let catalog: Catalog
let [uno, dos, ana, eva, till] = [0, 0, 0, 0, 0]
const own = (): Scope => ({ userId: ana, role: 'basic', clients: [uno], demo: false })
beforeAll(async () => {
  catalog = await memoryCatalog()
  const client = async (name: string) => (await catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })).id
  const person = async (username: string, more: object = {}) =>
    (
      await catalog.users.insert(
        SYSTEM_SCOPE,
        { username, role: 'basic', flags: [], clients: [], passwordHash: 'h', ...more },
        1,
      )
    ).id
  ;[uno, dos] = [await client('Uno'), await client('Dos')]
  ;[ana, eva] = [await person('ana@aforo.test'), await person('eva@aforo.test')]
  till = await person('api:till', { loginType: 'service', clients: [uno] })
})
afterAll(() => catalog.close())

describe('groups', () => {
  beforeEach(async () => {
    for (const { id } of await catalog.groups.list(SYSTEM_SCOPE)) await catalog.groups.remove(SYSTEM_SCOPE, id)
  })
  const insert = (more: object = {}, by: Scope = SYSTEM_SCOPE) => catalog.groups.insert(by, { name: 'Night', ...more })

  test('are seen and written by administrators alone', async () => {
    const { groups } = catalog
    for (const act of [
      () => groups.list(own()),
      () => groups.some(own(), []),
      () => groups.find(own(), 1),
      () => insert({}, own()),
      () => groups.replace(own(), 1, { name: 'x' }),
      () => groups.remove(own(), 1),
    ])
      await expect(act()).rejects.toMatchObject({
        code: 'ADMIN_REQUIRED',
        message: 'Only an administrator may see and change groups.',
      })
  })

  test('have members, clients and rights in order, and are listed by name', async () => {
    const id = await insert({
      name: ' Night ',
      description: 'From ten on',
      flags: ['footStatus', 'footCompare'],
      members: [eva, ana],
      clients: [dos, uno],
    })
    const night = {
      id,
      name: 'Night',
      description: 'From ten on',
      members: [ana, eva],
      flags: ['footCompare', 'footStatus'],
      clients: [uno, dos],
    }
    const day = await insert({ name: 'Day' })
    const empty = { id: day, name: 'Day', description: '', members: [], flags: [], clients: [] }
    expect(await catalog.groups.list(SYSTEM_SCOPE)).toEqual([empty, night])
    expect([await catalog.groups.find(SYSTEM_SCOPE, id), await catalog.groups.find(SYSTEM_SCOPE, 0)]).toEqual([
      night,
      undefined,
    ])
    expect([
      await catalog.groups.some(SYSTEM_SCOPE, [id, day, 0]),
      await catalog.groups.some(SYSTEM_SCOPE, []),
    ]).toEqual([[empty, night], []])
  })

  test('are replaced by new values, and others stay', async () => {
    const [id, beside] = [
      await insert({ members: [ana], clients: [uno] }),
      await insert({ name: 'Day', members: [ana], clients: [uno] }),
    ]
    await catalog.groups.replace(SYSTEM_SCOPE, id, { name: 'Late', members: [eva] })
    expect(await catalog.groups.list(SYSTEM_SCOPE)).toMatchObject([
      { id: beside, name: 'Day', members: [ana], clients: [uno] },
      { id, name: 'Late', members: [eva], clients: [] },
    ])
    await catalog.groups.remove(SYSTEM_SCOPE, id)
    expect((await catalog.groups.list(SYSTEM_SCOPE)).map((group) => group.id)).toEqual([beside])
  })

  test('need a name of their own, and members and clients that exist; services are no members', async () => {
    const id = await insert()
    const taken = {
      code: 'NAME_TAKEN',
      message: 'There is already a group Night; change that one or choose another name.',
    }
    await expect(insert()).rejects.toMatchObject(taken)
    const other = await insert({ name: 'Day' })
    await expect(catalog.groups.replace(SYSTEM_SCOPE, other, { name: 'Night' })).rejects.toMatchObject(taken)
    for (const [more, refusal] of [
      [
        { members: [987_654] },
        { code: 'USER_NOT_FOUND', message: 'There is no user 987654.', details: { user: 987_654 } },
      ],
      [{ members: [till] }, { code: 'USER_NOT_FOUND', details: { user: till } }],
      [{ clients: [uno, 987_654] }, { code: 'CLIENT_NOT_FOUND', details: { client: 987_654 } }],
    ] as const)
      await expect(catalog.groups.replace(SYSTEM_SCOPE, id, { name: 'Night', ...more } as never)).rejects.toMatchObject(
        refusal,
      )
  })
})

describe('accesses', () => {
  beforeEach(async () => {
    for (const { id } of await catalog.userAccess.list(SYSTEM_SCOPE)) await catalog.userAccess.remove(SYSTEM_SCOPE, id)
  })
  const insert = (user: number, client: number, by: Scope = SYSTEM_SCOPE) =>
    catalog.userAccess.insert(by, { user, client }, NOW)

  test('are seen and written by administrators alone', async () => {
    const { userAccess } = catalog
    for (const act of [
      () => userAccess.list(own()),
      () => userAccess.some(own(), [1]),
      () => userAccess.find(own(), 1),
      () => insert(ana, uno, own()),
      () => userAccess.replace(own(), 1, { user: ana, client: uno }),
      () => userAccess.remove(own(), 1),
    ])
      await expect(act()).rejects.toMatchObject({
        code: 'ADMIN_REQUIRED',
        message: 'Only an administrator may see and change accesses.',
      })
  })

  test('are listed by id: all, of one user, of one client, or some; those of services are not', async () => {
    const [a, b, c] = [await insert(ana, uno), await insert(eva, uno), await insert(ana, dos)]
    const found = async (query: object) => (await catalog.userAccess.list(SYSTEM_SCOPE, query)).map(({ id }) => id)
    expect([
      await found({}),
      await found({ user: ana }),
      await found({ client: uno }),
      await found({ user: eva, client: dos }),
    ]).toEqual([[a.id, b.id, c.id], [a.id, c.id], [a.id, b.id], []])
    expect(await found({ user: till })).toEqual([])
    expect(await catalog.userAccess.some(SYSTEM_SCOPE, [c.id, a.id, 0])).toEqual([a, c])
    expect([await catalog.userAccess.some(SYSTEM_SCOPE, []), await catalog.userAccess.find(SYSTEM_SCOPE, 0)]).toEqual([
      [],
      undefined,
    ])
    expect(await catalog.userAccess.find(SYSTEM_SCOPE, b.id)).toEqual({
      id: b.id,
      user: eva,
      client: uno,
      createdAt: NOW,
      createdBy: null,
    })
  })

  test('are given once, to people, of clients that exist', async () => {
    const { id } = await insert(ana, uno)
    const beside = await insert(ana, dos)
    const taken = { code: 'ACCESS_TAKEN', message: `User ${ana} may read client ${uno} already.` }
    await expect(insert(ana, uno)).rejects.toMatchObject(taken)
    await expect(catalog.userAccess.replace(SYSTEM_SCOPE, beside.id, { user: ana, client: uno })).rejects.toMatchObject(
      taken,
    )
    for (const user of [till, 987_654])
      await expect(insert(user, uno)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
    await expect(catalog.userAccess.replace(SYSTEM_SCOPE, id, { user: ana, client: 0 })).rejects.toMatchObject({
      code: 'CLIENT_NOT_FOUND',
    })
    expect(await catalog.userAccess.replace(SYSTEM_SCOPE, 0, { user: eva, client: uno })).toBe(undefined)
    expect(await catalog.userAccess.replace(SYSTEM_SCOPE, id, { user: eva, client: uno })).toMatchObject({
      id,
      user: eva,
      createdAt: NOW,
    })
    await catalog.userAccess.remove(SYSTEM_SCOPE, id)
    expect(await catalog.userAccess.list(SYSTEM_SCOPE)).toEqual([beside])
  })
})
