import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatalog } from '../../server/open-catalog.ts'
import { createDuckDbFactStore } from '../../server/facts/duckdb/store.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { hashOf, newToken } from '../../server/lib/secrets.ts'
import { bodyOf, DEVICES, hoursOf, macOf, ROWS } from './ingest-ledger.ts'

const KILLS = Number(process.env.AFORO_INGEST_KILLS ?? 4)
const SERVER = join(import.meta.dirname, 'ingest-server.ts')

let folder: string
let key: string
const left: ChildProcess[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-ingest-crash-'))
  key = newToken()
  const catalog = await createCatalog({ catalogUrl: `sqlite:${folder}/catalog.sqlite` })
  const { id: client } = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Crash', type: 'basic' })
  const local = await catalog.locals.insert(SYSTEM_SCOPE, {
    client,
    name: 'Shop',
    code: 'S',
    type: 'store',
    timeZone: 'UTC',
  })
  for (let w = 0; w < DEVICES; w += 1) {
    const area = await catalog.areas.insert(SYSTEM_SCOPE, { local: local.id, name: `Door ${w}` })
    await catalog.footscans.insert(SYSTEM_SCOPE, { area: area.id, mac: macOf(w) })
  }
  await catalog.deviceKeys.insert(SYSTEM_SCOPE, { client, footscan: null, name: 'all', keyHash: hashOf(key), at: 0 })
  await catalog.close()
})
afterEach(() => {
  for (const child of left.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** A server that listens. */
function live(
  command: readonly string[] = [process.execPath],
): Promise<{ child: ChildProcess; address: string; ended: Promise<string> }> {
  const [file = '', ...before] = command
  const child = spawn(file, [...before, SERVER, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  left.push(child)
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const ended = new Promise<string>((resolve) => {
    child.on('close', () => {
      resolve(errors)
    })
  })
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const address = /ready (\S+)\n/.exec(output)?.[1]
      if (address !== undefined) resolve({ child, address, ended })
    })
    void ended.then((text) => {
      reject(new Error(`The server ended before it listened: ${text}`))
    })
  })
}

/**
 * Sends messages of a device from one on until the server is gone; every third one twice. Gives the first that was not
 * acknowledged. `taken` is called for each that was.
 */
async function write(address: string, w: number, from: number, taken: () => void): Promise<number> {
  let k = from
  for (;;) {
    const post = (k: number) =>
      fetch(`${address}/api/ingest/readings`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-device-key': key },
        body: JSON.stringify(bodyOf(w, k)),
      })
    try {
      const reply = await post(k)
      if (reply.status !== 202) {
        if (reply.status === 503 || reply.status === 429) continue
        throw new TypeError(`unexpected ${reply.status} ${await reply.text()}`)
      }
      await reply.arrayBuffer()
      taken()
      k += 1
      if (k % 3 === 1) await (await post(k - 1)).arrayBuffer()
    } catch (error) {
      if (error instanceof TypeError && error.message.startsWith('unexpected')) throw error
      return k
    }
  }
}

/**
 * Device-hours that are not what the acknowledged messages make; one message more per device may have been in flight.
 */
async function wrongHours(next: readonly number[]): Promise<string[]> {
  const store = await createDuckDbFactStore({ path: join(folder, 'facts.duckdb') })
  const rows = await store.read('SELECT device, CAST(instant AS DOUBLE), ins FROM device_hour')
  const again = await store.read(
    'SELECT t.area, CAST(t.instant AS DOUBLE), t.ins FROM traffic t WHERE t.ins IS NOT NULL',
  )
  await store.close()
  const wrong: string[] = []
  for (const [what, table] of [
    ['device', rows],
    ['traffic', again],
  ] as const) {
    for (let w = 0; w < DEVICES; w += 1) {
      const stored = new Map(
        table.filter(([of]) => Number(of) === w + 1).map(([, instant, ins]) => [Number(instant) / 3600, Number(ins)]),
      )
      const fits = [next[w]!, next[w]! + 1].some((messages) => {
        const hours = hoursOf(w, messages)
        return hours.size === stored.size && [...hours].every(([hour, ins]) => stored.get(hour) === ins)
      })
      if (!fits) wrong.push(`${what} ${w}: ${next[w]} messages acknowledged`)
    }
  }
  return wrong
}

