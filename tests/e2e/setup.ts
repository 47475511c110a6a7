/** Builds the page, starts one demo server on a free port with a throw-away data folder, and tells the journeys where it is. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildIfStale } from '../../scripts/build-if-stale.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    address: string
    dataDir: string
  }
}

const root = resolve(import.meta.dirname, '../..')

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail).listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })
}

async function untilReady(address: string, server: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 480; attempt++) {
    if (server.exitCode !== null) throw new Error(`The demo server ended with ${server.exitCode}:\n${output()}`)
    const ready = await fetch(`${address}/api/health/ready`).then((answer) => answer.ok, () => false)
    if (ready) return
    await new Promise((done) => setTimeout(done, 250))
  }
  throw new Error(`The demo server was not ready within two minutes:\n${output()}`)
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildIfStale()
  const dataDir = await mkdtemp(join(tmpdir(), 'aforo-e2e-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['server/main.ts', '--demo'], {
    cwd: root, env: { ...process.env, PORT: String(port), DATA_DIR: dataDir }, stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk: Buffer) => { output += chunk.toString() })
  await untilReady(address, server, () => output.slice(-4000))
  project.provide('address', address)
  project.provide('dataDir', dataDir)
  return async () => {
    const ended = new Promise((done) => server.once('exit', done))
    server.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
}
