/**
 * The drill of backup and restore, with the programs themselves: fill a data folder, let devices send, back it up while
 * they do, kill the server, restore, start the server on what was restored, and compare with what every device was
 * answered.
 */
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { differences, factSums, withFacts } from '../../server/backup/sums.ts'
import { readStoreConfig } from '../../server/lib/config.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { hashOf, newToken } from '../../server/lib/secrets.ts'
import { openStores } from '../../server/stores.ts'
import { bodyOf, DEVICES, macOf, messagesIn } from '../../tests/crash/ingest-ledger.ts'
import type { Drill } from '../drill.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const KEY = 'Drill-q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W'
/** Stores of the filling: none of them is in the catalog. */
const FIRST_STRANGER = 100_000
const ROWS_A_TIME = 1_000_000
const PAUSE_MS = 10

export const drill: Drill = {
  about:
    'backs a server up while devices send, kills it, restores, and compares with every answer; --mb 1000 fills the ' +
    'facts first',
  async run(args) {
    await restoreDrill(args)
    return 0
  },
}

/** Throws when anything that was answered is not there, or anything else is. */
async function restoreDrill(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { mb: { type: 'string' }, within: { type: 'string' } } })
  const megabytes = Number(values.mb ?? 100)
  const folder = mkdtempSync(join(values.within ?? tmpdir(), 'aforo-drill-'))
  const [data, backups, restored] = ['data', 'backups', 'restored'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const left: ChildProcess[] = []
  try {
    const key = await fill(data, megabytes)
    say(`facts of ${megabytesOf(join(data, 'facts.duckdb'))} MB`)
    const first = await live(data, left)
    const next = Array<number>(DEVICES).fill(0)
    const sentUntil = [...next]
    const slowest = { ms: 0 }
    const senders = send(first.address, key, next, sentUntil, slowest)
    await setTimeout(2000)

    const begun = [...next]
    slowest.ms = 0
    await command('backup', data, backups)
    const during = next.reduce((sum, k, w) => sum + k - begun[w]!, 0)
    say(`  ${during} messages of ${DEVICES} devices answered meanwhile, the slowest after ${Math.round(slowest.ms)} ms`)
    if (during === 0) throw new Error('No message was answered while the backup was made.')
    await setTimeout(2000)
    await command('backup', data, backups)
    const least = [...next]
    await setTimeout(500)
    first.child.kill('SIGKILL')
    await senders
    await command('backup', data, '--verify', backups)

    await command('restore', data, backups, restored, '--journal', join(data, 'ingest'))
    await settle(restored, left)
    const rows = await withFacts(join(restored, 'facts.duckdb'), (read) =>
      read(
        `SELECT local, CAST(instant AS DOUBLE), ins FROM traffic WHERE ins IS NOT NULL AND local < ${FIRST_STRANGER}`,
      ),
    )
    const found = next.map((_, w) =>
      messagesIn(
        new Map(
          rows.filter(([local]) => local === w + 1).map(([, instant, ins]) => [Number(instant) / 3600, Number(ins)]),
        ),
        w,
        next[w]!,
        sentUntil[w]!,
      ),
    )
    if (found.includes(null))
      throw new Error(`Devices answered ${next.join(', ')} messages; restored are ${found.join(', ')}.`)
    await settle(data, left)
    const [lost, again] = await Promise.all(
      [data, restored].map((dir) => withFacts(join(dir, 'facts.duckdb'), factSums)),
    )
    const wrong = differences({ ...lost!, rows: {} }, { ...again!, rows: {} })
    if (wrong.length > 0)
      throw new Error(`The restored sums are not those of the folder that was killed: ${wrong.join('; ')}.`)
    const after = next.reduce((sum, k, w) => sum + k - least[w]!, 0)
    say(
      `restored: ${next.reduce((sum, k) => sum + k, 0)} messages (${after} after the last backup, from the ` +
        `journal), ${again!.months.length} sums by client, local and month, all equal`,
    )
  } finally {
    for (const child of left) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

const say = (line: string) => {
  console.log(line)
}
const megabytesOf = (path: string) => Math.round(statSync(path).size / 1e6)
const environment = (data: string) => ({
  ...process.env,
  DATA_DIR: data,
  SECRET_KEY: KEY,
  PORT: '0',
  LOG_LEVEL: 'error',
  DRAIN_S: '0',
  NOTICE_MAIL: 'off',
  METRICS_PORT: '0',
})

/**
 * A catalog with the devices, and facts of that size: whole numbers that hardly compress. Gives the key of the devices.
 */
async function fill(data: string, megabytes: number): Promise<string> {
  mkdirSync(data)
  const { catalog, facts, close } = await openStores(readStoreConfig({ DATA_DIR: data }))
  const { id: client } = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Drill', type: 'basic' })
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
  const key = newToken()
  await catalog.deviceKeys.insert(SYSTEM_SCOPE, { client, footscan: null, name: 'all', keyHash: hashOf(key), at: 0 })
  const atoms = [
    'far',
    'fro',
    'ins',
    'outs',
    'visits',
    'bounces',
    'insTimeS',
    'visitTimeS',
    'insInRange0',
    'insInRange1',
    'insInRange2',
    'insInRange3',
  ]
  for (let part = 0; megabytesOf(join(data, 'facts.duckdb')) < megabytes; part += 1) {
    await facts.write(async (connection) => {
      await connection.run(`INSERT INTO traffic (client, local, area, day, hour, fold, instant, state, learntAt,
        ${atoms.join(', ')})
SELECT 1 + i % 7, ${FIRST_STRANGER} + i % 500, 0, 19000 + ${part} * 84 + i // 12000, (i // 500) % 24, 0,
  (19000 + ${part} * 84 + i // 12000) * 86400 + (i // 500) % 24 * 3600, 0, 0,
  ${atoms.map(() => 'CAST(random() * 2000000000 AS INTEGER)').join(', ')} FROM range(${ROWS_A_TIME}) t(i)`)
    })
    await facts.checkpoint()
  }
  await close()
  return key
}

async function live(
  data: string,
  left: ChildProcess[],
): Promise<{ child: ChildProcess; address: string; figures: string; ended: Promise<number | null> }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'server/serve.ts')], {
    env: environment(data),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  left.push(child)
  const ended = new Promise<number | null>((done) => {
    child.on('close', done)
  })
  let output = ''
  const address = await new Promise<string>((done, fail) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = /Aforo listens on (\S+),/.exec(output)?.[1]
      if (found !== undefined) done(found)
    })
    void ended.then(() => {
      fail(new Error(`The server ended before it listened: ${output}`))
    })
  })
  return { child, address, figures: /Figures on (\S+)/.exec(output)?.[1] ?? '', ended }
}

