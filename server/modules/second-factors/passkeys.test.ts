import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { softwareAuthenticator } from '../../testing/authenticator.ts'
import type { Bent } from '../../testing/authenticator.ts'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { startMailServer } from '../../testing/mail.ts'
import type { TestMailServer } from '../../testing/mail.ts'
import { testDialects } from '../../testing/postgres.ts'

const { dialects, stop } = await testDialects()
afterAll(stop)

const ORIGIN = 'https://aforo.example.com'
const RP_ID = 'aforo.example.com'
const MINUTE = 60_000
let address = 0
const from = () => `10.5.${address >> 8}.${address++ & 255}`

describe.each(dialects)('on $name', ({ url }) => {
  let mails: TestMailServer
  let f: Fixture
  beforeAll(async () => {
    mails = await startMailServer()
    f = await fixture({ catalogUrl: await url(), config: { smtpUrl: mails.url, noticeMail: false } })
  })
  afterAll(async () => {
    await f.close()
    await mails.close()
  })
  afterEach(() => {
    f.clock.time += 60 * MINUTE
  })

  interface Options {
    readonly token?: string
    readonly cookie?: string
    readonly payload?: object
  }
  async function call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    { token, cookie, payload }: Options = {},
  ) {
    const headers = { ...(token !== undefined && { access_token: token }), ...(cookie !== undefined && { cookie }) }
    const reply = await f.app.inject({
      method,
      url: `/api${path}`,
      remoteAddress: from(),
      headers,
      ...(payload && { payload }),
    })
    const cookies = [reply.headers['set-cookie']].flat().map((line) => String(line).split(';')[0] ?? '')
    return {
      status: reply.statusCode,
      body: reply.body === '' ? null : reply.json<Record<string, unknown>>(),
      passkey: cookies.find((pair) => pair.includes('aforo-passkey')) ?? '',
      cookies,
    }
  }
  type Challenge = { challenge: string; user: { id: string } }
  let made = 0
  async function person() {
    const name = `holder${++made}@aforo.test`
    const { passwordHash } = (await f.catalog.sessions.credentials('analyst@aforo.test'))!
    const { id } = await f.catalog.users.insert(
      SYSTEM_SCOPE,
      { username: name, role: 'basic', flags: [], clients: [], passwordHash },
      f.clock.time,
    )
    return { id, name, token: await f.signIn(name) }
  }
  async function register(token: string, key = softwareAuthenticator(ORIGIN, RP_ID), bent: Bent = {}) {
    const begun = await call('POST', '/auth/user/passkeys/options', { token })
    const payload = { name: 'Portátil', response: key.create(begun.body as unknown as Challenge, bent) }
    return {
      key,
      begun,
      payload,
      reply: await call('POST', '/auth/user/passkeys', { token, cookie: begun.passkey, payload }),
    }
  }
  async function holder() {
    const account = await person()
    const { key, reply } = await register(account.token)
    expect(reply.status).toBe(201)
    await f.app.background.settled()
    expect((await mails.next(account.name)).subject).toBe('Ha cambiado la forma de entrar en tu cuenta')
    return { ...account, key, passkey: Number(reply.body?.id) }
  }
  const begin = () => call('POST', '/oauth/passkey/options')
  async function signIn(key: ReturnType<typeof softwareAuthenticator>, bent: Bent = {}) {
    const begun = await begin()
    return call('POST', '/oauth/passkey', {
      cookie: begun.passkey,
      payload: { response: key.get(begun.body as unknown as Challenge, bent) },
    })
  }
  const REFUSED = { status: 401, body: { code: 'PASSKEY_INVALID' } }

  test('a passkey signs in without password and code, confirmed as by a password, and marks the browser as known', async () => {
    const { key, name, token } = await holder()
    const { status, body, cookies } = await signIn(key)
    expect([status, cookies.some((pair) => pair.startsWith('__Host-aforo-browser='))]).toEqual([200, true])
    const fresh = String(body?.access_token)
    expect((await f.get('/me', fresh)).body).toMatchObject({ username: name })
    // This call requires recent authentication.
    expect((await call('POST', '/auth/user/passkeys/options', { token: fresh })).status).toBe(200)
    expect((await call('GET', '/auth/user/second-factors', { token })).body?.passkeys).toEqual([
      { id: expect.any(Number), name: 'Portátil', createdAt: f.clock.time, usedAt: f.clock.time },
    ])
    const options = (await begin()).body
    expect([options?.rpId, options?.userVerification, options?.allowCredentials ?? []]).toEqual([RP_ID, 'required', []])
  })

  describe('a sign-in by passkey is refused', () => {
    test('of another site, without PIN, finger or face, with a signature, challenge or account that is not its own', async () => {
      const { key } = await holder()
      const bent: Bent[] = [
        { origin: 'https://aforo.example.org' },
        { rpId: 'example.com' },
        { isVerified: false },
        { signature: randomBytes(70) },
        { challenge: randomBytes(32).toString('base64url') },
        { userHandle: Buffer.from('aforo:1').toString('base64url') },
        { userHandle: '' },
      ]
      for (const one of bent) expect([one, await signIn(key, one)]).toMatchObject([one, REFUSED])
      expect((await signIn(key)).status).toBe(200)
    })

    test('of an unknown passkey, of a disabled account and of one that signs in elsewhere by now, in the same words', async () => {
      const answers = [await signIn(softwareAuthenticator(ORIGIN, RP_ID))]
      const [off, elsewhere] = [await holder(), await holder()]
      await f.catalog.users.setEnabled(SYSTEM_SCOPE, off.id, false)
      await f.catalog.accounts.replace(
        SYSTEM_SCOPE,
        elsewhere.id,
        {
          username: elsewhere.name,
          role: 'basic',
          loginType: 'external',
          flags: [],
          clients: [],
          groups: [],
          macs: [],
          passwordExpired: false,
          properties: { lang: 'es', demo: false },
        },
        f.clock.time,
      )
      for (const { key } of [off, elsewhere]) answers.push(await signIn(key))
      expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
      expect(answers[0]).toMatchObject(REFUSED)
    })

    test('the second time, after two minutes, in another browser, and with a counter that did not go on', async () => {
      const { key } = await holder()
      const begun = await begin()
      const payload = { response: key.get(begun.body as unknown as Challenge) }
      for (const cookie of [undefined, (await begin()).passkey, 'aforo-passkey=x']) {
        expect(
          await call('POST', '/oauth/passkey', { payload, ...(cookie !== undefined && { cookie }) }),
        ).toMatchObject(REFUSED)
      }
      expect((await call('POST', '/oauth/passkey', { cookie: begun.passkey, payload })).status).toBe(200)
      expect(await call('POST', '/oauth/passkey', { cookie: begun.passkey, payload })).toMatchObject(REFUSED)
      const late = await begin()
      f.clock.time += 2 * MINUTE
      expect(
        await call('POST', '/oauth/passkey', {
          cookie: late.passkey,
          payload: { response: key.get(late.body as unknown as Challenge) },
        }),
      ).toMatchObject(REFUSED)
      expect(await signIn(key, { counter: 1 })).toMatchObject(REFUSED)
      expect((await signIn(key)).status).toBe(200)
    })
  })

  describe('a passkey is not registered', () => {
    test('for accounts that several share, or that sign in elsewhere', async () => {
      expect(await call('POST', '/auth/user/passkeys/options', { token: await f.signIn('guest') })).toMatchObject({
        status: 409,
        body: { code: 'SECOND_FACTOR_NOT_ALLOWED' },
      })
    })

    test('of another site, unverified, in another browser, twice, or for another account', async () => {
      const [ana, eva] = [await person(), await person()]
      for (const bent of [
        { origin: 'https://evil.test' },
        { rpId: 'evil.test' },
        { isVerified: false },
        { challenge: 'x'.repeat(43) },
      ]) {
        expect((await register(ana.token, softwareAuthenticator(ORIGIN, RP_ID), bent)).reply).toMatchObject({
          status: 400,
          body: { code: 'PASSKEY_REFUSED' },
        })
      }
      const { begun, payload, reply } = await register(ana.token)
      expect(reply.status).toBe(201)
      for (const cookie of [begun.passkey, undefined]) {
        expect(
          await call('POST', '/auth/user/passkeys', {
            token: ana.token,
            payload,
            ...(cookie !== undefined && { cookie }),
          }),
        ).toMatchObject({ status: 400, body: { code: 'PASSKEY_REFUSED' } })
      }
      const other = await call('POST', '/auth/user/passkeys/options', { token: eva.token })
      const response = softwareAuthenticator(ORIGIN, RP_ID).create(other.body as unknown as Challenge)
      expect(
        (
          await call('POST', '/auth/user/passkeys', {
            token: ana.token,
            cookie: other.passkey,
            payload: { name: 'Key', response },
          })
        ).status,
      ).toBe(400)
    })

    test('more than a quarter of an hour after the password was shown', async () => {
      const { token, passkey } = await holder()
      f.clock.time += 15 * MINUTE
      for (const [method, path] of [
        ['POST', '/auth/user/passkeys/options'],
        ['DELETE', `/auth/user/passkeys/${passkey}`],
      ] as const) {
        expect(await call(method, path, { token })).toMatchObject({
          status: 403,
          body: { code: 'CONFIRMATION_REQUIRED' },
        })
      }
    })
  })

  test('only its owner names and removes it, and an administrator removes all', async () => {
    const { token, passkey, key, name, id } = await holder()
    const stranger = await f.signIn('analyst')
    expect(
      (await call('PUT', `/auth/user/passkeys/${passkey}`, { token: stranger, payload: { name: 'Mine' } })).status,
    ).toBe(404)
    expect((await call('DELETE', `/auth/user/passkeys/${passkey}`, { token: stranger })).status).toBe(404)
    expect(
      (await call('PUT', `/auth/user/passkeys/${passkey}`, { token, payload: { name: 'Llave azul' } })).status,
    ).toBe(204)
    expect((await call('GET', '/auth/user/second-factors', { token })).body).toMatchObject({
      passkeys: [{ name: 'Llave azul' }],
    })
    expect((await call('DELETE', `/auth/user/passkeys/${passkey}`, { token })).status).toBe(204)
    expect(await signIn(key)).toMatchObject(REFUSED)
    await f.app.background.settled()
    expect((await mails.next(name)).subject).toBe('Ha cambiado la forma de entrar en tu cuenta')
    const { key: again } = await register(token)
    expect((await call('DELETE', `/users/${id}/second-factors`, { token: await f.signIn('admin') })).status).toBe(204)
    expect(await signIn(again)).toMatchObject(REFUSED)
  })
})
