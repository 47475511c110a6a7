/** The corporate sign-in against a real OpenID provider. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf } from '../../lib/secrets.ts'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { CLIENT, startIdentityProvider } from '../../testing/identity-provider.ts'
import type { TestIdentityProvider } from '../../testing/identity-provider.ts'

const PEOPLE = {
  external: { email: 'External@Aforo.test', email_verified: true },
  analyst: { email: 'analyst@aforo.test', email_verified: true },
  unconfirmed: { email: 'admin@aforo.test', email_verified: false },
  silent: {},
  stranger: { email: 'stranger@aforo.test', email_verified: true },
  disabled: { email: 'disabled@aforo.test', email_verified: true },
}

let provider: TestIdentityProvider
let f: Fixture
beforeAll(async () => {
  provider = await startIdentityProvider(PEOPLE, 'https://aforo.example.com/api/oauth/callback')
  f = await fixture({ config: { idp: { issuer: provider.issuer, ...CLIENT } } })
})
afterAll(async () => {
  await f.close()
  await provider.close()
})
beforeEach(() => {
  f.clock.time = Date.now()
})

/** Where the button leads, and the cookie the browser keeps. */
async function begin(on = f, query = '') {
  const reply = await on.app.inject({ method: 'GET', url: `/api/oauth/redirect-authorize${query}` })
  const setCookie = String(reply.headers['set-cookie'])
  return {
    status: reply.statusCode,
    location: String(reply.headers.location),
    setCookie,
    cookie: setCookie.split(';')[0] ?? '',
  }
}
async function comeBack(address: string, cookie?: string) {
  const { pathname, search } = new URL(address)
  const reply = await f.app.inject({
    method: 'GET',
    url: pathname + search,
    headers: { ...(cookie !== undefined && { cookie }) },
  })
  return { status: reply.statusCode, location: String(reply.headers.location), setCookie: reply.headers['set-cookie'] }
}
async function signInAs(person: keyof typeof PEOPLE) {
  const { location, cookie } = await begin()
  return comeBack(await provider.signIn(location, person), cookie)
}
const codeIn = (location: string) => new URL(location, 'http://x').searchParams.get('access_token') ?? ''

describe('the corporate sign-in leads back to the login page with a reason', () => {
  test('when no provider is configured, or it does not answer', async () => {
    const none = await fixture()
    expect(await begin(none)).toMatchObject({ status: 302, location: '/login?error=IDP_NOT_CONFIGURED' })
    await none.close()
    const away = await fixture({ config: { idp: { issuer: 'http://127.0.0.1:9', ...CLIENT } } })
    expect(await begin(away)).toMatchObject({ status: 302, location: '/login?error=IDP_UNREACHABLE' })
    await away.close()
  })

  test.each(['unconfirmed', 'silent'] as const)(
    'when the provider has not confirmed an address (%s)',
    async (person) => {
      expect(await signInAs(person)).toMatchObject({ status: 302, location: '/login?error=IDP_REFUSED' })
    },
  )

  test.each(['stranger', 'disabled'] as const)(
    'when there is no enabled account (%s); none is made',
    async (person) => {
      const before = (await f.catalog.users.list(SYSTEM_SCOPE)).length
      expect(await signInAs(person)).toMatchObject({ status: 302, location: '/login?error=IDP_NO_ACCOUNT' })
      expect((await f.catalog.users.list(SYSTEM_SCOPE)).length).toBe(before)
    },
  )

  test('when it was begun in another browser, or in none', async () => {
    const [mine, theirs] = [await begin(), await begin()]
    const address = await provider.signIn(theirs.location, 'analyst')
    for (const cookie of [mine.cookie, undefined, '__Host-aforo-idp=made-up', `${theirs.cookie}x`])
      expect(await comeBack(address, cookie)).toMatchObject({ status: 302, location: '/login?error=IDP_REFUSED' })
  })

  test('when the person says no, takes longer than ten minutes, or brings the answer twice or changed', async () => {
    const refused = { status: 302, location: '/login?error=IDP_REFUSED' }
    const no = await begin()
    expect(await comeBack(await provider.cancel(no.location), no.cookie)).toMatchObject(refused)
    const slow = await begin()
    const late = await provider.signIn(slow.location, 'analyst')
    f.clock.time += 10 * 60_000
    expect(await comeBack(late, slow.cookie)).toMatchObject(refused)
    f.clock.time = Date.now()
    const twice = await begin()
    const address = await provider.signIn(twice.location, 'analyst')
    expect(await comeBack(address.replace(/code=[^&]+/, 'code=changed'), twice.cookie)).toMatchObject(refused)
    expect(await comeBack(address.replace(/state=[^&]+/, 'state=changed'), twice.cookie)).toMatchObject(refused)
    expect((await comeBack(address, twice.cookie)).location).toMatch(/^\/login\?access_token=/)
    expect(await comeBack(address, twice.cookie)).toMatchObject(refused)
  })

  test('for an answer without anything', async () => {
    const { cookie } = await begin()
    for (const url of [
      'https://x/api/oauth/callback',
      'https://x/api/oauth/callback?',
      'https://x/api/oauth/callback?code=1&code=2&state=x',
      'https://x/api/oauth/callback?error=access_denied',
    ]) {
      expect(await comeBack(url, cookie)).toMatchObject({ status: 302, location: '/login?error=IDP_REFUSED' })
    }
  })
})

