import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { SYSTEM_SCOPE, type Scope } from '../../lib/scope.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
let catalog: Catalog
let [ana, eva] = [0, 0]
const scope = (userId: number | null): Scope => ({ userId, role: 'basic', clients: [], demo: false })
beforeAll(async () => {
  catalog = await memoryCatalog()
  const person = async (username: string) =>
    (
      await catalog.users.insert(
        SYSTEM_SCOPE,
        { username, role: 'basic', flags: [], clients: [], passwordHash: 'h' },
        1,
      )
    ).id
  ;[ana, eva] = [await person('ana@aforo.test'), await person('eva@aforo.test')]
})
afterAll(() => catalog.close())

const tokens = () => catalog.accountTokens
const token = (hash: string, more: object = {}) =>
  tokens().add({ hash, userId: ana, kind: 'recover', expiresAt: NOW + 10, ...more })
const sessions = () => catalog.sessions
const open = (tokenHash: string, userId: number) =>
  sessions().open({ tokenHash, userId, at: NOW, address: '10.0.0.1', agent: 'test' })

describe('a token', () => {
  test('is of its account while its time lasts, for what it was given for', async () => {
    await token('t1')
    const find = (hash: string, kinds: Parameters<Catalog['accountTokens']['find']>[1], at = NOW) =>
      tokens().find(hash, kinds, at)
    expect([
      await find('t1', ['recover']),
      await find('t1', ['invite', 'recover'], NOW + 9),
      await find('t1', ['recover'], NOW + 10),
      await find('t1', ['access', 'otp']),
      await find('t2', ['recover']),
    ]).toEqual([ana, ana, undefined, undefined, undefined])
  })

  test('is taken once, and not for anything else or too late', async () => {
    for (const hash of ['u1', 'u2', 'u3']) await token(hash)
    const use = (hash: string, kinds: Parameters<Catalog['accountTokens']['use']>[1] = ['recover'], at = NOW) =>
      tokens().use(hash, kinds, at)
    expect([await use('u1', ['access']), await use('u1'), await use('u1')]).toEqual([undefined, ana, undefined])
    expect(await tokens().find('u1', ['recover'], NOW)).toBe(undefined)
    expect([await use('u2', ['recover'], NOW + 10), await use('u3', ['recover'], NOW + 9)]).toEqual([undefined, ana])
    expect(await tokens().find('u2', ['recover'], NOW)).toBe(ana)
  })

  test('is removed some time after it has expired', async () => {
    await token('s1', { expiresAt: NOW })
    await token('s2', { expiresAt: NOW + 1 })
    await tokens().sweep(NOW + 1)
    expect([await tokens().find('s1', ['recover'], 0), await tokens().find('s2', ['recover'], 0)]).toEqual([
      undefined,
      ana,
    ])
  })
})

describe('a password', () => {
  const set = (by: Scope, user: number, more: object = {}) =>
    catalog.passwords.set(by, user, { passwordHash: 'new', at: NOW, ...more })

  test('is not set by another account, nor for an account that does not exist', async () => {
    await expect(set(scope(eva), ana)).rejects.toMatchObject({
      code: 'ADMIN_REQUIRED',
      message: 'Only an administrator may change accounts.',
    })
    await expect(set(scope(null), ana)).rejects.toMatchObject({ code: 'ADMIN_REQUIRED' })
    expect(await set(SYSTEM_SCOPE, 987_654)).toBe(false)
    expect((await catalog.sessions.credentialsOf(ana))?.passwordHash).toBe('h')
  })

  test('ends what was open before, but for the session that may go on', async () => {
    for (const hash of ['p1', 'p2']) await open(hash, ana)
    await open('p3', eva)
    for (const [hash, userId] of [
      ['q1', ana],
      ['q2', eva],
    ] as const)
      await token(hash, { userId })
    expect(await set(scope(ana), ana, { keepSession: 'p2' })).toBe(true)
    const left = async (hash: string) => (await sessions().find(hash)) !== undefined
    expect([await left('p1'), await left('p2'), await left('p3')]).toEqual([false, true, true])
    expect([await tokens().find('q1', ['recover'], NOW), await tokens().find('q2', ['recover'], NOW)]).toEqual([
      undefined,
      eva,
    ])
    expect(await set(SYSTEM_SCOPE, ana)).toBe(true)
    expect([await left('p2'), await left('p3')]).toEqual([false, true])
  })

  test('is no more one to be changed, and who set it may have accepted to answer for it', async () => {
    const user = () => catalog.users.find(SYSTEM_SCOPE, eva)
    expect(await user()).toMatchObject({ passwordChangedAt: null, responsibilityAcceptedAt: null })
    await set(scope(eva), eva, { at: NOW + 1 })
    expect(await user()).toMatchObject({
      passwordChangedAt: NOW + 1,
      passwordExpired: false,
      responsibilityAcceptedAt: null,
    })
    await set(scope(eva), eva, { at: NOW + 2, responsibility: true })
    expect(await user()).toMatchObject({ passwordChangedAt: NOW + 2, responsibilityAcceptedAt: NOW + 2 })
    expect((await catalog.sessions.credentialsOf(eva))?.passwordHash).toBe('new')
  })

  test('has a history, newest first, for its own account and administrators', async () => {
    const dates = async (by: Scope) => (await catalog.passwords.changesOf(by, eva)).map(({ date }) => date)
    expect([
      await dates(scope(eva)),
      await dates(SYSTEM_SCOPE),
      await dates(scope(ana)),
      await dates(scope(null)),
    ]).toEqual([[NOW + 2, NOW + 1], [NOW + 2, NOW + 1], [], []])
  })
})

test('terms are accepted once, and for oneself', async () => {
  const at = async (id: number) => (await catalog.users.find(SYSTEM_SCOPE, id))?.termsAcceptedAt
  await catalog.passwords.acceptTerms(scope(ana), NOW)
  await catalog.passwords.acceptTerms(scope(ana), NOW + 5)
  await catalog.passwords.acceptTerms(scope(null), NOW)
  expect([await at(ana), await at(eva)]).toEqual([NOW, null])
})
