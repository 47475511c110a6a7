/** One-time codes on a catalog in memory: limits, what is noted, which code counts where, and for how long. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { secretsOf } from '../../lib/secrets.ts'
import { refusedTries } from '../audit/refused-tries.ts'
import { appCodes } from '../second-factors/app-codes.ts'
import { knownBrowsers } from '../session/known-browser.ts'
import type { LoginType } from '../../lib/user.ts'
import { askingBrowsers } from './asking-browser.ts'
import { ANY_BROWSER } from './repo.ts'
import { otpService } from './service.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const MINUTE = 60_000
const clock = { time: NOW, now: () => clock.time }
let catalog: Catalog
let made = 0
let mails: { to: string; kind: string; language: string; values: { code: string; minutes: number } }[] = []
const work: Promise<unknown>[] = []
beforeAll(async () => {
  catalog = await memoryCatalog()
})
afterAll(() => catalog.close())
beforeEach(() => {
  clock.time += 24 * 60 * MINUTE
  mails = []
})

const secrets = secretsOf('k'.repeat(32))
const known = knownBrowsers(secrets, 'aforo.test')
/** A network from which every account has signed in. */
const OFFICE = '192.0.2.200'
/** A server that has just begun: its limits are in memory. */
const server = ({ leaves = true, share = { codes: 0, apps: 0 } } = {}) =>
  otpService({
    sessions: { ...catalog.sessions, otpShares: async () => share },
    codes: catalog.otpCodes,
    tokens: catalog.accountTokens,
    browsers: askingBrowsers(secrets),
    apps: appCodes(secrets),
    knownBrowsers: known,
    networks: { has: async (_name, address) => address === OFFICE },
    mail: { leaves, send: async (mail: never) => void mails.push(mail) } as never,
    audit: catalog.audit,
    refusedTries: refusedTries({ clock, audit: catalog.audit }),
    transaction: catalog.transaction,
    secrets,
    background: { run: (_name, task) => void work.push(task()), settled: async () => undefined },
    clock,
    loginDomain: 'aforo.test',
  })
async function account(more: { loginType?: LoginType; passwordHash?: string | null; enabled?: boolean } = {}) {
  made += 1
  const username = `person-${made}@aforo.test`
  const rights = { passwordHash: 'hash', role: 'basic' as const, clients: [], flags: [], loginType: 'otp' as const }
  const { id } = await catalog.users.insert(SYSTEM_SCOPE, { username, ...rights, ...more }, NOW)
  return (await catalog.sessions.credentialsOf(id))!
}
const from = (more: { address?: string; askingCookie?: string | null; browserCookie?: string | null } = {}) => ({
  address: `10.0.0.${(made += 1) % 250}`,
  askingCookie: null,
  browserCookie: null,
  ...more,
})
const code = (pending: Promise<unknown> | (() => unknown)) =>
  (typeof pending === 'function' ? (async () => pending())() : pending).then(
    () => 'done',
    (error: { code?: string; details?: object }) => [error.code, error.details],
  )
const lastAudit = async () => (await catalog.audit.list(SYSTEM_SCOPE, 1))[0]
/** A code that was mailed, and the cookie of the browser that asked. */
async function mailed(otp: ReturnType<typeof server>, username: string, more: Parameters<typeof from>[0] = {}) {
  const { askingCookie } = otp.generate(username, from(more))
  await Promise.all(work)
  return { askingCookie, code: mails.at(-1)?.values.code ?? '' }
}

