/**
 * The clock of the machine is set a day forward or back while people work: no session ends, no account is locked,
 * nothing waits for a day.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fixture, PASSWORD } from './testing/fixture.ts'
import type { Fixture } from './testing/fixture.ts'
import { startMailServer } from './testing/mail.ts'
import type { TestMailServer } from './testing/mail.ts'
import { sender } from './testing/send.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let f: Fixture
let mails: TestMailServer
beforeEach(async () => {
  mails = await startMailServer()
  f = await fixture({ config: { smtpUrl: mails.url } })
})
afterEach(async () => {
  await f.close()
  await mails.close()
})

const me = async (token: string) => (await f.get('/me', token)).status
const signIn = async (password: string, username = 'analyst') =>
  (
    await f.app.inject({
      method: 'POST',
      url: '/api/oauth/token',
      payload: { username, password, grant_type: 'password' },
    })
  ).json<{ access_token?: string; code?: string }>()
const confirmed = async (token: string) =>
  (await sender(f, token)('PUT', '/server/maintenance', { maintenance: false })).status

describe.each([
  ['forward', DAY],
  ['back', -DAY],
])('a clock that is set a day %s', (_where, step) => {
  test('ends no session and no confirmation, and lets both expire on time', async () => {
    const admin = await f.signIn('admin')
    f.clock.step = step
    f.clock.time += MINUTE
    expect([await me(admin), await confirmed(admin)]).toEqual([200, 200])
    const later = await f.signIn('analyst')
    f.clock.step = 0
    expect([await me(later), await me(admin)]).toEqual([200, 200])
    f.clock.step = step
    f.clock.time += 16 * MINUTE
    expect([await me(admin), await confirmed(admin)]).toEqual([200, 403])
    f.clock.time += 2 * HOUR
    expect([await me(admin), await me(later)]).toEqual([401, 401])
  })

  test('locks no account out for longer than before, and gives no more tries', async () => {
    for (let n = 0; n < 7; n += 1) {
      await signIn('wrong')
      f.clock.time += 5000
    }
    expect((await signIn('wrong')).code).toBe('LOGIN_FAILED')
    f.clock.step = step
    expect((await signIn(PASSWORD)).code).toBe('LOGIN_TOO_MANY')
    f.clock.time += 16 * MINUTE
    expect((await signIn(PASSWORD)).access_token).toBeDefined()
  })

  test('counts no request of an hour for a day, and none twice', async () => {
    const recover = async () =>
      (await f.app.inject({ method: 'POST', url: '/api/auth/user/email/nobody@aforo.test' })).statusCode
    const many = async () => {
      const found: number[] = []
      for (let n = 0; n < 21; n += 1) found.push(await recover())
      return found.at(-1)
    }
    expect(await many()).toBe(429)
    f.clock.step = step
    expect(await recover()).toBe(429)
    f.clock.time += HOUR + 1
    expect(await recover()).not.toBe(429)
  })

  test('lets a one-time code go on', async () => {
    const generated = await f.app.inject({ method: 'POST', url: '/api/auth/user/otp/otp@aforo.test/generate' })
    expect(generated.statusCode).toBeLessThan(300)
    const cookie = String(generated.headers['set-cookie']).split(';')[0]
    await f.app.background.settled()
    const { text } = await mails.next('otp@aforo.test')
    const [code] = /\b\d{8}\b/.exec(text ?? '') ?? ['']
    f.clock.step = step
    f.clock.time += MINUTE
    const reply = await f.app.inject({
      method: 'POST',
      url: '/api/auth/user/otp/otp@aforo.test/validate',
      headers: { cookie },
      payload: { code },
    })
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
  })
})
