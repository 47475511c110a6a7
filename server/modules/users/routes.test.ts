import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCESS_FLAGS } from '#domain/access'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW, PASSWORD } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

let f: Fixture
let admin: Send
let me: UserAccount
const idOf = async (name: string) => (await f.catalog.users.findByUsername(SYSTEM_SCOPE, `${name}@aforo.test`))?.id ?? 0
const audited = async () => (await f.catalog.audit.list(SYSTEM_SCOPE, 1))[0]

beforeAll(async () => {
  f = await fixture()
  admin = sender(f, await f.signIn('admin'))
  me = (await admin('GET', `/users/${await idOf('admin')}`)).body as UserAccount
})
afterAll(() => f.close())

const create = async (draft: object) => (await admin('POST', '/users', draft)).body as UserAccount
const draftOf = ({
  id: _id,
  enabled: _enabled,
  termsAcceptedAt: _terms,
  lastLogin: _last,
  createdAt: _created,
  ...draft
}: UserAccount) => draft

describe('an account is not written', () => {
  test('with a field that is not the administrator’s to write, or that is nothing', async () => {
    for (const extra of [
      { id: 1 },
      { enabled: false },
      { passwordHash: 'x' },
      { password: 'x' },
      { roles: ['admin'] },
      { createdAt: 1 },
      { lastLogin: 1 },
      { properties: { isAdmin: true } },
      { properties: { demo: 'yes' } },
    ]) {
      expect([extra, await admin('POST', '/users', { username: 'new@aforo.test', ...extra })]).toMatchObject([
        extra,
        { status: 400, body: { code: 'REQUEST_INVALID' } },
      ])
      expect([extra, await admin('PUT', `/users/${me.id}`, { ...draftOf(me), ...extra })]).toMatchObject([
        extra,
        { status: 400, body: { code: 'REQUEST_INVALID' } },
      ])
    }
  })

  test('with a name that is none, a flag that is unknown, a device that is none', async () => {
    const wrong = [
      {},
      { username: '' },
      { username: 'a b@x.test' },
      { username: 'a@b@c' },
      { username: 'x'.repeat(255) },
      { username: 7 },
    ]
    for (const draft of wrong) expect([draft, (await admin('POST', '/users', draft)).status]).toEqual([draft, 400])
    for (const more of [
      { flags: ['isAdmin'] },
      { flags: ['footCompare', 'footCompare'] },
      { role: 'root' },
      { loginType: 'service' },
      { macs: ['00:1a:2b:3c:4d:5e'] },
      { macs: ['001A2B3C4D5E'] },
      { clients: [0] },
    ]) {
      expect([more, (await admin('POST', '/users', { username: 'new@aforo.test', ...more })).status]).toEqual([
        more,
        400,
      ])
    }
  })

  test('under a name that is taken, in any case and with or without the domain', async () => {
    for (const username of ['analyst@aforo.test', 'ANALYST', ' Analyst'.trim()]) {
      expect(await admin('POST', '/users', { username })).toMatchObject({
        status: 409,
        body: {
          code: 'NAME_TAKEN',
          message: 'There is already a user analyst@aforo.test; change that one or choose another name.',
        },
      })
    }
  })

  test('with an unknown client, group or device, and then none of it is stored', async () => {
    const first = await create({ username: 'phones', macs: ['AA:BB:CC:00:00:01'] })
    expect(first.macs).toEqual(['AA:BB:CC:00:00:01'])
    for (const [more, status, code] of [
      [{ clients: [f.ids.uno, 987_654] }, 404, 'CLIENT_NOT_FOUND'],
      [{ groups: [987_654] }, 404, 'GROUP_NOT_FOUND'],
      [{ macs: ['AA:BB:CC:00:00:01'] }, 409, 'MAC_TAKEN'],
    ] as const) {
      expect(await admin('POST', '/users', { username: 'half', ...more })).toMatchObject({ status, body: { code } })
    }
    expect((await admin('GET', '/users?text=half')).body).toEqual([])
  })

  test('with a flag but not the one it needs', async () => {
    expect(await admin('POST', '/users', { username: 'half', flags: ['hasAutomotiveForecast'] })).toMatchObject({
      status: 400,
      body: {
        code: 'FLAG_NEEDS',
        message: 'hasAutomotiveForecast means nothing without hasAutomotive; give both or neither.',
        details: { flag: 'hasAutomotiveForecast', needs: 'hasAutomotive' },
      },
    })
    for (const flags of [['hasAutomotiveDownload'], ['canModifyOccupancyDashboard'], ['wiTraceBuildingMap']])
      expect((await admin('POST', '/users', { username: 'half', flags })).body).toMatchObject({ code: 'FLAG_NEEDS' })
  })

  test('when it is not there', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/enable'],
      ['POST', '/disable'],
    ] as const) {
      expect(await admin(method, `/users/987654${path}`)).toMatchObject({
        status: 404,
        body: { code: 'USER_NOT_FOUND', details: { user: 987_654 } },
      })
    }
    expect((await admin('PUT', '/users/987654', { username: 'x@aforo.test' })).status).toBe(404)
  })
})

