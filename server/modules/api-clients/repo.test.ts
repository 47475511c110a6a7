/** API clients in the store: what they are checked by, and what ends with them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { SYSTEM_SCOPE, type Scope } from '../../lib/scope.ts'

const NOW = 1_000_000
let catalog: Catalog
let [uno, dos, ana] = [0, 0, 0]
beforeAll(async () => {
  catalog = await memoryCatalog()
  const client = async (name: string) => (await catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })).id
  ;[uno, dos] = [await client('Uno'), await client('Dos')]
  const user = { username: 'ana@aforo.test', role: 'basic', flags: [], clients: [], passwordHash: 'h' } as const
  ana = (await catalog.users.insert(SYSTEM_SCOPE, user, 1)).id
})
afterAll(() => catalog.close())
beforeEach(async () => {
  for (const { id } of await catalog.apiClients.list(SYSTEM_SCOPE)) await catalog.apiClients.remove(SYSTEM_SCOPE, id)
})

const draft = (more: object = {}) => ({
  name: 'Till',
  redirectUris: ['https://till.example.com/'],
  clients: [dos, uno],
  flags: ['footStatus' as const, 'footCompare' as const],
  enabled: true,
  pkce: true,
  ...more,
})
const insert = (clientId: string, more: object = {}, by: Scope = SYSTEM_SCOPE) =>
  catalog.apiClients.insert(by, draft(more), { clientId, secretHash: `hash ${clientId}`, at: NOW })
const open = (tokenHash: string, userId: number, apiClientId: number | null = null) =>
  catalog.sessions.open({ tokenHash, userId, at: NOW, address: '10.0.0.1', agent: 'x', apiClientId })
const isOpen = async (...hashes: string[]) =>
  Promise.all(hashes.map(async (hash) => (await catalog.sessions.find(hash)) !== undefined))

test('only an administrator sees or writes them', async () => {
  const by: Scope = { userId: ana, role: 'basic', clients: [uno], demo: false }
  const { apiClients } = catalog
  for (const act of [
    () => apiClients.list(by),
    () => apiClients.some(by, [1]),
    () => apiClients.find(by, 1),
    () => insert('c', {}, by),
    () => apiClients.replace(by, 1, draft(), NOW),
    () => apiClients.setSecret(by, 1, 'x'),
    () => apiClients.remove(by, 1),
  ])
    await expect(act()).rejects.toMatchObject({
      code: 'ADMIN_REQUIRED',
      message: 'Only an administrator may see and change API clients.',
    })
})

describe('an API client', () => {
  test('is listed by name with all but its secret; sign-in finds it by its public name', async () => {
    const [late, early] = [await insert('c1', { name: 'Zoo' }), await insert('c2', { pkce: false, enabled: false })]
    const listed = {
      id: late,
      clientId: 'c1',
      name: 'Zoo',
      redirectUris: ['https://till.example.com/'],
      clients: [uno, dos],
      flags: ['footCompare', 'footStatus'],
      enabled: true,
      pkce: true,
      hasSecret: true,
      createdAt: NOW,
    }
    const other = { ...listed, id: early, clientId: 'c2', name: 'Till', enabled: false, pkce: false }
    const { apiClients } = catalog
    expect(await apiClients.list(SYSTEM_SCOPE)).toEqual([other, listed])
    expect([await apiClients.find(SYSTEM_SCOPE, late), await apiClients.find(SYSTEM_SCOPE, 0)]).toEqual([
      listed,
      undefined,
    ])
    expect(await apiClients.some(SYSTEM_SCOPE, [late, early, 0])).toEqual([other, listed])
    expect(await apiClients.credentials('c1')).toEqual({
      id: late,
      clientId: 'c1',
      enabled: true,
      redirectUris: ['https://till.example.com/'],
      pkce: true,
      secretHash: 'hash c1',
      userId: expect.any(Number),
    })
    expect(await apiClients.credentials('c2')).toMatchObject({ enabled: false, pkce: false })
    expect(await apiClients.credentials('c3')).toBe(undefined)
  })

  test('has a service user that may what was given to it, and no more', async () => {
    await insert('c1')
    const { userId } = (await catalog.apiClients.credentials('c1'))!
    expect(await catalog.users.find(SYSTEM_SCOPE, userId)).toMatchObject({
      username: 'api:c1',
      role: 'basic',
      enabled: true,
      loginType: 'service',
      flags: ['footCompare', 'footStatus'],
      clients: [uno, dos],
      properties: { lang: 'es', demo: false },
    })
    expect((await catalog.sessions.credentialsOf(userId))?.passwordHash).toBe(null)
  })

  test('is changed with its service user; switched off it loses its sessions and those of its pages', async () => {
    const [id, beside] = [await insert('c1'), await insert('c2', { name: 'Other' })]
    const { userId } = (await catalog.apiClients.credentials('c1'))!
    await open('s1', userId)
    await open('s2', ana, id)
    await open('s3', ana)
    await open('s4', ana, beside)
    const change = (more: object) => catalog.apiClients.replace(SYSTEM_SCOPE, id, draft(more), NOW)
    expect(await change({ name: 'New', clients: [uno], flags: [], redirectUris: [], pkce: false })).toBe(true)
    expect(await catalog.apiClients.find(SYSTEM_SCOPE, id)).toMatchObject({
      name: 'New',
      clients: [uno],
      flags: [],
      redirectUris: [],
      pkce: false,
    })
    expect(await isOpen('s1', 's2', 's3', 's4')).toEqual([true, true, true, true])
    expect(await change({ enabled: false })).toBe(true)
    expect(await isOpen('s1', 's2', 's3', 's4')).toEqual([false, false, true, true])
    expect((await catalog.users.find(SYSTEM_SCOPE, userId))?.enabled).toBe(false)
    expect((await catalog.apiClients.find(SYSTEM_SCOPE, beside))?.name).toBe('Other')
    expect(await catalog.apiClients.replace(SYSTEM_SCOPE, 0, draft({ name: 'None' }), NOW)).toBe(false)
  })

  test('with a new secret ends what the old one opened', async () => {
    const [id, beside] = [await insert('c1'), await insert('c2', { name: 'Other' })]
    const { userId } = (await catalog.apiClients.credentials('c1'))!
    await open('t1', userId)
    await open('t2', ana, id)
    await open('t3', ana, beside)
    expect(await catalog.apiClients.setSecret(SYSTEM_SCOPE, id, 'new')).toBe(true)
    expect(await isOpen('t1', 't2', 't3')).toEqual([false, false, true])
    expect([
      (await catalog.apiClients.credentials('c1'))?.secretHash,
      (await catalog.apiClients.credentials('c2'))?.secretHash,
      await catalog.apiClients.setSecret(SYSTEM_SCOPE, 0, 'x'),
    ]).toEqual(['new', 'hash c2', false])
  })

  test('is removed with its service user, and no other is', async () => {
    const [id, beside] = [await insert('c1'), await insert('c2', { name: 'Other' })]
    const { userId } = (await catalog.apiClients.credentials('c1'))!
    expect([
      await catalog.apiClients.remove(SYSTEM_SCOPE, id),
      await catalog.apiClients.remove(SYSTEM_SCOPE, id),
    ]).toEqual([true, false])
    expect(await catalog.users.find(SYSTEM_SCOPE, userId)).toBe(undefined)
    expect((await catalog.apiClients.list(SYSTEM_SCOPE)).map((one) => one.id)).toEqual([beside])
  })

  test('has a unique name, and none of a duplicate is stored', async () => {
    const id = await insert('c1')
    const users = (await catalog.users.list(SYSTEM_SCOPE)).length
    const taken = { code: 'NAME_TAKEN', message: 'There is already an API client Till; choose another name.' }
    await expect(insert('c2')).rejects.toMatchObject(taken)
    await expect(insert('c3', { name: 'Third', clients: [987_654] })).rejects.toMatchObject({
      code: 'CLIENT_NOT_FOUND',
    })
    expect((await catalog.users.list(SYSTEM_SCOPE)).length).toBe(users)
    const other = await insert('c4', { name: 'Other' })
    await expect(catalog.apiClients.replace(SYSTEM_SCOPE, other, draft(), NOW)).rejects.toMatchObject(taken)
    expect((await catalog.apiClients.find(SYSTEM_SCOPE, id))?.name).toBe('Till')
  })
})
