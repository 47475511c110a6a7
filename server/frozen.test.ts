/**
 * A catalog in PostgreSQL that stops answering without a word, is stopped and started, or is wanted by a second server.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ACCESS_FLAGS } from '#domain/access'
import { readConfig } from './lib/config.ts'
import { createCatalog } from './open-catalog.ts'
import { createDuckDbFactStore } from './facts/duckdb/store.ts'
import { LOCK_SPACE } from './db/catalog-lock.ts'
import type { StartError } from './lib/errors.ts'
import { SYSTEM_SCOPE } from './lib/scope.ts'
import { hashOf, newToken } from './lib/secrets.ts'
import { start } from './start.ts'
import type { Running } from './start.ts'
import { startPostgres } from './testing/postgres.ts'

const KEY = 'q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W'
const MAC = '00:1A:2B:3C:4D:5E'
const postgres = await startPostgres()
const missing = 'missing' in postgres ? postgres.missing : null
if (missing !== null) console.info(`a frozen catalog was not tested (${missing})`)
/**
 * How long it is stopped: longer than a key is believed without asking (5 s). A minute is for an evening (decision 62).
 */
const STOPPED_MS = Number(process.env.STOPPED_S ?? 7) * 1000
const canHalt = 'halt' in postgres && postgres.halt !== null
const canFreeze = 'freeze' in postgres && postgres.freeze !== null

let folder: string
let url: string
let running: Running
let token: string
let key: string
let revoked: string
/** Lines of warnings and worse. */
const logged: string[] = []
let thaw: (() => void) | null = null
let startAgain: (() => Promise<void>) | null = null

const configIn = (dataDir: string, catalogUrl = url) => ({
  ...readConfig({ DATA_DIR: dataDir, PORT: '0', SECRET_KEY: KEY, LOG_LEVEL: 'silent', DRAIN_S: '0' }, 'production'),
  catalogUrl,
})

async function fill(): Promise<void> {
  const catalog = await createCatalog({ catalogUrl: url })
  const now = Date.now()
  const { id: client } = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })
  const { id: local } = await catalog.locals.insert(SYSTEM_SCOPE, {
    client,
    name: 'Sol',
    code: '1',
    type: 'store',
    timeZone: 'Europe/Madrid',
  })
  const { id: area } = await catalog.areas.insert(SYSTEM_SCOPE, { local, name: 'Door' })
  await catalog.footscans.insert(SYSTEM_SCOPE, { area, mac: MAC })
  ;[key, revoked, token] = [newToken(), newToken(), newToken()]
  await catalog.deviceKeys.insert(SYSTEM_SCOPE, { client, footscan: null, name: 'all', keyHash: hashOf(key), at: now })
  const old = await catalog.deviceKeys.insert(SYSTEM_SCOPE, {
    client,
    footscan: null,
    name: 'old',
    keyHash: hashOf(revoked),
    at: now,
  })
  await catalog.deviceKeys.end(SYSTEM_SCOPE, old, { now, at: now })
  const { id: user } = await catalog.users.insert(
    SYSTEM_SCOPE,
    { username: 'ana@aforo.test', role: 'admin', passwordHash: null, clients: [client], flags: ACCESS_FLAGS },
    now,
  )
  await catalog.sessions.open({
    tokenHash: hashOf(token),
    userId: user,
    at: now,
    address: '10.0.0.1',
    agent: 'frozen',
    confirmedAt: now,
  })
  await catalog.close()
}

/**
 * Time as this process gets to see it, in steps of 100 ms: while the machine does not schedule it, it does not advance.
 * So a limit in it measures how long something waited for others, and holds on the slowest machine.
 */
function startLoopClock() {
  let steps = 0
  const timer = setInterval(() => {
    steps += 1
  }, 100)
  return { now: () => steps * 100, stop: () => clearInterval(timer) }
}
const clock = startLoopClock()
afterAll(() => clock.stop())

/** Two days ago; the n-th message is the minute n after it, with one entry. */
const FIRST = Math.floor(Date.now() / 86_400_000 - 2) * 86_400_000

