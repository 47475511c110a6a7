import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW, PASSWORD } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { startMailServer } from '../../testing/mail.ts'
import type { TestMailServer } from '../../testing/mail.ts'

const OTP = 'otp@aforo.test'
const MINUTE = 60_000

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
// Each test comes from addresses of its own and long after the one before, so that none waits for another's limits.
afterEach(() => {
  f.clock.time += 2 * 60 * MINUTE
})

const from = () => `10.2.${address >> 8}.${address++ & 255}`
async function call(
  method: 'GET' | 'POST',
  path: string,
  { payload, remoteAddress = from(), cookie }: { payload?: object; remoteAddress?: string; cookie?: string } = {},
) {
  const reply = await f.app.inject({
    method,
    url: `/api${path}`,
    remoteAddress,
    ...(payload && { payload }),
    ...(cookie !== undefined && { headers: { cookie } }),
  })
  return { status: reply.statusCode, text: reply.body, cookie: reply.headers['set-cookie'], headers: reply.headers }
}
const status = (name: string, remoteAddress = from()) =>
  call('GET', `/auth/user/otp/${encodeURIComponent(name)}`, { remoteAddress })
const generate = (name: string, remoteAddress = from(), cookie?: string) =>
  call('POST', `/auth/user/otp/${encodeURIComponent(name)}/generate`, {
    remoteAddress,
    ...(cookie !== undefined && { cookie }),
  })
/** `cookie`: of the browser in which the code was asked for. */
const validate = (name: string, code: string, cookie?: string, remoteAddress = from()) =>
  call('POST', `/auth/user/otp/${encodeURIComponent(name)}/validate`, {
    payload: { code },
    remoteAddress,
    ...(cookie !== undefined && { cookie }),
  })
const signIn = (cookie?: string, password = PASSWORD, username = 'otp') =>
  call('POST', '/oauth/token', {
    payload: { username, password, grant_type: 'password' },
    ...(cookie !== undefined && { cookie }),
  })
const passOf = (cookie: unknown) => String(cookie).split(';')[0] ?? ''

/** A code of a mail and the cookie of the browser that asked; a new browser without one. */
async function freshCode(cookie?: string): Promise<{ code: string; browser: string }> {
  const generated = await generate('otp', from(), cookie)
  await f.app.background.settled()
  const { text = '' } = await mails.next(OTP)
  return { code: /\b\d{8}\b/.exec(text)?.[0] ?? '', browser: passOf(generated.cookie) }
}
/** A right code, entered where it was asked for. */
async function enterFresh() {
  const { code, browser } = await freshCode()
  return validate('otp', code, browser)
}
const wrongOf = (code: string) => (code === '1'.repeat(code.length) ? '2' : '1').repeat(code.length)

describe('a sign-in of an account with codes is refused', () => {
  test('without a pass, whether or not the password is right, and says that a code is needed', async () => {
    for (const password of [PASSWORD, 'wrong'])
      expect(await signIn(undefined, password)).toMatchObject({
        status: 401,
        text: '{"code":"OTP_REQUIRED","message":"This account needs a one-time code; enter it first."}',
      })
  })

  test("with an invented pass, a used one, one of two minutes ago, and one of another account's code", async () => {
    const refused = { status: 401, text: expect.stringContaining('OTP_REQUIRED') }
    expect(await signIn(`__Host-aforo-otp=${'x'.repeat(43)}`)).toMatchObject(refused)
    const first = await enterFresh()
    expect((await signIn(passOf(first.cookie))).status).toBe(200)
    expect(await signIn(passOf(first.cookie))).toMatchObject(refused)
    f.clock.time += MINUTE
    const late = await enterFresh()
    f.clock.time += 2 * MINUTE
    expect(await signIn(passOf(late.cookie))).toMatchObject(refused)
    await f.catalog.users.insert(
      SYSTEM_SCOPE,
      {
        username: 'otp2@aforo.test',
        role: 'basic',
        flags: [],
        clients: [],
        passwordHash: (await f.catalog.sessions.credentials(OTP))?.passwordHash ?? null,
        loginType: 'otp',
      },
      NOW,
    )
    const mine = await enterFresh()
    expect(await signIn(passOf(mine.cookie), PASSWORD, 'otp2')).toMatchObject(refused)
  })

  test('with the right pass and a wrong password; the pass is spent', async () => {
    const { cookie } = await enterFresh()
    expect(await signIn(passOf(cookie), 'wrong')).toMatchObject({
      status: 401,
      text: expect.stringContaining('LOGIN_FAILED'),
    })
    expect(await signIn(passOf(cookie))).toMatchObject({ status: 401, text: expect.stringContaining('OTP_REQUIRED') })
  })
})

