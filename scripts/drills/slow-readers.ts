/**
 * 300 connections of one account that ask for a file and do not read it, against a server in a process of its own: how
 * many are served, and by how much its memory grows; then the same for answers that are made in memory.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fixture } from '../../server/testing/fixture.ts'
import type { Drill } from '../drill.ts'

const READERS = 300
const FILE_BYTES = 60_000_000
const MAX_SERVED = 2
const MAX_MB = 50
const SERVER = 'serve-slow-readers'

interface Begun {
  readonly port: number
  readonly token: string
  readonly id: number
}

/** The server: with an export whose file is large, so that none is read to its end by the buffers of its connection. */
async function serve(dir: string): Promise<void> {
  const f = await fixture({ catalogUrl: `sqlite:${join(dir, 'catalog.sqlite')}` })
  const token = await f.signIn('operator')
  const made = await f.app.inject({
    method: 'POST',
    url: '/api/exports',
    headers: { access_token: token },
    payload: { clients: [f.ids.uno], begin: '2026-11-01', end: '2026-11-20', grain: 'hour', format: 'csv' },
  })
  const { id } = made.json<{ id: number }>()
  await f.app.background.settled()
  const folder = join(dir, readdirSync(dir).find((name) => name.startsWith('aforo-exports-')) ?? '', String(id))
  const catalog = new DatabaseSync(join(dir, 'catalog.sqlite'))
  const { files } = catalog.prepare('select files from exports where id = ?').get(id) as { files: string }
  const [data, manifest] = JSON.parse(files) as [{ name: string; bytes: number }, object]
  writeFileSync(join(folder, data.name), Buffer.alloc(FILE_BYTES, 'x'))
  catalog
    .prepare('update exports set files = ? where id = ?')
    .run(JSON.stringify([{ ...data, bytes: FILE_BYTES }, manifest]), id)
  catalog.close()
  await f.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = f.app.server.address() as { port: number }
  process.send?.({ port, token, id } satisfies Begun)
  process.once('message', () => {
    void f.close().then(() => process.exit(0))
  })
}

const rssMb = ({ pid }: ChildProcess) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

function ask(port: number, path: string, token: string): Promise<{ status: number; socket: Socket }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', reject)
    socket.once('data', (bytes) => {
      socket.pause()
      resolve({ status: Number(bytes.toString('latin1', 9, 12)), socket })
    })
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\naccess_token: ${token}\r\n\r\n`)
  })
}

/** Asks from all connections, holds them for five seconds, and says what came of it. */
async function hold(server: ChildProcess, begun: Begun, path: string) {
  // What the first answers load is no matter of how many there are.
  for (let n = 0; n < 20; n++) (await ask(begun.port, '/api/me', begun.token)).socket.destroy()
  await wait(1000)
  const before = rssMb(server)
  const readers = await Promise.all(Array.from({ length: READERS }, () => ask(begun.port, path, begun.token)))
  let most = 0
  for (let n = 0; n < 10; n++) {
    await wait(500)
    most = Math.max(most, rssMb(server))
  }
  const served = readers.filter(({ status }) => status === 200).length
  const refused = readers.filter(({ status }) => status === 429).length
  for (const { socket } of readers) socket.destroy()
  await wait(500)
  return { served, refused, grownMb: Math.round(most - before) }
}

export const drill: Drill = {
  about: '300 slow readers of one account: at most 2 files are served, memory up by at most 50 MB',
  async run() {
    const dir = mkdtempSync(join(tmpdir(), 'aforo-slow-'))
    const server = fork(fileURLToPath(import.meta.url), [SERVER, dir], { env: { ...process.env, TMPDIR: dir } })
    try {
      const [begun] = (await once(server, 'message')) as [Begun]
      const files = await hold(server, begun, `/api/exports/${begun.id}/files/data`)
      console.info(`files: ${files.served} served, ${files.refused} refused, memory +${files.grownMb} MB`)
      const answers = await hold(server, begun, '/api/me')
      console.info(
        `answers that are read: ${answers.served} served, ${answers.refused} refused, memory +${answers.grownMb} MB`,
      )
      if (files.served > MAX_SERVED || files.served + files.refused !== READERS || files.grownMb > MAX_MB)
        throw new Error(`expected at most ${MAX_SERVED} served, the others refused, and +${MAX_MB} MB`)
      if (answers.served !== READERS) throw new Error('small answers should go on')
      return 0
    } finally {
      server.send('end')
      await once(server, 'exit')
      rmSync(dir, { recursive: true, force: true })
    }
  },
}

if (process.argv[2] === SERVER) await serve(process.argv[3] ?? '')
else if (process.argv[1] === fileURLToPath(import.meta.url)) await drill.run([])
