/**
 * People, devices and jobs at work on the demo for hours: whether memory, open files and the delay of the loop stay
 * where they were once everything had been used. Beside others on the machine the delay says how busy it was, so only a
 * sustained climb of it is judged. `npm run drill -- soak [--hours 2]`
 */
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DEMO_PASSWORD } from '../../server/demo/users.ts'
import type { Drill } from '../drill.ts'
import { percentile } from '../drill-load.ts'
import { freePort, startDemo } from '../demo-server.ts'

const PEOPLE = ['analyst', 'campaigner', 'admin']
const PERSON_PAUSE_MS = 700
const DEVICES_A_CLIENT = 3
const DEVICE_PAUSE_MS = 3000
const SIGN_IN_PAUSE_MS = 20_000
const EXPORT_PAUSE_MS = 300_000
/** Share of the time that warms up: every page was asked for, every cache is as large as it gets. */
const WARM_SHARE = 1 / 6
const MAX_GROWTH = 0.1
const MAX_FILES_MORE = 20
/** Windows of samples that are compared: the first after the warm-up with the last. */
const WINDOW_SHARE = 1 / 6
const SAMPLES = 240

interface Sample {
  readonly rssMb: number
  readonly files: number
  readonly delayMs: number
}
interface Answer {
  readonly status: number
  readonly text: string
}

const median = (values: readonly number[]) => percentile(values, 0.5)

async function run(args: readonly string[]): Promise<0 | 1> {
  const { values } = parseArgs({ args: [...args], options: { hours: { type: 'string', default: '2' } } })
  const lastsMs = Number(values.hours) * 3_600_000
  const metricsPort = await freePort()
  const demo = await startDemo({ env: { METRICS_PORT: String(metricsPort), LOG_LEVEL: 'warn' } })
  const agent = new Agent({ keepAlive: true, maxSockets: 40 })
  const end = performance.now() + lastsMs
  const goesOn = () => performance.now() < end
  const caller = createCaller(demo.address, agent)
  const { send, signIn } = caller
  const every = async (ms: number, work: (n: number) => Promise<unknown>) => {
    for (let n = 0; goesOn(); n += 1) {
      await work(n)
      await wait(Math.max(0, Math.min(ms * (0.5 + Math.random()), end - performance.now())))
    }
  }

  try {
    const admin = { access_token: await signIn('admin') }
    const read = async <T>(path: string) => JSON.parse((await send('GET', path, admin)).text) as T
    const locals = await read<{ id: number; client: number }[]>('/locals')
    const clients = [...new Set(locals.map(({ client }) => client))]
    const devices = (
      await Promise.all(
        clients.map(async (client) => {
          const { key } = JSON.parse(
            (await send('POST', '/device-keys', admin, { client, name: `Soak ${client}` })).text,
          ) as { key: string }
          return (await read<{ mac: string }[]>(`/local-footscans?client=${client}`))
            .slice(0, DEVICES_A_CLIENT)
            .map(({ mac }) => ({ mac, key }))
        }),
      )
    ).flat()

    const person = async (name: string) => {
      let headers = { access_token: await signIn(name) }
      const { text } = await send('GET', '/clients', headers)
      const own = (JSON.parse(text) as { id: number }[]).map(({ id }) => id).filter((id) => clients.includes(id))
      let since = performance.now()
      await every(PERSON_PAUSE_MS, async (n) => {
        const { status } = await send('GET', question(own[n % own.length]!, n, locals), headers)
        if (status !== 401 && performance.now() - since < 1_200_000) return
        headers = { access_token: await signIn(name) }
        since = performance.now()
      })
    }
    const device = ({ mac, key }: { readonly mac: string; readonly key: string }) =>
      every(DEVICE_PAUSE_MS, async (n) => {
        const to = Date.now()
        await send(
          'POST',
          '/ingest/readings',
          { 'x-device-key': key },
          { mac, sequence: n, readings: [{ kind: 'count', start: to - 2000, end: to, in: n % 4, out: n % 3 }] },
        )
      })
    const comings = () =>
      every(SIGN_IN_PAUSE_MS, async (n) => {
        const token = await signIn(PEOPLE[n % PEOPLE.length]!)
        await send(
          'POST',
          '/oauth/token',
          {},
          { username: `nobody${n}@aforo.test`, password: 'wrong', grant_type: 'password' },
        )
        await send('POST', '/logout', { access_token: token })
      })
    const files = () =>
      every(EXPORT_PAUSE_MS, async (n) => {
        const client = clients[n % clients.length]!
        const { status, text } = await send('POST', '/exports', admin, {
          clients: [client],
          begin: day(40 + n),
          end: day(10 + n),
          grain: 'hour',
          format: n % 2 === 0 ? 'csv' : 'xlsx',
        })
        if (status !== 202) return
        await wait(20_000)
        await send('DELETE', `/exports/${(JSON.parse(text) as { id: number }).id}`, admin)
      })

    const samples: Sample[] = []
    const sampling = async () => {
      while (goesOn()) {
        await wait(lastsMs / SAMPLES)
        const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
        const delayMs = Number(/event_loop_delay_seconds\{quantile="0.99"\} (\S+)/.exec(text)?.[1]) * 1000
        const rssMb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${demo.pid}/status`, 'utf8'))?.[1]) / 1024
        samples.push({ rssMb, files: readdirSync(`/proc/${demo.pid}/fd`).length, delayMs })
        if (samples.length % (SAMPLES / 12) === 0)
          console.info(
            `${Math.round((samples.length / SAMPLES) * 100)} %: ${Math.round(rssMb)} MB, ${samples.at(-1)!.files} ` +
              `files, p99 of the loop's delay ${delayMs.toFixed(0)} ms`,
          )
      }
    }
    await Promise.all([sampling(), comings(), files(), ...PEOPLE.map(person), ...devices.map(device)])

    return report(samples, caller, values.hours) ? 0 : 1
  } finally {
    agent.destroy()
    await demo.stop()
  }
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/** One question of a person, of the many that pages ask; the days differ, so that no kept answer is enough. */
function question(client: number, n: number, locals: readonly { readonly id: number }[]): string {
  const begin = 8 + ((n * 13) % 300)
  const first = begin + 6 + (n % 40)
  const [p1Start, p1End, p2Start, p2End] = [first, begin, first + 364, begin + 364].map(day)
  const days = `p1Start=${p1Start}&p1End=${p1End}&p2Start=${p2Start}&p2End=${p2End}`
  const paths = [
    '/home',
    '/me',
    '/locals',
    `/compare/metrics/ins?client=${client}&${days}`,
    `/compare/metrics/main/hour?client=${client}&${days}`,
    `/compare/metrics/main/extended?client=${client}&${days}`,
    `/compare/metrics/repetitions?client=${client}&${days}`,
    `/compare/capconv/all?client=${client}&${days}`,
    `/locals/status/${locals[n % locals.length]!.id}`,
    '/locals/alerts',
    '/dashboards',
  ]
  return paths[n % paths.length]!
}

