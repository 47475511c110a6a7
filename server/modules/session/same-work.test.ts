/**
 * A stranger learns nothing by the clock: for known and unknown names the same hashes are computed and the same
 * statements are run. Counted rather than timed, because a count does not depend on the machine.
 */
import { StatementSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf } from '../../lib/secrets.ts'
import { fixture, NOW, PASSWORD } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { startMailServer } from '../../testing/mail.ts'
import type { TestMailServer } from '../../testing/mail.ts'

const hashes = vi.hoisted(() => ({ computed: [] as string[] }))
vi.mock('./password-hash.ts', async (original) => {
  const real = await original<typeof import('./password-hash.ts')>()
  return {
    ...real,
    hashPassword: (password: string) => {
      hashes.computed.push('hash')
      return real.hashPassword(password)
    },
    // The cost is in the first three parts of the text.
    verifyPassword: (...given: Parameters<typeof real.verifyPassword>) => {
      hashes.computed.push(given[1].split('$').slice(1, 4).join('$'))
      return real.verifyPassword(...given)
    },
  }
})

let f: Fixture
let mails: TestMailServer
let statements: string[] = []
let address = 0
const restore: (() => void)[] = []

beforeAll(async () => {
  mails = await startMailServer()
  f = await fixture({ config: { smtpUrl: mails.url } })
  await f.catalog.apiClients.insert(
    SYSTEM_SCOPE,
    { name: 'Program', redirectUris: [], clients: [], flags: [], enabled: true, pkce: true },
    { clientId: 'program', secretHash: hashOf('x'), at: NOW },
  )
  for (const name of ['all', 'run', 'get'] as const) {
    const real = Object.getOwnPropertyDescriptor(StatementSync.prototype, name)
    const run = real?.value as (this: StatementSync, ...values: unknown[]) => unknown
    function counted(this: StatementSync, ...values: unknown[]): unknown {
      // Mail leaves by a job of its own, whenever it comes by.
      if (!this.sourceSQL.includes('"mails"')) statements.push(this.sourceSQL)
      return run.apply(this, values)
    }
    Object.defineProperty(StatementSync.prototype, name, { ...real, value: counted })
    restore.push(() => {
      if (real !== undefined) Object.defineProperty(StatementSync.prototype, name, real)
    })
  }
})
afterEach(() => {
  f.clock.time += 3_600_000
})
afterAll(async () => {
  for (const back of restore) back()
  await f.close()
  await mails.close()
})

/** The work of the server before it answered, and the answer. */
async function workOf(method: 'GET' | 'POST', path: string, payload?: object, headers: Record<string, string> = {}) {
  await f.app.background.settled()
  // Mails of the call before leave after its answer, and write whether they could.
  while ((await f.catalog.mails.due(f.clock.now(), 1)).length > 0) await new Promise((resolve) => setImmediate(resolve))
  await f.app.background.settled()
  statements = []
  hashes.computed = []
  const reply = await f.app.inject({
    method,
    url: `/api${path}`,
    remoteAddress: `10.4.${address >> 8}.${address++ & 255}`,
    headers,
    ...(payload && { payload }),
  })
  return { hashes: [...hashes.computed], statements: [...statements], status: reply.statusCode, text: reply.body }
}

const UNKNOWN = 'nobody-has-this@aforo.test'
const logIn = (username: string) =>
  workOf('POST', '/oauth/token', { username, password: 'wrong', grant_type: 'password' })

describe('a refused sign-in', () => {
  test.each(['analyst', 'admin', 'disabled', 'external', 'expired', 'api:program'])(
    'of %s does the work of one of an unknown name, and answers alike',
    async (name) => {
      // The cached share of accounts with codes is computed once, for the first request.
      await logIn(UNKNOWN)
      const [known, unknown] = [await logIn(name), await logIn(UNKNOWN)]
      expect(unknown.status).toBe(401)
      expect(unknown.hashes).toHaveLength(1)
      expect(unknown.statements.length).toBeGreaterThan(3)
      expect(known).toEqual(unknown)
    },
  )

  test('of a name with codes computes no hash, whether or not the account exists', async () => {
    const pretended = await firstPretended()
    const [known, unknown] = [await logIn('otp'), await logIn(pretended)]
    expect([known.status, known.text.includes('OTP_REQUIRED'), known.hashes]).toEqual([401, true, []])
    expect(known).toEqual(unknown)
  })
})

