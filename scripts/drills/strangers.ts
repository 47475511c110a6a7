/**
 * 400 requests a second of strangers, from ever new addresses with ever new names, against a server in a process of its
 * own: what a person who is signed in waits meanwhile beside what they wait alone, and what catalog and log grow by.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fixture } from '../../server/testing/fixture.ts'
import type { Drill } from '../drill.ts'
import { atRate, percentile } from '../drill-load.ts'

const A_SECOND = 400
const USUAL_SECONDS = 60
const ALONE_S = 15
const OTHERS_A_SECOND = 20
const MAX_RATIO = 3
const MAX_BYTES_AN_HOUR = 10e6
const SERVER = 'serve-strangers'

interface Begun {
  readonly port: number
  readonly token: string
}
interface Grown {
  readonly logBytes: number
}

async function serve(dir: string): Promise<void> {
  const f = await fixture({
    catalogUrl: `sqlite:${join(dir, 'catalog.sqlite')}`,
    config: { trustProxy: ['127.0.0.1'] },
  })
  const token = await f.signIn('analyst')
  // The clock of a fixture is fixed; minutes have to pass here.
  const began = Date.now()
  const start = f.clock.time
  setInterval(() => {
    f.clock.time = start + Date.now() - began
  }, 20).unref()
  await f.app.listen({ port: 0, host: '127.0.0.1' })
  process.on('message', (what) => {
    if (what === 'grown')
      process.send?.({ logBytes: f.log.reduce((sum, line) => sum + Buffer.byteLength(line), 0) } satisfies Grown)
    else void f.close().then(() => process.exit(0))
  })
  process.send?.({ port: (f.app.server.address() as { port: number }).port, token } satisfies Begun)
}

const ofStrangers = new Agent({ keepAlive: true, maxSockets: 100 })
/** Of their own, as in life: in one queue with strangers they would wait for the drill that sends these. */
const ofOthers = new Agent({ keepAlive: true, maxSockets: 20 })

/** Sends one and gives its ms and status. */
function send(
  agent: Agent,
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<{ ms: number; status: number }> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const since = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        method,
        path,
        agent,
        headers: {
          ...headers,
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(text)),
          }),
        },
      },
      (answer) => {
        answer.resume().on('end', () => {
          resolve({ ms: performance.now() - since, status: answer.statusCode ?? 0 })
        })
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
}

const p99 = (all: readonly { ms: number }[]) =>
  percentile(
    all.map(({ ms }) => ms),
    0.99,
  )

export const drill: Drill = {
  about:
    '400 requests a second of strangers: the p99 of others at most 3 times as long, the disk at most 10 MB an hour',
  /** @param seconds of the flood; budgets are of a minute, so bytes of less than one say too much an hour */
  async run([seconds = String(USUAL_SECONDS)]) {
    const lasts = Number(seconds)
    const dir = mkdtempSync(join(tmpdir(), 'aforo-strangers-'))
    const server = fork(fileURLToPath(import.meta.url), [SERVER, dir], { env: { ...process.env, TMPDIR: dir } })
    try {
      const [{ port, token }] = (await once(server, 'message')) as [Begun]
      const others = () =>
        send(ofOthers, port, 'GET', '/api/compare/metrics/ins?client=1&p1Start=2026-11-11&p1End=2026-11-19', {
          access_token: token,
          'x-forwarded-for': '192.0.2.1',
        })
      const strangers = (n: number) => {
        const headers = { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` }
        if (n % 4 === 0)
          return send(ofStrangers, port, 'POST', '/api/oauth/token', headers, {
            username: `stranger${n}`,
            password: 'wrong',
            grant_type: 'password',
          })
        return send(ofStrangers, port, 'POST', `/api/auth/user/otp/stranger${n}/validate`, headers, {
          code: '12345678',
        })
      }
      const bytesOf = async () => {
        server.send('grown')
        const [{ logBytes }] = (await once(server, 'message')) as [Grown]
        return logBytes + statSync(join(dir, 'catalog.sqlite')).size
      }
      await atRate(OTHERS_A_SECOND, 3, others)
      // Each request of the others has its line in the log, which is no doing of strangers.
      const quiet = await bytesOf()
      const alone = p99(await atRate(OTHERS_A_SECOND, ALONE_S, others))
      const bytesOfOthers = ((await bytesOf()) - quiet) / ALONE_S
      // The first minute opens what is written at a time; files of a fixed size are no growth.
      await atRate(A_SECOND, 5, strangers)
      const before = await bytesOf()
      const [waited, answers] = await Promise.all([
        atRate(OTHERS_A_SECOND, lasts, others),
        atRate(A_SECOND, lasts, strangers),
      ])
      await wait(1000)
      const anHour = (((await bytesOf()) - before) / lasts - bytesOfOthers) * 3600
      const beside = p99(waited.filter(({ status }) => status === 200))
      const by = Object.entries(Object.groupBy(answers, ({ status }) => String(status)))
        .map(([status, list]) => `${status}: ${list?.length}`)
        .join(', ')
      console.info(`${answers.length} requests of strangers (${by})`)
      console.info(
        `others: p99 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside (x ` +
          `${(beside / alone).toFixed(1)}), ${waited.filter(({ status }) => status !== 200).length} refused`,
      )
      console.info(
        `catalog and log: ${(anHour / 1e6).toFixed(1)} MB an hour, and ${((bytesOfOthers * 3600) / 1e6).toFixed(1)} ` +
          'of others who ask',
      )
      if (beside > alone * MAX_RATIO || anHour > MAX_BYTES_AN_HOUR)
        throw new Error(`expected at most x ${MAX_RATIO} and ${MAX_BYTES_AN_HOUR / 1e6} MB an hour`)
      return 0
    } finally {
      ofStrangers.destroy()
      ofOthers.destroy()
      server.send('end')
      await once(server, 'exit')
      rmSync(dir, { recursive: true, force: true })
    }
  },
}

if (process.argv[2] === SERVER) await serve(process.argv[3] ?? '')
else if (process.argv[1] === fileURLToPath(import.meta.url)) await drill.run(process.argv.slice(2))
