/**
 * `npm run drill -- bitflips [FLIPS] [STORE]`: turns single bits in each store, or in those whose name has STORE in it,
 * and asks the whole server. No answer may be wrong without a word.
 */
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../server/lib/config.ts'
import type { Config } from '../../server/lib/config.ts'
import { createCatalog } from '../../server/open-catalog.ts'
import { hashPassword } from '../../server/modules/session/password-hash.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { hashOf, newToken } from '../../server/lib/secrets.ts'
import { start } from '../../server/start.ts'
import type { Drill } from '../drill.ts'

const FLIPS = 30
const PASSWORD = 'Correct-Horse-2026!'
const MINUTE = 60_000
const DAY = 86_400_000
const BEGIN = Math.floor(Date.now() / DAY) * DAY - 20 * DAY
const STORES: Readonly<Record<string, { readonly files: RegExp; readonly state: 'closed' | 'killed' }>> = {
  'catalog, closed': { files: /^catalog\.sqlite$/, state: 'closed' },
  'catalog, its log after a kill': { files: /^catalog\.sqlite-wal$/, state: 'killed' },
  'facts, closed': { files: /^facts\.duckdb$/, state: 'closed' },
  'facts, their log after a kill': { files: /^facts\.duckdb\.wal$/, state: 'killed' },
  'journal after a kill': { files: /^ingest\/\d+\.journal$/, state: 'killed' },
}

export const drill: Drill = {
  about: 'single bits turned in each store: how many are noticed, and whether an answer was wrong without a word',
  run,
}

async function run(given: readonly string[]): Promise<0 | 1 | 2> {
  const flips = Number(given[0] ?? FLIPS)
  if (!Number.isInteger(flips) || flips < 1) {
    console.error(`${given[0]} is no number of flips; expected 1 or more.`)
    return 2
  }
  const folder = mkdtempSync(join(tmpdir(), 'aforo-bitflips-'))
  try {
    await makeStores(folder)
    const right = {
      closed: await answersOf(join(folder, 'closed'), folder),
      killed: await answersOf(join(folder, 'killed'), folder),
    }
    const unfit = Object.entries(right)
      .filter(([, { refused, said, failed }]) => refused || said || failed)
      .map(([state]) => state)
    if (unfit.length > 0) {
      console.error(
        `The stores do not answer before anything was done to them (${unfit.join(', ')}): ${JSON.stringify(right)}`,
      )
      return 1
    }
    const random = randomOf(20_260)
    let wrong = 0
    console.log(
      '| store | flips | refused to start | answered with an error | said so, answers right | said so, something ' +
        'missing | not in use, answers right | wrong without a word |',
    )
    console.log('|---|---|---|---|---|---|---|---|')
    for (const [name, { files, state }] of Object.entries(STORES)) {
      if (!name.includes(given[1] ?? '')) continue
      const tally = { refused: 0, error: 0, saidRight: 0, saidMissing: 0, unused: 0, silent: 0 }
      const candidates = filesIn(join(folder, state)).filter((file) => files.test(file))
      for (let i = 0; i < flips; i += 1) {
        const file = candidates[Math.floor(random() * candidates.length)]!
        tally[outcome(await answersOf(join(folder, state), folder, { file, at: random() }), right[state])] += 1
      }
      wrong += tally.silent
      const { refused, error, saidRight, saidMissing, unused, silent } = tally
      console.log(`| ${[name, flips, refused, error, saidRight, saidMissing, unused, silent].join(' | ')} |`)
    }
    console.log(wrong === 0 ? 'No answer was wrong without a word.' : `${wrong} answers were wrong without a word.`)
    return wrong === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Answers {
  readonly refused: boolean
  readonly said: boolean
  readonly failed: boolean
  readonly values: string
}

function outcome(
  { refused, said, failed, values }: Answers,
  right: Answers,
): 'refused' | 'error' | 'saidRight' | 'saidMissing' | 'unused' | 'silent' {
  if (refused) return 'refused'
  if (failed) return 'error'
  if (values === right.values) return said ? 'saidRight' : 'unused'
  return said ? 'saidMissing' : 'silent'
}

const config = (dataDir: string): Config =>
  readConfig(
    {
      DATA_DIR: dataDir,
      PORT: '0',
      SECRET_KEY: 'q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W',
      LOG_LEVEL: 'silent',
      DRAIN_S: '0',
      NOTICE_MAIL: 'off',
    },
    'production',
  )
const isoDate = (at: number) => new Date(at).toISOString().slice(0, 10)
const filesIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' })

/** Two clients with counts of forty days, closed and as after a kill with a part of it in the logs alone. */
async function makeStores(folder: string): Promise<void> {
  const live = join(folder, 'live')
  const catalog = await createCatalog({ catalogUrl: `sqlite:${live}/catalog.sqlite` })
  const keys: string[] = []
  for (const name of ['Uno', 'Dos']) {
    const { id: client } = await catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })
    const { id: local } = await catalog.locals.insert(SYSTEM_SCOPE, {
      client,
      name: `Shop of ${name}`,
      code: name,
      type: 'store',
      timeZone: 'UTC',
    })
    const { id: area } = await catalog.areas.insert(SYSTEM_SCOPE, { local, name: 'Door' })
    await catalog.footscans.insert(SYSTEM_SCOPE, { area, mac: `02:00:00:00:00:0${client}` })
    const key = newToken()
    keys.push(key)
    await catalog.deviceKeys.insert(SYSTEM_SCOPE, { client, footscan: null, name: 'all', keyHash: hashOf(key), at: 0 })
    await catalog.campaigns.insert(SYSTEM_SCOPE, {
      client,
      name: `Campaign of ${name}`,
      begin: '2026-01-07',
      end: '2026-01-31',
    })
  }
  await catalog.users.insert(
    SYSTEM_SCOPE,
    {
      username: 'admin@aforo.test',
      passwordHash: await hashPassword(PASSWORD),
      role: 'admin',
      clients: [],
      flags: ['footCompare', 'campaignManager', 'canDownload'],
    },
    Date.now(),
  )
  await catalog.close()
  let running = await start({ config: config(live) })
  const send = async (from: number, to: number) => {
    for (const [i, key] of keys.entries()) {
      for (let hour = from; hour < to; hour += 12) {
        const readings = Array.from({ length: 12 }, (_, k) => ({
          kind: 'count',
          start: BEGIN + (hour + k) * 60 * MINUTE,
          end: BEGIN + (hour + k + 1) * 60 * MINUTE,
          in: ((hour + k) * 31 + i * 7) % 97,
          out: 1,
        }))
        const answer = await fetch(`${running.address}/api/ingest/readings`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-device-key': key },
          body: JSON.stringify({ mac: `02:00:00:00:00:0${i + 1}`, readings }),
        })
        if (answer.status !== 202) throw new Error(`A device was answered ${answer.status}.`)
      }
    }
    await running.app.ingest.applied()
  }
  await send(0, 300)
  await running.close()
  running = await start({ config: config(live) })
  await send(300, 360)
  const token = await signIn(running.address)
  for (const client of [1, 2]) {
    const body = JSON.stringify({
      client,
      name: `Second of ${client}`,
      begin: '2026-07-01',
      end: '2026-07-31',
      description: 'x',
    })
    await fetch(`${running.address}/api/campaigns`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', access_token: token },
      body,
    })
  }
  const copyTo = (name: string) =>
    cpSync(live, join(folder, name), { recursive: true, filter: (source) => !/ballast|-shm$|aforo\./.test(source) })
  copyTo('killed')
  await running.close()
  copyTo('closed')
}