describe('no administrator locks everyone out', () => {
  test('not themself', async () => {
    expect(await admin('POST', `/users/${me.id}/disable`)).toMatchObject({ status: 409, body: { code: 'OWN_ACCOUNT' } })
    expect(await admin('DELETE', `/users/${me.id}`)).toMatchObject({ status: 409, body: { code: 'OWN_ACCOUNT' } })
    expect(await admin('PUT', `/users/${me.id}`, { ...draftOf(me), role: 'basic' })).toMatchObject({
      status: 409,
      body: { code: 'OWN_ACCOUNT' },
    })
    expect(await admin('PUT', `/users/${me.id}`, draftOf(me))).toMatchObject({ status: 200, body: { role: 'admin' } })
  })

  test('and not the last administrator, however it is tried', async () => {
    const { id } = await create({ username: 'deputy', role: 'admin' })
    const deputy = { userId: id, role: 'admin', clients: 'all', demo: false } as const
    // The deputy's session outlives its own account here: the rule must not rest on who asks.
    await f.catalog.accounts.remove(SYSTEM_SCOPE, id)
    const { userService } = await import('./service.ts')
    const users = userService({
      catalog: f.catalog,
      invitations: { invite: async () => undefined },
      clock: f.clock,
      loginDomain: 'aforo.test',
    })
    await expect(users.setEnabled(deputy, me.id, false)).rejects.toMatchObject({ code: 'LAST_ADMIN' })
    await expect(users.remove(deputy, me.id)).rejects.toMatchObject({ code: 'LAST_ADMIN' })
    await expect(users.replace(deputy, me.id, { ...draftOf(me), role: 'basic' })).rejects.toMatchObject({
      code: 'LAST_ADMIN',
    })
    expect((await admin('GET', `/users/${me.id}`)).body).toMatchObject({ role: 'admin', enabled: true })
  })
})

describe('a new account', () => {
  test('is complete, cannot sign in before it has a password, and is in the audit log', async () => {
    const given = {
      username: 'Nueva.Persona',
      role: 'basic',
      flags: ['footStatus', 'footCompare'],
      clients: [f.ids.dos],
      properties: { lang: 'en', loginMessage: 'Hi', useLoginMessage: true, postLogin: 'footCompare' },
    }
    const made = await admin('POST', '/users', given)
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: expect.any(Number),
      username: 'nueva.persona@aforo.test',
      enabled: true,
      role: 'basic',
      loginType: 'password',
      flags: ['footCompare', 'footStatus'],
      properties: { lang: 'en', demo: false, loginMessage: 'Hi', useLoginMessage: true, postLogin: 'footCompare' },
      clients: [f.ids.dos],
      groups: [],
      macs: [],
      passwordExpired: false,
      termsAcceptedAt: null,
      lastLogin: null,
      createdAt: NOW,
    })
    expect(await f.signIn('nueva.persona')).toBeUndefined()
    expect(await f.catalog.audit.list(SYSTEM_SCOPE, 10)).toContainEqual({
      at: NOW,
      user: me.id,
      action: 'user.create',
      target: 'nueva.persona@aforo.test',
      details: {
        role: 'basic',
        loginType: 'password',
        flags: ['footCompare', 'footStatus'],
        clients: [f.ids.dos],
        groups: [],
      },
    })
  })

  test('takes every access flag and every setting there is', async () => {
    const properties = {
      lang: 'ca',
      demo: true,
      modules: ['traffic'],
      loginMessage: 'x',
      useLoginMessage: false,
      postLogin: 'buildingTrace',
      auto_clientLevel: 'brand',
      auto_levelValue: 'B',
      auto_client: f.ids.uno,
      multiClient: true,
      externalLogin: false,
      ciscoSpaces: true,
      canModifyZoneTypes: true,
      buildingCollaborativeType: true,
      datasourcesTags: ['north'],
    }
    const { flags, ...made } = await create({
      username: 'everything',
      flags: ACCESS_FLAGS,
      properties,
      loginType: 'otp',
    })
    expect(flags).toEqual([...ACCESS_FLAGS].sort())
    expect(made).toMatchObject({ properties, loginType: 'otp' })
  })

  test('that must use the identity provider says so in both places', async () => {
    expect(await create({ username: 'ext1', loginType: 'external' })).toMatchObject({
      loginType: 'external',
      properties: { externalLogin: true },
    })
    const made = await create({ username: 'ext2', properties: { externalLogin: true } })
    expect(made).toMatchObject({ loginType: 'external', properties: { externalLogin: true } })
    expect((await admin('PUT', `/users/${made.id}`, { username: 'ext2', loginType: 'password' })).body).toMatchObject({
      loginType: 'password',
    })
  })
})

