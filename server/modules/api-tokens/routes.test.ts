import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf } from '../../lib/secrets.ts'
import { isApiToken, newApiToken } from '../../lib/api-token.ts'
import { fixture, NOW, PASSWORD } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import { CONFIRMED_MS } from '../session/lifetime.ts'

const DAY = 24 * 3_600_000
const NEW_PASSWORD = 'Marker-çñ-2027!'
const DOCUMENT = JSON.stringify({
  format: 1,
  _id: 'x',
  revision: 1,
  name: 'Made',
  widgets: {},
  layout: { sections: [] },
})

let f: Fixture
beforeAll(async () => {
  f = await fixture()
})
afterAll(() => f.close())
beforeEach(() => {
  f.clock.time = NOW
})

interface Made {
  readonly id: number
  readonly token: string
}
/** A session of this account, with which it makes tokens. */
const person = async (username = 'analyst') => sender(f, await f.signIn(username))
async function make(username = 'analyst', more: object = {}): Promise<Made> {
  const { status, body } = await (
    await person(username)
  )('POST', '/auth/api-tokens', {
    name: 'Build server',
    access: 'write',
    ...more,
  })
  expect([status, body]).toEqual([201, expect.objectContaining({ state: 'active' })])
  return body as Made
}
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  ...(typeof body === 'object' && body !== null && 'code' in body ? [body.code] : []),
]
const reading = async (token: string) => codeOf(await f.get('/dashboards', token))
const idOf = async (name: string) => (await f.catalog.users.findByUsername(SYSTEM_SCOPE, `${name}@aforo.test`))?.id ?? 0
const listed = async (username = 'analyst') => (await f.get('/auth/api-tokens', await f.signIn(username))).body
/** A token of an account that cannot make one itself. */
async function given(username: string, ms = DAY): Promise<string> {
  const token = newApiToken()
  const scope = { ...SYSTEM_SCOPE, userId: await idOf(username) }
  const tokenHash = hashOf(token)
  await f.catalog.apiTokens.insert(scope, { name: 'Old', access: 'read', tokenHash, createdAt: NOW, endsAt: NOW + ms })
  return token
}

describe('an API token is not made', () => {
  test('without a password shown a short while ago', async () => {
    const me = await person()
    f.clock.time += CONFIRMED_MS
    expect(codeOf(await me('POST', '/auth/api-tokens', { name: 'Build server', access: 'read' }))).toEqual([
      403,
      'CONFIRMATION_REQUIRED',
    ])
  })

  test('by a demo account, which has none', async () => {
    const demo = await person('guest')
    expect(codeOf(await demo('POST', '/auth/api-tokens', { name: 'Build server', access: 'read' }))).toEqual([
      403,
      'API_TOKEN_OWNER_NOT_ALLOWED',
    ])
  })

  test('by another token, not even to read', async () => {
    const { token } = await make()
    expect(codeOf(await sender(f, token)('POST', '/auth/api-tokens', { name: 'Second', access: 'read' }))).toEqual([
      403,
      'API_TOKEN_NOT_ALLOWED',
    ])
  })

  test('for longer than a year, for no day, without a name or a kind of access', async () => {
    const me = await person()
    const good = { name: 'Build server', access: 'read' }
    for (const bad of [{ days: 366 }, { days: 0 }, { name: '  ' }, { name: undefined }, { access: 'admin' }])
      expect([bad, (await me('POST', '/auth/api-tokens', { ...good, ...bad })).status]).toEqual([bad, 400])
  })

  test('beyond 20 that work; one that has ended makes room', async () => {
    for (let at = 0; at < 20; at++) await given('multi', at === 0 ? DAY : 10 * DAY)
    const draft = { name: 'One more', access: 'read' }
    expect(codeOf(await (await person('multi'))('POST', '/auth/api-tokens', draft))).toEqual([
      409,
      'API_TOKEN_LIMIT_EXCEEDED',
    ])
    f.clock.time += DAY
    expect(codeOf(await (await person('multi'))('POST', '/auth/api-tokens', draft))).toEqual([201])
  })
})

