import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, PASSWORD } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { startMailServer } from '../../testing/mail.ts'
import type { TestMailServer } from '../../testing/mail.ts'
import { testDialects } from '../../testing/postgres.ts'

const { dialects, stop } = await testDialects()
afterAll(stop)

const MINUTE = 60_000
const STEP = 30_000
let address = 0
const from = () => `10.3.${address >> 8}.${address++ & 255}`
const cookieIn = (header: unknown, name: string) =>
  [header]
    .flat()
    .map((line) => String(line).split(';')[0] ?? '')
    .find((pair) => pair.includes(name)) ?? ''

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
  // Long after the test before, so that no limit of it holds; at the beginning of a half minute.
  afterEach(() => {
    f.clock.time += 120 * MINUTE
  })

  interface Options {
    readonly token?: string
    readonly cookie?: string
    readonly payload?: object
    readonly remoteAddress?: string
  }
  async function call(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    { token, cookie, payload, remoteAddress = from() }: Options = {},
  ) {
    const headers = { ...(token !== undefined && { access_token: token }), ...(cookie !== undefined && { cookie }) }
    const reply = await f.app.inject({
      method,
      url: `/api${path}`,
      remoteAddress,
      headers,
      ...(payload && { payload }),
    })
    return {
      status: reply.statusCode,
      body: reply.body === '' ? null : reply.json<Record<string, unknown>>(),
      cookies: reply.headers['set-cookie'],
    }
  }
  const codeAt = (secret: string, time = f.clock.time) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time })
  const enter = (name: string, code: string, more: Options = {}) =>
    call('POST', `/auth/user/otp/${name}/validate`, { payload: { code }, ...more })
  const logIn = (name: string, cookie?: string, remoteAddress = from()) =>
    call('POST', '/oauth/token', {
      remoteAddress,
      payload: { username: name, password: PASSWORD, grant_type: 'password' },
      ...(cookie !== undefined && { cookie }),
    })
  const notice = async (name: string) => {
    await f.app.background.settled()
    return (await mails.next(`${name}@aforo.test`)).subject
  }
  let made = 0
  async function person(): Promise<{ name: string; id: number; token: string }> {
    const name = `person${++made}`
    const { passwordHash } = (await f.catalog.sessions.credentials('analyst@aforo.test'))!
    const { id } = await f.catalog.users.insert(
      SYSTEM_SCOPE,
      { username: `${name}@aforo.test`, role: 'basic', flags: [], clients: [], passwordHash },
      f.clock.time,
    )
    return { name, id, token: await f.signIn(name) }
  }
  const changeLogin = (id: number, name: string, loginType: 'otp' | 'external') =>
    f.catalog.accounts.replace(
      SYSTEM_SCOPE,
      id,
      {
        username: `${name}@aforo.test`,
        role: 'basic',
        loginType,
        flags: [],
        clients: [],
        groups: [],
        macs: [],
        passwordExpired: false,
        properties: { lang: 'es', demo: false },
      },
      f.clock.time,
    )
  /** A person with an app. */
  async function withApp() {
    const account = await person()
    const secret = String((await call('POST', '/auth/user/totp', { token: account.token })).body?.secret)
    const { body } = await call('POST', '/auth/user/totp/confirm', {
      token: account.token,
      payload: { code: codeAt(secret) },
    })
    expect(await notice(account.name)).toBe('Ha cambiado la forma de entrar en tu cuenta')
    f.clock.time += STEP
    return { ...account, secret, recovery: body?.codes as string[] }
  }
  const passOf = (reply: { cookies: unknown }) => cookieIn(reply.cookies, 'aforo-otp=')

  describe('an app is refused', () => {
    test('to accounts that several share and that sign in elsewhere', async () => {
      const guest = await f.signIn('guest')
      expect(await call('POST', '/auth/user/totp', { token: guest })).toMatchObject({
        status: 409,
        body: { code: 'SECOND_FACTOR_NOT_ALLOWED' },
      })
      expect((await call('GET', '/auth/user/second-factors', { token: guest })).body).toEqual({
        allowed: false,
        app: null,
        recoveryCodes: 0,
        passkeys: [],
      })
      const { id, token } = await person()
      await changeLogin(id, 'elsewhere', 'external')
      expect(await call('POST', '/auth/user/totp', { token })).toMatchObject({
        status: 409,
        body: { code: 'SECOND_FACTOR_NOT_ALLOWED' },
      })
    })

    test('without a first code of it, and a second one beside the first', async () => {
      const { token, name } = await person()
      expect(await call('POST', '/auth/user/totp/confirm', { token, payload: { code: '000000' } })).toMatchObject({
        status: 404,
        body: { code: 'TOTP_NOT_FOUND' },
      })
      const { body } = await call('POST', '/auth/user/totp', { token })
      const secret = String(body?.secret)
      const right = codeAt(secret)
      expect(
        await call('POST', '/auth/user/totp/confirm', {
          token,
          payload: { code: right === '000000' ? '000001' : '000000' },
        }),
      ).toMatchObject({ status: 400, body: { code: 'TOTP_INVALID' } })
      expect([(await call('GET', `/auth/user/otp/${name}`)).body, (await logIn(name)).status]).toEqual([
        { otp: false },
        200,
      ])
      expect((await call('POST', '/auth/user/totp/confirm', { token, payload: { code: ` ${right} ` } })).status).toBe(
        200,
      )
      for (const path of ['/auth/user/totp', '/auth/user/totp/confirm']) {
        expect(
          await call('POST', path, { token, ...(path.endsWith('confirm') && { payload: { code: right } }) }),
        ).toMatchObject({ status: 409, body: { code: 'TOTP_CONFLICT' } })
      }
    })

    test('more than a quarter of an hour after the password was shown', async () => {
      const { token } = await withApp()
      f.clock.time += 15 * MINUTE
      for (const [method, path] of [
        ['POST', '/auth/user/totp'],
        ['DELETE', '/auth/user/totp'],
        ['POST', '/auth/user/recovery-codes'],
      ] as const) {
        expect(await call(method, path, { token })).toMatchObject({
          status: 403,
          body: { code: 'CONFIRMATION_REQUIRED' },
        })
      }
    })
  })

  describe('a sign-in with an app', () => {
    test('asks for its code, in place of one by mail, and takes each once', async () => {
      const { name, id, secret } = await withApp()
      await changeLogin(id, name, 'otp')
      expect([(await call('GET', `/auth/user/otp/${name}`)).body, (await logIn(name)).body?.code]).toEqual([
        { otp: true, app: true },
        'OTP_REQUIRED',
      ])
      const before = mails.taken.length
      expect(await call('POST', `/auth/user/otp/${name}/generate`)).toMatchObject({
        status: 202,
        body: { retryAfterS: 60 },
      })
      await f.app.background.settled()
      expect(mails.taken.length).toBe(before)
      const [code, next] = [codeAt(secret), codeAt(secret, f.clock.time + STEP)]
      const entered = await enter(name, code)
      expect([entered.status, (await logIn(name, passOf(entered))).status]).toEqual([204, 200])
      if (code !== next) expect((await enter(name, code)).status).toBe(401)
      expect((await enter(name, next)).status).toBe(204)
      // A code before the last accepted one is refused too.
      expect((await enter(name, code)).status).toBe(401)
    })

    test('is not taken from two who bring one code at the same time', async () => {
      const { name, secret } = await withApp()
      const answers = await Promise.all([1, 2, 3].map(() => enter(name, codeAt(secret))))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 401, 401])
    })

    test('is slowed down for strangers who guess, not for a browser or a network in which the account has signed in', async () => {
      const { name, secret } = await withApp()
      const entered = await enter(name, codeAt(secret))
      const office = '192.0.2.71'
      const known = cookieIn((await logIn(name, passOf(entered), office)).cookies, 'aforo-browser')
      f.clock.time += STEP
      const wrong = codeAt(secret) === '000000' ? '000001' : '000000'
      const statuses: number[] = []
      for (let n = 0; n < 25; n++) {
        // Strangers share some codes a second; these are slow enough for that, and too many for this account.
        f.clock.time += 100
        statuses.push((await enter(name, wrong)).status)
      }
      expect(statuses.filter((status) => status === 401).length).toBe(20)
      expect(await enter(name, codeAt(secret))).toMatchObject({ status: 429, body: { code: 'LOGIN_TOO_MANY' } })
      expect((await enter(name, codeAt(secret), { cookie: known })).status).toBe(204)
      f.clock.time += STEP
      await enter(name, wrong)
      expect(await enter(name, codeAt(secret))).toMatchObject({ status: 429, body: { code: 'LOGIN_TOO_MANY' } })
      expect((await enter(name, codeAt(secret), { remoteAddress: office })).status).toBe(204)
    })
  })

  describe('recovery codes', () => {
    test('let in once each where the app is gone, however they are typed, and new ones end those of before', async () => {
      const { name, recovery, token } = await withApp()
      const [first = '', second = ''] = recovery
      expect(recovery.length).toBe(10)
      const entered = await enter(name, ` ${first.toUpperCase().replaceAll('-', ' ')}`)
      expect([entered.status, (await logIn(name, passOf(entered))).status, (await enter(name, first)).status]).toEqual([
        204, 200, 401,
      ])
      const [entry] = (await f.catalog.audit.list(SYSTEM_SCOPE, 20)).filter(({ action }) => action === 'otp.accept')
      expect(entry).toMatchObject({ target: `${name}@aforo.test`, details: { by: 'recovery' } })
      expect((await call('GET', '/auth/user/second-factors', { token })).body).toMatchObject({ recoveryCodes: 9 })
      const renewed = (await call('POST', '/auth/user/recovery-codes', { token })).body?.codes as string[]
      expect((await enter(name, second)).status).toBe(401)
      expect((await enter(name, renewed[0] ?? '')).status).toBe(204)
    })

    test('belong to one account', async () => {
      const [ana, eva] = [await withApp(), await withApp()]
      expect([
        (await enter(eva.name, ana.recovery[0] ?? '')).status,
        (await enter('analyst', ana.recovery[0] ?? '')).status,
      ]).toEqual([401, 401])
    })
  })

  test('an app is removed by its owner: the sign-in asks for no code, and the owner is notified by mail', async () => {
    const { name, token, recovery } = await withApp()
    expect((await call('DELETE', '/auth/user/totp', { token })).status).toBe(204)
    expect(await notice(name)).toBe('Ha cambiado la forma de entrar en tu cuenta')
    expect([(await call('GET', '/auth/user/second-factors', { token })).body, (await logIn(name)).status]).toEqual([
      { allowed: true, app: null, recoveryCodes: 0, passkeys: [] },
      200,
    ])
    expect((await enter(name, recovery[0] ?? '')).status).toBe(401)
    expect(await call('DELETE', '/auth/user/totp', { token })).toMatchObject({
      status: 404,
      body: { code: 'TOTP_NOT_FOUND' },
    })
  })

  test('an app is removed by an administrator: its sessions end, the owner is notified, and the audit log says who did it', async () => {
    const { name, id, token, recovery } = await withApp()
    const admin = await f.signIn('admin')
    expect((await call('DELETE', `/users/${id}/second-factors`, { token: await f.signIn('analyst') })).status).toBe(403)
    expect((await call('DELETE', `/users/${id}/second-factors`, { token: admin })).status).toBe(204)
    expect(await notice(name)).toBe('Un administrador ha quitado el segundo paso de tu acceso')
    expect([
      (await f.get('/me', token)).status,
      (await logIn(name)).status,
      (await enter(name, recovery[0] ?? '')).status,
    ]).toEqual([401, 200, 401])
    const by = (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'admin@aforo.test'))?.id
    expect(
      (await f.catalog.audit.list(SYSTEM_SCOPE, 20)).find(({ action }) => action === 'factors.remove'),
    ).toMatchObject({ target: `${name}@aforo.test`, user: by })
    expect((await call('DELETE', '/users/987654/second-factors', { token: admin })).status).toBe(404)
  })

  test('the secret is sealed at rest and carried to a new key, recovery codes are hashes, and the log has neither', async () => {
    const { id, secret, recovery } = await withApp()
    const stored = await f.catalog.totp.find(id)
    expect([stored?.secret.startsWith('v1.'), stored?.secret.includes(secret)]).toEqual([true, false])
    const places: string[] = []
    for await (const page of f.catalog.sealed.under('another')) places.push(...page.map(({ place }) => place))
    expect(places).toContain(`totp.secret:${id}`)
    const log = f.log.join('')
    expect([secret, ...recovery].filter((one) => log.includes(one))).toEqual([])
  })
})
