/**
 * Backups under load: made while devices send, restored after the server was killed, and compared to what each device
 * was answered.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeBackup } from '../../server/backup/make.ts'
import { restoreBackup, verifyBackup } from '../../server/backup/restore.ts'
import { factSums, withFacts } from '../../server/backup/sums.ts'
import { SYSTEM_CLOCK } from '../../server/lib/clock.ts'
import { readStoreConfig } from '../../server/lib/config.ts'
import { createCatalog } from '../../server/open-catalog.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { hashOf, newToken, secretsOf } from '../../server/lib/secrets.ts'
import { start } from '../../server/start.ts'
import { configOf, KEY } from './ingest-config.ts'
import { bodyOf, DEVICES, macOf, messagesIn } from './ingest-ledger.ts'

const SERVER = join(import.meta.dirname, 'ingest-server.ts')
const PAUSE_MS = 10
const secrets = () => secretsOf(KEY)

let folder: string
let data: string
let backups: string
let key: string
const left: ChildProcess[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-restore-'))
  data = join(folder, 'data')
  backups = join(folder, 'backups')
  mkdirSync(data)
  key = newToken()
  const catalog = await createCatalog({ catalogUrl: `sqlite:${data}/catalog.sqlite` })
  const { id: client } = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Crash', type: 'basic' })
  for (let w = 0; w < DEVICES; w += 1) {
    const local = await catalog.locals.insert(SYSTEM_SCOPE, {
      client,
      name: `Shop ${w}`,
      code: `S${w}`,
      type: 'store',
      timeZone: 'UTC',
    })
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
function live(dataDir: string): Promise<{ child: ChildProcess; address: string; ended: Promise<string> }> {
  const child = spawn(process.execPath, [SERVER, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] })
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
 * Senders, one for each device, until the server is gone or they are stopped; `next` = the first message that was not
 * answered.
 */
function sendTo(address: string, next: number[], sentUntil: number[]) {
  const stopping = new AbortController()
  const done = Promise.all(
    next.map(async (_, w) => {
      while (!stopping.signal.aborted) {
        sentUntil[w] = next[w]! + 1
        try {
          const reply = await fetch(`${address}/api/ingest/readings`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-device-key': key },
            body: JSON.stringify(bodyOf(w, next[w]!)),
          })
          await reply.arrayBuffer()
          if (reply.status === 202) next[w]! += 1
          else if (reply.status !== 503 && reply.status !== 429) throw new RangeError(`unexpected ${reply.status}`)
          // Waiting messages have to be counted at every start below.
          await setTimeout(PAUSE_MS)
        } catch (error) {
          if (error instanceof RangeError) throw error
          return
        }
      }
    }),
  )
  return {
    done,
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}

/** Brings what waits in the journal into the facts, by a server that starts and ends well; of this process. */
async function settle(dataDir: string): Promise<void> {
  const running = await start({ config: configOf(dataDir) })
  await running.close()
}

/** Messages of each device that are in the facts; null = its hours are not what messages make. */
async function storedMessages(
  dataDir: string,
  from: readonly number[],
  to: readonly number[],
): Promise<(number | null)[]> {
  const rows = await withFacts(join(dataDir, 'facts.duckdb'), (read) =>
    read('SELECT local, CAST(instant AS DOUBLE), ins FROM traffic WHERE ins IS NOT NULL'),
  )
  return from.map((least, w) =>
    messagesIn(
      new Map(
        rows.filter(([local]) => local === w + 1).map(([, instant, ins]) => [Number(instant) / 3600, Number(ins)]),
      ),
      w,
      least,
      to[w]!,
    ),
  )
}
const source = () => readStoreConfig({ DATA_DIR: data })
/** Waits for what has to come, however busy the machine is; the test's own time is the end of it. */
async function comes(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(PAUSE_MS)
}
/** Every device was answered `more` messages beyond `before`. */
const answeredMore = (next: readonly number[], before: readonly number[], more: number) => () =>
  next.every((k, w) => k >= before[w]! + more)
const zeros = () => Array<number>(DEVICES).fill(0)
const sumOf = (counts: readonly number[]) => counts.reduce((sum, k) => sum + k, 0)

