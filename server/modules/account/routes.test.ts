import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW, PASSWORD } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { startMailServer } from '../../testing/mail.ts'
import type { TestMailServer } from '../../testing/mail.ts'
import { userCommand } from '../../cli/user.ts'
import { secretsOf } from '../../lib/secrets.ts'
import { hashPassword } from '../session/password-hash.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NEW = 'Otra-Marker-2026!'

let mails: TestMailServer
let f: Fixture
let address = 0
beforeAll(async () => {
  mails = await startMailServer()
  f = await fixture({ config: { smtpUrl: mails.url, noticeMail: false } })
})
afterAll(async () => {
  await f.close()
  await mails.close()
})
afterEach(() => {
  f.clock.time += HOUR
})

interface Options {
  payload?: object
  token?: string
  remoteAddress?: string
}
async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { payload, token, remoteAddress = `10.3.${address >> 8}.${address++ & 255}` }: Options = {},
) {
  const reply = await f.app.inject({
    method,
    url: `/api${path}`,
    remoteAddress,
    ...(payload && { payload }),
    ...(token !== undefined && { headers: { access_token: token } }),
  })
  return { status: reply.statusCode, text: reply.body, body: reply.body === '' ? null : reply.json<unknown>() }
}

let people = 0
/** A new account with a password of its own, and mail of its own. */
async function person(more: object = {}): Promise<{ id: number; username: string; token: string }> {
  const username = `person${people++}@aforo.test`
  const user = await f.catalog.users.insert(
    SYSTEM_SCOPE,
    {
      username,
      role: 'basic',
      flags: ['footCompare'],
      clients: [f.ids.uno],
      passwordHash: await hashPassword(PASSWORD),
      ...more,
    },
    NOW,
  )
  return { id: user.id, username, token: await f.signIn(username) }
}
const signIn = (username: string, password: string) =>
  call('POST', '/oauth/token', { payload: { username, password, grant_type: 'password' } })

/** Asks for a recovery mail and reads the token in its link. */
async function recoveryToken(username: string): Promise<string> {
  await call('POST', `/auth/user/email/${encodeURIComponent(username)}`)
  return linkIn((await mails.next(username)).text)
}
const linkIn = (text = '') => /https:\/\/aforo\.example\.com\/changepass\/([A-Za-z0-9_-]{43})\b/.exec(text)?.[1] ?? ''
const reset = (token: string, payload: object = { token, pass: NEW, responsibility: true }) =>
  call('PUT', `/auth/user/${token}`, { payload })