describe('an API token is refused', () => {
  test('when it was never given out, was typed wrong, or is something else', async () => {
    const { token } = await make()
    for (const other of [newApiToken(), token.slice(0, -1), `${token}x`, token.toUpperCase(), 'aforo_'])
      expect([other, await reading(other)]).toEqual([
        other,
        [401, other.startsWith('aforo_') ? 'API_TOKEN_INVALID' : 'SESSION_INVALID'],
      ])
  })

  test('from the moment of its end on: 90 days by default', async () => {
    const [usual, week] = [await make(), await make('analyst', { days: 7 })]
    expect([usual, week]).toEqual([
      expect.objectContaining({ endsAt: NOW + 90 * DAY }),
      expect.objectContaining({ endsAt: NOW + 7 * DAY }),
    ])
    f.clock.time = NOW + 7 * DAY - 1
    expect(await reading(week.token)).toEqual([200])
    f.clock.time += 1
    expect([await reading(week.token), await reading(usual.token)]).toEqual([[401, 'API_TOKEN_INVALID'], [200]])
  })

  test('when it was revoked, by its person or an administrator only', async () => {
    const [one, other] = [await make(), await make()]
    const path = (id: number) => `/auth/api-tokens/${id}`
    expect(codeOf(await (await person('other'))('DELETE', path(one.id)))).toEqual([404, 'API_TOKEN_NOT_FOUND'])
    expect(await reading(one.token)).toEqual([200])
    expect((await (await person())('DELETE', path(one.id))).status).toBe(204)
    expect((await (await person('admin'))('DELETE', path(other.id))).status).toBe(204)
    expect([await reading(one.token), await reading(other.token)]).toEqual([
      [401, 'API_TOKEN_INVALID'],
      [401, 'API_TOKEN_INVALID'],
    ])
    expect(codeOf(await (await person())('DELETE', path(one.id)))).toEqual([404, 'API_TOKEN_NOT_FOUND'])
  })

  test('while its account is disabled, and for good when the account is removed', async () => {
    const { token } = await make('nobody')
    const id = await idOf('nobody')
    await f.catalog.users.setEnabled(SYSTEM_SCOPE, id, false)
    expect(await reading(token)).toEqual([401, 'API_TOKEN_INVALID'])
    await f.catalog.users.setEnabled(SYSTEM_SCOPE, id, true)
    expect(await reading(token)).toEqual([200])
    expect((await (await person('admin'))('DELETE', `/users/${id}`)).status).toBe(204)
    expect(await reading(token)).toEqual([401, 'API_TOKEN_INVALID'])
  })

  test('when its account is a demo account', async () => {
    expect(await reading(await given('guest'))).toEqual([401, 'API_TOKEN_INVALID'])
  })

  test('when the password of its account was changed after it was made, by any clock; its person sees why', async () => {
    const { token, id } = await make('operator')
    const me = await person('operator')
    f.clock.step = -DAY
    const changed = await me('POST', '/users/password', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD })
    f.clock.step = 0
    expect(codeOf(changed)).toEqual([204])
    expect(await reading(token)).toEqual([401, 'API_TOKEN_INVALID'])
    expect((await me('GET', '/auth/api-tokens')).body).toEqual([
      expect.objectContaining({ id, state: 'passwordChanged' }),
    ])
  })

  test('while the password of its account has expired', async () => {
    expect(await reading(await given('expired'))).toEqual([403, 'PASSWORD_EXPIRED'])
  })

  test('by what is not about dashboards as code, also for an administrator, and gives no more than nothing does where no session is needed', async () => {
    const { token } = await make('admin')
    for (const path of ['/me', '/users', '/auth/api-tokens', '/locals', '/dashboards/x/draft', '/screens'])
      expect([path, codeOf(await f.get(path, token))]).toEqual([path, [403, 'API_TOKEN_NOT_ALLOWED']])
    expect(codeOf(await f.get('/auth/user/1', token))).toEqual(codeOf(await f.get('/auth/user/1')))
  })

  test('in maintenance, like its person', async () => {
    const { token } = await make()
    const admin = await person('admin')
    await admin('PUT', '/server/maintenance', { maintenance: true })
    const during = await reading(token)
    await admin('PUT', '/server/maintenance', { maintenance: false })
    expect([during, await reading(token)]).toEqual([[503, 'MAINTENANCE'], [200]])
  })

  test('to make, publish and remove, when it reads', async () => {
    const call = sender(f, (await make('analyst', { access: 'read' })).token)
    expect([
      codeOf(await call('POST', '/dashboards', { text: DOCUMENT })),
      codeOf(await call('PUT', '/dashboards/foot-compare', { text: DOCUMENT, revision: 1 })),
      codeOf(await call('DELETE', '/dashboards/foot-compare')),
      codeOf(await call('POST', '/dashboards/check', { text: DOCUMENT })),
    ]).toEqual([[403, 'API_TOKEN_READS_ONLY'], [403, 'API_TOKEN_READS_ONLY'], [403, 'API_TOKEN_READS_ONLY'], [200]])
  })

  test('to say for whom a dashboard is, when it is made and when it is published', async () => {
    const call = sender(f, (await make()).token)
    const audience = { to: 'clients', ids: [f.ids.uno] }
    expect(codeOf(await call('POST', '/dashboards', { text: DOCUMENT, audience }))).toEqual([
      403,
      'API_TOKEN_NOT_ALLOWED',
    ])
    const { id } = (await call('POST', '/dashboards', { text: DOCUMENT })).body as { id: string }
    expect(codeOf(await call('PUT', `/dashboards/${id}`, { text: DOCUMENT, revision: 1, audience }))).toEqual([
      403,
      'API_TOKEN_NOT_ALLOWED',
    ])
  })
})