describe('a code is refused', () => {
  const invalid = '{"code":"OTP_INVALID","message":"The one-time code is not right, or is not valid any more."}'

  test('in the same words when it is wrong, of an unknown name, of an account without codes, or none was sent', async () => {
    const { browser } = await freshCode()
    for (const name of ['otp', 'stranger', 'analyst', 'disabled', 'external'])
      expect([name, await validate(name, '00000000', browser)]).toMatchObject([name, { status: 401, text: invalid }])
  })

  test('after five wrong tries, though it is right', async () => {
    const { code, browser } = await freshCode()
    for (let n = 0; n < 5; n++) expect((await validate('otp', wrongOf(code), browser)).status).toBe(401)
    expect(await validate('otp', code, browser)).toMatchObject({ status: 401, text: invalid })
  })

  test('after five minutes, after it was used, and after a newer one was sent', async () => {
    const old = await freshCode()
    f.clock.time += 5 * MINUTE
    expect((await validate('otp', old.code, old.browser)).status).toBe(401)
    const replaced = await freshCode()
    f.clock.time += MINUTE
    const newer = await freshCode(replaced.browser)
    expect(newer.browser).toBe(replaced.browser)
    if (replaced.code !== newer.code) expect((await validate('otp', replaced.code, newer.browser)).status).toBe(401)
    expect((await validate('otp', newer.code, newer.browser)).status).toBe(204)
    expect((await validate('otp', newer.code, newer.browser)).status).toBe(401)
  })

  test('for one of two who bring it at the same time', async () => {
    const { code, browser } = await freshCode()
    const answers = await Promise.all([1, 2, 3].map(() => validate('otp', code, browser)))
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([204, 401, 401])
  })

  test('unread when it is no text or too long', async () => {
    for (const payload of [{}, { code: 12_345_678 }, { code: '' }, { code: 'x'.repeat(41) }, { code: '1', user: 2 }])
      expect((await call('POST', '/auth/user/otp/otp/validate', { payload })).status).toBe(400)
  })
})

describe('a code of a person', () => {
  test('is entered in the browser that asked for it, not without its cookie, in another browser, or with a made-up one', async () => {
    const { code, browser } = await freshCode()
    const another = passOf((await generate('stranger')).cookie)
    const [name = '', value = ''] = browser.split('=')
    const made = [
      `${name}=${value.split('.')[0]}`,
      `${name}=${value.split('.')[0]}.${'0'.repeat(32)}`,
      `${name}=${value}.x`,
      `${browser}; ${browser}`,
    ]
    for (const cookie of [undefined, another, ...made])
      expect([cookie, await validate('otp', code, cookie)]).toMatchObject([cookie, { status: 401 }])
    expect(await validate('otp', code, browser)).toMatchObject({ status: 204 })
  })

  test('has its tries to itself: what strangers try, with and without codes of their own, takes none', async () => {
    const { code, browser } = await freshCode()
    const stranger = await freshCode()
    for (let n = 0; n < 12; n++) {
      expect((await validate('otp', wrongOf(code))).status).toBe(401)
      expect((await validate('otp', wrongOf(code), stranger.browser)).status).toBe(n < 10 ? 401 : 429)
    }
    for (let n = 0; n < 4; n++) expect((await validate('otp', wrongOf(code), browser)).status).toBe(401)
    expect((await validate('otp', code, browser)).status).toBe(204)
  })

  test('stays when strangers ask for codes of their own, and theirs do not count where it was asked', async () => {
    const { code, browser } = await freshCode()
    const strangers = [await freshCode(), await freshCode()]
    for (const stranger of strangers)
      if (stranger.code !== code) expect((await validate('otp', stranger.code, browser)).status).toBe(401)
    expect((await validate('otp', code, browser)).status).toBe(204)
  })

  test('is entered from an address whose share of tries others have used up', async () => {
    const remoteAddress = from()
    const { code, browser } = await freshCode()
    for (let n = 0; n < 10; n++) expect((await validate('otp', '00000000', undefined, remoteAddress)).status).toBe(401)
    expect((await validate('otp', '00000000', undefined, remoteAddress)).status).toBe(429)
    expect((await validate('otp', code, browser, remoteAddress)).status).toBe(204)
  })

  test('is sent to a browser in which the account has signed in, also after strangers used up the mails and the address of the hour', async () => {
    const entered = await enterFresh()
    const signedIn = await signIn(passOf(entered.cookie))
    const browser = passOf([signedIn.cookie].flat().find((line) => String(line).includes('aforo-browser')))
    const remoteAddress = from()
    for (let n = 0; n < 20; n++) await generate(`name${n}`, remoteAddress)
    for (let n = 0; n < 4; n++) expect((await generate('otp')).status).toBe(202)
    expect([(await generate('otp')).status, (await generate('otp', remoteAddress)).status]).toEqual([429, 429])
    await f.app.background.settled()
    for (let n = 0; n < 4; n++) await mails.next(OTP)
    for (let n = 0; n < 5; n++) {
      expect((await generate('otp', remoteAddress, browser)).status).toBe(202)
      await f.app.background.settled()
      await mails.next(OTP)
    }
    // No more than those go to one mailbox from one browser, under any name it sends.
    expect((await generate('otp', from(), browser)).status).toBe(429)
    expect((await generate('external', from(), browser)).status).toBe(202)
  })
})