test('what was answered before a backup of a running server is in it to the unit, and senders are answered while it is made', async () => {
  const { child, address } = await live(data)
  const next = zeros()
  const sentUntil = zeros()
  const senders = sendTo(address, next, sentUntil)
  await comes(answeredMore(next, zeros(), 10))
  const before = [...next]
  let duringHold = 0
  const made = await makeBackup({
    source: source(),
    folder: backups,
    clock: SYSTEM_CLOCK,
    onHeld: async () => {
      const atHold = [...next]
      await comes(answeredMore(next, atHold, 2))
      duringHold = sumOf(next) - sumOf(atHold)
    },
  })
  const after = [...sentUntil]
  child.kill('SIGKILL')
  await senders.done
  expect(duringHold).toBeGreaterThan(DEVICES)
  expect(made.manifest.source).toBe('running')

  const restored = join(folder, 'restored')
  const { waiting } = await restoreBackup({ from: backups, to: restored, secrets })
  // The journal had more than the facts: only together are they what was answered.
  expect(waiting).toBeGreaterThan(0)
  await settle(restored)
  const found = await storedMessages(restored, before, after)
  expect(found).not.toContain(null)
  expect(Math.min(...before)).toBeGreaterThan(0)

  // With the journal of the folder that was killed, everything that was answered until then.
  const whole = join(folder, 'whole')
  await restoreBackup({ from: backups, to: whole, secrets, journal: join(data, 'ingest') })
  await settle(whole)
  expect(await storedMessages(whole, next, sentUntil)).not.toContain(null)

  // The lost folder, started again, and the restored one are equal by client, local and month.
  await settle(data)
  const [lost, again] = await Promise.all([data, whole].map((dir) => withFacts(join(dir, 'facts.duckdb'), factSums)))
  expect(again!.months).toEqual(lost!.months)
}, 480_000)

test('a moment between two backups is restored from the journal of the later one', async () => {
  const first = await live(data)
  const next = zeros()
  const sentUntil = zeros()
  let senders = sendTo(first.address, next, sentUntil)
  await comes(answeredMore(next, zeros(), 10))
  await makeBackup({ source: source(), folder: backups, clock: SYSTEM_CLOCK })
  await comes(answeredMore(next, [...next], 10))
  await senders.stop()
  const [least, until] = [[...next], Date.now()]
  await setTimeout(5)
  senders = sendTo(first.address, next, sentUntil)
  await comes(answeredMore(next, least, 10))
  // Messages in the facts leave the journal, and are kept.
  first.child.kill('SIGTERM')
  await senders.done
  await first.ended
  await settle(data)
  const second = await live(data)
  senders = sendTo(second.address, next, sentUntil)
  const kept = () => readdirSync(join(data, 'ingest/kept')).length
  for (let tries = 0; kept() === 0 && tries < 300; tries += 1) await setTimeout(50)
  expect(kept()).toBeGreaterThan(0)
  await senders.stop()
  const late = await makeBackup({ source: source(), folder: backups, clock: SYSTEM_CLOCK })
  second.child.kill('SIGKILL')
  await second.ended

  const then = join(folder, 'then')
  await restoreBackup({ from: backups, to: then, until, secrets })
  await settle(then)
  expect(await storedMessages(then, least, least)).toEqual(least)
  expect(least.every((k, w) => k < next[w]!)).toBe(true)

  await expect(
    restoreBackup({ from: backups, to: join(folder, 'early'), until: 1_000, secrets }),
  ).rejects.toMatchObject({ code: 'RESTORE_TIME_UNREACHABLE' })
  await expect(
    restoreBackup({ from: backups, to: join(folder, 'late'), until: late.manifest.at + 60_000, secrets }),
  ).rejects.toMatchObject({ code: 'RESTORE_TIME_UNREACHABLE' })
  // A restored folder is another history: its journal does not go on from the backups of the first.
  cpSync(join(then, 'ingest'), join(folder, 'other'), { recursive: true })
  await expect(
    restoreBackup({ from: backups, to: join(folder, 'no'), journal: join(folder, 'other'), secrets }),
  ).rejects.toMatchObject({ code: 'RESTORE_JOURNAL_MISMATCH' })
}, 480_000)

test('a second backup of a running server writes what changed, and both can be restored', async () => {
  const { child, address } = await live(data)
  const next = zeros()
  const senders = sendTo(address, next, zeros())
  await comes(answeredMore(next, zeros(), 10))
  const one = await makeBackup({ source: source(), folder: backups, clock: SYSTEM_CLOCK })
  await senders.stop()
  const two = await makeBackup({ source: source(), folder: backups, clock: SYSTEM_CLOCK })
  const three = await makeBackup({ source: source(), folder: backups, clock: SYSTEM_CLOCK })
  child.kill('SIGKILL')
  expect(two.newBytes).toBeLessThan(one.bytes)
  expect(three.newBytes).toBeLessThan(one.bytes / 4)
  for (const {
    manifest: { id },
  } of [one, two, three])
    expect((await verifyBackup({ from: backups, id })).id).toBe(id)
}, 480_000)