describe('a new password by link is refused', () => {
  test('with a token that was never given, or differs between address and body', async () => {
    const { username } = await person()
    const token = await recoveryToken(username)
    const stranger = 'x'.repeat(43)
    const invalid = {
      status: 404,
      body: { code: 'TOKEN_INVALID', message: 'This link is not valid any more, or never was; ask for another.' },
    }
    expect(await reset(stranger)).toEqual({ ...invalid, text: expect.any(String) })
    expect(await reset(stranger, { token, pass: NEW, responsibility: true })).toMatchObject(invalid)
    expect(await reset(token, { token: stranger, pass: NEW, responsibility: true })).toMatchObject(invalid)
    // The id of an account in the address is no way in.
    expect(
      (await call('PUT', '/auth/user/1', { payload: { token, pass: NEW, responsibility: true } })).body,
    ).toMatchObject({ code: 'TOKEN_INVALID' })
    expect((await reset(token)).status).toBe(204)
  })

  test('after half an hour, after it was used, and when it is brought twice at the same time', async () => {
    const { username } = await person()
    const old = await recoveryToken(username)
    f.clock.time += 30 * MINUTE - 1
    expect((await call('GET', `/auth/user/${old}`)).body).toMatchObject({ username })
    f.clock.time += 1
    expect((await call('GET', `/auth/user/${old}`)).body).toMatchObject({ code: 'TOKEN_INVALID' })
    expect((await reset(old)).body).toMatchObject({ code: 'TOKEN_INVALID' })
    const token = await recoveryToken(username)
    const answers = await Promise.all([reset(token), reset(token, { token, pass: `${NEW}2`, responsibility: true })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404])
    expect((await reset(token)).status).toBe(404)
  })

  test('with the id of another account in the address', async () => {
    const [{ username, id }, other] = [await person(), await person()]
    const token = await recoveryToken(username)
    expect((await reset(String(other.id), { token, pass: NEW })).body).toMatchObject({ code: 'TOKEN_INVALID' })
    expect((await reset(String(id), { token, pass: NEW })).status).toBe(204)
  })

  test('when the person refuses the responsibility, with a weak password naming the rules, or with the old one; the link stays good', async () => {
    const { username } = await person()
    const token = await recoveryToken(username)
    expect((await reset(token, { token, pass: NEW, responsibility: false })).body).toMatchObject({
      code: 'RESPONSIBILITY_REQUIRED',
    })
    expect(await reset(token, { token, pass: 'short', responsibility: true })).toMatchObject({
      status: 400,
      body: { code: 'PASSWORD_WEAK', details: { rules: ['length', 'upperCase', 'digit', 'special'] } },
    })
    expect(await reset(token, { token, pass: PASSWORD, responsibility: true })).toMatchObject({
      status: 400,
      body: { code: 'PASSWORD_SAME' },
    })
    expect((await reset(token)).status).toBe(204)
  })

  test('for an account that was disabled or moved to the identity provider since', async () => {
    for (const change of [{ enabled: 0 }, { login_type: 'external' }]) {
      const { username, id } = await person()
      const token = await recoveryToken(username)
      if ('enabled' in change) await f.catalog.users.setEnabled(SYSTEM_SCOPE, id, false)
      else
        await f.catalog.transaction(async ({ accounts }) => {
          const account = await accounts.find(SYSTEM_SCOPE, id)
          if (account)
            await accounts.replace(
              SYSTEM_SCOPE,
              id,
              { ...account, loginType: 'external', properties: { ...account.properties, externalLogin: true } },
              NOW,
            )
        })
      expect((await call('GET', `/auth/user/${token}`)).status).toBe(404)
      expect((await reset(token)).status).toBe(404)
    }
  })
})

test('a password is set with the documented body, token and pass; the responsibility is noted only when it was accepted', async () => {
  const responsibilityOf = async (username: string) =>
    (await f.catalog.users.findByUsername(SYSTEM_SCOPE, username))?.responsibilityAcceptedAt
  const [plain, accepting] = [await person(), await person()]
  const [first, second] = [await recoveryToken(plain.username), await recoveryToken(accepting.username)]
  expect([(await reset(first, { token: first, pass: NEW })).status, (await reset(second)).status]).toEqual([204, 204])
  expect([await responsibilityOf(plain.username), await responsibilityOf(accepting.username)]).toEqual([
    null,
    f.clock.time,
  ])
})