describe('whether a code is needed', () => {
  test('is so for accounts with codes that are on and have a password', async () => {
    const otp = server()
    const needs = async (more: Parameters<typeof account>[0]) => {
      const one = await account(more)
      return [
        await otp.needsCode(one.username, one),
        (await otp.status(` ${one.username.toUpperCase()}`, '1.1.1.1')).otp,
      ]
    }
    expect(await needs({})).toEqual([true, true])
    expect(await needs({ loginType: 'password' })).toEqual([false, false])
    expect(await needs({ loginType: 'external', passwordHash: null })).toEqual([false, false])
    expect(await needs({ enabled: false })).toEqual([false, false])
    const byApp = await account({ loginType: 'password' })
    await catalog.totp.begin(byApp.id, 'secret')
    expect(await otp.status(byApp.username, '1.1.1.1')).toEqual({ otp: false })
    await catalog.totp.confirm(byApp.id, { secret: 'secret', step: 1, at: NOW })
    expect(await otp.status(byApp.username, '1.1.1.1')).toEqual({ otp: true, app: true })
    await catalog.users.setEnabled(SYSTEM_SCOPE, byApp.id, false)
    expect(await otp.status(byApp.username, '1.1.1.1')).toEqual({ otp: false })
  })

  test('is pretended of unknown names, and of accounts that are off, in the share of the others', async () => {
    const ask = async (share: { codes: number; apps: number }, name = 'nobody') =>
      server({ share }).status(name, '1.1.1.1')
    expect(await ask({ codes: 1, apps: 1 })).toEqual({ otp: true, app: true })
    expect(await ask({ codes: 1, apps: 0 })).toEqual({ otp: true })
    expect(await ask({ codes: 0, apps: 1 })).toEqual({ otp: false })
    const off = await account({ enabled: false })
    expect(await ask({ codes: 1, apps: 0 }, off.username)).toEqual({ otp: true })
    const half = await Promise.all(
      Array.from(
        { length: 200 },
        async (_, n) => (await ask({ codes: 0.5, apps: 0.5 }, `x${n}`)) as { otp: boolean; app?: boolean },
      ),
    )
    const [codes, apps] = [half.filter(({ otp }) => otp).length, half.filter(({ app }) => app === true).length]
    // Codes and apps are drawn apart: of those with codes about half have an app.
    expect([codes > 70 && codes < 130, apps > 25 && apps < 75]).toEqual([true, true])
  })

  test('is asked ten times a minute for a name from a network', async () => {
    const otp = server()
    for (let n = 0; n < 10; n += 1) await otp.status('ana', '192.0.2.1')
    expect((await code(otp.status(' ANA ', '192.0.2.1')))[0]).toBe('RATE_LIMITED')
    expect(await code(otp.status('ana', '192.0.2.2'))).toBe('done')
    clock.time += MINUTE
    expect(await code(otp.status('ana', '192.0.2.1'))).toBe('done')
  })
})

describe('a code by mail', () => {
  test('goes to the account in its language, is noted, and goes to no account with an app or without a password', async () => {
    const otp = server()
    const one = await account()
    const { code: sent } = await mailed(otp, one.username)
    expect(mails).toEqual([
      {
        to: one.username,
        kind: 'otp',
        language: one.properties.lang,
        values: { username: one.username, code: expect.stringMatching(/^\d{8}$/), minutes: 5 },
      },
    ])
    expect(await lastAudit()).toMatchObject({ action: 'otp.send', target: one.username, at: clock.time, user: null })
    expect(sent).toHaveLength(8)
    const byApp = await account()
    await catalog.totp.begin(byApp.id, 'secret')
    await catalog.totp.confirm(byApp.id, { secret: 'secret', step: 1, at: NOW })
    for (const username of ['nobody', byApp.username, (await account({ loginType: 'external' })).username])
      await mailed(otp, username)
    expect(mails).toHaveLength(1)
    expect((await code(() => server({ leaves: false }).generate('ana', from())))[0]).toBe('MAIL_UNAVAILABLE')
  })

  test('is sent once a minute for a browser, with the same answer, and keeps the name of the browser', async () => {
    const otp = server()
    const one = await account()
    const asking = from()
    const first = otp.generate(one.username, asking)
    expect(first.sent).toEqual({ retryAfterS: 60 })
    const again = () => otp.generate(one.username, { ...asking, askingCookie: first.askingCookie })
    expect(again()).toEqual(first)
    await Promise.all(work)
    expect(mails).toHaveLength(1)
    clock.time += MINUTE
    expect(again().askingCookie).toBe(first.askingCookie)
    await Promise.all(work)
    expect(mails).toHaveLength(2)
    expect(otp.generate(one.username, { ...asking, askingCookie: 'made.up' }).askingCookie).not.toBe(first.askingCookie)
  })

  test('is sent to strangers five times an hour for a name and twenty for a network, five more to each known browser', async () => {
    const otp = server()
    const one = await account()
    const ask = (more: Parameters<typeof from>[0] = {}, name = one.username) =>
      code(() => otp.generate(name, from(more)))
    for (let n = 0; n < 5; n += 1) expect(await ask()).toBe('done')
    expect((await ask())[0]).toBe('RATE_LIMITED')
    const browserCookie = known.after(null, one.username)
    for (let n = 0; n < 5; n += 1) expect(await ask({ browserCookie })).toBe('done')
    expect((await ask({ browserCookie }))[0]).toBe('RATE_LIMITED')
    for (let n = 0; n < 20; n += 1) expect(await ask({ address: '192.0.2.9' }, `name${n}`)).toBe('done')
    expect((await ask({ address: '192.0.2.9' }, 'other'))[0]).toBe('RATE_LIMITED')
    clock.time += 60 * MINUTE
    expect([await ask(), await ask({ browserCookie }), await ask({ address: '192.0.2.9' }, 'other')]).toEqual([
      'done',
      'done',
      'done',
    ])
  })
})

