/**
 * Stops the server under load, again and again: it must end with 0 and reset nothing that was sent before.
 * `npm run drill -- stops [--times 100] [--connections 20]`, or this file with node.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Drill } from '../drill.ts'

const KEY = 'drill-q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W'
const GRACE_MS = 20_000
const TOLD_EACH = 10

interface Stop {
  readonly code: number | null
  readonly ms: number
  readonly answered: number
  readonly reset: readonly string[]
}

/** Asks one request after the other on each connection, as a proxy does, until the server says that it is not ready. */
function load(
  address: string,
  connections: number,
): { ended: Promise<void>; found: { answered: number; reset: string[] } } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const found = { answered: 0, reset: [] as string[] }
  const ask = () =>
    new Promise<boolean>((done) => {
      get(`${address}/api/health/ready`, { agent }, (answer) => {
        answer.once('error', (error) => {
          found.reset.push(String(error))
          done(false)
        })
        answer.resume().once('end', () => {
          found.answered += 1
          done(answer.statusCode === 200)
        })
      }).once('error', (error: NodeJS.ErrnoException) => {
        found.reset.push(error.code ?? error.message)
        done(false)
      })
    })
  const ended = Promise.all(
    Array.from({ length: connections }, async () => {
      while (await ask());
    }),
  ).then(() => {
    agent.destroy()
  })
  return { ended, found }
}

async function stopOnce(dataDir: string, connections: number): Promise<Stop> {
  const server = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../server/main.ts')],
    {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', SECRET_KEY: KEY, LOG_LEVEL: 'silent', DRAIN_S: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exit = once(server, 'exit') as Promise<[number | null]>
  let said = ''
  for await (const chunk of server.stdout) {
    said += String(chunk)
    if (said.includes('listens on')) break
  }
  const address = /listens on (http:\S+),/.exec(said)?.[1]
  if (address === undefined) throw new Error(`The server did not start: ${said}`)
  const { ended, found } = load(address, connections)
  await pause(100 + Math.random() * 400)
  const since = performance.now()
  server.kill('SIGTERM')
  const late = globalThis.setTimeout(() => server.kill('SIGKILL'), GRACE_MS)
  const [code] = await exit
  clearTimeout(late)
  const ms = performance.now() - since
  await ended
  return { code, ms, ...found }
}

/** Prints what came of it; throws when one stop did not end with 0, or reset a request. */
async function run(args: readonly string[]): Promise<0> {
  const { values } = parseArgs({
    args: [...args],
    options: { times: { type: 'string', default: '100' }, connections: { type: 'string', default: '20' } },
  })
  const [times, connections] = [Number(values.times), Number(values.connections)]
  const dataDir = mkdtempSync(join(tmpdir(), 'aforo-stops-'))
  const stops: Stop[] = []
  try {
    for (let n = 0; n < times; n += 1) {
      stops.push(await stopOnce(dataDir, connections))
      // A hundred take six minutes: who watches sees that it goes on.
      if (stops.length % TOLD_EACH === 0) console.error(`${stops.length} of ${times} stops`)
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  const resets = stops.flatMap(({ reset }) => reset)
  const clean = stops.filter(({ code }) => code === 0).length
  const answered = stops.reduce((sum, stop) => sum + stop.answered, 0)
  const slowest = Math.round(Math.max(...stops.map(({ ms }) => ms)))
  console.log(
    `stops under load: ${times} times, ${clean} ended with 0, ${answered} requests answered, ${resets.length} ` +
      `resets, slowest stop ${slowest} ms with 1 s of draining`,
  )
  if (clean < times || resets.length > 0)
    throw new Error(
      `Expected ${times} exits with 0 and no reset; codes ${stops.map(({ code }) => code).join(' ')}; resets ` +
        resets.join(' '),
    )
  return 0
}

export const drill: Drill = {
  about: 'stops the server 100 times under load (--times N): it ends with 0 and resets nothing that was sent',
  run,
}

if (import.meta.main) await run(process.argv.slice(2))
