/**
 * The writes that a stranger can cause (issue of 400 requests a second): every call of the server, sent without a
 * session or key from ever new addresses with ever new names, and what catalog and log have grown by after a minute of
 * it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { newToken } from '../../server/lib/secrets.ts'
import { CONFIG, fixture } from '../../server/testing/fixture.ts'
import type { Fixture } from '../../server/testing/fixture.ts'
import { startMailServer } from '../../server/testing/mail.ts'
import type { TestMailServer } from '../../server/testing/mail.ts'

const MINUTE_MS = 60_000
const REQUESTS = 200
/** Each of these computes a hash of 20 ms or more: fewer show the same. */
const COSTLY = new Map([
  ['POST /api/oauth/token', 60],
  ['POST /api/oauth/login', 60],
])
/** 10 MB an hour. */
const MAX_BYTES_A_MINUTE = 10e6 / 60
/** 20 entries and 20 sign-ins of their own, one entry for the others of each kind, and what one account is sent. */
const MAX_ROWS_A_MINUTE = 20 + 20 + 2 + 4
/** 120 answers, 30 violations of the policy, 20 failures, and what was counted. */
const MAX_LINES_A_MINUTE = 120 + 30 + 20 + 5

let f: Fixture
let dir: string
let mails: TestMailServer
let catalog: DatabaseSync
let sent = 0

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'aforo-floods-'))
  writeFileSync(join(dir, 'index.html'), '<!doctype html><title>Aforo</title>')
  mails = await startMailServer()
  f = await fixture({
    staticDir: dir,
    catalogUrl: `sqlite:${join(dir, 'catalog.sqlite')}`,
    config: { smtpUrl: mails.url },
  })
  catalog = new DatabaseSync(join(dir, 'catalog.sqlite'), { readOnly: true })
})
afterAll(async () => {
  catalog.close()
  await f.close()
  await mails.close()
  rmSync(dir, { recursive: true, force: true })
})

interface Sent {
  readonly url: string
  readonly payload?: string | object
  readonly headers?: Record<string, string>
}

/** 240 characters, of which no two have the same; every third is the name of an account. */
const nameOf = (n: number) =>
  n % 3 === 0 ? 'otp@aforo.test' : `${String(n).padStart(9, 'x')}${'ñ'.repeat(100)}@aforo.test`
const credentials = (n: number) => ({ username: nameOf(n), password: 'wrong', grant_type: 'password' })

/** Bodies with the most work that a stranger can cause; other calls are sent without one. */
const WORST: Readonly<Record<string, (n: number) => Sent>> = {
  'POST /api/oauth/token': (n) => ({
    url: '/api/oauth/token',
    headers: { 'user-agent': `${n}${'a'.repeat(400)}` },
    payload:
      n % 2 === 0
        ? { ...credentials(n), username: `analyst${n}` }
        : { grant_type: 'client_credentials', client_id: `${n}`, client_secret: newToken() },
  }),
  'POST /api/oauth/login': (n) => ({
    url: '/api/oauth/login',
    headers: {
      username: `nobody${n}`,
      password: 'wrong',
      grant_type: 'password',
      client_id: 'page',
      redirect_uri: 'https://program.test/cb',
      response_type: 'code',
      state: 's',
    },
  }),
  'POST /api/oauth/exchange': () => ({ url: '/api/oauth/exchange', payload: { code: newToken() } }),
  'GET /api/auth/user/otp/:username': (n) => ({ url: `/api/auth/user/otp/${encodeURIComponent(nameOf(n))}` }),
  'POST /api/auth/user/otp/:username/generate': (n) => ({
    url: `/api/auth/user/otp/${encodeURIComponent(nameOf(n))}/generate`,
  }),
  'POST /api/auth/user/otp/:username/validate': (n) => ({
    url: `/api/auth/user/otp/${encodeURIComponent(nameOf(n))}/validate`,
    payload: { code: '12345678' },
  }),
  'POST /api/auth/user/email/:email': (n) => ({ url: `/api/auth/user/email/${encodeURIComponent(nameOf(n))}` }),
  'POST /api/scewc': (n) => ({ url: '/api/scewc', payload: { email: nameOf(n) } }),
  'GET /api/auth/user/:token': () => ({ url: `/api/auth/user/${newToken()}` }),
  'PUT /api/auth/user/:token': () => {
    const token = newToken()
    return { url: `/api/auth/user/${token}`, payload: { token, pass: 'Long-enough-2026!', responsibility: true } }
  },
  'POST /api/screens/session': () => ({ url: '/api/screens/session', payload: { token: newToken() } }),
  'POST /api/monitoring/tracking/beacon': (n) => ({
    url: '/api/monitoring/tracking/beacon',
    headers: { origin: CONFIG.publicUrl },
    payload: { access_token: newToken(), events: [{ id: `e${n}`, event: 'page.view', timestamp: 1_700_000_000_000 }] },
  }),
  'POST /api/csp-report': (n) => ({
    url: '/api/csp-report',
    headers: { 'content-type': 'application/csp-report' },
    payload: JSON.stringify({
      'csp-report': {
        'effective-directive': 'script-src',
        'blocked-uri': `https://x.test/${n}${'b'.repeat(900)}`,
        'document-uri': `https://y.test/${'d'.repeat(900)}`,
        'source-file': `https://z.test/${'s'.repeat(900)}`,
      },
    }),
  }),
}

