/** How long a session lives, what it may meanwhile, and what is kept of sign-ins: on a catalog in memory. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { LoginType } from '../../lib/user.ts'
import { meOf, sessionService } from './service.ts'
import { ABSOLUTE_MS, CONFIRMED_MS, IDLE_MS, stillOpenAt } from './lifetime.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const MINUTE = 60_000
const DAY = 86_400_000
const SENDER = { address: '192.0.2.1', agent: 'Firefox' }

let catalog: Catalog
let now = NOW
let made = 0
const sent: unknown[] = []
const work: Promise<unknown>[] = []
beforeAll(async () => {
  catalog = await memoryCatalog()
})
afterAll(() => catalog.close())
beforeEach(() => {
  now = NOW
  sent.length = 0
})

/** A server that has just begun. */
const service = ({ noticeMail = true } = {}) =>
  sessionService({
    sessions: catalog.sessions,
    logins: catalog.logins,
    tokens: catalog.accountTokens,
    audit: catalog.audit,
    transaction: catalog.transaction,
    mail: {
      send: async (mail) => {
        sent.push(mail)
      },
    },
    noticeMail,
    publicUrl: 'https://aforo.test',
    clock: { now: () => now },
    authenticate: () => Promise.reject(new Error('not asked')),
    networks: { sweep: () => catalog.knownNetworks.sweep(now - 180 * 24 * 3_600_000) },
    background: { run: (_name, task) => void work.push(task()), settled: async () => void (await Promise.all(work)) },
  })
async function account(more: { loginType?: LoginType; passwordHash?: string | null; role?: 'basic' | 'admin' } = {}) {
  made += 1
  const { id } = await catalog.users.insert(
    SYSTEM_SCOPE,
    { username: `person-${made}@aforo.test`, passwordHash: 'hash', role: 'basic', clients: [], flags: [], ...more },
    NOW,
  )
  return (await catalog.sessions.credentialsOf(id))!
}
async function apiClient(flags: string[] = ['footCompare']) {
  made += 1
  const id = await catalog.apiClients.insert(
    SYSTEM_SCOPE,
    { name: `Page ${made}`, redirectUris: [], enabled: true, pkce: true, flags, clients: [] } as never,
    { clientId: `page-${made}`, secretHash: 'x', at: NOW },
  )
  return { id, clientId: `page-${made}`, name: `Page ${made}` }
}
const code = (pending: Promise<unknown>) =>
  pending.then(
    () => 'done',
    (error: { code?: string; details?: object }) => [error.code, error.details],
  )
const lastAudit = async () => (await catalog.audit.list(SYSTEM_SCOPE, 1))[0]