test('the browser is sent with state, nonce and PKCE, and keeps only a sealed cookie for ten minutes', async () => {
  const { location, setCookie } = await begin()
  const query = Object.fromEntries(new URL(location).searchParams)
  expect(query).toEqual({
    client_id: 'aforo',
    redirect_uri: 'https://aforo.example.com/api/oauth/callback',
    response_type: 'code',
    scope: 'openid email',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(setCookie).toMatch(/^__Host-aforo-idp=v1\.[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  expect(setCookie).not.toContain(query.state ?? 'none')
})

test.each([
  ['external', 'external@aforo.test'],
  ['analyst', 'analyst@aforo.test'],
] as const)('%s comes in with a code that opens one session', async (person, username) => {
  const { status, location, setCookie } = await signInAs(person)
  expect([status, location]).toEqual([302, expect.stringMatching(/^\/login\?access_token=[\w-]{43}$/)])
  expect(setCookie).toMatch(/^__Host-aforo-idp=; Max-Age=0;/)
  const exchange = () =>
    f.app.inject({ method: 'POST', url: '/api/oauth/exchange', payload: { code: codeIn(location) } })
  const { access_token: token } = (await exchange()).json<{ access_token: string }>()
  expect((await f.get('/me', token)).body).toMatchObject({ username })
  expect((await exchange()).statusCode).toBe(404)
})

test('neither the secret of the provider nor a code of it is in the log', async () => {
  const { location } = await signInAs('analyst')
  const log = f.log.join('')
  expect([log.includes(CLIENT.clientSecret), log.includes(codeIn(location)), log.includes('Marker')]).toEqual([
    false,
    false,
    false,
  ])
})

describe('whether a session may change rights', () => {
  /** When the password of the session behind a way through the provider was shown. */
  async function shownAt(query: string): Promise<number | null | undefined> {
    const { location, cookie } = await begin(f, query)
    const back = await comeBack(await provider.signIn(location, 'external'), cookie)
    const reply = await f.app.inject({
      method: 'POST',
      url: '/api/oauth/exchange',
      payload: { code: codeIn(back.location) },
    })
    return (await f.catalog.sessions.find(hashOf(reply.json<{ access_token: string }>().access_token)))?.confirmedAt
  }

  test('is unknown from a provider that does not send the time of authentication', async () => {
    expect(await shownAt('')).toBeNull()
  })

  test('is known from one that was forced to ask again', async () => {
    expect(new URL((await begin(f, '?again=true')).location).searchParams.get('prompt')).toBe('login')
    expect(await shownAt('?again=true')).toBe(f.clock.time)
  })

  test('is not said by an answer that is old by then', async () => {
    f.clock.time += 16 * 60_000
    expect(await shownAt('?again=true')).toBeNull()
  })
})