describe('a recovery mail', () => {
  test('is promised in the same words for everybody, and comes only to accounts with a password', async () => {
    const { username } = await person()
    await f.app.background.settled()
    const before = mails.taken.length
    const answers = await Promise.all(
      [username, 'stranger', 'disabled', 'external', "' or 1=1", 'x'.repeat(254)].map((name) =>
        call('POST', `/auth/user/email/${encodeURIComponent(name)}`),
      ),
    )
    await f.app.background.settled()
    await mails.next(username)
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['202 {}']))
    expect(mails.taken.length - before).toBe(1)
  })

  test('comes three times an hour to one account, and the fourth answer is no different', async () => {
    const { username } = await person()
    await f.app.background.settled()
    const before = mails.taken.length
    for (let n = 0; n < 6; n++)
      expect(await call('POST', `/auth/user/email/${username}`)).toMatchObject({ status: 202, text: '{}' })
    await f.app.background.settled()
    for (let n = 0; n < 3; n++) await mails.next(username)
    expect(mails.taken.length - before).toBe(3)
    f.clock.time += HOUR
    expect(await recoveryToken(username)).toHaveLength(43)
  })

  test('is refused after twenty from one address', async () => {
    for (let n = 0; n < 20; n++)
      expect(
        (await call('POST', '/scewc', { payload: { email: `nobody${n}@x.test` }, remoteAddress: '192.0.2.30' })).status,
      ).toBe(202)
    expect(
      await call('POST', '/scewc', { payload: { email: 'nobody@x.test' }, remoteAddress: '192.0.2.30' }),
    ).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  })

  test('leads to the configured address for any requested host, in the language asked for or else the account’s', async () => {
    const { username } = await person({ properties: { lang: 'it' } })
    await f.app.inject({
      method: 'POST',
      url: `/api/auth/user/email/${username}`,
      headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
      remoteAddress: '192.0.2.31',
    })
    const first = await mails.next(username)
    expect([first.subject, linkIn(first.text).length, first.text?.includes('evil')]).toEqual([
      'Cambia la tua password',
      43,
      false,
    ])
    await call('POST', '/scewc', { payload: { email: username.toUpperCase(), language: 'ca' } })
    expect((await mails.next(username)).subject).toBe('Canvia la teva contrasenya')
  })

  test('asked for with nonsense is a bad request', async () => {
    for (const payload of [{}, { email: 3 }, { email: 'a@b.c', language: 'de' }, { email: 'a@b.c', to: 'x' }])
      expect((await call('POST', '/scewc', { payload })).status).toBe(400)
  })
})