describe('a session', () => {
  test('is returned as its token and its seconds, and is audited with the address where it was opened', async () => {
    const one = await account()
    const page = await apiClient()
    const token = await service().open(one, SENDER)
    expect(token).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 12 * 3600 })
    const entry = { at: NOW, user: null, action: 'session.open', target: one.username }
    expect(await lastAudit()).toEqual({ ...entry, details: { address: '192.0.2.1' } })
    await service().open(one, SENDER, { page })
    expect(await lastAudit()).toEqual({ ...entry, details: { address: '192.0.2.1', client: page.clientId } })
    expect(await catalog.logins.listOf(SYSTEM_SCOPE, one.id)).toEqual([
      { date: NOW, success: true },
      { date: NOW, success: true },
    ])
  })

  test('ends after two hours of silence and after twelve in all, to the moment, and leaves the catalog', async () => {
    const sessions = service()
    const one = await account()
    const silent = (await sessions.open(one, SENDER)).access_token
    now = NOW + IDLE_MS - 1
    const found = await sessions.resolve(silent)
    expect(found).toMatchObject({ user: { id: one.id }, since: NOW })
    expect(found).not.toHaveProperty('page')
    now = NOW + 2 * IDLE_MS - 1
    expect(await sessions.resolve(silent)).toBeNull()
    now = NOW
    // It is gone, and was not only refused.
    expect(await sessions.resolve(silent)).toBeNull()
    const busy = (await sessions.open(one, SENDER)).access_token
    for (let at = IDLE_MS / 2; at < ABSOLUTE_MS; at += IDLE_MS / 2) {
      now = NOW + at
      expect(await sessions.resolve(busy)).not.toBeNull()
    }
    now = NOW + ABSOLUTE_MS - 1
    expect(await sessions.resolve(busy)).not.toBeNull()
    now = NOW + ABSOLUTE_MS
    expect(await sessions.resolve(busy)).toBeNull()
  })

  test('is seen again a minute later at the earliest', async () => {
    const sessions = service()
    const one = await account()
    const token = (await sessions.open(one, SENDER)).access_token
    const seenAt = async () => (await catalog.sessions.listOf(one.id, stillOpenAt(NOW)))[0]?.seenAt
    now = NOW + MINUTE - 1
    await sessions.resolve(token)
    expect(await seenAt()).toBe(NOW)
    now = NOW + MINUTE
    await sessions.resolve(token)
    expect(await seenAt()).toBe(NOW + MINUTE)
  })

  test('counts as just confirmed for a quarter of an hour, where a person showed a password', async () => {
    const sessions = service()
    const confirmed = async (token: string) => (await sessions.resolve(token))?.isConfirmed
    const person = await account()
    const shown = (await sessions.open(person, SENDER)).access_token
    const ofPage = (await sessions.open(person, SENDER, { page: await apiClient() })).access_token
    const notShown = (await sessions.open(person, SENDER, { isShown: false })).access_token
    const program = (await sessions.open(await account({ loginType: 'service' }), SENDER)).access_token
    expect([
      await confirmed(shown),
      await confirmed(ofPage),
      await confirmed(notShown),
      await confirmed(program),
    ]).toEqual([true, false, false, false])
    now = NOW + CONFIRMED_MS - 1
    expect(await confirmed(shown)).toBe(true)
    now = NOW + CONFIRMED_MS
    expect(await confirmed(shown)).toBe(false)
    // Until it is shown again.
    await catalog.sessions.confirm((await sessions.resolve(shown))!.tokenHash, now)
    expect([await confirmed(shown), await confirmed(notShown)]).toEqual([true, false])
  })

  test('of a page may what the page may, and ends with it', async () => {
    const sessions = service()
    const person = await account({ role: 'admin' })
    const page = await apiClient(['footCompare'])
    const token = (await sessions.open(person, SENDER, { page })).access_token
    expect(await sessions.resolve(token)).toMatchObject({
      page: page.name,
      user: { id: person.id, role: 'basic', flags: ['footCompare'], clients: [] },
      scope: { role: 'basic', clients: [] },
    })
    expect((await catalog.sessions.countByApiClient(stillOpenAt(NOW))).get(page.id)).toBe(1)
    expect((await catalog.sessions.countByApiClient(stillOpenAt(NOW + IDLE_MS))).get(page.id)).toBeUndefined()
    expect((await catalog.sessions.countByApiClient({ createdAfter: NOW, seenAfter: 0 })).get(page.id)).toBeUndefined()
    // The page may nothing while its own user is disabled, or it is itself.
    const { userId } = (await catalog.apiClients.credentials(page.clientId))!
    await catalog.users.setEnabled(SYSTEM_SCOPE, userId, false)
    expect(await sessions.resolve(token)).toBeNull()
    await catalog.users.setEnabled(SYSTEM_SCOPE, userId, true)
    const { name } = page
    const off = { name, redirectUris: [], enabled: false, pkce: true, flags: ['footCompare' as const], clients: [] }
    await catalog.apiClients.replace(SYSTEM_SCOPE, page.id, off, NOW)
    expect(await sessions.resolve(token)).toBeNull()
  })

  test('is renewed once with the age it has, ended by who it belongs to or an administrator, and signed out once', async () => {
    const sessions = service()
    const one = await account()
    const open = async () => {
      const { access_token: token } = await sessions.open(one, SENDER)
      return { token, caller: (await sessions.resolve(token))! }
    }
    const first = await open()
    now = NOW + 1500
    expect((await sessions.renew(first.caller)).expires_in).toBe(12 * 3600 - 2)
    expect(await lastAudit()).toMatchObject({ action: 'session.renew', target: one.username, user: one.id })
    expect(await code(sessions.renew(first.caller))).toEqual(['SESSION_INVALID', undefined])
    const second = await open()
    await sessions.signOut(second.caller)
    expect(await lastAudit()).toMatchObject({ action: 'session.close', target: one.username, at: now })
    now += 1
    await sessions.signOut(second.caller)
    expect((await lastAudit())?.at).toBe(now - 1)
    const third = await open()
    const [listed] = (await sessions.listOf(one.id, third.caller)).filter(({ current }) => current)
    const stranger = { scope: { ...third.caller.scope, userId: one.id + 1 } }
    expect(await code(sessions.end(listed!.id, stranger))).toEqual(['SESSION_NOT_FOUND', { session: listed!.id }])
    await sessions.end(listed!.id, third.caller)
    expect(await lastAudit()).toMatchObject({
      action: 'session.end',
      target: `user ${one.id}`,
      details: { session: listed!.id },
      at: now,
    })
    expect(await sessions.resolve(third.token)).toBeNull()
    expect(await code(sessions.end(listed!.id, { scope: SYSTEM_SCOPE }))).toEqual([
      'SESSION_NOT_FOUND',
      { session: listed!.id },
    ])
  })

  test('opened by a link is confirmed when a password was shown for the link, and invalid when the account is gone', async () => {
    const sessions = service()
    const one = await account()
    const redeemed = async (isShown?: boolean) => {
      const { access_token: token } = await sessions.redeem(await sessions.accessCode(one.id, isShown), SENDER)
      return (await sessions.resolve(token))?.isConfirmed
    }
    expect([await redeemed(), await redeemed(true), await redeemed(false)]).toEqual([true, true, false])
    const late = await sessions.accessCode(one.id, false)
    now = NOW + MINUTE - 1
    const soon = await sessions.accessCode(one.id)
    now = NOW + MINUTE
    expect(await code(sessions.redeem(late, SENDER))).toEqual(['TOKEN_INVALID', undefined])
    await catalog.users.setEnabled(SYSTEM_SCOPE, one.id, false)
    expect(await code(sessions.redeem(soon, SENDER))).toEqual(['TOKEN_INVALID', undefined])
  })
})

