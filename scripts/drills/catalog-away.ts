/**
 * PostgreSQL is stopped for a day of 500 sensors, each with a message every quarter of an hour, against a server in a
 * process of its own whose clocks are moved on: what was acknowledged is in the facts once after the catalog is back,
 * calls that need it are refused at once, and memory is bounded. After 24 hours sensors are asked to come again.
 * `npm run drill -- catalog-away [--sensors 500] [--hours 24] [--kill]`; `--kill`: the server is killed before the
 * catalog is back
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readConfig } from '../../server/lib/config.ts'
import { TRUSTED_MS } from '../../server/lib/away.ts'
import { start } from '../../server/start.ts'
import { startPostgres } from '../../server/testing/postgres.ts'
import type { Drill } from '../drill.ts'
import { percentile } from '../drill-load.ts'
import { call } from '../drill-call.ts'
import { clientOf, fill, macOf, MINUTE, peopleIn, QUARTER, quarterOf, storedIn } from '../drill-sensors.ts'

const KEY = 'Drill-q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W'
const SERVER = 'serve-catalog-away'
const HOUR = 60 * MINUTE
/** Of the messages one in so many is sent again, as by a sensor that did not get the answer. */
const AGAIN_EVERY = 10
const CONNECTIONS = 16
const MAX_READ_MS = 2000
/** All of the server, its facts among it: as much for 1,200 sensors as for 500. */
const MAX_MB = 1200
const MAX_CATCH_UP_MS = 5 * MINUTE

/** A server whose clocks are ahead of the machine's by a given time. */
async function serve(dataDir: string, catalogUrl: string, aheadMs: number): Promise<void> {
  let ahead = aheadMs
  const real = performance.now.bind(performance)
  performance.now = () => real() + ahead
  const now = () => Date.now() + ahead
  const variables = { DATA_DIR: dataDir, PORT: '0', SECRET_KEY: KEY, LOG_LEVEL: 'silent', DRAIN_S: '0' }
  const running = await start({
    config: { ...readConfig({ ...variables, NOTICE_MAIL: 'off' }, 'production'), catalogUrl },
    clock: { now, steady: now },
  })
  // Keys and footscans are cached at the start.
  await running.app.background.settled()
  process.on('message', (command: { ahead?: number; ask?: 'counted' | 'memory' | 'end' }) => {
    void (async () => {
      if (command.ahead !== undefined) ({ ahead } = command as { ahead: number })
      if (command.ask === 'counted') await running.app.ingest.applied()
      if (command.ask === 'end') {
        await running.close()
        process.exit(0)
      }
      process.send?.({ memory: process.memoryUsage.rss() })
    })()
  })
  process.send?.({ port: Number(new URL(running.address).port) })
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

/** Work on a list by so many at once. */
async function each<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (next < list.length) await work(list[next++]!)
    }),
  )
}

const journalBytes = (dataDir: string) =>
  readdirSync(join(dataDir, 'ingest'))
    .filter((name) => name.endsWith('.journal'))
    .reduce((sum, name) => sum + statSync(join(dataDir, 'ingest', name)).size, 0)