describe('too many', () => {
  test('questions about one name from one address wait a minute', async () => {
    const remoteAddress = from()
    for (let n = 0; n < 10; n++) expect((await status('otp', remoteAddress)).status).toBe(200)
    expect(await status('otp', remoteAddress)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60' },
      text: expect.stringContaining('"code":"RATE_LIMITED"'),
    })
    expect((await status('stranger', remoteAddress)).status).toBe(200)
    expect((await status('otp')).status).toBe(200)
    f.clock.time += MINUTE
    expect((await status('otp', remoteAddress)).status).toBe(200)
  })

  test('requests within a minute send one mail and answer alike', async () => {
    await f.app.background.settled()
    const before = mails.taken.length
    const browser = passOf((await generate('otp')).cookie)
    const again = (name: string) => generate(name, from(), browser)
    const answers = [
      await again('otp'),
      await again('otp'),
      await again('stranger'),
      await again('stranger'),
      await again('external'),
    ]
    await f.app.background.settled()
    await mails.next(OTP)
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`))).toEqual(
      new Set(['202 {"retryAfterS":60}']),
    )
    expect(mails.taken.slice(before).map(({ to }) => to)).toEqual([OTP])
  })

  test('codes for one name in an hour are refused, for an unknown name just the same', async () => {
    for (const name of ['otp', 'stranger']) {
      for (let n = 0; n < 5; n++) {
        expect((await generate(name)).status).toBe(202)
        f.clock.time += MINUTE
      }
      expect([name, await generate(name)]).toMatchObject([name, { status: 429, headers: { 'retry-after': '3300' } }])
    }
    await f.app.background.settled()
    for (let n = 0; n < 5; n++) await mails.next(OTP)
  })

  test('codes from one address in an hour are refused, and do not use up those of the accounts', async () => {
    const remoteAddress = from()
    for (let n = 0; n < 20; n++) expect((await generate(`name${n}`, remoteAddress)).status).toBe(202)
    for (let n = 0; n < 9; n++) expect((await generate('otp', remoteAddress)).status).toBe(429)
    expect((await freshCode()).code).toMatch(/^\d{8}$/)
  })
})

describe('a code that an administrator hands out', () => {
  const idOf = async (name: string) =>
    (await f.catalog.users.findByUsername(SYSTEM_SCOPE, `${name}@aforo.test`))?.id ?? 0
  async function hand(of: number, as = 'admin') {
    const url = `/api/users/${of}/otp`
    const reply = await f.app.inject({
      method: 'POST',
      url,
      headers: { access_token: await f.signIn(as) },
      remoteAddress: from(),
    })
    return { status: reply.statusCode, body: reply.json<{ code: string; username: string; expiresAt: number }>() }
  }

  test('is refused to anyone else, for an account that uses none, that is disabled, and of an unknown id', async () => {
    expect((await hand(await idOf('otp'), 'analyst')).status).toBe(403)
    for (const name of ['analyst', 'external', 'disabled']) {
      expect([name, await hand(await idOf(name))]).toMatchObject([
        name,
        { status: 409, body: { code: 'OTP_NOT_USED' } },
      ])
    }
    const { passwordHash } = (await f.catalog.sessions.credentials(OTP))!
    const more = { role: 'basic', flags: [], clients: [], loginType: 'otp' } as const
    const off = await f.catalog.users.insert(
      SYSTEM_SCOPE,
      { ...more, username: 'otp-off@aforo.test', passwordHash, enabled: false },
      NOW,
    )
    const invited = await f.catalog.users.insert(
      SYSTEM_SCOPE,
      { ...more, username: 'otp-new@aforo.test', passwordHash: null },
      NOW,
    )
    for (const { id } of [off, invited])
      expect(await hand(id)).toMatchObject({ status: 409, body: { code: 'OTP_NOT_USED' } })
    expect(await hand(987_654)).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
  })

  test('opens one session of that account, with its password, within ten minutes; the audit log says who made it', async () => {
    const made = await hand(await idOf('otp'))
    expect(made).toEqual({
      status: 200,
      body: { username: OTP, code: expect.stringMatching(/^\d{12}$/), expiresAt: f.clock.time + 10 * MINUTE },
    })
    const [entry] = (await f.catalog.audit.list(SYSTEM_SCOPE, 9)).filter(({ action }) => action === 'otp.hand')
    expect(entry).toMatchObject({ target: OTP, user: await idOf('admin') })
    expect([JSON.stringify(entry).includes(made.body.code), f.log.join('').includes(made.body.code)]).toEqual([
      false,
      false,
    ])
    expect((await validate('otp2', made.body.code)).status).toBe(401)
    f.clock.time += 10 * MINUTE - 1
    const { cookie, status: right } = await validate('otp', made.body.code)
    expect([right, (await signIn(passOf(cookie), 'wrong')).status]).toEqual([204, 401])
    expect((await validate('otp', made.body.code)).status).toBe(401)
    const again = await hand(await idOf('otp'))
    const second = await validate('otp', again.body.code)
    expect((await signIn(passOf(second.cookie))).status).toBe(200)
  })

  test('is refused after ten minutes and after a newer one, and wrong tries do not spoil it', async () => {
    const late = await hand(await idOf('otp'))
    f.clock.time += 10 * MINUTE
    expect((await validate('otp', late.body.code)).status).toBe(401)
    const tried = await hand(await idOf('otp'))
    for (let n = 0; n < 30; n++) {
      // Strangers share some codes a second.
      f.clock.time += 100
      expect((await validate('otp', wrongOf(tried.body.code))).status).toBe(401)
    }
    expect((await validate('otp', tried.body.code)).status).toBe(204)
    const [old, newer] = [await hand(await idOf('otp')), await hand(await idOf('otp'))]
    if (old.body.code !== newer.body.code) expect((await validate('otp', old.body.code)).status).toBe(401)
    expect((await validate('otp', newer.body.code)).status).toBe(204)
  })

  test('lets an account in where no mail leaves', async () => {
    const silent = await fixture()
    const call = (url: string, payload: object, headers = {}) =>
      silent.app.inject({ method: 'POST', url: `/api${url}`, payload, headers })
    expect((await call('/auth/user/otp/otp/generate', {})).json()).toMatchObject({ code: 'MAIL_UNAVAILABLE' })
    const id = (await silent.catalog.users.findByUsername(SYSTEM_SCOPE, OTP))?.id ?? 0
    const { code } = (await call(`/users/${id}/otp`, {}, { access_token: await silent.signIn('admin') })).json<{
      code: string
    }>()
    const { headers } = await call('/auth/user/otp/otp/validate', { code })
    const login = { username: 'otp', password: PASSWORD, grant_type: 'password' }
    expect((await call('/oauth/token', login, { cookie: passOf(headers['set-cookie']) })).statusCode).toBe(200)
    await silent.close()
  })
})

describe('whether an account uses codes', () => {
  test('is true for those that do and false for those that do not', async () => {
    expect([
      (await status('otp')).text,
      (await status(' OTP@AFORO.TEST ')).text,
      (await status('analyst')).text,
      (await status('external')).text,
    ]).toEqual(['{"otp":true}', '{"otp":true}', '{"otp":false}', '{"otp":false}'])
  })

  test('is pretended for unknown names: always the same for one, true for as many as among the real ones', async () => {
    const names = Array.from({ length: 400 }, (_, n) => `stranger${n}`)
    const answers = await Promise.all(names.map(async (name) => (await status(name)).text))
    const { codes: share } = await f.catalog.sessions.otpShares()
    const pretended = answers.filter((text) => text === '{"otp":true}').length / names.length
    expect(share).toBeGreaterThan(0.05)
    // The share was read before this file added an account, and 400 names scatter.
    expect(Math.abs(pretended - share)).toBeLessThan(0.1)
    expect(await Promise.all(names.map(async (name) => (await status(name)).text))).toEqual(answers)
    const pretender = names[answers.indexOf('{"otp":true}')] ?? ''
    expect(await signIn(undefined, PASSWORD, pretender)).toMatchObject({
      status: 401,
      text: expect.stringContaining('OTP_REQUIRED'),
    })
  })
})

test('the right code, typed with blanks, leaves a cookie for two minutes that opens one session', async () => {
  const { code, browser } = await freshCode()
  const { status, cookie, text } = await validate('otp', ` ${code} `, browser)
  expect([status, text, cookie]).toEqual([
    204,
    '',
    expect.stringMatching(
      /^__Host-aforo-otp=[A-Za-z0-9_-]{43}; Max-Age=120; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    ),
  ])
  const signedIn = await signIn(passOf(cookie))
  expect([signedIn.status, [signedIn.cookie].flat()[0]]).toEqual([
    200,
    '__Host-aforo-otp=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure',
  ])
  expect((await f.get('/me', (JSON.parse(signedIn.text) as { access_token: string }).access_token)).body).toMatchObject(
    { username: OTP, loginType: 'otp' },
  )
})

test('neither the code nor the pass lies anywhere in the clear, nor in the log', async () => {
  const { code, browser } = await freshCode()
  const { cookie } = await validate('otp', code, browser)
  const pass = passOf(cookie).split('=')[1] ?? 'none'
  expect([code, pass]).toEqual([expect.stringMatching(/^\d{8}$/), expect.stringMatching(/^[\w-]{43}$/)])
  const log = f.log.join('')
  expect([log.includes(code), log.includes(pass)]).toEqual([false, false])
  expect(await f.catalog.accountTokens.find(pass, ['otp'], f.clock.time)).toBeUndefined()
  expect(JSON.stringify(await f.catalog.mails.list(9)).includes(code)).toBe(false)
})

test('after the code, sign-in in a new browser is not delayed by attempts of others; a wrong password uses the code up', async () => {
  const strangers = async () => {
    for (let n = 0; n < 25; n += 1) await signIn(undefined, 'wrong')
  }
  const pass = passOf((await enterFresh()).cookie)
  await strangers()
  expect((await signIn()).text).toContain('LOGIN_TOO_MANY')
  expect((await signIn(`__Host-aforo-otp=${'x'.repeat(43)}`)).text).toContain('LOGIN_TOO_MANY')
  expect((await signIn(pass)).status).toBe(200)
  f.clock.time += MINUTE
  const another = passOf((await enterFresh()).cookie)
  await strangers()
  expect((await signIn(another, 'wrong')).status).toBe(401)
  expect((await signIn(another)).status).not.toBe(200)
  // It is a pass of this account and of no other.
  f.clock.time += MINUTE
  const third = passOf((await enterFresh()).cookie)
  for (let n = 0; n < 25; n += 1) await signIn(undefined, 'wrong', 'analyst')
  expect((await signIn(third, PASSWORD, 'analyst')).text).toContain('LOGIN_TOO_MANY')
})

describe('an account that signs in with a password alone', () => {
  const codeFor = async (username: string) => {
    f.clock.time += MINUTE
    const { cookie } = await generate(username)
    await f.app.background.settled()
    const { text = '' } = await mails.next(`${username}@aforo.test`)
    return { code: /\b\d{8}\b/.exec(text)?.[0] ?? '', browser: passOf(cookie) }
  }
  const strangers = async (username: string) => {
    for (let n = 0; n < 25; n += 1) await signIn(undefined, 'wrong', username)
  }

  test('is asked for no code, and lets its owner in at once in a new browser with one by mail, however many try it', async () => {
    expect(JSON.parse((await status('analyst')).text)).toEqual({ otp: false })
    await strangers('analyst')
    expect((await signIn(undefined, PASSWORD, 'analyst')).text).toContain('LOGIN_TOO_MANY')
    const { code, browser } = await codeFor('analyst')
    // In the browser that asked, and in no other.
    expect((await validate('analyst', code)).status).toBe(401)
    const entered = await validate('analyst', code, browser)
    expect([entered.status, entered.text, code.length]).toEqual([204, '', 8])
    await strangers('analyst')
    expect((await signIn(undefined, PASSWORD, 'analyst')).text).toContain('LOGIN_TOO_MANY')
    expect(await signIn(passOf(entered.cookie), PASSWORD, 'analyst')).toMatchObject({ status: 200 })
  })

  test('is tried once with each code: a wrong password spends it', async () => {
    const { code, browser } = await codeFor('analyst')
    const pass = passOf((await validate('analyst', code, browser)).cookie)
    expect((await signIn(pass, 'wrong', 'analyst')).status).toBe(401)
    await strangers('analyst')
    expect((await signIn(pass, PASSWORD, 'analyst')).text).toContain('LOGIN_TOO_MANY')
  })
})