describe('a code that is entered', () => {
  test('counts once, in its browser, for five minutes and five tries, with blanks, and leaves a pass and an entry', async () => {
    const otp = server()
    const one = await account()
    const { code: right, askingCookie } = await mailed(otp, one.username)
    const wrong = right === '00000000' ? '1' : '00000000'
    const enter = (given: string, more: Parameters<typeof from>[0] = { askingCookie }) =>
      otp.validate(one.username, given, from(more))
    expect(await code(enter(right, {}))).toEqual(['OTP_INVALID', undefined])
    for (let n = 0; n < 4; n += 1) expect((await code(enter(wrong)))[0]).toBe('OTP_INVALID')
    const pass = await enter(` ${right.slice(0, 4)} ${right.slice(4)} `, { askingCookie, address: '192.0.2.5' })
    const accepted = await lastAudit()
    expect(accepted).toMatchObject({ action: 'otp.accept', target: one.username, at: clock.time })
    // The log names an app and a recovery code as the second factor, but not a mail.
    expect(accepted?.details).toEqual({ address: '192.0.2.5' })
    expect((await code(enter(right)))[0]).toBe('OTP_INVALID')
    expect(await lastAudit()).toMatchObject({ action: 'otp.refuse', target: one.username })
    const other = await account()
    expect([
      await otp.spend(null, one),
      await otp.spend('short', one),
      await otp.spend(pass, other),
      await otp.spend(pass, undefined),
      await otp.spend(pass, one),
      await otp.spend(pass, one),
    ]).toEqual([false, false, false, false, true, false])
  })

  test('is too late after five minutes, and its pass after two', async () => {
    const otp = server()
    const one = await account()
    const first = await mailed(otp, one.username)
    clock.time += 5 * MINUTE - 1
    const pass = await otp.validate(one.username, first.code, from({ askingCookie: first.askingCookie }))
    clock.time += 2 * MINUTE
    expect(await otp.spend(pass, one)).toBe(false)
    const second = await mailed(otp, one.username)
    clock.time += 5 * MINUTE
    expect((await code(otp.validate(one.username, second.code, from({ askingCookie: second.askingCookie }))))[0]).toBe(
      'OTP_INVALID',
    )
    const third = await mailed(otp, one.username)
    const soon = await otp.validate(one.username, third.code, from({ askingCookie: third.askingCookie }))
    clock.time += 2 * MINUTE - 1
    expect(await otp.spend(soon, one)).toBe(true)
  })

  test('is wrong after five tries, though it is right', async () => {
    const otp = server()
    const one = await account()
    const { code: right, askingCookie } = await mailed(otp, one.username)
    for (let n = 0; n < 5; n += 1) await code(otp.validate(one.username, 'x', from({ askingCookie })))
    expect((await code(otp.validate(one.username, right, from({ askingCookie }))))[0]).toBe('OTP_INVALID')
  })

  test('ten times a minute for a name and a browser; strangers sixty a minute of a network and twenty a second of all', async () => {
    const otp = server()
    const enter = (name: string, more: Parameters<typeof from>[0]) => code(otp.validate(name, 'x', from(more)))
    const { askingCookie } = otp.generate('ana', from())
    for (let n = 0; n < 10; n += 1) expect((await enter('ana', { askingCookie }))[0]).toBe('OTP_INVALID')
    expect((await enter('ana', { askingCookie }))[0]).toBe('RATE_LIMITED')
    expect((await enter('bea', { askingCookie }))[0]).toBe('OTP_INVALID')
    for (let n = 0; n < 20; n += 1) expect((await enter(`a${n}`, { address: '192.0.2.1' }))[0]).toBe('OTP_INVALID')
    expect(await enter('more', { address: '192.0.2.1' })).toEqual(['LOGIN_BUSY', { retryAfterS: 2 }])
    // Who has a browser of its own, or comes from a network of the account, is not held up by them.
    expect((await enter('more', { address: OFFICE }))[0]).toBe('OTP_INVALID')
    expect((await enter('bea', { askingCookie }))[0]).toBe('OTP_INVALID')
    expect((await enter('cleo', { browserCookie: known.after(null, 'cleo@aforo.test') }))[0]).toBe('OTP_INVALID')
    clock.time += 1000
    for (let n = 21; n < 60; n += 1) {
      clock.time += 100
      expect((await enter(`a${n}`, { address: '192.0.2.1' }))[0]).toBe('OTP_INVALID')
    }
    clock.time += 1000
    expect((await enter('last', { address: '192.0.2.1' }))[0]).toBe('RATE_LIMITED')
    expect((await enter('last', { address: '192.0.2.2' }))[0]).toBe('OTP_INVALID')
  })
})

