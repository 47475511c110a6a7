/** Starts one demo server on a free port with a throw-away data folder, for journeys, screens and benches. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildIfStale } from './build-if-stale.ts'

const root = resolve(import.meta.dirname, '..')

/** Making the demo data takes half a minute, and several on a machine that others keep busy. */
const READY_MS = 600_000
const LOOK_MS = 250

export interface DemoServer {
  readonly address: string
  readonly dataDir: string
  readonly pid: number
  /** The end of its output so far. */
  output(): string
  stop(): Promise<void>
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
      .once('error', fail)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as { port: number }
        probe.close(() => done(port))
      })
  })
}

async function untilReady(address: string, server: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + READY_MS
  while (Date.now() < until) {
    if (server.exitCode !== null) throw new Error(`The demo server ended with ${server.exitCode}:\n${output()}`)
    if (
      await fetch(`${address}/api/health/ready`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    await new Promise((done) => setTimeout(done, LOOK_MS))
  }
  throw new Error(`The demo server was not ready within ${READY_MS / 60_000} minutes:\n${output()}`)
}

/**
 * Builds the page where needed. `dataDir` is kept when given, else made for this run and removed on stop; `env`:
 * settings besides, which may need the port before.
 */
export async function startDemo(
  options: { dataDir?: string; port?: number; env?: Readonly<Record<string, string>> } = {},
): Promise<DemoServer> {
  await buildIfStale()
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'aforo-demo-')))
  const port = options.port ?? (await freePort())
  const address = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['server/main.ts', '--demo'], {
    cwd: root,
    env: { ...process.env, ...options.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-20_000)
    })
  const stop = async () => {
    if (server.exitCode === null) {
      const ended = new Promise((done) => server.once('exit', done))
      server.kill('SIGTERM')
      await ended
    }
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await untilReady(address, server, () => printed)
  } catch (cause) {
    await stop()
    throw cause
  }
  return { address, dataDir, pid: server.pid!, output: () => printed, stop }
}