async function run(args: readonly string[]): Promise<0 | 1 | 2> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sensors: { type: 'string', default: '500' },
      hours: { type: 'string', default: '24' },
      kill: { type: 'boolean', default: false },
    },
  })
  const [sensors, hours] = [Number(values.sensors), Number(values.hours)]
  const postgres = await startPostgres()
  if ('missing' in postgres || postgres.halt === null) {
    console.info('missing' in postgres ? postgres.missing : 'TEST_POSTGRES_URL is not ours to stop')
    return 2
  }
  const dir = mkdtempSync(join(tmpdir(), 'aforo-catalog-away-'))
  const dataDir = join(dir, 'data')
  let server: ChildProcess | null = null
  try {
    const catalogUrl = await postgres.createDatabase()
    const { keys, token } = await fill(catalogUrl, sensors)
    const serveAt = async (aheadMs: number) => {
      server = fork(fileURLToPath(import.meta.url), [SERVER, dataDir, catalogUrl, String(aheadMs)])
      const [{ port }] = (await once(server, 'message')) as [{ port: number }]
      return { server, port }
    }
    const tell = async (to: ChildProcess, what: { ahead?: number; ask?: 'counted' | 'memory' }) => {
      to.send(what)
      return ((await once(to, 'message')) as [{ memory: number }])[0].memory
    }
    let { server: at, port } = await serveAt(0)
    /** Minutes that each sensor sent, from the first on, and were acknowledged. */
    const acknowledged: number[] = Array.from({ length: sensors }, () => 0)
    const first = Math.floor(Date.now() / MINUTE - QUARTER) * MINUTE
    const statuses = new Map<number, number>()
    const took: number[] = []
    const noted = ({ status, ms }: { status: number; ms: number }) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      took.push(ms)
      return status
    }
    /** All unsent readings of a sensor up to a minute, a quarter at a time. */
    const sendUpTo = (minutes: number) =>
      each(
        Array.from({ length: sensors }, (_, sensor) => sensor),
        async (sensor) => {
          while (acknowledged[sensor]! < minutes) {
            const from = acknowledged[sensor]!
            const readings = quarterOf(sensor, from, first)
            const headers = { 'x-device-key': keys[clientOf(sensor)]! }
            const body = { mac: macOf(sensor), sequence: from / QUARTER, readings }
            if (noted(await call(agent, port, '/ingest/readings', headers, body)) !== 202) return
            acknowledged[sensor] = from + QUARTER
            if ((sensor + from / QUARTER) % AGAIN_EVERY === 0)
              noted(await call(agent, port, '/ingest/readings', headers, body))
          }
        },
      )
    await sendUpTo(QUARTER)
    const before = await tell(at, { ask: 'counted' })
    const startAgain = await postgres.halt()
    let most = before
    const reads: { status: number; ms: number; retryAfter: number }[] = []
    const steps = (hours * 60) / QUARTER
    let aheadMs = 0
    const began = performance.now()
    // The last step is a minute short of the day: it was not known to the minute when the catalog was last there.
    for (let step = 1; step <= steps; step += 1) {
      aheadMs = Math.min(step * QUARTER * MINUTE, TRUSTED_MS - (performance.now() - began) - 2 * MINUTE)
      await tell(at, { ahead: aheadMs })
      await sendUpTo((step + 1) * QUARTER - (step === steps ? QUARTER : 0))
      for (const path of ['/me', '/clients', '/locals'])
        reads.push(await call(agent, port, path, { authorization: `Bearer ${token}` }))
      most = Math.max(most, await tell(at, { ask: 'memory' }))
    }
    const sentMs = performance.now() - began
    const refusedWithin = [...statuses].filter(([status]) => status !== 202).reduce((sum, [, count]) => sum + count, 0)
    const bytes = journalBytes(dataDir)
    let refusedAfter = 0
    if (hours * HOUR >= TRUSTED_MS) {
      aheadMs = TRUSTED_MS + QUARTER * MINUTE
      await tell(at, { ahead: aheadMs })
      statuses.clear()
      await sendUpTo((steps + 1) * QUARTER)
      refusedAfter = statuses.get(503) ?? 0
    }
    const within = acknowledged.reduce((sum, minutes) => sum + minutes, 0)
    if (values.kill) {
      at.kill('SIGKILL')
      await once(at, 'exit')
    }
    await startAgain()
    const back = performance.now()
    if (values.kill) ({ server: at, port } = await serveAt(aheadMs))
    // As sensors do after a Retry-After.
    for (let tries = 0; tries < 100 && acknowledged.some((minutes) => minutes < (steps + 1) * QUARTER); tries += 1) {
      await sendUpTo((steps + 1) * QUARTER)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    most = Math.max(most, await tell(at, { ask: 'counted' }))
    const caughtUp = performance.now() - back
    at.send({ ask: 'end' })
    await once(at, 'exit')
    server = null

    const expected = acknowledged.reduce((all, minutes) => all + minutes, 0)
    const people = peopleIn(acknowledged)
    const measured = { sensors, hours, isKilled: values.kill, within, refusedWithin, refusedAfter, took, reads, bytes }
    const stored = await storedIn(dataDir)
    return report({ ...measured, ...stored, sentMs, before, most, caughtUp, expected, people }) ? 0 : 1
  } finally {
    agent.destroy()
    ;(server as ChildProcess | null)?.kill('SIGKILL')
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

interface Measured extends Awaited<ReturnType<typeof storedIn>> {
  readonly sensors: number
  readonly hours: number
  readonly isKilled: boolean
  readonly within: number
  readonly refusedWithin: number
  readonly refusedAfter: number
  readonly took: readonly number[]
  readonly reads: readonly { readonly status: number; readonly ms: number; readonly retryAfter: number }[]
  readonly bytes: number
  readonly sentMs: number
  readonly before: number
  readonly most: number
  readonly caughtUp: number
  readonly expected: number
  readonly people: number
}

/** Says what was measured, and whether all of it holds. */
function report(measured: Measured): boolean {
  const { sensors, hours, within, refusedWithin, refusedAfter, took, reads, most, caughtUp } = measured
  const { stored, sum, inHours, expected, people } = measured
  const mb = (count: number) => Math.round(count / 1e6)
  const slowestRead = Math.max(...reads.map(({ ms }) => ms))
  const wrongReads = reads.filter(({ status, retryAfter }) => status !== 503 || Number.isNaN(retryAfter))
  console.info(
    `${sensors} sensors for ${hours} h without a catalog: ${within} readings acknowledged, ${refusedWithin} ` +
      `messages refused, p99 ${percentile(took, 0.99).toFixed(0)} ms, journal ${mb(measured.bytes)} MB, sent in ` +
      `${(measured.sentMs / 1000).toFixed(0)} s`,
  )
  console.info(
    `after 24 h: ${refusedAfter} messages asked to come again${measured.isKilled ? '; the server was killed' : ''}`,
  )
  console.info(
    `calls that need the catalog: ${reads.length - wrongReads.length} of ${reads.length} refused with 503 and a ` +
      `time, slowest ${slowestRead.toFixed(0)} ms`,
  )
  console.info(`memory ${mb(measured.before)} MB before, ${mb(most)} MB at most`)
  console.info(
    `back: all counted after ${(caughtUp / 1000).toFixed(1)} s; ${expected} readings acknowledged, ${stored} ` +
      `stored; ${people} people sent, ${sum} in readings, ${inHours} in hours`,
  )
  const holds =
    refusedWithin === 0 &&
    wrongReads.length === 0 &&
    slowestRead <= MAX_READ_MS &&
    (hours * HOUR < TRUSTED_MS || refusedAfter === sensors) &&
    mb(most) <= MAX_MB &&
    caughtUp <= MAX_CATCH_UP_MS &&
    expected === sensors * ((hours * 60) / QUARTER + 1) * QUARTER &&
    stored === expected &&
    sum === people &&
    inHours === people
  if (!holds) console.error('not all of it holds')
  return holds
}

export const drill: Drill = { about: 'a day of 500 sensors while PostgreSQL is away: 0 lost, 0 twice', run }

if (process.argv[2] === SERVER) await serve(process.argv[3]!, process.argv[4]!, Number(process.argv[5]))
else if (import.meta.main) process.exitCode = await run(process.argv.slice(2))