describe('a link', () => {
  test('greets by name and opens nothing else', async () => {
    const { username, id } = await person()
    const token = await recoveryToken(username)
    expect((await call('GET', `/auth/user/${token}`)).body).toEqual({ id, username })
    expect((await f.get('/me', token)).status).toBe(401)
    expect((await call('POST', '/oauth/exchange', { payload: { code: token } })).body).toMatchObject({
      code: 'TOKEN_INVALID',
    })
  })

  test('sets the password, ends every session and other link, and is noted with the consent; the owner is notified', async () => {
    const { username, id, token: session } = await person({ passwordExpired: true })
    const [spare, token] = [await recoveryToken(username), await recoveryToken(username)]
    expect((await reset(token)).status).toBe(204)
    expect((await f.get('/me', session)).status).toBe(401)
    expect((await reset(spare)).status).toBe(404)
    expect((await signIn(username, PASSWORD)).status).toBe(401)
    expect((await signIn(username.toUpperCase(), NEW)).status).toBe(200)
    const { subject, text = '' } = await mails.next(username)
    expect([subject, text.includes(username), text.includes('https://aforo.example.com/recover')]).toEqual([
      'Tu contraseña ha cambiado',
      true,
      true,
    ])
    expect(await f.catalog.users.findByUsername(SYSTEM_SCOPE, username)).toMatchObject({
      passwordExpired: false,
      passwordChangedAt: f.clock.time,
      responsibilityAcceptedAt: f.clock.time,
    })
    const actions = (await f.catalog.audit.list(SYSTEM_SCOPE, 30))
      .filter(({ target }) => target === username)
      .map(({ action }) => action)
    expect(actions).toEqual([
      'session.open',
      'session.refuse',
      'password.reset',
      'password.recover',
      'password.recover',
      'session.open',
    ])
    expect((await f.get(`/auth/user/pass-changes/${id}`, await f.signIn('admin'))).body).toEqual([
      { date: f.clock.time },
    ])
  })

  test('marks the browser in which it sets the password: there its owner signs in at once, however many try the account', async () => {
    const { username } = await person()
    const strangers = async (tries: number) => {
      for (let n = 0; n < tries; n += 1) await signIn(username, 'Wrong-Marker-2026!')
    }
    const token = await recoveryToken(username)
    await strangers(25)
    expect((await signIn(username, PASSWORD)).body).toMatchObject({ code: 'LOGIN_TOO_MANY' })
    const { status, headers } = await f.app
      .inject({
        method: 'PUT',
        url: `/api/auth/user/${token}`,
        payload: { token, pass: NEW, responsibility: true },
      })
      .then((reply) => ({ status: reply.statusCode, headers: reply.headers }))
    const [cookie = ''] = [headers['set-cookie']].flat().map((line) => String(line).split(';')[0])
    expect([status, cookie]).toEqual([204, expect.stringMatching(/^__Host-aforo-browser=/)])
    // The account was forgiven, and they go on.
    await strangers(25)
    expect((await signIn(username, NEW)).body).toMatchObject({ code: 'LOGIN_TOO_MANY' })
    const payload = { username, password: NEW, grant_type: 'password' }
    const own = await f.app.inject({ method: 'POST', url: '/api/oauth/token', payload, headers: { cookie } })
    expect(own.statusCode).toBe(200)
  })

  test('sets the password while strangers fill the queue of sign-ins; one link is no more than a few hashes', async () => {
    const { username } = await person()
    const token = await recoveryToken(username)
    const strangers = Array.from({ length: 40 }, (_, n) => signIn(`nobody${n}`, 'Wrong-Marker-2026!'))
    const set = reset(token)
    expect((await set).status).toBe(204)
    expect((await Promise.all(strangers)).filter(({ status }) => status === 429).length).toBeGreaterThan(0)

    // The owner is notified.
    await mails.next(username)
    const again = await recoveryToken(username)
    const same = { token: again, pass: NEW, responsibility: true }
    const codes = []
    for (let n = 0; n < 6; n += 1) codes.push((await reset(again, same)).body)
    expect(codes.map((body) => (body as { code: string }).code)).toEqual([
      ...Array.from({ length: 5 }, () => 'PASSWORD_SAME'),
      'LOGIN_TOO_MANY',
    ])
  })

  test('that is refused marks no browser', async () => {
    const { username } = await person()
    const token = await recoveryToken(username)
    const url = `/api/auth/user/${token}`
    for (const payload of [
      { token, pass: 'weak', responsibility: true },
      { token: 'x'.repeat(43), pass: NEW },
    ])
      expect((await f.app.inject({ method: 'PUT', url, payload })).headers['set-cookie']).toBeUndefined()
  })

  test('of an invitation sets the first password within three days', async () => {
    const admin = await f.signIn('admin')
    const made = await call('POST', '/users', {
      token: admin,
      payload: { username: 'newcomer', properties: { lang: 'en', demo: false } },
    })
    expect(made.status).toBe(201)
    const { subject, text } = await mails.next('newcomer@aforo.test')
    expect(subject).toBe('Your Aforo account is ready')
    f.clock.time += 72 * HOUR - 1
    expect((await reset(linkIn(text))).status).toBe(204)
    expect((await signIn('newcomer', NEW)).status).toBe(200)
  })
})

describe('changing the own password', () => {
  test('is refused without a session, without the old one, with a weak one, and with the old one again', async () => {
    const { token } = await person()
    expect(
      (await call('POST', '/users/password', { payload: { oldPassword: PASSWORD, newPassword: NEW } })).status,
    ).toBe(401)
    const change = (oldPassword: string, newPassword: string) =>
      call('POST', '/users/password', { token, payload: { oldPassword, newPassword } })
    expect(await change('wrong', NEW)).toMatchObject({ status: 400, body: { code: 'PASSWORD_WRONG' } })
    expect(await change(PASSWORD, 'weak')).toMatchObject({ status: 400, body: { code: 'PASSWORD_WEAK' } })
    expect(await change(PASSWORD, PASSWORD)).toMatchObject({ status: 400, body: { code: 'PASSWORD_SAME' } })
    expect((await call('POST', '/users/password', { token })).status).toBe(400)
    for (const half of ['oldPassword=x', 'newPassword=x'])
      expect(await call('POST', `/users/password?${half}`, { token })).toMatchObject({
        status: 400,
        body: { code: 'REQUEST_INVALID', message: 'oldPassword and newPassword are needed, in the body.' },
      })
    expect((await f.get('/me', token)).status).toBe(200)
  })

  test('counts as a try to sign in', async () => {
    const { token } = await person()
    const change = () =>
      call('POST', '/users/password', {
        token,
        remoteAddress: '192.0.2.40',
        payload: { oldPassword: 'wrong', newPassword: NEW },
      })
    for (let n = 0; n < 5; n++) expect((await change()).status).toBe(400)
    expect((await change()).body).toMatchObject({ code: 'LOGIN_TOO_MANY' })
  })

  test('works from the body and, as documented, from the query; this session goes on and the others end; nothing is in the log', async () => {
    const { token, username } = await person()
    const other = await f.signIn(username)
    expect(
      (await call('POST', '/users/password', { token, payload: { oldPassword: PASSWORD, newPassword: NEW } })).status,
    ).toBe(204)
    expect([(await f.get('/me', token)).status, (await f.get('/me', other)).status]).toEqual([200, 401])
    const query = new URLSearchParams({ oldPassword: NEW, newPassword: `${NEW}3` }).toString()
    expect((await call('POST', `/users/password?${query}`, { token })).status).toBe(204)
    expect((await signIn(username, `${NEW}3`)).status).toBe(200)
    expect(f.log.join('').includes('Marker')).toBe(false)
    expect((await mails.next(username)).subject).toBe('Tu contraseña ha cambiado')
  })
})