describe('an API token', () => {
  test('is aforo_, 256 random bits and a checksum, and only its hash is stored', async () => {
    const { token } = await make()
    expect(token).toMatch(/^aforo_[0-9A-Za-z]{49}$/)
    expect([isApiToken(token), isApiToken(`${token.slice(0, 20)}_${token.slice(21)}`)]).toEqual([true, false])
    const flipped = token.slice(0, 10) + (token[10] === 'a' ? 'b' : 'a') + token.slice(11)
    expect(isApiToken(flipped)).toBe(false)
    expect(JSON.stringify(await listed())).not.toContain(token.slice(6, 30))
    expect(await f.catalog.apiTokens.byHash(hashOf(token))).toMatchObject({ name: 'Build server', access: 'write' })
  })

  test('is sent as Authorization: Bearer or as access_token', async () => {
    const { token } = await make()
    const bearer = await f.get('/dashboards', undefined, { authorization: `Bearer ${token}` })
    expect([bearer.status, (await f.get('/dashboards', token)).status]).toEqual([200, 200])
  })

  test('makes, publishes, reads and removes dashboards of its person; the audit log names it', async () => {
    const { token } = await make('analyst', { name: 'Deploys' })
    const call = sender(f, token)
    const made = (await call('POST', '/dashboards', { text: DOCUMENT })).body as { id: string }
    const text = DOCUMENT.replace('Made', 'Changed')
    expect(codeOf(await call('PUT', `/dashboards/${made.id}`, { text, revision: 1 }))).toEqual([200])
    expect((await call('GET', `/dashboards/${made.id}/revisions`)).body).toHaveLength(2)
    expect((await call('DELETE', `/dashboards/${made.id}`)).status).toBe(204)
    const admin = await person('admin')
    const { body } = await admin('GET', `/audit?target=${encodeURIComponent(`dashboard ${made.id}`)}`)
    expect(body).toMatchObject({
      entries: ['dashboard.remove', 'dashboard.publish', 'dashboard.create'].map((action) =>
        expect.objectContaining({
          action,
          username: 'analyst@aforo.test',
          details: expect.objectContaining({ apiToken: 'Deploys' }),
        }),
      ),
    })
  })

  test('that was made and revoked leaves two entries, without its value', async () => {
    const { id, token } = await make('other', { name: 'Audited' })
    expect((await (await person('other'))('DELETE', `/auth/api-tokens/${id}`)).status).toBe(204)
    const { text } = await f.get('/audit?target=other%40aforo.test', await f.signIn('admin'))
    const { entries } = JSON.parse(text) as { entries: { action: string; details: object }[] }
    expect(
      entries.filter(({ action }) => action.startsWith('apiToken')).map(({ action, details }) => [action, details]),
    ).toEqual([
      ['apiToken.revoke', { name: 'Audited' }],
      ['apiToken.create', { name: 'Audited', access: 'write', endsAt: NOW + 90 * DAY }],
    ])
    expect(text).not.toContain(token.slice(6, 30))
  })

  test('is listed with the day of its last call, to its person and to administrators', async () => {
    const { id, token } = await make('other')
    const ofAccount = `/auth/api-tokens/user/${await idOf('other')}`
    const one = { id, name: 'Build server', access: 'write', state: 'active', createdAt: NOW, endsAt: NOW + 90 * DAY }
    expect(await listed('other')).toEqual([{ ...one, usedOn: null }])
    await reading(token)
    f.clock.time += DAY
    await reading(token)
    const admin = await person('admin')
    expect([await listed('other'), (await admin('GET', ofAccount)).body]).toEqual([
      [{ ...one, usedOn: '2026-11-21' }],
      [{ ...one, usedOn: '2026-11-21' }],
    ])
  })
})