async function send(n: number, by = key): Promise<number> {
  const start = FIRST + n * 60_000
  const reply = await fetch(`${running.address}/api/ingest/readings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-key': by },
    body: JSON.stringify({ mac: MAC, readings: [{ kind: 'count', start, end: start + 60_000, in: 1, out: 0 }] }),
  })
  await reply.arrayBuffer()
  return reply.status
}

describe.skipIf(missing !== null)('a catalog in PostgreSQL', () => {
  afterAll(async () => {
    if ('stop' in postgres) await postgres.stop()
  })
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'aforo-frozen-'))
    if ('createDatabase' in postgres) url = await postgres.createDatabase()
    await fill()
    logged.length = 0
    running = await start({
      config: { ...configIn(join(folder, 'one')), logLevel: 'warn' },
      logStream: { write: (line) => void logged.push((JSON.parse(line) as { msg: string }).msg) },
    })
    await running.app.background.settled()
  })
  afterEach(async () => {
    thaw?.()
    thaw = null
    await startAgain?.()
    startAgain = null
    await running.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const ready = async () => {
    const since = performance.now()
    const { statusCode } = await running.app.inject('/api/health/ready')
    return { statusCode, ms: performance.now() - since }
  }
  const until = async (status: number) => {
    for (let tries = 0; tries < 600; tries += 1) {
      if ((await ready()).statusCode === status) return
      await pause(50)
    }
    throw new Error(`not ${status} after 30 s`)
  }

  test.runIf(canFreeze)(
    'that is frozen delays no request for longer than two seconds, and loses no reading',
    async () => {
      expect([await send(0), await send(1, revoked)]).toEqual([202, 401])
      // It is made at its first call, which is work and no waiting.
      expect((await running.app.inject('/api/openapi.json')).statusCode).toBe(200)
      if (!('freeze' in postgres) || postgres.freeze === null) return
      thaw = postgres.freeze()
      const frozen = performance.now()
      const probes: { statusCode: number; ms: number }[] = []
      const pending = [...running.app.rules]
        .filter(([route]) => /^(GET|POST|PUT|DELETE) \/api/.test(route))
        .map(async ([route, { subjects }], i) => {
          // Some are under way when it is noticed, others come afterwards.
          await pause((i % 20) * 100)
          const [method = '', path = ''] = route.split(' ')
          const [since, waitedFrom] = [performance.now(), clock.now()]
          const reply = await running.app.inject({
            method: method as 'GET',
            url: path.replaceAll(/:\w+/g, '1').replace('*', 'x'),
            headers: { access_token: token, 'x-device-key': newToken() },
          })
          const ms = performance.now() - since
          const code = String(reply.headers['content-type']).includes('application/json')
            ? reply.json<{ code?: string }>().code
            : undefined
          return {
            route,
            subjects,
            ms,
            waited: clock.now() - waitedFrom,
            status: reply.statusCode,
            code,
            retry: reply.headers['retry-after'],
          }
        })
      const sent: number[] = []
      for (let n = 1; n <= 5 || performance.now() - frozen < 8000; n += 1) {
        sent.push(await send(n))
        probes.push(await ready())
        await pause(50)
      }
      const answers = await Promise.all(pending)
      const brief = (some: typeof answers) =>
        some.map(({ route, status, code, ms }) => `${route} ${status} ${code ?? ''} ${Math.round(ms)} ms`)
      // The figures are printed. Without the cut a call waits until the limit of the pool, 30 s; a busy machine is no
      // reason to fail.
      expect(brief(answers.filter(({ waited }) => waited > 15_000))).toEqual([])
      const needs = answers.filter(({ subjects }) => subjects === 'user' || subjects === 'admin')
      expect(needs.length).toBeGreaterThan(150)
      expect(
        brief(
          needs.filter(
            ({ status, code, retry }) => status !== 503 || code !== 'STORE_UNAVAILABLE' || retry === undefined,
          ),
        ),
      ).toEqual([])
      expect(brief(answers.filter(({ status }) => status === 500))).toEqual([])
      expect(sent.filter((status) => status !== 202)).toEqual([])
      expect(await send(3, revoked)).toBe(503)
      expect(probes.at(-1)?.statusCode).toBe(503)
      const times = probes.map(({ ms }) => ms).toSorted((a, b) => a - b)
      console.info(
        `frozen: ${answers.length} calls, slowest ${Math.round(Math.max(...answers.map(({ ms }) => ms)))} ms; ` +
          `readiness ${times.length} times, median ${times[times.length >> 1]?.toFixed(1)} ms, slowest ` +
          `${times.at(-1)?.toFixed(1)} ms`,
      )

      thaw()
      thaw = null
      await until(200)
      expect(await send(0, newToken())).toBe(401)
      expect((await running.app.inject({ url: '/api/clients', headers: { access_token: token } })).statusCode).toBe(200)
      await running.app.ingest.applied()
      await running.close()
      const facts = await createDuckDbFactStore({ path: join(folder, 'one', 'facts.duckdb') })
      const [counted] = await facts.read('SELECT CAST(sum(ins) AS DOUBLE) FROM device_hour')
      await facts.close()
      expect(counted).toEqual([sent.length + 1])
      running = await start({ config: configIn(join(folder, 'one')) })
    },
    60_000,
  )

  test.runIf(canHalt)(
    'that is stopped and started again while devices send loses no reading and ends no session, and requests that need it get a time to retry',
    async () => {
      if (!('halt' in postgres) || postgres.halt === null) return
      expect(await send(0)).toBe(202)
      const request = async (url: string) => {
        const [since, waitedFrom] = [performance.now(), clock.now()]
        const reply = await running.app.inject({ url, headers: { access_token: token } })
        return {
          url,
          status: reply.statusCode,
          code: reply.json<{ code?: string }>().code,
          retry: reply.headers['retry-after'],
          waited: clock.now() - waitedFrom,
          ms: performance.now() - since,
        }
      }
      startAgain = await postgres.halt()
      const stopped = performance.now()
      const sent: number[] = []
      const reads: Awaited<ReturnType<typeof request>>[] = []
      for (let n = 1; n <= 10 || performance.now() - stopped < STOPPED_MS; n += 1) {
        sent.push(await send(n))
        reads.push(...(await Promise.all(['/api/me', '/api/clients', '/api/locals'].map(request))))
        await pause(50)
      }
      expect(sent.filter((status) => status !== 202)).toEqual([])
      expect(
        reads.filter(
          ({ status, code, retry, waited }) =>
            status !== 503 || code !== 'STORE_UNAVAILABLE' || retry === undefined || waited > 2000,
        ),
      ).toEqual([])
      expect((await ready()).statusCode).toBe(503)

      await startAgain()
      startAgain = null
      const back = performance.now()
      await until(200)
      expect(await Promise.all(['/api/me', '/api/clients', '/api/locals'].map(request))).toMatchObject([
        { status: 200 },
        { status: 200 },
        { status: 200 },
      ])
      expect(await send(sent.length + 1)).toBe(202)
      await running.app.ingest.applied()
      // One line when it goes and one when it is back, for any number of requests meanwhile.
      expect(logged.filter((line) => line.startsWith('the database of the catalog'))).toEqual([
        'the database of the catalog does not answer; what needs it is refused until it does',
        'the database of the catalog answers again',
      ])
      console.info(
        `stopped for ${Math.round((back - stopped) / 1000)} s: ${sent.length} readings taken; ${reads.length} ` +
          `reads, slowest ${Math.round(Math.max(...reads.map(({ ms }) => ms)))} ms; all counted ` +
          `${Math.round(performance.now() - back)} ms after it was back`,
      )
      await running.close()
      const facts = await createDuckDbFactStore({ path: join(folder, 'one', 'facts.duckdb') })
      const [counted] = await facts.read('SELECT CAST(sum(ins) AS DOUBLE) FROM device_hour')
      await facts.close()
      expect(counted).toEqual([sent.length + 2])
      running = await start({ config: configIn(join(folder, 'one')) })
    },
    60_000 + STOPPED_MS,
  )

  test('whose connections all end is taken again by the same server', async () => {
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    await other.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> ' +
        'pg_backend_pid()',
    )
    await other.end()
    await pause(300)
    await until(200)
    expect((await running.app.inject({ url: '/api/clients', headers: { access_token: token } })).statusCode).toBe(200)
    await expect(start({ config: configIn(join(folder, 'two')) })).rejects.toMatchObject({ code: 'CATALOG_LOCKED' })
  })

  test('is refused to a second server from another folder within a second, in a sentence that names the first', async () => {
    const since = performance.now()
    await expect(start({ config: configIn(join(folder, 'two')) })).rejects.toMatchObject({
      code: 'CATALOG_LOCKED',
      message: expect.stringMatching(
        new RegExp(
          `^The catalog at postgres://localhost/.* is in use by another server \\(aforo process ${process.pid} on ` +
            `.*, since 20.*\\); stop it first, or set CATALOG_URL to another database\\.$`,
        ),
      ),
    })
    expect(performance.now() - since).toBeLessThan(1000)
    await running.close()
    running = await start({ config: configIn(join(folder, 'two')) })
  })

  test('of a server that leaves is waited for', async () => {
    const next = pause(100).then(() => start({ config: configIn(join(folder, 'two')) }))
    const first = running
    await Promise.all([first.close(), next])
    running = await next
    expect((await ready()).statusCode).toBe(200)
  })

  test('that another server took meanwhile is not written to any more', async () => {
    const taken = Promise.withResolvers<StartError>()
    await running.close()
    running = await start({ config: configIn(join(folder, 'one')), onTaken: taken.resolve })
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    const {
      rows: [holder],
    } = await other.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and classid = ${LOCK_SPACE}`,
    )
    await other.query(
      `select pg_terminate_backend(${holder?.pid}), pg_advisory_lock(${LOCK_SPACE}, hashtext(current_schema()))`,
    )
    expect(await taken.promise).toMatchObject({ code: 'CATALOG_LOCKED' })
    expect((await running.app.inject({ url: '/api/clients', headers: { access_token: token } })).statusCode).toBe(503)
    await other.end()
  })
})
