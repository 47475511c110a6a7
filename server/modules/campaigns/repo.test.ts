/** Campaigns and clients in the store: who sees and writes which. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { SYSTEM_SCOPE, type Scope } from '../../lib/scope.ts'

let catalog: Catalog
let [uno, dos] = [0, 0]
const own = (): Scope => ({ userId: 1, role: 'basic', clients: [uno], demo: false })
beforeAll(async () => {
  catalog = await memoryCatalog()
  uno = (await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic', externalId: 'e1' })).id
  dos = (await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Dos', type: 'expo' })).id
})
afterAll(() => catalog.close())

describe('clients', () => {
  test('are found by those who may see them, by id, by name and in the list', async () => {
    const first = { id: uno, name: 'Uno', type: 'basic', externalId: 'e1', oldId: null }
    const second = { id: dos, name: 'Dos', type: 'expo', externalId: null, oldId: null }
    const { clients } = catalog
    expect([
      await clients.list(SYSTEM_SCOPE),
      await clients.list(own()),
      await clients.list({ ...own(), clients: [] }),
    ]).toEqual([[first, second], [first], []])
    expect([await clients.find(own(), uno), await clients.find(own(), dos)]).toEqual([first, undefined])
    expect([
      await clients.findByName(own(), 'Uno'),
      await clients.findByName(own(), 'Dos'),
      await clients.findByName(SYSTEM_SCOPE, 'Dos'),
    ]).toEqual([first, undefined, second])
  })

  test('have a name of their own, and may have one of before', async () => {
    await expect(catalog.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })).rejects.toMatchObject({
      code: 'NAME_TAKEN',
      message: 'There is already a client named Uno; choose another name.',
    })
    expect(await catalog.clients.setOldId({ ...own(), userId: null }, dos, 'old', 1)).toBe(undefined)
    expect(await catalog.clients.setOldId({ ...own(), userId: null }, uno, 'old', 1)).toMatchObject({
      id: uno,
      oldId: 'old',
    })
    expect((await catalog.clients.list(SYSTEM_SCOPE)).map(({ oldId }) => oldId)).toEqual(['old', null])
  })
})

describe('campaigns', () => {
  const campaign = (client: number, begin: string, more: object = {}) => ({
    client,
    name: begin,
    begin,
    end: '2026-12-31',
    ...more,
  })

  test('are listed the newest first, of one client or of all that may be seen', async () => {
    const { campaigns } = catalog
    const a = await campaigns.insert(own(), campaign(uno, '2026-01-01'))
    const b = await campaigns.insert(SYSTEM_SCOPE, campaign(dos, '2026-03-01', { description: 'Hi' }))
    const c = await campaigns.insert(own(), campaign(uno, '2026-02-01'))
    expect(b).toEqual({
      id: expect.any(Number),
      client: dos,
      name: '2026-03-01',
      begin: '2026-03-01',
      end: '2026-12-31',
      description: 'Hi',
    })
    expect([
      await campaigns.list(SYSTEM_SCOPE),
      await campaigns.list(SYSTEM_SCOPE, { client: uno }),
      await campaigns.list(own()),
      await campaigns.list(own(), { client: dos }),
    ]).toEqual([[b, c, a], [c, a], [c, a], []])
    expect([await campaigns.find(own(), b.id), await campaigns.find(own(), a.id)]).toEqual([undefined, a])
  })

  test('of others are neither written nor removed', async () => {
    const { campaigns } = catalog
    const theirs = await campaigns.insert(SYSTEM_SCOPE, campaign(dos, '2026-05-01'))
    await expect(campaigns.insert(own(), campaign(dos, '2026-05-01'))).rejects.toMatchObject({
      code: 'CLIENT_NOT_FOUND',
    })
    await expect(campaigns.replace(own(), theirs.id, campaign(dos, '2026-06-01'))).rejects.toMatchObject({
      code: 'CLIENT_NOT_FOUND',
    })
    expect(await campaigns.replace(own(), theirs.id, campaign(uno, '2026-06-01'))).toBe(undefined)
    await campaigns.remove(own(), theirs.id)
    expect(await campaigns.find(SYSTEM_SCOPE, theirs.id)).toEqual(theirs)
    expect(await campaigns.replace(SYSTEM_SCOPE, theirs.id, campaign(uno, '2026-07-01'))).toEqual({
      ...theirs,
      client: uno,
      name: '2026-07-01',
      begin: '2026-07-01',
    })
    const before = (await campaigns.list(SYSTEM_SCOPE)).length
    await campaigns.remove(own(), theirs.id)
    expect([await campaigns.find(SYSTEM_SCOPE, theirs.id), (await campaigns.list(SYSTEM_SCOPE)).length]).toEqual([
      undefined,
      before - 1,
    ])
  })
})