async function signIn(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin@aforo.test', password: PASSWORD, grant_type: 'password' }),
  })
  if (answer.status !== 200) throw new Error(`Sign-in was answered ${answer.status}.`)
  return ((await answer.json()) as { access_token: string }).access_token
}

/** The output of a server that starts on a copy of these data with one flipped bit. */
async function answersOf(
  from: string,
  folder: string,
  flip?: { readonly file: string; readonly at: number },
): Promise<Answers> {
  const data = join(folder, 'copy')
  rmSync(data, { recursive: true, force: true })
  cpSync(from, data, { recursive: true })
  if (flip !== undefined) {
    const path = join(data, flip.file)
    const bytes = readFileSync(path)
    const bit = Math.floor(flip.at * bytes.length * 8)
    if (bytes.length > 0) bytes[bit >> 3]! ^= 1 << (bit & 7)
    writeFileSync(path, bytes)
  }
  const said: string[] = []
  let running: Awaited<ReturnType<typeof start>>
  try {
    running = await start({
      config: config(data),
      print: (line) => {
        if (!line.includes('SMTP_URL')) said.push(line)
      },
    })
  } catch {
    return { refused: true, said: true, failed: true, values: '' }
  }
  try {
    const values: unknown[] = []
    let failed = false
    await running.app.ingest.applied().catch(() => {
      failed = true
    })
    try {
      const token = await signIn(running.address)
      for (const path of ['/clients', '/locals', '/campaigns', '/users', '/security/group']) {
        const answer = await fetch(`${running.address}/api${path}`, { headers: { access_token: token } })
        if (answer.status !== 200) failed = true
        else values.push(await answer.json())
      }
      // Every count, hour by hour.
      for (const client of [1, 2]) {
        const answer = await fetch(
          `${running.address}/api/downloads?client=${client}&begin=${isoDate(BEGIN)}&end=${isoDate(BEGIN + 19 * DAY)}`,
          { headers: { access_token: token } },
        )
        if (answer.status !== 200) failed = true
        else values.push(await answer.text())
      }
    } catch (error) {
      console.error(error)
      failed = true
    }
    const health = (await (await fetch(`${running.address}/api/health/ready`)).json()) as { status: string }
    return {
      refused: false,
      said: said.length > 0 || health.status !== 'ok',
      failed,
      values: JSON.stringify(values, (key, value: unknown) =>
        /At$|^lastLogin|^since|^seen/.test(key) ? undefined : value,
      ),
    }
  } finally {
    await running.close().catch(() => undefined)
  }
}

/** The same bits every time: mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