/** The call with its parameters filled in: with unknown tokens, so that lookups find nothing. */
const bare = (call: string): Sent => ({
  url: call
    .slice(call.indexOf(' ') + 1)
    .replace('*', 'nothing')
    .replaceAll(/:\w+/g, () => newToken()),
})

async function flood(call: string): Promise<number[]> {
  const method = call.split(' ')[0] as 'GET'
  f.clock.time += MINUTE_MS
  const statuses: number[] = []
  const requests = COSTLY.get(call) ?? REQUESTS
  // As many at a time as a queue of sign-ins takes, so that most are judged.
  for (let from = 0; from < requests; from += 20) {
    f.clock.time += Math.floor((MINUTE_MS - 1000) / (requests / 20))
    statuses.push(
      ...(await Promise.all(
        Array.from({ length: 20 }, async () => {
          const n = ++sent
          const { url, payload, headers = {} } = (WORST[call] ?? (() => bare(call)))(n)
          const remoteAddress = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
          return (
            await f.app.inject({ method, url, remoteAddress, headers, ...(payload !== undefined && { payload }) })
          ).statusCode
        }),
      )),
    )
  }
  return statuses
}

const one = (text: string) => Object.values(catalog.prepare(text).get() as Record<string, number>)[0] ?? 0
const tables = () =>
  (
    catalog.prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`).all() as {
      name: string
    }[]
  ).map(({ name }) => name)
const rows = () => tables().reduce((sum, name) => sum + one(`select count(*) from "${name}"`), 0)
const bytes = () =>
  one(
    'select (page_count - freelist_count) * page_size from pragma_page_count, pragma_freelist_count, pragma_page_size',
  )
const logged = () => f.log.reduce((sum, line) => sum + Buffer.byteLength(line), 0)

/** The rows of a minute, with those written at its end. */
async function grown(call: string) {
  const before = { rows: rows(), bytes: bytes(), logged: logged(), lines: f.log.length }
  const statuses = await flood(call)
  await f.app.background.settled()
  f.clock.time += MINUTE_MS
  for (const { name, run } of f.app.jobs) if (/strangers|refused/.test(name)) await run()
  return {
    statuses,
    rows: rows() - before.rows,
    lines: f.log.length - before.lines,
    bytes: bytes() - before.bytes + logged() - before.logged,
  }
}

const calls = () =>
  [...f.app.rules]
    .filter(([call]) => !call.startsWith('HEAD'))
    .map(([call, { subjects }]) => ({ call, isOpen: subjects === 'anyone' }))

describe('a minute of a flood of strangers', () => {
  test('at each call that needs no session leaves few rows, and at most 10 MB an hour', async () => {
    await f.catalog.apiClients.insert(
      SYSTEM_SCOPE,
      { name: 'Page', redirectUris: ['https://program.test/cb'], clients: [], flags: [], enabled: true, pkce: false },
      { clientId: 'page', secretHash: 'x', at: f.clock.now() },
    )
    const open = calls()
      .filter(({ isOpen }) => isOpen)
      .map(({ call }) => call)
    expect(open.length).toBeGreaterThan(20)
    // A renamed call of the list would not be sent.
    expect(Object.keys(WORST).filter((call) => !open.includes(call))).toEqual([])
    const wrong: string[] = []
    for (const call of open) {
      const { statuses, rows, lines, bytes } = await grown(call)
      if (rows > MAX_ROWS_A_MINUTE || lines > MAX_LINES_A_MINUTE || bytes > MAX_BYTES_A_MINUTE)
        wrong.push(`${call}: ${rows} rows, ${lines} lines, ${bytes} bytes`)
      if (statuses.some((status) => status >= 500)) wrong.push(`${call}: ${statuses.find((status) => status >= 500)}`)
      // A flood that is refused for its form would measure nothing.
      if (
        WORST[call] !== undefined &&
        statuses.every((status) => [400, 413, 415].includes(status) && call !== 'POST /api/oauth/login')
      )
        wrong.push(`${call}: all ${statuses[0]}`)
    }
    expect(wrong).toEqual([])
  }, 120_000)

  test('at all calls that need one leaves no row, and few lines', async () => {
    const before = { rows: rows(), logged: logged() }
    for (const { call, isOpen } of calls()) {
      if (isOpen) continue
      for (let at = 0; at < 3; at++) {
        const { statusCode } = await f.app.inject({
          method: call.split(' ')[0] as 'GET',
          ...bare(call),
          headers: { 'x-device-key': newToken(), access_token: newToken() },
        })
        // The Meraki cloud sends its key in the body.
        expect(call === 'POST /api/ingest/meraki/:name' ? [400] : [401, 415], call).toContain(statusCode)
      }
    }
    f.clock.time += MINUTE_MS
    for (const { name, run } of f.app.jobs) if (/strangers|refused/.test(name)) await run()
    expect(rows()).toBe(before.rows)
    expect(logged() - before.logged).toBeLessThan(MAX_BYTES_A_MINUTE)
  })

  test('is reported as a whole: how many attempts, from how many networks, and on which accounts', async () => {
    f.clock.time += MINUTE_MS
    const before = await f.catalog.audit.count()
    // Some unknown names pretend to use codes; those are refused before their password is checked.
    const unknown: string[] = []
    for (let n = 1; unknown.length < 20; n++)
      if ((await f.get(`/auth/user/otp/nobody${n}`)).text === '{"otp":false}') unknown.push(`nobody${n}`)
    for (let n = 1; n <= 40; n++) {
      await f.app.inject({
        method: 'POST',
        url: '/api/oauth/token',
        remoteAddress: `10.200.0.${n}`,
        payload: {
          username: n % 2 === 0 ? 'analyst' : unknown[(n - 1) / 2],
          password: 'wrong',
          grant_type: 'password',
        },
      })
    }
    expect(await f.catalog.audit.count()).toBe(before + 20)
    await f.app.jobs.find(({ name }) => name === 'refused tries')?.run()
    const [last] = await f.catalog.audit.list({ ...SYSTEM_SCOPE, role: 'admin' }, 1)
    expect(last).toMatchObject({
      action: 'session.refuseMany',
      target: '',
      details: { tries: 20, unknownNames: 10, networks: 20, accounts: { 'analyst@aforo.test': 10 }, otherAccounts: 0 },
    })
    await f.app.jobs.find(({ name }) => name === 'refused tries')?.run()
    expect(await f.catalog.audit.count()).toBe(before + 21)
  })

  test('from one network leaves room for the entries of others', async () => {
    f.clock.time += MINUTE_MS
    const before = await f.catalog.audit.count()
    for (let n = 1; n <= 30; n++)
      await f.app.inject({
        method: 'POST',
        url: '/api/oauth/token',
        remoteAddress: '10.201.0.1',
        payload: { grant_type: 'client_credentials', client_id: `nobody${n}`, client_secret: newToken() },
      })
    expect(await f.catalog.audit.count()).toBe(before + 10)
    await f.app.inject({
      method: 'POST',
      url: '/api/oauth/token',
      remoteAddress: '10.201.0.2',
      payload: { username: 'analyst', password: 'wrong', grant_type: 'password' },
    })
    const [last] = await f.catalog.audit.list({ ...SYSTEM_SCOPE, role: 'admin' }, 1)
    expect(last).toMatchObject({
      action: 'session.refuse',
      target: 'analyst@aforo.test',
      details: { address: '10.201.0.2' },
    })
  })

  test('with codes is refused before the disk: 20 a second of all, 60 a minute of a network', async () => {
    f.clock.time += MINUTE_MS
    const enter = async (n: number, remoteAddress: string) =>
      (
        await f.app.inject({
          method: 'POST',
          url: `/api/auth/user/otp/stranger${n}/validate`,
          remoteAddress,
          payload: { code: '12345678' },
        })
      ).json<{ code: string }>().code
    const codes: string[] = []
    for (let n = 1; n <= 25; n++) codes.push(await enter(n, `10.202.0.${n}`))
    expect([codes.slice(0, 20).every((code) => code === 'OTP_INVALID'), [...new Set(codes.slice(20))]]).toEqual([
      true,
      ['LOGIN_BUSY'],
    ])
    f.clock.time += MINUTE_MS
    const ofOne: string[] = []
    for (let n = 1; n <= 61; n++) {
      f.clock.time += 100
      ofOne.push(await enter(n, '10.203.0.1'))
    }
    expect([new Set(ofOne.slice(0, 60)), ofOne[60]]).toEqual([new Set(['OTP_INVALID']), 'RATE_LIMITED'])
  })
})
