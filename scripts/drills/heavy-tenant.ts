/**
 * Accounts of a client of 300 stores ask the largest questions of two years without pause, on many connections; an
 * analyst of another client asks usual questions meanwhile. What the analyst waits beside what they wait alone, in
 * turns, so that both are measured on the same machine at the same load. `npm run drill -- heavy-tenant [--rounds 3]
 * [--seconds 20] [--accounts 5] [--connections 8] [--usual 20] [--files]`; `--usual`: questions of the analyst a
 * second; `--files`: downloads and exports besides
 */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isoDay } from '#domain/days'
import { readConfig } from '../../server/lib/config.ts'
import type { Repositories } from '../../server/catalog.ts'
import { ATOM_COLUMNS, TRAFFIC_COLUMNS } from '../../server/facts/columns.ts'
import { hashPassword } from '../../server/modules/session/password-hash.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { openStores } from '../../server/stores.ts'
import type { Drill } from '../drill.ts'
import { atRate, percentile } from '../drill-load.ts'

const STORES = 300
const OTHER_STORES = 20
const DAYS = 730
const HOURS = { first: 10, count: 10 }
const MAX_RATIO = 2
const DAY_MS = 86_400_000
const PASSWORD = 'Drill-de-justicia-2026!'
const ARROW = 'application/vnd.apache.arrow.stream'
const LOAD = 'ask-heavily'

interface Made {
  readonly chain: number
  readonly other: number
  readonly lastDay: number
}
interface Answer {
  readonly ms: number
  readonly status: number
  readonly text: string
}
interface Asker {
  readonly address: string
  readonly tokens: readonly string[]
  readonly connections: number
  readonly made: Made
  /** Downloads and exports besides questions. */
  readonly withFiles: boolean
}
/** Answers to the heavy tenant since the last read. */
interface Output {
  readonly byStatus: Readonly<Record<string, number>>
  readonly megabytes: number
  readonly slowestMs: number
}

/** @param keep the text of the answer, which is taken off the wire anyway */
function send(
  agent: Agent,
  address: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
    keep = false,
  }: { method?: string; headers?: Record<string, string>; body?: object; keep?: boolean } = {},
): Promise<Answer & { bytes: number }> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const since = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      `${address}/api${path}`,
      {
        method,
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
        let [bytes, got] = [0, '']
        answer
          .on('data', (chunk: Buffer) => {
            bytes += chunk.length
            if (keep) got += chunk.toString()
          })
          .on('error', reject)
          .on('end', () => {
            resolve({ ms: performance.now() - since, status: answer.statusCode ?? 0, text: got, bytes })
          })
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
}

async function brand(
  { clients, locals, areas }: Repositories,
  name: string,
  stores: number,
): Promise<{ client: number; locals: number[] }> {
  const { id: client } = await clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })
  const ids: number[] = []
  for (let n = 1; n <= stores; n += 1) {
    const { id } = await locals.insert(SYSTEM_SCOPE, {
      client,
      name: `${name} ${n}`,
      code: `${name}-${n}`,
      type: 'store',
      timeZone: 'UTC',
    })
    await areas.insert(SYSTEM_SCOPE, { local: id, name: 'Entrada' })
    ids.push(id)
  }
  return { client, locals: ids }
}

/** Hours as the ingest leaves them, by day and then by local. */
async function fill(dataDir: string, accounts: number): Promise<Made> {
  const config = readConfig({ DATA_DIR: dataDir, SECRET_KEY: randomBytes(48).toString('base64') }, 'production')
  const { catalog, facts, close } = await openStores(config)
  try {
    const passwordHash = await hashPassword(PASSWORD)
    const { chain, other } = await catalog.transaction(async (repositories) => {
      const [large, small] = [
        await brand(repositories, 'Cadena', STORES),
        await brand(repositories, 'Otra', OTHER_STORES),
      ]
      const user = (name: string, client: number) =>
        repositories.users.insert(
          SYSTEM_SCOPE,
          {
            username: `${name}@${config.loginDomain}`,
            passwordHash,
            role: 'basic',
            flags: ['footCompare', 'canDownload'],
            clients: [client],
          },
          Date.now(),
        )
      for (let n = 0; n < accounts; n += 1) await user(`heavy${n}`, large.client)
      await user('usual', small.client)
      return { chain: large, other: small }
    })
    const lastDay = Math.floor(Date.now() / DAY_MS) - 1
    const atom = (name: string, i: number) =>
      ['outs', 'sales', 'units'].includes(name)
        ? 'NULL'
        : `(hash(d * 24 + h + l * 1000003 + ${i} * 7919) % ${120 + i * 20})::INTEGER`
    await facts.write(async (connection) => {
      for (const { client, locals } of [chain, other]) {
        await connection.run(`INSERT INTO traffic (${TRAFFIC_COLUMNS})
          SELECT ${client}, l, l, d, h, 0, d::BIGINT * 86400 + h * 3600, ${ATOM_COLUMNS.map(atom).join(', ')}, 12000,
            12000, NULL, 0, 1790000000000, NULL
          FROM range(${lastDay - DAYS + 1}, ${lastDay + 1}) days(d), (SELECT unnest([${locals.join(', ')}]) AS l),
            range(${HOURS.first}, ${HOURS.first + HOURS.count}) hours(h)`)
        await connection.run(
          `INSERT INTO mark SELECT client, local, max(instant), max(learntAt) FROM traffic WHERE client = ${client} ` +
            'GROUP BY ALL',
        )
      }
    })
    await facts.checkpoint()
    return { chain: chain.client, other: other.client, lastDay }
  } finally {
    await close()
  }
}

