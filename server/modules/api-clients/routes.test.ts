import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiClientSecret } from '#schemas/generated/api/api-client-secret.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

let f: Fixture
let admin: string
beforeAll(async () => {
  f = await fixture()
  admin = await f.signIn('admin')
})
afterAll(() => f.close())

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path = '',
  { payload, token = admin }: { payload?: object; token?: string } = {},
) {
  const reply = await f.app.inject({
    method,
    url: `/api/security/api_client${path}`,
    headers: { access_token: token },
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, text: reply.body, body: reply.body === '' ? null : reply.json<unknown>() }
}
const draft = (more: object = {}) => ({
  name: 'Till system',
  redirectUris: ['https://till.example.com/done'],
  clients: [f.ids.uno],
  flags: ['footCompare'],
  enabled: true,
  ...more,
})

describe('API clients are refused', () => {
  test('to everyone but administrators', async () => {
    const token = await f.signIn('analyst')
    const calls = [
      ['GET', ''],
      ['GET', '/1'],
      ['POST', ''],
      ['PUT', '/1'],
      ['DELETE', '/1'],
      ['POST', '/list'],
      ['POST', '/1/secret'],
    ] as const
    for (const [method, path] of calls)
      expect([
        method,
        path,
        (await call(method, path, { token, ...(method === 'GET' || method === 'DELETE' ? {} : { payload: draft() }) }))
          .status,
      ]).toEqual([method, path, 403])
    expect((await f.get('/security/api_client')).status).toBe(401)
  })

  test.each([
    'http://till.example.com/done',
    ['java', 'script:alert(1)'].join(''),
    '//till.example.com',
    'till.example.com',
    'https://user:pass@till.example.com/',
    'https://till.example.com/#x',
    'https://*.example.com/',
    'https://till.example.com/a b',
    'https:\\\\till.example.com',
    'data:text/html,x',
    'ftp://till.example.com',
  ])('with the address %s, which the answer repeats', async (uri) => {
    expect(
      await call('POST', '', { payload: draft({ redirectUris: ['https://fine.example.com', uri] }) }),
    ).toMatchObject({ status: 400, body: { code: 'REDIRECT_URI_INVALID', details: { uri } } })
  })

  test('with a short name, an unknown client or flag, a flag without the one it needs, and extra fields', async () => {
    const cases: [object, number, string][] = [
      [{ name: 'ab' }, 400, 'REQUEST_INVALID'],
      [{ name: ' ab ' }, 400, 'REQUEST_INVALID'],
      [{ clients: [987_654] }, 404, 'CLIENT_NOT_FOUND'],
      [{ flags: ['isAdmin'] }, 400, 'REQUEST_INVALID'],
      [{ flags: ['wiTraceBuildingMap'] }, 400, 'FLAG_NEEDS'],
      [{ secret: 'x'.repeat(43) }, 400, 'REQUEST_INVALID'],
      [{ clientId: 'mine' }, 400, 'REQUEST_INVALID'],
    ]
    for (const [more, status, code] of cases)
      expect([more, await call('POST', '', { payload: draft(more) })]).toMatchObject([more, { status, body: { code } }])
    expect((await call('GET')).body).toEqual([])
    // None of a refused one stays: its service user neither.
    expect((await f.catalog.users.list(SYSTEM_SCOPE)).filter(({ loginType }) => loginType === 'service')).toEqual([])
  })

  test('when there is none with that id, and with a name that is taken', async () => {
    const missing = { status: 404, body: { code: 'API_CLIENT_NOT_FOUND' } }
    expect(await call('GET', '/987')).toMatchObject(missing)
    expect(await call('PUT', '/987', { payload: draft() })).toMatchObject(missing)
    expect(await call('DELETE', '/987')).toMatchObject(missing)
    expect(await call('POST', '/987/secret')).toMatchObject(missing)
    const { body } = await call('POST', '', { payload: draft() })
    expect(await call('POST', '', { payload: draft() })).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } })
    await call('DELETE', `/${(body as { id: number }).id}`)
  })
})

test('an API client is made, changed and removed; its secret is shown when it is made and never again', async () => {
  const made = (
    await call('POST', '', {
      payload: draft({
        redirectUris: ['https://till.example.com/done', 'http://localhost:3000/cb'],
        flags: ['footStatus', 'footCompare'],
      }),
    })
  ).body as ApiClientSecret
  const entity = {
    id: expect.any(Number),
    clientId: expect.stringMatching(/^[0-9a-f]{24}$/),
    name: 'Till system',
    redirectUris: ['https://till.example.com/done', 'http://localhost:3000/cb'],
    clients: [f.ids.uno],
    flags: ['footCompare', 'footStatus'],
    enabled: true,
    pkce: false,
    hasSecret: true,
    createdAt: NOW,
    sessions: 0,
  }
  expect(made).toEqual({ ...entity, secret: expect.stringMatching(/^[\w-]{43}$/) })
  for (const [method, path, payload] of [
    ['GET', '', undefined],
    ['GET', `/${made.id}`, undefined],
    ['POST', '/list', { ids: [made.id, 987] }],
  ] as const) {
    const { body, text } = await call(method, path, payload && { payload })
    expect([body].flat()).toEqual([entity])
    expect(text.includes(made.secret)).toBe(false)
  }
  const changed = await call('PUT', `/${made.id}`, {
    payload: draft({ name: 'Till system 2', clients: [f.ids.dos], flags: [], enabled: false, pkce: false }),
  })
  expect(changed).toMatchObject({
    status: 200,
    body: {
      name: 'Till system 2',
      clients: [f.ids.dos],
      flags: [],
      enabled: false,
      pkce: false,
      clientId: made.clientId,
    },
  })
  const renewed = (await call('POST', `/${made.id}/secret`)).body as ApiClientSecret
  expect(renewed.secret).not.toBe(made.secret)
  expect((await call('DELETE', `/${made.id}`)).status).toBe(204)
  expect((await call('GET')).body).toEqual([])
  expect((await f.catalog.users.list(SYSTEM_SCOPE)).filter(({ loginType }) => loginType === 'service')).toEqual([])
  const log = await f.catalog.audit.list(SYSTEM_SCOPE, 4)
  expect(log.map(({ action }) => action)).toEqual([
    'apiClient.remove',
    'apiClient.secret',
    'apiClient.change',
    'apiClient.create',
  ])
  expect(JSON.stringify(log)).not.toContain(made.secret)
})