describe('of the networks from which an account has signed in', () => {
  test.each([
    [
      'a link',
      async (username: string) => {
        const token = await recoveryToken(username)
        const payload = { token, pass: NEW, responsibility: true }
        return call('PUT', `/auth/user/${token}`, { payload, remoteAddress: '192.0.2.63' })
      },
    ],
    [
      'the old one',
      async (_username: string, token: string) =>
        call('POST', '/users/password', {
          token,
          payload: { oldPassword: PASSWORD, newPassword: NEW },
          remoteAddress: '192.0.2.63',
        }),
    ],
  ])('that in which a password was set with %s stays known, and no other', async (_with, set) => {
    const { username, token, id } = await person()
    const from = (remoteAddress: string, password: string) =>
      f.app.inject({
        method: 'POST',
        url: '/api/oauth/token',
        remoteAddress,
        payload: { username, password, grant_type: 'password' },
      })
    for (const address of ['192.0.2.61', '192.0.2.62']) expect((await from(address, PASSWORD)).statusCode).toBe(200)
    expect((await set(username, token)).status).toBe(204)
    expect(await f.catalog.knownNetworks.count(id)).toBe(1)
    for (let n = 0; n < 25; n += 1) await from(`198.51.100.${n}`, 'Wrong-Marker-2026!')
    expect((await from('192.0.2.61', NEW)).json()).toMatchObject({ code: 'LOGIN_TOO_MANY' })
    expect((await from('192.0.2.63', NEW)).statusCode).toBe(200)
  })
})