describe('a sign-in', () => {
  test('from a new network or with a new program is mailed to the person, in their language, except for programs', async () => {
    const one = await account()
    const notices = async (from: typeof SENDER, more: Parameters<typeof service>[0] = {}, who = one) => {
      const before = sent.length
      await service(more).open(who, from)
      await Promise.all(work)
      return sent.length - before
    }
    expect(await notices(SENDER)).toBe(0)
    expect(await notices(SENDER)).toBe(0)
    expect(await notices({ ...SENDER, agent: '' })).toBe(1)
    expect(sent.at(-1)).toEqual({
      to: one.username,
      kind: 'newClient',
      language: one.properties.lang,
      values: {
        username: one.username,
        when: NOW,
        address: '192.0.2.1',
        agent: '?',
        link: 'https://aforo.test/recover',
      },
    })
    expect(await notices({ ...SENDER, address: '198.51.100.7' }, { noticeMail: false })).toBe(0)
    expect(await notices({ ...SENDER, address: '198.51.100.8' })).toBe(1)
    expect(sent.at(-1)).toMatchObject({ values: { address: '198.51.100.8', agent: 'Firefox' } })
    const program = await account({ loginType: 'service' })
    expect([
      await notices(SENDER, {}, program),
      await notices({ ...SENDER, address: '198.51.100.9' }, {}, program),
    ]).toEqual([0, 0])
  })

  test('sweeps what has run out, ten minutes after the last time', async () => {
    const sessions = service()
    const one = await account()
    const open = () => sessions.open(one, SENDER)
    const ids = async () => (await catalog.sessions.listOf(one.id, { createdAfter: 0, seenAfter: 0 })).length
    const tries = async () => (await catalog.logins.listOf(SYSTEM_SCOPE, one.id)).map(({ date }) => date)
    const old = (at: number) =>
      catalog.logins.record({ userId: one.id, username: '', at, success: true, address: '', network: '', agent: '' })
    await open()
    await old(NOW + IDLE_MS - 400 * DAY)
    await old(NOW + IDLE_MS - 400 * DAY - 1)
    now = NOW + 10 * MINUTE - 1
    await open()
    expect(await tries()).toHaveLength(4)
    now = NOW + IDLE_MS
    await open()
    expect(await tries()).toEqual([now, NOW + 10 * MINUTE - 1, NOW, NOW + IDLE_MS - 400 * DAY])
    // The first one was silent for two hours; the second one not yet.
    expect(await ids()).toBe(2)
    now = NOW + IDLE_MS + 10 * MINUTE - 1
    await open()
    expect(await ids()).toBe(3)
    now = NOW + IDLE_MS + 10 * MINUTE
    await open()
    expect(await ids()).toBe(3)
  })

  test('is known to the person and to administrators; two hundred are shown', async () => {
    const one = await account()
    const record = (at: number, success: boolean) =>
      catalog.logins.record({ userId: one.id, username: '', at, success, address: '', network: '', agent: '' })
    for (let at = 0; at < 201; at += 1) await record(NOW + at, at % 2 === 0)
    const own = { userId: one.id, role: 'basic', clients: [], demo: false } as const
    const stranger = { ...own, userId: one.id + 1 }
    const shown = await catalog.logins.listOf(own, one.id)
    expect([shown.length, shown[0], shown[1], shown.at(-1)?.date]).toEqual([
      200,
      { date: NOW + 200, success: true },
      { date: NOW + 199, success: false },
      NOW + 1,
    ])
    expect(await catalog.logins.listOf(stranger, one.id)).toEqual([])
    expect([
      await catalog.logins.lastBefore(own, one.id, NOW + 200),
      await catalog.logins.lastBefore(SYSTEM_SCOPE, one.id, NOW + 201),
      await catalog.logins.lastBefore(own, one.id, NOW),
      await catalog.logins.lastBefore(stranger, one.id, NOW + 200),
    ]).toEqual([NOW + 198, NOW + 200, null, null])
    const before = await catalog.logins.failedSince(NOW + 100)
    await record(NOW + 100, false)
    await record(NOW + 99, false)
    expect((await catalog.logins.failedSince(NOW + 100)) - before).toBe(1)
  })

  test('needs a code of those who have one; the share of them is over enabled accounts with a password', async () => {
    const own = await memoryCatalog()
    const add = async (name: string, loginType: LoginType, enabled = true) => {
      const rights = { passwordHash: null, role: 'basic' as const, clients: [], flags: [] }
      const { id } = await own.users.insert(SYSTEM_SCOPE, { username: name, ...rights, loginType, enabled }, NOW)
      return id
    }
    expect(await own.sessions.otpShares()).toEqual({ codes: 0, apps: 0 })
    const [plain, byApp, byMail] = [
      await add('plain', 'password'),
      await add('app', 'password'),
      await add('mail', 'otp'),
    ]
    await add('second', 'password')
    await add('off', 'otp', false)
    await add('elsewhere', 'external')
    await own.totp.begin(byApp, 'secret')
    expect(await own.sessions.otpShares()).toEqual({ codes: 1 / 4, apps: 0 })
    await own.totp.confirm(byApp, { secret: 'secret', step: 1, at: NOW })
    expect(await own.sessions.otpShares()).toEqual({ codes: 2 / 4, apps: 1 / 2 })
    expect(
      await Promise.all([plain, byApp, byMail].map(async (id) => (await own.sessions.credentialsOf(id))?.usesApp)),
    ).toEqual([false, true, false])
    expect(await own.sessions.credentials('nobody')).toBeUndefined()
    expect(await own.sessions.userOf(999_999)).toBeUndefined()
    await own.close()
  })
})

test('every flag of a person is answered, given or not', () => {
  const properties = { lang: 'en', demo: false, landing: 'x' } as never
  const me = meOf({
    id: 3,
    username: 'a',
    role: 'basic',
    loginType: 'otp',
    flags: ['canUpload'],
    properties,
  } as unknown as Parameters<typeof meOf>[0])
  expect(me).toMatchObject({
    id: 3,
    username: 'a',
    role: 'basic',
    roles: ['basic'],
    loginType: 'otp',
    properties: { lang: 'en', demo: false, canUpload: true, canDownload: false },
  })
})