/** Starts a server, waits until what is in the journal is counted, and ends it well. */
async function settle(data: string, left: ChildProcess[]): Promise<void> {
  const { child, figures, ended } = await live(data, left)
  for (;;) {
    const written = await (await fetch(figures)).text()
    if (/^aforo_ingest_journal_unapplied_bytes 0$/m.test(written)) break
    await setTimeout(200)
  }
  child.kill('SIGTERM')
  if ((await ended) !== 0) throw new Error(`The server of ${data} did not end well.`)
}

/** Until the server is gone. `next`: the first message of each device that was not answered. */
async function send(
  address: string,
  key: string,
  next: number[],
  sentUntil: number[],
  slowest: { ms: number },
): Promise<void> {
  await Promise.all(
    next.map(async (_, w) => {
      for (;;) {
        sentUntil[w] = next[w]! + 1
        const began = performance.now()
        const status = await fetch(`${address}/api/ingest/readings`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-device-key': key },
          body: JSON.stringify(bodyOf(w, next[w]!)),
        }).then(
          async (reply) => {
            await reply.arrayBuffer()
            return reply.status
          },
          () => 0,
        )
        if (status === 0) return
        if (status === 202) next[w]! += 1
        else if (status !== 503 && status !== 429) throw new Error(`A message was answered with ${status}.`)
        slowest.ms = Math.max(slowest.ms, performance.now() - began)
        await setTimeout(PAUSE_MS)
      }
    }),
  )
}

async function command(name: 'backup' | 'restore', data: string, ...args: readonly string[]): Promise<void> {
  const began = performance.now()
  const { stdout } = await run(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, `server/cli/${name}.ts`), ...args],
    { env: environment(data) },
  )
  say(
    `npm run ${name} -- ${args.map((arg) => arg.replace(/.*aforo-drill-[^/]*\//, '')).join(' ')}   ` +
      `(${((performance.now() - began) / 1000).toFixed(1)} s)`,
  )
  for (const line of stdout.trimEnd().split('\n')) say(`  ${line.replace(/\/\S*aforo-drill-[^/]*\//, '')}`)
}

if (import.meta.main) await restoreDrill(process.argv.slice(2))