describe('a new person', () => {
  let demo: Fixture
  let boss: Send
  beforeAll(async () => {
    demo = await fixture({ config: { mode: 'demo' } })
    boss = sender(demo, await demo.signIn('admin'))
  })
  afterAll(() => demo.close())
  const mails = async () =>
    (await sender(demo)('GET', '/demo/mailbox', undefined, { accept: 'application/json' })).body as {
      to: string
      text: string
    }[]

  test('is invited by mail with a link that sets the first password, in their language', async () => {
    const { id } = (await boss('POST', '/users', { username: 'nueva', properties: { lang: 'en' } })).body as UserAccount
    const [mail] = await mails()
    expect(mail?.to).toBe('nueva@aforo.test')
    const token = /https:\/\/aforo\.example\.com\/changepass\/([A-Za-z0-9_-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await sender(demo)('GET', `/auth/user/${token}`)).body).toEqual({ id, username: 'nueva@aforo.test' })
    expect(
      (await sender(demo)('PUT', `/auth/user/${token}`, { token, pass: PASSWORD, responsibility: true })).status,
    ).toBe(204)
    expect((await demo.get('/me', await demo.signIn('nueva'))).body).toMatchObject({ id, username: 'nueva@aforo.test' })
  })

  test('who comes in through the identity provider is not invited', async () => {
    const before = (await mails()).length
    await boss('POST', '/users', { username: 'outside', loginType: 'external' })
    expect(await mails()).toHaveLength(before)
  })
})

describe('a change', () => {
  test('holds with the next request of that person, and says in the log which rights came and went', async () => {
    const leaver = await f.get('/me', await f.signIn('multi'))
    expect(leaver.body).toMatchObject({ properties: { footCompare: true } })
    const token = await f.signIn('multi')
    const before = (await admin('GET', `/users/${await idOf('multi')}`)).body as UserAccount
    expect((await f.get(`/locals?client=${f.ids.dos}`, token)).status).toBe(200)
    const changed = await admin('PUT', `/users/${before.id}`, {
      ...draftOf(before),
      flags: ['canDownload'],
      clients: [f.ids.uno],
      properties: { lang: 'pt' },
    })
    expect(changed.body).toEqual({
      ...before,
      flags: ['canDownload'],
      clients: [f.ids.uno],
      properties: { lang: 'pt', demo: false },
    })
    expect((await f.get(`/locals?client=${f.ids.dos}`, token)).status).toBe(404)
    expect(
      (await f.get(`/compare/metrics/ins?client=${f.ids.uno}&p1Start=2026-11-16&p1End=2026-11-19`, token)).status,
    ).toBe(403)
    expect(await audited()).toEqual({
      at: NOW,
      user: me.id,
      action: 'user.change',
      target: 'multi@aforo.test',
      details: {
        flagsGiven: ['canDownload'],
        flagsTaken: ['footCompare'],
        clientsTaken: [f.ids.dos],
        properties: ['lang'],
      },
    })
  })

  test('of nothing writes nothing into the log', async () => {
    const account = (await admin('GET', `/users/${await idOf('other')}`)).body as UserAccount
    const entry = await audited()
    expect((await admin('PUT', `/users/${account.id}`, draftOf(account))).body).toEqual(account)
    expect(await audited()).toEqual(entry)
  })

  test('says in the log what was before, and which groups and devices came and went', async () => {
    const flags = ['canAlerts']
    const { id: group } = (await admin('POST', '/security/group', { name: 'Night shift', flags })).body as {
      id: number
    }
    const { id } = await create({ username: 'renamed', macs: ['AA:BB:CC:00:00:21'] })
    await admin('PUT', `/users/${id}`, {
      username: 'called.anew',
      role: 'admin',
      loginType: 'otp',
      passwordExpired: true,
      macs: ['AA:BB:CC:00:00:22'],
      groups: [group],
    })
    expect(await audited()).toEqual({
      at: NOW,
      user: me.id,
      action: 'user.change',
      target: 'called.anew@aforo.test',
      details: {
        username: ['renamed@aforo.test', 'called.anew@aforo.test'],
        role: ['basic', 'admin'],
        loginType: ['password', 'otp'],
        passwordExpired: [false, true],
        groupsGiven: [group],
        macsGiven: ['AA:BB:CC:00:00:22'],
        macsTaken: ['AA:BB:CC:00:00:21'],
      },
    })
    // The flags of a group count as the account's own.
    expect((await f.catalog.users.find(SYSTEM_SCOPE, id))?.flags).toEqual(['canAlerts'])
    await admin('DELETE', `/users/${id}`)
    await admin('PUT', `/security/group/${group}`, { name: 'Late shift', description: 'From ten on', flags })
    expect(await audited()).toMatchObject({
      action: 'group.change',
      details: { name: ['Night shift', 'Late shift'], description: ['', 'From ten on'] },
    })
    await admin('DELETE', `/security/group/${group}`)
  })

  test('of the way to sign in ends the sessions of that person', async () => {
    const token = await f.signIn('operator')
    const account = (await admin('GET', `/users/${await idOf('operator')}`)).body as UserAccount
    await admin('PUT', `/users/${account.id}`, { ...draftOf(account), loginType: 'otp' })
    expect((await f.get('/me', token)).status).toBe(401)
  })

  test('keeps who gave an access and when', async () => {
    const account = await create({ username: 'history', clients: [f.ids.uno] })
    const [first] = await f.catalog.userAccess.list(SYSTEM_SCOPE, { user: account.id })
    f.clock.time = NOW + 1000
    await admin('PUT', `/users/${account.id}`, { username: 'history', clients: [f.ids.uno, f.ids.dos] })
    f.clock.time = NOW
    expect(await f.catalog.userAccess.list(SYSTEM_SCOPE, { user: account.id })).toEqual([
      first,
      { id: expect.any(Number), user: account.id, client: f.ids.dos, createdAt: NOW + 1000, createdBy: me.id },
    ])
  })
})