/** An unknown name that pretends to use codes. */
async function firstPretended(): Promise<string> {
  for (let at = 0; ; at++)
    if ((await workOf('GET', `/auth/user/otp/pretended${at}`)).text === '{"otp":true}') return `pretended${at}`
}

describe('before a sign-in', () => {
  test('asking for codes runs the same statements for every name', async () => {
    await workOf('GET', `/auth/user/otp/${UNKNOWN}`)
    const [unknown, ...known] = [
      await workOf('GET', `/auth/user/otp/${UNKNOWN}`),
      await workOf('GET', '/auth/user/otp/analyst'),
      await workOf('GET', '/auth/user/otp/otp'),
      await workOf('GET', '/auth/user/otp/disabled'),
    ]
    expect(unknown?.statements.length).toBeGreaterThan(0)
    for (const { statements } of known) expect(statements).toEqual(unknown?.statements)
  })

  test('entering a wrong code runs the same statements for every name, with and without a code under way', async () => {
    const generated = await f.app.inject({ method: 'POST', url: '/api/auth/user/otp/otp/generate' })
    const cookie = String(generated.headers['set-cookie']).split(';')[0] ?? ''
    const enter = (name: string) => workOf('POST', `/auth/user/otp/${name}/validate`, { code: '00000000' }, { cookie })
    // The count that unknown names pretend to have is read once an hour, at the first request.
    await enter('stranger')
    const [unknown, ...known] = [
      await enter(UNKNOWN),
      await enter('otp'),
      await enter('analyst'),
      await enter('external'),
    ]
    expect(unknown).toMatchObject({ status: 401, hashes: [] })
    for (const work of known) expect(work).toEqual(unknown)
  })

  test('a wrong code beyond those that are entries of their own runs the same statements for every name, and leaves no entry', async () => {
    const enter = (name: string) => workOf('POST', `/auth/user/otp/${name}/validate`, { code: '00000000' })
    for (let n = 0; n < 20; n++) {
      await enter(`stranger${n}`)
      f.clock.time += 100
    }
    const before = await f.catalog.audit.count()
    const [unknown, ...known] = [
      await enter(UNKNOWN),
      await enter('otp'),
      await enter('analyst'),
      await enter('external'),
    ]
    expect(unknown?.statements.some((text) => text.includes('audit_head'))).toBe(true)
    for (const work of known) expect(work).toEqual(unknown)
    expect(await f.catalog.audit.count()).toBe(before)
  })

  test.each([
    ['a one-time code', (name: string) => workOf('POST', `/auth/user/otp/${name}/generate`)],
    ['a link', (name: string) => workOf('POST', `/auth/user/email/${name}`)],
    ['a link in a language', (name: string) => workOf('POST', '/scewc', { email: name, language: 'ca' })],
  ])('asking for %s answers before anything is looked up', async (_what, ask) => {
    const [unknown, ...known] = [
      await ask(UNKNOWN),
      await ask('analyst@aforo.test'),
      await ask('otp@aforo.test'),
      await ask('disabled@aforo.test'),
    ]
    expect(unknown).toMatchObject({ status: 202, hashes: [], statements: [] })
    for (const work of known) expect(work).toEqual(unknown)
  })
})

test('the work of a sign-in that succeeds begins with the same hash', async () => {
  const { hashes: computed, status } = await workOf('POST', '/oauth/token', {
    username: 'analyst',
    password: PASSWORD,
    grant_type: 'password',
  })
  expect([status, computed]).toEqual([200, (await logIn(UNKNOWN)).hashes])
})
