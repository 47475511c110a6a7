/** Who finds and writes accounts in the store, through every caller, and what a user consists of. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { SYSTEM_SCOPE, type Scope } from '../../lib/scope.ts'
import { accountOf, hasPassword, limitedTo, scopeOf, type User } from '../../lib/user.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
let catalog: Catalog
let [uno, dos, ana, eva] = [0, 0, 0, 0]
const scope = (userId: number | null, more: Partial<Scope> = {}): Scope => ({
  userId,
  role: 'basic',
  clients: [uno],
  demo: false,
  ...more,
})
beforeAll(async () => {
  catalog = await memoryCatalog()
  const client = async (name: string) => (await catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })).id
  ;[uno, dos] = [await client('Uno'), await client('Dos')]
  ana = (
    await insert('ana@aforo.test', { clients: [dos, uno, dos], flags: ['footStatus', 'footCompare', 'footStatus'] })
  ).id
  eva = (await insert('eva@aforo.test')).id
})
afterAll(() => catalog.close())

const insert = (username: string, more: object = {}, by: Scope = SYSTEM_SCOPE) =>
  catalog.users.insert(
    by,
    { username, role: 'basic', flags: [], clients: [], passwordHash: 'secret-hash', ...more },
    NOW,
  )
const draft = (username: string, more: object = {}) => ({
  username,
  role: 'basic' as const,
  loginType: 'password' as const,
  flags: [],
  clients: [],
  groups: [],
  macs: [],
  passwordExpired: false,
  properties: { lang: 'es' as const, demo: false },
  ...more,
})

describe('only an administrator', () => {
  test('writes an account, or sees those of others', async () => {
    const own = scope(ana)
    const { users, accounts } = catalog
    for (const act of [
      () => insert('new@aforo.test', {}, own),
      () => users.grant(own, eva, uno, NOW),
      () => users.setEnabled(own, eva, false),
      () => accounts.list(own),
      () => accounts.some(own, [ana]),
      () => accounts.find(own, ana),
      () => accounts.insert(own, draft('new@aforo.test'), NOW),
      () => accounts.replace(own, eva, draft('x@aforo.test'), NOW),
      () => accounts.remove(own, eva),
      () => accounts.endSessions(own, eva),
      () => accounts.countAdmins(own),
    ])
      await expect(act()).rejects.toMatchObject({
        code: 'ADMIN_REQUIRED',
        message: expect.stringMatching(/^Only an administrator may (see and )?change accounts\.$/) as string,
      })
    expect((await users.list(SYSTEM_SCOPE)).map(({ username }) => username)).toEqual([
      'ana@aforo.test',
      'eva@aforo.test',
    ])
  })

  test('finds more than the own account, by id, by name or in the list', async () => {
    const { users } = catalog
    const found = async (by: Scope) => [
      (await users.list(by)).map(({ id }) => id),
      (await users.find(by, ana))?.id,
      (await users.find(by, eva))?.id,
      (await users.findByUsername(by, 'ana@aforo.test'))?.id,
      (await users.findByUsername(by, 'eva@aforo.test'))?.id,
    ]
    expect(await found(scope(ana))).toEqual([[ana], ana, undefined, ana, undefined])
    expect(await found(scope(null))).toEqual([[], undefined, undefined, undefined, undefined])
    expect(await found(SYSTEM_SCOPE)).toEqual([[ana, eva], ana, eva, ana, eva])
  })
})

describe('a user', () => {
  test('is what was given, each right and client once and in order, without its secret', async () => {
    expect(await catalog.users.find(SYSTEM_SCOPE, ana)).toEqual({
      id: ana,
      username: 'ana@aforo.test',
      role: 'basic',
      enabled: true,
      flags: ['footCompare', 'footStatus'],
      properties: { lang: 'es', demo: false },
      clients: [uno, dos],
      loginType: 'password',
      passwordExpired: false,
      passwordChangedAt: null,
      termsAcceptedAt: null,
      responsibilityAcceptedAt: null,
      createdAt: NOW,
    })
    const given = { enabled: false, passwordExpired: true, loginType: 'otp', properties: { lang: 'en' }, role: 'admin' }
    const made = await insert('off@aforo.test', given)
    expect(made).toMatchObject({ ...given, properties: { lang: 'en', demo: false }, clients: [], flags: [] })
    expect(await catalog.users.find(SYSTEM_SCOPE, made.id)).toEqual(made)
    await catalog.accounts.remove(SYSTEM_SCOPE, made.id)
  })

  test('has a unique name: a second one is refused and none of it is stored', async () => {
    await expect(insert('ana@aforo.test', { clients: [uno] })).rejects.toMatchObject({
      code: 'NAME_TAKEN',
      message: 'There is already a user ana@aforo.test; change that one or choose another name.',
    })
    const { id } = await insert('leo@aforo.test')
    await expect(catalog.accounts.replace(SYSTEM_SCOPE, id, draft('ana@aforo.test'), NOW)).rejects.toMatchObject({
      code: 'NAME_TAKEN',
    })
    await catalog.accounts.remove(SYSTEM_SCOPE, id)
    await expect(insert('half@aforo.test', { clients: [987_654] })).rejects.toThrow()
    expect(await catalog.users.findByUsername(SYSTEM_SCOPE, 'half@aforo.test')).toBe(undefined)
  })

  test('is let see a client once, by whom and when', async () => {
    const before = await catalog.userAccess.list(SYSTEM_SCOPE, { user: eva })
    await catalog.users.grant({ ...SYSTEM_SCOPE, userId: ana }, eva, dos, NOW + 5)
    await catalog.users.grant(SYSTEM_SCOPE, eva, dos, NOW + 9)
    expect([before, await catalog.userAccess.list(SYSTEM_SCOPE, { user: eva })]).toEqual([
      [],
      [{ id: expect.any(Number), user: eva, client: dos, createdAt: NOW + 5, createdBy: ana }],
    ])
    expect((await catalog.users.find(SYSTEM_SCOPE, eva))?.clients).toEqual([dos])
  })

  test('that is disabled loses its sessions, and gets none back; one that is not there is none', async () => {
    const open = (tokenHash: string) =>
      catalog.sessions.open({ tokenHash, userId: eva, at: NOW, address: '10.0.0.1', agent: 'test' })
    await open('h1')
    expect(await catalog.users.setEnabled(SYSTEM_SCOPE, eva, true)).toBe(true)
    expect(await catalog.sessions.find('h1')).toBeDefined()
    expect(await catalog.users.setEnabled(SYSTEM_SCOPE, eva, false)).toBe(true)
    expect(await catalog.sessions.find('h1')).toBe(undefined)
    expect((await catalog.users.find(SYSTEM_SCOPE, eva))?.enabled).toBe(false)
    expect(await catalog.users.setEnabled(SYSTEM_SCOPE, 987_654, false)).toBe(false)
    await catalog.users.setEnabled(SYSTEM_SCOPE, eva, true)
  })
})

describe('accounts of services', () => {
  test('are no people: they are in no list and not found', async () => {
    const { id } = await insert('till@aforo.test', { loginType: 'service' })
    const { accounts } = catalog
    expect(await accounts.find(SYSTEM_SCOPE, id)).toBe(undefined)
    expect((await accounts.list(SYSTEM_SCOPE)).map((account) => account.id)).toEqual([ana, eva])
    expect((await accounts.some(SYSTEM_SCOPE, [eva, id, ana])).map((account) => account.id)).toEqual([ana, eva])
    expect(await accounts.some(SYSTEM_SCOPE, [])).toEqual([])
    await accounts.remove(SYSTEM_SCOPE, id)
  })
})

test('administrators that can sign in are counted, and no others', async () => {
  const count = () => catalog.accounts.countAdmins(SYSTEM_SCOPE)
  expect(await count()).toBe(0)
  const { id } = await insert('boss@aforo.test', { role: 'admin' })
  const off = await insert('off@aforo.test', { role: 'admin', enabled: false })
  expect(await count()).toBe(1)
  for (const one of [id, off.id]) await catalog.accounts.remove(SYSTEM_SCOPE, one)
})

describe('what a user may', () => {
  const user = (more: Partial<User> = {}): User => ({
    id: 1,
    username: 'ana@aforo.test',
    role: 'basic',
    enabled: true,
    flags: ['footCompare', 'canDownload'],
    properties: { lang: 'ca', demo: false },
    clients: [1, 2],
    loginType: 'password',
    passwordExpired: false,
    passwordChangedAt: null,
    termsAcceptedAt: null,
    responsibilityAcceptedAt: null,
    createdAt: NOW,
    ...more,
  })

  test.each([
    ['password', undefined, true],
    ['otp', false, true],
    ['password', true, false],
    ['otp', true, false],
    ['external', undefined, false],
    ['service', undefined, false],
  ] as const)('signing in by %s, elsewhere %s: a password of ours is %s', (loginType, externalLogin, has) => {
    const properties = { lang: 'es' as const, demo: false, ...(externalLogin !== undefined && { externalLogin }) }
    expect(hasPassword({ loginType, properties })).toBe(has)
  })

  test('follows from role and rights', () => {
    expect(accountOf(user())).toEqual({ roles: ['basic'], properties: { footCompare: true, canDownload: true } })
    expect(accountOf(user({ role: 'admin', flags: [] }))).toEqual({ roles: ['admin'], properties: {} })
  })

  test('is bounded by its clients, which for an administrator are all', () => {
    expect(scopeOf(user())).toEqual({ userId: 1, role: 'basic', clients: [1, 2], demo: false, lang: 'ca' })
    expect(scopeOf(user({ role: 'admin', properties: { lang: 'es', demo: true } }))).toEqual({
      userId: 1,
      role: 'admin',
      clients: 'all',
      demo: true,
      lang: 'es',
    })
  })

  test('through an external page is what both may, and never administration', () => {
    const page = { flags: ['footCompare', 'footStatus'] as const, clients: [2, 3] }
    expect(limitedTo(user(), page)).toEqual(user({ flags: ['footCompare'], clients: [2] }))
    expect(limitedTo(user({ role: 'admin', flags: [], clients: [] }), page)).toEqual(
      user({ role: 'basic', flags: ['footCompare', 'footStatus'], clients: [2, 3] }),
    )
  })
})