test(
  `${KILLS} kills at random moments under ${DEVICES} senders lose no acknowledged reading and count none twice`,
  async () => {
    let next = Array<number>(DEVICES).fill(0)
    let slowestMs = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      const began = performance.now()
      const { child, address } = await live()
      slowestMs = Math.max(slowestMs, performance.now() - began)
      let writers = Promise.resolve(next)
      // A life in which nothing was acknowledged would hold nothing, and on a machine that is busy most of them are
      // such.
      await new Promise<void>((resolve) => {
        writers = Promise.all(next.map((from, w) => write(address, w, from, resolve)))
      })
      await new Promise((resolve) => {
        setTimeout(resolve, Math.random() * 300)
      })
      child.kill('SIGKILL')
      next = await writers
    }
    // The last life ends well: all that waits is brought into the facts.
    const { child, ended } = await live()
    child.kill('SIGTERM')
    expect(await ended).toBe('')
    expect(await wrongHours(next)).toEqual([])
    const messages = next.reduce((sum, k) => sum + k, 0)
    expect(messages).toBeGreaterThan(KILLS)
    console.log(
      `ingest crash loop: ${KILLS} kills, ${messages * ROWS} readings acknowledged, 0 lost, 0 twice, ready again in ` +
        `at most ${Math.round(slowestMs)} ms`,
    )
  },
  Math.max(120_000, KILLS * 15_000),
)

const hasStrace =
  process.platform === 'linux' &&
  spawnSync('strace', ['-V']).status === 0 &&
  spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

test.runIf(hasStrace)(
  'between a message and its answer the journal is synced to the disk',
  async () => {
    const trace = join(folder, 'trace')
    const { child, address, ended } = await live([
      'strace',
      '-f',
      '-s',
      '64',
      '-o',
      trace,
      '-e',
      'trace=openat,fdatasync,write,writev,sendto,sendmsg,pwrite64,pwritev',
      process.execPath,
    ])
    for (let k = 0; k < 5; k += 1) {
      const reply = await fetch(`${address}/api/ingest/readings`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-device-key': key },
        body: JSON.stringify(bodyOf(0, k)),
      })
      expect(reply.status).toBe(202)
      await reply.arrayBuffer()
    }
    spawnSync('pkill', ['-TERM', '-P', String(child.pid)])
    await ended
    const lines = readFileSync(trace, 'utf8').split('\n')
    // A write to a file that was opened so returns when it is on the disk.
    expect(lines.find((line) => /openat\(.*\.journal", [^,]*O_WRONLY/.test(line))).toContain('O_DSYNC')
    let writing = ''
    const events = lines.flatMap((line) => {
      const thread = line.split(' ')[0] ?? ''
      if (/pwrite(64|v)\(\d+, .*"AFJZ/.test(line)) {
        writing = thread
        return line.includes('<unfinished') ? ['journal'] : ['journal', 'sync']
      }
      if (thread === writing && /<\.\.\. pwrite(64|v) resumed>.*= [1-9]/.test(line)) return ['sync']
      return /HTTP\/1\.1 202/.test(line) ? ['answer'] : []
    })
    const answers = events.flatMap((event, i) => (event === 'answer' ? [i] : []))
    expect(answers).toHaveLength(5)
    answers.forEach((at, n) => {
      const since = events.slice((answers[n - 1] ?? -1) + 1, at)
      expect([n, since.includes('journal'), since.lastIndexOf('sync') > since.indexOf('journal')]).toEqual([
        n,
        true,
        true,
      ])
    })
  },
  60_000,
)