describe('a code that is handed out', () => {
  test('is long, counts for ten minutes in any browser, once, and is noted with who made it', async () => {
    const otp = server()
    const one = await account()
    const scope = { ...SYSTEM_SCOPE, userId: one.id }
    const { code: right, ...rest } = await otp.hand(scope, one.id)
    expect([right, rest]).toEqual([
      expect.stringMatching(/^\d{12}$/),
      { username: one.username, expiresAt: clock.time + 10 * MINUTE },
    ])
    expect(await lastAudit()).toMatchObject({ action: 'otp.hand', target: one.username, user: one.id, at: clock.time })
    // Wrong attempts do not invalidate it.
    for (let n = 0; n < 8; n += 1) {
      clock.time += 1000
      await code(otp.validate(one.username, 'x', from()))
    }
    expect(await catalog.otpCodes.handed(one.id, clock.time)).toBeDefined()
    await otp.validate(one.username, right, from())
    expect((await code(otp.validate(one.username, right, from())))[0]).toBe('OTP_INVALID')
    const late = await otp.hand(scope, one.id)
    clock.time += 10 * MINUTE
    expect((await code(otp.validate(one.username, late.code, from())))[0]).toBe('OTP_INVALID')
  })

  test('is none of an account without codes or password, of a program, or of no account', async () => {
    const otp = server()
    const unused = async (more: Parameters<typeof account>[0]) => {
      const { id } = await account(more)
      expect(await code(otp.hand(SYSTEM_SCOPE, id))).toEqual(['OTP_NOT_USED', { user: id }])
    }
    await unused({ loginType: 'password' })
    await unused({ passwordHash: null })
    await unused({ enabled: false })
    const program = await account({ loginType: 'service' })
    expect(await code(otp.hand(SYSTEM_SCOPE, program.id))).toEqual(['USER_NOT_FOUND', { user: program.id }])
    expect((await code(otp.hand(SYSTEM_SCOPE, 987_654)))[0]).toBe('USER_NOT_FOUND')
  })
})

test('an account has one code for each browser, and expired ones are removed with the next', async () => {
  const { id } = await account()
  const { otpCodes } = catalog
  const of = (browserHash: string) => ({ userId: id, browserHash })
  const put = (browser: string, codeHash: string, expiresAt: number, now = NOW) =>
    otpCodes.put(of(browser), { codeHash, expiresAt, tries: 2 }, now)
  await put('a', 'one', NOW + 10)
  await put('b', 'two', NOW + 20)
  await put('a', 'three', NOW + 30)
  await put(ANY_BROWSER, 'handed', NOW + 30)
  expect([await otpCodes.tryOnce(of('a'), NOW + 29), await otpCodes.tryOnce(of('b'), NOW + 19)]).toEqual([
    'three',
    'two',
  ])
  expect([await otpCodes.tryOnce(of('b'), NOW + 20), await otpCodes.tryOnce(of('c'), NOW)]).toEqual([
    undefined,
    undefined,
  ])
  expect([await otpCodes.tryOnce(of('a'), NOW), await otpCodes.tryOnce(of('a'), NOW)]).toEqual(['three', undefined])
  expect([await otpCodes.handed(id, NOW + 29), await otpCodes.handed(id, NOW + 30)]).toEqual(['handed', undefined])
  expect([await otpCodes.take(of('a'), 'one'), await otpCodes.take(of('b'), 'three')]).toEqual([false, false])
  expect([await otpCodes.take(of('a'), 'three'), await otpCodes.take(of('a'), 'three')]).toEqual([true, false])
  await put('c', 'four', NOW + 99, NOW + 20)
  expect([await otpCodes.take(of('b'), 'two'), await otpCodes.take(of(ANY_BROWSER), 'handed')]).toEqual([false, true])
})
