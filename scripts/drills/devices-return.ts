/**
 * A network comes back: 1,000 sensors, each on a connection of its own, send at once what they kept for hours, against
 * a server in a process of its own. They get a Retry-After under load, and obey it; what a reader waits
 * for meanwhile beside what it waits alone; all of it is counted once within five minutes. `npm run drill --
 * devices-return [--sensors 1000] [--hours 4]`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readConfig } from '../../server/lib/config.ts'
import { start } from '../../server/start.ts'
import { atRate, percentile } from '../drill-load.ts'
import { type Answer, call } from '../drill-call.ts'
import { clientOf, fill, macOf, MINUTE, peopleIn, QUARTER, quarterOf, storedIn } from '../drill-sensors.ts'
import type { Drill } from '../drill.ts'

const KEY = 'Drill-q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W'
const SERVER = 'serve-devices-return'
const SENDER = 'send-devices-return'
const READS_A_SECOND = 20
const ALONE_S = 15
const WARM_S = 3
const MAX_RATIO = 2
const MAX_COUNT_MS = 5 * MINUTE
/** Its answers are kept for a while, which would be no read of the facts: each asks for a day more or less. */
const DAYS = 28
const DAY_MS = 86_400_000

async function serve(dataDir: string): Promise<void> {
  const variables = { DATA_DIR: dataDir, PORT: '0', SECRET_KEY: KEY, LOG_LEVEL: 'silent', DRAIN_S: '0' }
  const running = await start({ config: readConfig({ ...variables, NOTICE_MAIL: 'off' }, 'production') })
  await running.app.background.settled()
  process.on('message', (command) => {
    void (async () => {
      if (command === 'end') {
        await running.close()
        process.exit(0)
      }
      await running.app.ingest.applied()
      process.send?.('counted')
    })()
  })
  process.send?.({ port: Number(new URL(running.address).port) })
}

interface Task {
  readonly port: number
  readonly keys: readonly string[]
  readonly sensors: number
  readonly messages: number
  readonly first: number
}
interface Sent {
  readonly statuses: Readonly<Record<string, number>>
  /** Retry-After of refused requests, in seconds. */
  readonly waits: readonly number[]
}

/** All sensors at once, each its messages one after the other; a refused one is resent after its Retry-After. */
async function send({ port, keys, sensors, messages, first }: Task): Promise<Sent> {
  const agent = new Agent({ keepAlive: true, maxSockets: sensors })
  const statuses: Record<string, number> = {}
  const waits: number[] = []
  await Promise.all(
    Array.from({ length: sensors }, async (_, sensor) => {
      for (let nth = 0; nth < messages;) {
        const readings = quarterOf(sensor, nth * QUARTER, first)
        const body = { mac: macOf(sensor), sequence: nth, readings }
        const headers = { 'x-device-key': keys[clientOf(sensor)]! }
        const { status, retryAfter } = await call(agent, port, '/ingest/readings', headers, body)
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status === 202) {
          nth += 1
          continue
        }
        if (Number.isNaN(retryAfter)) throw new Error(`a refusal with ${status} did not say when to come again`)
        waits.push(retryAfter)
        await pause(retryAfter * 1000)
      }
    }),
  )
  agent.destroy()
  return { statuses, waits }
}

async function run(args: readonly string[]): Promise<0 | 1> {
  const { values } = parseArgs({
    args: [...args],
    options: { sensors: { type: 'string', default: '1000' }, hours: { type: 'string', default: '4' } },
  })
  const sensors = Number(values.sensors)
  const messages = (Number(values.hours) * 60) / QUARTER
  const dir = mkdtempSync(join(tmpdir(), 'aforo-devices-return-'))
  const own = fileURLToPath(import.meta.url)
  const { keys, token } = await fill(`sqlite:${join(dir, 'catalog.sqlite')}`, sensors)
  const server = fork(own, [SERVER, dir])
  const sender = fork(own, [SENDER])
  const agent = new Agent({ keepAlive: true, maxSockets: READS_A_SECOND })
  try {
    const [{ port }] = (await once(server, 'message')) as [{ port: number }]
    const counted = async () => {
      server.send('counted')
      await once(server, 'message')
    }
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
    const read = (n: number) => {
      const [begin, end] = [day(Date.now() - (DAYS + (n % DAYS)) * DAY_MS), day(Date.now())]
      return call(agent, port, `/compare/metrics/ins?client=1&p1Start=${begin}&p1End=${end}`, {
        authorization: `Bearer ${token}`,
      })
    }
    const first = Math.floor(Date.now() / MINUTE - messages * QUARTER) * MINUTE
    const task = (what: Partial<Task>) => {
      sender.send({ port, keys, sensors, messages, first, ...what })
      return once(sender, 'message') as Promise<[Sent]>
    }
    // So that there is something to read.
    await task({ messages: 1 })
    await counted()
    await atRate(READS_A_SECOND, WARM_S, read)
    const alone = await atRate(READS_A_SECOND, ALONE_S, read)

    const began = performance.now()
    const drained = { at: 0 }
    const all = task({}).then(async (sent) => {
      await counted()
      drained.at = performance.now()
      return sent
    })
    const beside: Answer[] = []
    while (drained.at === 0) beside.push(...(await atRate(READS_A_SECOND, 1, read)))
    const [{ statuses, waits }] = await all
    const took = drained.at - began
    server.send('end')
    await once(server, 'exit')

    const stored = await storedIn(dir)
    const expected = sensors * messages * QUARTER
    const people = peopleIn(Array.from({ length: sensors }, () => messages * QUARTER))
    const p99 = (answers: readonly Answer[]) =>
      percentile(
        answers.map(({ ms }) => ms),
        0.99,
      )
    const failed = [...alone, ...beside].filter(({ status }) => status !== 200).length
    const ratio = p99(beside) / p99(alone)
    console.info(
      `${sensors} sensors with ${values.hours} h each (${Object.entries(statuses)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', ')}), asked to wait ${waits.length} times, for ${new Set(waits).size} different times`,
    )
    console.info(
      `${stored.stored} of ${expected} readings stored and counted after ${(took / 1000).toFixed(1)} s; ${people} ` +
        `people sent, ${stored.sum} in readings, ${stored.inHours} in hours`,
    )
    console.info(
      `a reader: p99 ${p99(alone).toFixed(1)} ms alone, ${p99(beside).toFixed(1)} ms beside (x ` +
        `${ratio.toFixed(1)}), ${failed} of ${alone.length + beside.length} refused`,
    )
    const isWhole = stored.stored === expected && stored.sum === people && stored.inHours === people
    if (isWhole && failed === 0 && ratio <= MAX_RATIO && took <= MAX_COUNT_MS) return 0
    console.error(`expected all of it once within ${MAX_COUNT_MS / 1000} s, and at most x ${MAX_RATIO}`)
    return 1
  } finally {
    agent.destroy()
    server.kill('SIGKILL')
    sender.kill('SIGKILL')
    rmSync(dir, { recursive: true, force: true })
  }
}

export const drill: Drill = {
  about: '1,000 sensors return at once with hours of counts: readers at most 2 x as slow, all counted in 5 minutes',
  run,
}

if (process.argv[2] === SERVER) await serve(process.argv[3]!)
else if (process.argv[2] === SENDER)
  process.on('message', (task: Task) => {
    void send(task).then((sent) => process.send?.(sent))
  })