describe('disabling', () => {
  test('ends every session at once, and enabling lets in again; both are logged once', async () => {
    const [id, token] = [await idOf('other'), await f.signIn('other')]
    expect(await admin('POST', `/users/${id}/disable`)).toMatchObject({ status: 200, body: { id, enabled: false } })
    expect(await audited()).toMatchObject({ action: 'user.disable', target: 'other@aforo.test' })
    expect((await f.get('/me', token)).status).toBe(401)
    const entry = await audited()
    expect(await admin('POST', `/users/${id}/disable`)).toMatchObject({ status: 200, body: { enabled: false } })
    expect(await audited()).toEqual(entry)
    expect(await admin('POST', `/users/${id}/enable`)).toMatchObject({ status: 200, body: { enabled: true } })
    // The session of before has ended; it does not come back with the account.
    expect((await f.get('/me', token)).status).toBe(401)
    expect((await f.get('/me', await f.signIn('other'))).status).toBe(200)
  })
})

describe('the list', () => {
  test('is sorted by name and filtered by part of the name, state and role', async () => {
    const names = async (query: string) =>
      ((await admin('GET', `/users?${query}`)).body as UserAccount[]).map(({ username }) => username.split('@')[0])
    const all = await names('')
    expect(all).toEqual(all.toSorted((a = '', b = '') => (a < b ? -1 : 1)))
    expect(await names('text=NOB')).toEqual(['nobody'])
    expect(await names('text=%25')).toEqual([])
    expect(await names('text=_nalyst')).toEqual([])
    expect(await names('enabled=false')).toEqual(['disabled'])
    expect(await names('role=admin')).toEqual(['admin'])
    expect((await admin('GET', '/users?sort=name')).status).toBe(400)
  })

  test('of some ids leaves out what is not there', async () => {
    const id = await idOf('guest')
    expect((await admin('POST', '/users/list', { ids: [id, 987_654] })).body).toEqual([
      expect.objectContaining({ id, username: 'guest@aforo.test' }),
    ])
    for (const body of [{}, { ids: ['1'] }, { ids: [-1] }, { ids: [1], all: true }])
      expect((await admin('POST', '/users/list', body)).status).toBe(400)
  })

  test('says when each account last signed in, and nothing secret', async () => {
    await f.signIn('analyst')
    const { body, text } = await admin('GET', '/users')
    expect((body as UserAccount[]).find(({ username }) => username.startsWith('analyst'))?.lastLogin).toBe(NOW)
    expect(text).not.toMatch(/argon2|hash|token/i)
  })
})

test('a removed account is gone with its sessions, and the log outlives it', async () => {
  const { id } = await create({ username: 'short.lived', clients: [f.ids.uno], macs: ['AA:BB:CC:00:00:09'] })
  expect((await admin('DELETE', `/users/${id}`)).status).toBe(204)
  expect((await admin('GET', `/users/${id}`)).status).toBe(404)
  expect(await f.catalog.userAccess.list(SYSTEM_SCOPE, { user: id })).toEqual([])
  expect(await audited()).toMatchObject({ action: 'user.remove', target: 'short.lived@aforo.test' })
})
