/**
 * Durable ingest against a plain validated Fastify POST, in turns, 20 readings a message; and a backlog of 30 days of
 * minutes. Each server is a process of its own, the senders are this one. `node bench/ingest/run.ts [ROUNDS]`. Goals:
 * 0.30 at 50 connections, 0.60 at 200, the backlog in 10 s. Messages are all different, as devices send them, then the
 * same ones again and again, as devices do that wait for an answer.
 */
import { spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { join } from 'node:path'

const ROUNDS = Number(process.argv[2] ?? 3)
const ROUND_MS = 3000
const ROWS = 20
const GOALS = new Map([
  [50, 0.3],
  [200, 0.6],
])
const BACKLOG_ROWS = 43_200
const BACKLOG_MS = 10_000
/** A server takes what is at most 400 days old; so there are messages for a long run. */
const FIRST = Date.now() - 390 * 86_400_000
const DEVICES = 50
const MINUTE = 60_000

interface Server {
  readonly port: number
  readonly key: string
  /** Resolves when all that was accepted is in the facts. */ applied(): Promise<void>
  stop(): void
}

function serve(kind: 'plain' | 'ours'): Promise<Server> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'server.ts'), kind], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => {
      reject(new Error(`The ${kind} server ended with ${code}.`))
    })
    child.stdout?.on('data', (chunk: Buffer) => {
      const [, port, key = ''] = /ready (\d+) (\S*)/.exec(chunk.toString()) ?? []
      if (port !== undefined)
        resolve({
          port: Number(port),
          key,
          applied: () =>
            new Promise((done) => {
              child.once('message', () => {
                done()
              })
              child.send('applied?')
            }),
          stop: () => {
            child.kill('SIGTERM')
          },
        })
    })
  })
}

const mac = (device: number) => `02:00:00:00:00:${device.toString(16).padStart(2, '0').toUpperCase()}`
const body = (device: number, message: number, rows = ROWS) =>
  JSON.stringify({
    mac: mac(device),
    readings: Array.from({ length: rows }, (_, i) => ({
      kind: 'count',
      start: FIRST + (message * rows + i) * MINUTE,
      end: FIRST + (message * rows + i + 1) * MINUTE,
      in: i % 7,
      out: i % 5,
    })),
  })

function post({ port, key }: Server, agent: Agent, text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        port,
        host: '127.0.0.1',
        path: '/api/ingest/readings',
        agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), 'x-device-key': key },
      },
      (reply) => {
        reply.resume()
        reply.on('end', () => {
          resolve(reply.statusCode ?? 0)
        })
      },
    )
    call.on('error', reject)
    call.end(text)
  })
}

const same = Array.from({ length: 400 }, (_, i) => body(i % DEVICES, Math.floor(i / DEVICES)))
/** Messages that a server got in the rounds so far, of those that are all different. */
const given = new Map<Server, number>()

const KINDS = {
  different: (server: Server) => {
    const n = given.get(server) ?? same.length
    given.set(server, n + 1)
    return body(n % DEVICES, Math.floor(n / DEVICES))
  },
  repeated: (_server: Server, n: number) => same[n % same.length]!,
} satisfies Record<string, (server: Server, n: number) => string>

/** Answers a second. */
async function rate(
  server: Server,
  connections: number,
  next: (server: Server, n: number) => string,
): Promise<{ rate: number; refused: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let answers = 0
  let refused = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async (_, c) => {
      for (let i = c; performance.now() - began < ROUND_MS; i += connections) {
        const status = await post(server, agent, next(server, i))
        if (status === 202) answers += 1
        else refused += 1
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  return { rate: answers / seconds, refused }
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!

let missed = 0
const [plain, ours] = await Promise.all([serve('plain'), serve('ours')])
try {
  for (const [kind, next] of Object.entries(KINDS)) {
    for (const [connections, goal] of GOALS) {
      const rates = { plain: [] as number[], ours: [] as number[] }
      let refused = 0
      for (let round = 0; round <= ROUNDS; round += 1) {
        const a = await rate(plain, connections, next)
        const b = await rate(ours, connections, next)
        refused += a.refused + b.refused
        // The first round warms both up.
        if (round === 0) continue
        rates.plain.push(a.rate)
        rates.ours.push(b.rate)
      }
      const ratio = median(rates.ours) / median(rates.plain)
      if (ratio < goal) missed += 1
      console.log(
        `${kind} messages, ${String(connections).padStart(3)} connections: plain ` +
          `${Math.round(median(rates.plain))}/s, durable ${Math.round(median(rates.ours))}/s, ratio ` +
          `${ratio.toFixed(2)} (goal ${goal.toFixed(2)}), ${refused} refused`,
      )
    }
  }

  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  await ours.applied()
  const began = performance.now()
  for (let k = 0; k < BACKLOG_ROWS / 1200; k += 1) {
    const status = await post(ours, agent, body(60, k, 1200))
    if (status !== 202) throw new Error(`The backlog was answered ${status}.`)
  }
  const accepted = performance.now() - began
  await ours.applied()
  const applied = performance.now() - began
  if (applied > BACKLOG_MS) missed += 1
  agent.destroy()
  console.log(
    `backlog of ${BACKLOG_ROWS} readings: accepted in ${Math.round(accepted)} ms, in the hours after ` +
      `${Math.round(applied)} ms (goal ${BACKLOG_MS} ms)`,
  )
} finally {
  plain.stop()
  ours.stop()
}
process.exitCode = missed > 0 ? 1 : 0