describe('a password of 128 characters of any script', () => {
  /**
   * Letters one after another, so that nothing repeats: Ugaritic (beyond 16 bits), Han, Hangul, Vietnamese with two
   * marks each, Arabic.
   */
  const run = (first: number, many: number) =>
    Array.from({ length: 124 }, (_, at) => String.fromCodePoint(first + ((at * 7) % many))).join('')
  const passwords = [0x10380, 0x4e00, 0xac00, 0x0627]
    .map((first) => `A-1a${run(first, first === 0x4e00 ? 997 : 26)}`)
    .concat(`A-1a${'ệấửỗằộẩữ'.repeat(15)}ặờợủ`)
  const ways = (username: string) => ({
    body: (password: string) => signIn(username, password),
    form: async (password: string) => {
      const reply = await f.app.inject({
        method: 'POST',
        url: '/api/oauth/token',
        remoteAddress: `10.5.0.${address++ & 255}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ grant_type: 'password', username, password }).toString(),
      })
      return { status: reply.statusCode }
    },
    headers: async (password: string) => {
      const headers = {
        grant_type: 'password',
        username: encodeURIComponent(username),
        password: encodeURIComponent(password),
        'credentials-encoding': 'percent-utf-8',
      }
      return {
        status: (
          await f.app.inject({
            method: 'POST',
            url: '/api/oauth/token',
            remoteAddress: `10.6.0.${address++ & 255}`,
            headers,
          })
        ).statusCode,
      }
    },
  })

  test.each([0, 1, 2, 3, 4])(
    '%i is set by link, changed, confirmed and signs in by body, form and headers, composed or not',
    async (nth) => {
      const password = passwords[nth] ?? ''
      expect(Array.from(password)).toHaveLength(128)
      const { username } = await person()
      const token = await recoveryToken(username)
      expect((await reset(token, { token, pass: password.normalize('NFD'), responsibility: true })).status).toBe(204)
      for (const [way, open] of Object.entries(ways(username)))
        for (const form of ['NFC', 'NFD'])
          expect([way, form, (await open(password.normalize(form))).status]).toEqual([way, form, 200])
      const session = (await signIn(username, password)).body as { access_token: string }
      expect(
        (
          await call('POST', '/auth/user/confirm', {
            token: session.access_token,
            payload: { password: password.normalize('NFD') },
          })
        ).status,
      ).toBe(204)
      const same = {
        token: session.access_token,
        payload: { oldPassword: password, newPassword: password.normalize('NFD') },
      }
      expect((await call('POST', '/users/password', same)).body).toMatchObject({ code: 'PASSWORD_SAME' })
      const next = `B${password.slice(1)}`.normalize('NFD')
      expect(
        (
          await call('POST', '/users/password', {
            token: session.access_token,
            payload: { oldPassword: password.normalize('NFD'), newPassword: next },
          })
        ).status,
      ).toBe(204)
      expect((await signIn(username, next.normalize('NFC'))).status).toBe(200)
      // One character more is too long, however it is composed.
      const longer = `${next.normalize('NFC')}x`
      expect(
        (
          await call('POST', '/users/password', {
            token: session.access_token,
            payload: { oldPassword: next, newPassword: longer },
          })
        ).body,
      ).toMatchObject({ code: 'PASSWORD_WEAK', details: { rules: ['length'] } })
    },
  )

  test('is set by the command line', async () => {
    for (const [at, password] of passwords.entries()) {
      const username = `cli${at}@aforo.test`
      await userCommand(['add', username, '--password-stdin'], {
        catalog: f.catalog,
        loginDomain: 'aforo.test',
        dataDir: '.',
        clock: f.clock,
        print: () => undefined,
        readPassword: async () => `${password.normalize('NFD')}\n`,
        secrets: () => secretsOf('k'.repeat(32)),
      })
      expect([at, (await signIn(username, password)).status]).toEqual([at, 200])
    }
  })
})

describe('an expired password', () => {
  test('lets its owner in to change it and to nothing else', async () => {
    const { token } = await person({ passwordExpired: true })
    expect(await call('GET', '/clients', { token })).toMatchObject({
      status: 403,
      body: { code: 'PASSWORD_EXPIRED', message: 'The password of this account has expired; change it first.' },
    })
    expect(
      (await call('GET', `/compare/metrics/ins?client=${f.ids.uno}&p1Start=2026-11-16&p1End=2026-11-19`, { token }))
        .body,
    ).toMatchObject({ code: 'PASSWORD_EXPIRED' })
    expect((await call('GET', '/me', { token })).status).toBe(200)
    expect((await call('GET', '/auth/user/login-info', { token })).body).toEqual({
      lastLogin: null,
      expiredPass: true,
      passwordResponsibility: false,
    })
    expect(
      (await call('POST', '/users/password', { token, payload: { oldPassword: PASSWORD, newPassword: NEW } })).status,
    ).toBe(204)
    expect((await call('GET', '/clients', { token })).status).toBe(200)
    expect((await call('GET', '/auth/user/login-info', { token })).body).toMatchObject({ expiredPass: false })
  })
})

describe('the history of an account', () => {
  test('is not for other people, who get the same answer as for one that does not exist', async () => {
    const [mine, other] = [await person(), await person()]
    for (const path of ['logins', 'pass-changes']) {
      const [foreign, missing] = [
        await call('GET', `/auth/user/${path}/${other.id}`, { token: mine.token }),
        await call('GET', `/auth/user/${path}/987654`, { token: mine.token }),
      ]
      expect([foreign.status, foreign.text.replaceAll(String(other.id), 'ID')]).toEqual([
        404,
        missing.text.replaceAll('987654', 'ID'),
      ])
    }
    expect((await call('GET', `/auth/user/${other.id}`, { token: mine.token })).status).toBe(404)
    expect((await call('GET', `/auth/user/${other.id}`)).status).toBe(401)
    expect((await call('GET', '/auth/user/logins')).status).toBe(401)
  })

  test('is every try to sign in, newest first, for its owner and for administrators', async () => {
    const { id, username, token } = await person()
    const first = f.clock.time
    f.clock.time += 1000
    await signIn(username, 'wrong')
    f.clock.time += 1000
    const { access_token: again } = (await signIn(username, PASSWORD)).body as { access_token: string }
    const expected = [
      { date: first + 2000, success: true },
      { date: first + 1000, success: false },
      { date: first, success: true },
    ]
    for (const path of ['/auth/user/logins', '/auth/user/logins/', `/auth/user/logins/${id}`])
      expect((await f.get(path, token)).body).toEqual(expected)
    expect((await f.get(`/auth/user/logins/${id}`, await f.signIn('admin'))).body).toEqual(expected)
    expect((await f.get('/auth/user/login-info', again)).body).toEqual({
      lastLogin: first,
      expiredPass: false,
      passwordResponsibility: false,
    })
    expect((await f.get('/auth/user/login-info', token)).body).toMatchObject({ lastLogin: null })
    expect((await f.get('/auth/user/pass-changes/', token)).body).toEqual([])
    expect((await f.get(`/auth/user/${id}`, token)).body).toMatchObject({ id, username, lastLogin: first + 2000 })
    expect((await f.get(`/auth/user/${id}`, await f.signIn('admin'))).body).toMatchObject({ id, username })
  })

  test('stops at two hundred tries', async () => {
    const { id, username, token } = await person()
    for (let n = 0; n < 205; n++)
      await f.catalog.logins.record({
        userId: id,
        username,
        at: n,
        success: false,
        address: '',
        network: '',
        agent: '',
      })
    const list = (await f.get('/auth/user/logins', token)).body as { date: number }[]
    expect([list.length, list.at(-1)?.date]).toEqual([200, 6])
  })
})

describe('the terms of service', () => {
  test('are accepted once, and only with a session; data stay readable without', async () => {
    const { token } = await person()
    expect((await call('POST', '/auth/user/terms-of-service')).status).toBe(401)
    expect((await f.get('/auth/user/terms-of-service/', token)).body).toEqual({ accepted: false, at: null })
    expect((await f.get('/clients', token)).status).toBe(200)
    expect((await call('POST', '/auth/user/terms-of-service', { token })).status).toBe(204)
    const accepted = { accepted: true, at: f.clock.time }
    f.clock.time += 5000
    expect((await call('POST', '/auth/user/terms-of-service/', { token })).status).toBe(204)
    expect((await f.get('/auth/user/terms-of-service', token)).body).toEqual(accepted)
  })
})

test('only an administrator lets an account try again at once', async () => {
  const { id, username, token } = await person()
  const wrong = () =>
    call('POST', '/oauth/token', {
      payload: { username, password: 'wrong', grant_type: 'password' },
      remoteAddress: '192.0.2.50',
    })
  for (let n = 0; n < 6; n++) await wrong()
  expect((await wrong()).status).toBe(429)
  expect((await call('DELETE', `/auth/user/login-fails/${id}`, { token })).status).toBe(403)
  const admin = await f.signIn('admin')
  expect((await call('DELETE', '/auth/user/login-fails/987654', { token: admin })).status).toBe(404)
  expect((await call('DELETE', `/auth/user/login-fails/${id}`, { token: admin })).status).toBe(204)
  expect((await wrong()).status).toBe(401)
})
