/**
 * Sessions and tries to sign in, in the store: whose they are, how long they are there, and what is counted of them.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { SYSTEM_SCOPE, type Scope } from '../../lib/scope.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
let catalog: Catalog
let [ana, eva, page, uno] = [0, 0, 0, 0]
const person = async (username: string, more: object = {}) =>
  (
    await catalog.users.insert(
      SYSTEM_SCOPE,
      { username, role: 'basic', flags: ['footCompare'], clients: [], passwordHash: `hash of ${username}`, ...more },
      1,
    )
  ).id
const scope = (userId: number): Scope => ({ userId, role: 'basic', clients: [], demo: false })
const CLIENT = { name: 'Till', redirectUris: [], flags: ['canDownload'] as const, enabled: true, pkce: false }
beforeAll(async () => {
  catalog = await memoryCatalog()
  uno = (await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })).id
  ;[ana, eva] = [await person('ana@aforo.test'), await person('eva@aforo.test', { enabled: false, loginType: 'otp' })]
  const draft = { ...CLIENT, flags: [...CLIENT.flags], clients: [uno] }
  page = await catalog.apiClients.insert(SYSTEM_SCOPE, draft, { clientId: 'till', secretHash: 'x', at: 1 })
})
afterAll(() => catalog.close())
beforeEach(async () => {
  await catalog.sessions.sweep({ createdBefore: NOW * 2, seenBefore: NOW * 2 })
  await catalog.logins.sweep(NOW * 2)
})

const open = (tokenHash: string, more: object = {}) =>
  catalog.sessions.open({ tokenHash, userId: ana, at: NOW, address: '10.0.0.1', agent: 'test', ...more })

describe('what a sign-in is decided by', () => {
  test('is answered by name and by number, without the rights', async () => {
    const credentials = {
      id: ana,
      username: 'ana@aforo.test',
      passwordHash: 'hash of ana@aforo.test',
      enabled: true,
      loginType: 'password',
      properties: { lang: 'es', demo: false },
      usesApp: false,
    }
    const { sessions } = catalog
    expect([await sessions.credentials('ana@aforo.test'), await sessions.credentialsOf(ana)]).toEqual([
      credentials,
      credentials,
    ])
    expect(await sessions.credentialsOf(eva)).toMatchObject({ enabled: false, loginType: 'otp' })
    expect([await sessions.credentials('x'), await sessions.credentialsOf(0), await sessions.userOf(0)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(await sessions.userOf(ana)).toEqual(await catalog.users.find(SYSTEM_SCOPE, ana))
  })

  test('knows an app once a code of it was entered', async () => {
    await catalog.totp.begin(ana, 's')
    expect((await catalog.sessions.credentialsOf(ana))?.usesApp).toBe(false)
    await catalog.totp.confirm(ana, { secret: 's', step: 1, at: NOW })
    expect([
      (await catalog.sessions.credentialsOf(ana))?.usesApp,
      (await catalog.sessions.credentials('eva@aforo.test'))?.usesApp,
    ]).toEqual([true, false])
    await catalog.totp.remove(ana)
  })

  test('the shares of accounts that need a code, and of those with an app, are over accounts that can sign in here', async () => {
    const shares = () => catalog.sessions.otpShares()
    expect(await shares()).toEqual({ codes: 0, apps: 0 })
    const ids = [
      await person('a@x.test', { loginType: 'otp' }),
      await person('b@x.test', { loginType: 'otp' }),
      await person('c@x.test'),
      await person('d@x.test', { loginType: 'external' }),
    ]
    expect(await shares()).toEqual({ codes: 0.5, apps: 0 })
    for (const id of [ids[0]!, ids[2]!]) {
      await catalog.totp.begin(id, 's')
      await catalog.totp.confirm(id, { secret: 's', step: 1, at: NOW })
    }
    await catalog.totp.begin(ana, 's')
    expect(await shares()).toEqual({ codes: 0.75, apps: 2 / 3 })
    for (const id of ids) await catalog.accounts.remove(SYSTEM_SCOPE, id)
    await catalog.totp.remove(ana)
  })
})

describe('a session', () => {
  test('is of its account, since it was opened, confirmed then unless it is said otherwise', async () => {
    await open('s1')
    await open('s2', { confirmedAt: null, userId: eva })
    const user = await catalog.users.find(SYSTEM_SCOPE, ana)
    expect(await catalog.sessions.find('s1')).toEqual({
      id: expect.any(Number),
      user,
      createdAt: NOW,
      seenAt: NOW,
      confirmedAt: NOW,
      page: null,
    })
    expect(await catalog.sessions.find('s2')).toMatchObject({ confirmedAt: null, user: { id: eva } })
    expect(await catalog.sessions.find('s3')).toBe(undefined)
  })

  test('of a page has what that may itself at this moment', async () => {
    await open('s1', { apiClientId: page })
    const held = async () => (await catalog.sessions.find('s1'))?.page
    expect(await held()).toEqual({ name: 'Till', enabled: true, flags: ['canDownload'], clients: [uno] })
    const draft = { ...CLIENT, flags: [], clients: [], name: 'Till 2' }
    await catalog.apiClients.replace(SYSTEM_SCOPE, page, draft, NOW)
    expect(await held()).toEqual({ name: 'Till 2', enabled: true, flags: [], clients: [] })
  })

  test('goes on: it is seen, confirmed, renewed once and closed once, and no other with it', async () => {
    await open('s1')
    await open('s2')
    const { sessions } = catalog
    await sessions.touch('s1', NOW + 1)
    await sessions.confirm('s1', NOW + 2)
    expect([await sessions.renew('s1', 's3', NOW + 3), await sessions.renew('s1', 's4', NOW + 4)]).toEqual([
      true,
      false,
    ])
    expect(await sessions.find('s3')).toMatchObject({ createdAt: NOW, seenAt: NOW + 3, confirmedAt: NOW + 2 })
    expect(await sessions.find('s2')).toMatchObject({ seenAt: NOW, confirmedAt: NOW })
    await sessions.touch('s3', NOW + 9)
    expect((await sessions.find('s3'))?.seenAt).toBe(NOW + 9)
    expect([await sessions.close('s3'), await sessions.close('s3'), await sessions.close('s1')]).toEqual([
      true,
      false,
      false,
    ])
    expect(await sessions.find('s2')).toBeDefined()
  })

  test('is listed with those of its account that have not ended, the newest first', async () => {
    await open('s1', { at: NOW - 10 })
    await open('s2', { address: '10.0.0.2', agent: 'phone', apiClientId: page })
    await open('s3', { userId: eva })
    const listed = async (createdAfter: number, seenAfter: number) =>
      (await catalog.sessions.listOf(ana, { createdAfter, seenAfter })).map(({ id: _id, ...rest }) => rest)
    const second = { createdAt: NOW, seenAt: NOW, address: '10.0.0.2', agent: 'phone', apiClient: 'Till 2' }
    const first = { createdAt: NOW - 10, seenAt: NOW - 10, address: '10.0.0.1', agent: 'test', apiClient: null }
    expect(await listed(0, 0)).toEqual([second, first])
    expect([await listed(NOW - 10, 0), await listed(0, NOW - 10), await listed(NOW, 0)]).toEqual([
      [second],
      [second],
      [],
    ])
    await catalog.sessions.touch('s1', NOW + 1)
    expect((await listed(0, NOW - 10)).length).toBe(2)
  })

  test('is counted for the page that holds it, while it has not ended', async () => {
    await open('s1', { apiClientId: page })
    await open('s2', { apiClientId: page, at: NOW - 10 })
    await open('s3')
    const counted = async (createdAfter: number, seenAfter = 0) => [
      ...(await catalog.sessions.countByApiClient({ createdAfter, seenAfter })),
    ]
    expect([await counted(0), await counted(NOW - 10), await counted(0, NOW - 10), await counted(NOW)]).toEqual([
      [[page, 2]],
      [[page, 1]],
      [[page, 1]],
      [],
    ])
  })

  test('is closed by its number, of an owner only where it is theirs', async () => {
    await open('s1')
    const id = (await catalog.sessions.find('s1'))!.id
    const { sessions } = catalog
    expect([
      await sessions.closeById(id, eva),
      await sessions.closeById(id, ana),
      await sessions.closeById(id),
    ]).toEqual([undefined, ana, undefined])
    await open('s2')
    expect(await sessions.closeById((await sessions.find('s2'))!.id)).toBe(ana)
  })

  test('goes when it was opened or seen too long ago', async () => {
    await open('s1', { at: NOW - 10 })
    await open('s2', { at: NOW - 9 })
    await open('s3', { at: NOW - 20 })
    await catalog.sessions.touch('s3', NOW)
    const left = async () => (await catalog.sessions.listOf(ana, { createdAfter: 0, seenAfter: 0 })).length
    await catalog.sessions.sweep({ createdBefore: NOW - 21, seenBefore: NOW - 10 })
    expect([await left(), await catalog.sessions.find('s1')]).toEqual([2, undefined])
    await catalog.sessions.sweep({ createdBefore: NOW - 20, seenBefore: 0 })
    expect([await left(), await catalog.sessions.find('s3')]).toEqual([1, undefined])
  })
})

describe('tries to sign in', () => {
  const tried = (at: number, success: boolean, more: object = {}) =>
    catalog.logins.record({
      userId: ana,
      username: 'ana@aforo.test',
      at,
      success,
      address: '10.0.0.1',
      network: '10.0.0.0',
      agent: 'test',
      ...more,
    })

  test('are read by the account itself and by administrators, the newest first', async () => {
    await tried(NOW, true)
    await tried(NOW + 2, false)
    await tried(NOW + 1, true, { userId: eva })
    const read = (by: Scope) => catalog.logins.listOf(by, ana)
    const both = [
      { date: NOW + 2, success: false },
      { date: NOW, success: true },
    ]
    expect([await read(scope(ana)), await read(SYSTEM_SCOPE), await read(scope(eva))]).toEqual([both, both, []])
  })

  test('that succeeded return the time of the previous sign-in', async () => {
    await tried(NOW, true)
    await tried(NOW + 1, true)
    await tried(NOW + 2, false)
    await tried(NOW + 3, true, { userId: eva })
    const last = (by: Scope, at: number) => catalog.logins.lastBefore(by, ana, at)
    expect([
      await last(scope(ana), NOW + 9),
      await last(scope(ana), NOW + 1),
      await last(scope(ana), NOW),
      await last(SYSTEM_SCOPE, NOW + 9),
      await last(scope(eva), NOW + 9),
    ]).toEqual([NOW + 1, NOW, null, NOW + 1, null])
  })

  test('of an account that was used before are new from another network or agent', async () => {
    const isNew = (network = '10.0.0.0', agent = 'test') => catalog.logins.isNewClient(ana, network, agent)
    await tried(NOW, false)
    await tried(NOW, true, { userId: eva })
    expect(await isNew()).toBe(false)
    await tried(NOW, true)
    expect([await isNew(), await isNew('10.1.0.0'), await isNew('10.0.0.0', 'phone')]).toEqual([false, true, true])
    await tried(NOW, false, { network: '10.1.0.0' })
    expect(await isNew('10.1.0.0')).toBe(true)
  })

  test('that failed since a time are counted for all accounts; old ones are deleted', async () => {
    await tried(NOW, false, { userId: null, username: 'nobody' })
    await tried(NOW + 1, false)
    await tried(NOW + 2, true)
    const failed = (at: number) => catalog.logins.failedSince(at)
    expect([await failed(NOW), await failed(NOW + 1), await failed(NOW + 2)]).toEqual([2, 1, 0])
    await catalog.logins.sweep(NOW + 1)
    expect([await failed(0), (await catalog.logins.listOf(SYSTEM_SCOPE, ana)).length]).toEqual([1, 2])
  })
})