/** As many days up to `end`, and as many that ended `back` days before, as the address of Compare names them. */
function periodsOf(end: number, days: number, back: number): string {
  const [p1Start, p1End, p2Start, p2End] = [end - days + 1, end, end - back - days + 1, end - back].map(isoDay)
  return `p1Start=${p1Start}&p1End=${p1End}&p2Start=${p2Start}&p2End=${p2End}`
}

/** Each with other days, so that none is answered from what was kept. */
function heavyQuestion({ chain, lastDay }: Made, n: number): { path: string; headers: Record<string, string> } {
  const periods = periodsOf(lastDay - (n % 30), 350, 350)
  const paths = [
    'metrics/main/extended',
    'metrics/main/hour',
    'capconv/all',
    'metrics/repetitions',
    'metrics/main/extended',
    'stores',
    'metrics/repetitions/local',
    'days',
    'metrics/exits',
    'metrics/ins',
  ]
  return {
    path: `/compare/${paths[n % paths.length]}?client=${chain}&locals=shown&${periods}`,
    headers: n % 3 === 0 ? {} : { accept: ARROW, 'accept-encoding': 'br, gzip' },
  }
}

/** A week or a month against the year before: what a page of Compare asks of twenty stores. */
function usualQuestion({ other, lastDay }: Made, n: number): { path: string; headers: Record<string, string> } {
  const paths = [
    'metrics/main/extended',
    'metrics/main/hour',
    'capconv/all',
    'metrics/repetitions',
    'metrics/repetitions/local',
    'metrics/ins',
  ]
  const [days, end] = [[7, 14, 28][Math.floor(n / 6) % 3]!, lastDay - (Math.floor(n / 6) % 300)]
  return {
    path: `/compare/${paths[n % paths.length]}?client=${other}&locals=shown&${periodsOf(end, days, 364)}`,
    headers: { accept: ARROW, 'accept-encoding': 'br, gzip' },
  }
}

/** The heavy askers, in a process of their own: what they take off the wire is no work of who measures. */
function askHeavily({ address, tokens, connections, made, withFiles }: Asker): void {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  const state = { asking: false, underWay: 0 }
  let [byStatus, bytes, slowestMs]: [Record<string, number>, number, number] = [{}, 0, 0]
  const note = (answer: Answer & { bytes: number }) => {
    byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1
    bytes += answer.bytes
    slowestMs = Math.max(slowestMs, answer.ms)
    return answer.status < 400
  }
  const loop = async (work: () => Promise<boolean>) => {
    for (;;) {
      while (!state.asking) await pause(20)
      state.underWay += 1
      const isGood = await work().catch(() => false)
      state.underWay -= 1
      if (!isGood) await pause(200)
    }
  }
  const day = (ago: number) => isoDay(made.lastDay - ago)
  let n = 0
  for (const token of tokens) {
    const headers = { access_token: token }
    for (let c = 0; c < connections; c += 1) {
      void loop(async () => {
        const question = heavyQuestion(made, n++)
        return note(await send(agent, address, question.path, { headers: { ...headers, ...question.headers } }))
      })
    }
    if (!withFiles) continue
    void loop(async () => {
      const days = `begin=${day(30 + (n % 100))}&end=${day(n % 100)}`
      const format = ['csv', 'xlsx', 'arrow'][n++ % 3]
      return note(await send(agent, address, `/downloads?client=${made.chain}&${days}&format=${format}`, { headers }))
    })
    void loop(async () => {
      const { status, text } = await send(agent, address, '/exports', {
        method: 'POST',
        headers,
        body: { clients: [made.chain], begin: day(300), end: day(0), grain: 'hour', format: 'csv' },
        keep: true,
      })
      if (status !== 202) return false
      await pause(3000)
      await send(agent, address, `/exports/${(JSON.parse(text) as { id: number }).id}`, { method: 'DELETE', headers })
      return true
    })
  }
  process.on('message', (what) => {
    if (what === 'ask') [state.asking, byStatus, bytes, slowestMs] = [true, {}, 0, 0]
    else if (what === 'rest') {
      state.asking = false
      // Begun requests are finished, as they would count among the waits of the other alone.
      void (async () => {
        while (state.underWay > 0) await pause(50)
        process.send?.({ byStatus, megabytes: bytes / 1e6, slowestMs } satisfies Output)
      })()
    } else process.exit(0)
  })
}