/** Asks the server as people and devices do, and keeps count of what was answered. */
function createCaller(address: string, agent: Agent) {
  /** How often each status was answered, by the first part of the path. */
  const answers = new Map<string, number>()
  const failures: string[] = []

  const sendOnce = (method: string, path: string, headers: Readonly<Record<string, string>>, text: string) =>
    new Promise<Answer | 'closed'>((resolve) => {
      const broken = (cause: NodeJS.ErrnoException) => {
        // The server ended a connection that rested, at the moment at which the request was written to it: every client
        // sends such a one again.
        if (sent.reusedSocket && cause.code === 'ECONNRESET') return resolve('closed')
        failures.push(`${method} ${path}: ${cause.message}`)
        return resolve({ status: 0, text: '' })
      }
      const body = text !== '' && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
      }
      const sent = request(`${address}/api${path}`, { method, agent, headers: { ...headers, ...body } }, (answer) => {
        let got = ''
        answer
          .setEncoding('utf8')
          .on('data', (chunk: string) => {
            got += chunk
          })
          .on('error', broken)
          .on('end', () => {
            const status = answer.statusCode ?? 0
            const kind = `${status} ${/^\/[a-z-]+/.exec(path)?.[0]}`
            answers.set(kind, (answers.get(kind) ?? 0) + 1)
            if (status >= 500 || status === 400) failures.push(`${method} ${path}: ${status} ${got.slice(0, 200)}`)
            resolve({ status, text: got })
          })
      })
      sent.on('error', broken)
      sent.end(text)
    })
  const send = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: object,
  ): Promise<Answer> => {
    for (;;) {
      const answer = await sendOnce(method, path, headers, body === undefined ? '' : JSON.stringify(body))
      if (answer !== 'closed') return answer
    }
  }
  /** Who shares an address with others that type wrong waits a moment, as a person does. */
  const signIn = async (name: string): Promise<string> => {
    const { status, text } = await send(
      'POST',
      '/oauth/token',
      {},
      { username: `${name}@aforo.test`, password: DEMO_PASSWORD, grant_type: 'password' },
    )
    if (status === 200) return (JSON.parse(text) as { access_token: string }).access_token
    if (status !== 429 && status !== 503) throw new Error(`${name} cannot sign in: ${status} ${text}`)
    await wait(2000)
    return signIn(name)
  }

  return { send, signIn, answers, failures }
}

/** Says how memory, files and the delay of the loop went, and whether they stayed. */
function report(
  samples: readonly Sample[],
  { answers, failures }: Pick<ReturnType<typeof createCaller>, 'answers' | 'failures'>,
  hours: string,
): boolean {
  const warm = samples.slice(Math.floor(samples.length * WARM_SHARE))
  const size = Math.max(1, Math.floor(warm.length * WINDOW_SHARE))
  const [first, last] = [warm.slice(0, size), warm.slice(-size)]
  const of = (window: readonly Sample[], key: keyof Sample) => median(window.map((sample) => sample[key]))
  const grown = of(last, 'rssMb') / of(first, 'rssMb') - 1
  const filesMore = of(last, 'files') - of(first, 'files')
  console.info(
    [...answers]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([kind, times]) => `${kind}: ${times}`)
      .join(', '),
  )
  console.info(
    `${hours} h: memory ${of(first, 'rssMb').toFixed(0)} to ${of(last, 'rssMb').toFixed(0)} MB ` +
      `(${(grown * 100).toFixed(1)} %), files ${of(first, 'files')} to ${of(last, 'files')}, p99 of the loop's ` +
      `delay ${of(first, 'delayMs').toFixed(0)} to ${of(last, 'delayMs').toFixed(0)} ms`,
  )
  for (const failure of failures.slice(0, 10)) console.error(failure)
  return grown <= MAX_GROWTH && filesMore <= MAX_FILES_MORE && failures.length === 0
}

export const drill: Drill = {
  about: 'hours of work (--hours 2): memory flat within 10 %, no file left open, no answer of 5xx',
  run,
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2))