async function serve(dataDir: string): Promise<{ server: ChildProcess; address: string }> {
  const server = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../server/main.ts')],
    {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        PORT: '0',
        SECRET_KEY: randomBytes(48).toString('base64'),
        LOG_LEVEL: 'silent',
        DRAIN_S: '0',
        TMPDIR: dataDir,
        ...(process.env.NODE_OPTIONS && { NODE_OPTIONS: process.env.NODE_OPTIONS }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let said = ''
  for await (const chunk of server.stdout) {
    said += String(chunk)
    const address = /listens on (http:\S+),/.exec(said)?.[1]
    if (address !== undefined) return { server, address }
  }
  throw new Error(`The server did not start: ${said}`)
}

const quantile = (all: readonly Answer[], q: number) =>
  percentile(
    all.map(({ ms }) => ms),
    q,
  )
const msOf = (all: readonly Answer[]) => [0.5, 0.95, 0.99, 1].map((q) => quantile(all, q).toFixed(0)).join(' / ')

async function run(args: readonly string[]): Promise<0> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '20' },
      accounts: { type: 'string', default: '5' },
      connections: { type: 'string', default: '8' },
      usual: { type: 'string', default: '20' },
      files: { type: 'boolean', default: false },
    },
  })
  const [rounds, seconds, accounts, connections, aSecond] = [
    values.rounds,
    values.seconds,
    values.accounts,
    values.connections,
    values.usual,
  ].map(Number) as [number, number, number, number, number]
  const dataDir = mkdtempSync(join(tmpdir(), 'aforo-heavy-'))
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const began: ChildProcess[] = []
  try {
    const made = await fill(dataDir, accounts)
    const { server, address } = await serve(dataDir)
    began.push(server)
    const signIn = async (username: string) => {
      const { status, text } = await send(agent, address, '/oauth/token', {
        method: 'POST',
        body: { username, password: PASSWORD, grant_type: 'password' },
        keep: true,
      })
      if (status !== 200) throw new Error(`${username} could not sign in: ${status} ${text}`)
      return (JSON.parse(text) as { access_token: string }).access_token
    }
    const token = await signIn('usual')
    const tokens: string[] = []
    for (let n = 0; n < accounts; n += 1) tokens.push(await signIn(`heavy${n}`))
    const asker = fork(fileURLToPath(import.meta.url), [
      LOAD,
      JSON.stringify({ address, tokens, connections, made, withFiles: values.files } satisfies Asker),
    ])
    began.push(asker)
    // Customers' machines are not this one: what the askers take off the wire comes after the server.
    setPriority(asker.pid!, constants.priority.PRIORITY_LOW)
    let count = 0
    const usual = () => {
      const question = usualQuestion(made, count++)
      return send(agent, address, question.path, { headers: { access_token: token, ...question.headers } })
    }
    await atRate(aSecond, 5, usual)
    const [alone, beside]: [Answer[], Answer[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      alone.push(...(await atRate(aSecond, seconds, usual)))
      asker.send('ask')
      // All connections begin at once, as they never do again.
      await pause(6000)
      beside.push(...(await atRate(aSecond, seconds, usual)))
      asker.send('rest')
      const [heavy] = (await once(asker, 'message')) as [Output]
      console.info(
        `round ${round + 1}: heavy askers ${JSON.stringify(heavy.byStatus)}, ${heavy.megabytes.toFixed(0)} MB, ` +
          `slowest ${(heavy.slowestMs / 1000).toFixed(1)} s; the other p50/p95/p99/max ` +
          `${msOf(alone.slice(-seconds * aSecond))} ms alone, ${msOf(beside.slice(-seconds * aSecond))} ms beside`,
      )
      await pause(8000)
    }
    const [quiet, busy] = [quantile(alone, 0.99), quantile(beside, 0.99)]
    const refused = beside.filter(({ status }) => status !== 200).length
    console.info(
      `${accounts} accounts x ${connections} connections of a client with ${STORES} stores x ${DAYS} days: p99 of ` +
        `another client ${quiet.toFixed(1)} ms alone, ${busy.toFixed(1)} ms beside (x ` +
        `${(busy / quiet).toFixed(1)}), ${refused} refused of ${beside.length}`,
    )
    if (busy > quiet * MAX_RATIO || refused > 0) throw new Error(`expected at most x ${MAX_RATIO}, and none refused`)
    return 0
  } finally {
    agent.destroy()
    for (const child of began.toReversed()) {
      if (child.exitCode !== null) continue
      const exit = once(child, 'exit')
      if (child.connected) child.send('end')
      else child.kill('SIGTERM')
      await exit
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const drill: Drill = {
  about: 'the largest questions of one client without pause: the p99 of another client at most 2 times as long',
  run,
}

if (process.argv[2] === LOAD) askHeavily(JSON.parse(process.argv[3] ?? '') as Asker)
else if (import.meta.main) await run(process.argv.slice(2))
