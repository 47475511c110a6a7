/**
 * `npm run drill -- full-disk [ROUNDS]`: the server on a disk of 70 MB that is filled to the last byte and freed again,
 * under devices and readers.
 */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readConfig } from '../../server/lib/config.ts'
import { createCatalog } from '../../server/open-catalog.ts'
import { createDuckDbFactStore } from '../../server/facts/duckdb/store.ts'
import { hashPassword } from '../../server/modules/session/password-hash.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { hashOf, newToken } from '../../server/lib/secrets.ts'
import { start } from '../../server/start.ts'
import { NO_SMALL_DISK, smallDisk } from '../../server/testing/small-disk.ts'
import type { SmallDisk } from '../../server/testing/small-disk.ts'
import type { Drill } from '../drill.ts'
import { percentile } from '../drill-load.ts'

const ROUNDS = 5
const READS = 400
const READERS = 4
const PASSWORD = 'Correct-Horse-2026!'
const MAC = '02:00:00:00:00:01'
const MINUTE = 60_000
const MAX_RATIO = 2
const JSON_TEXT = { 'content-type': 'application/json' }

export const drill: Drill = {
  about: 'a disk that is filled to the last byte: what is lost, how long reads take, how soon it recovers',
  run,
}

async function run(given: readonly string[]): Promise<0 | 1 | 2> {
  const rounds = Number(given[0] ?? ROUNDS)
  const disk = smallDisk()
  if (disk === null || !Number.isInteger(rounds) || rounds < 1) {
    console.error(disk === null ? NO_SMALL_DISK : `${given[0]} is no number of rounds; expected 1 or more.`)
    return 2
  }
  try {
    return await onDisk(disk, rounds)
  } catch (error) {
    // Said here: while the server has the disk it cannot be taken away, which would be said instead.
    console.error(error)
    return 1
  } finally {
    disk.remove()
  }
}

async function onDisk(disk: SmallDisk, rounds: number): Promise<0 | 1> {
  const key = await makeCatalog(disk.folder)
  const config = readConfig(
    {
      DATA_DIR: disk.folder,
      PORT: '0',
      SECRET_KEY: 'q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W',
      LOG_LEVEL: 'silent',
      DRAIN_S: '0',
      NOTICE_MAIL: 'off',
      QUOTA_DOWNLOADS: '100',
    },
    'production',
  )
  const running = await start({ config })
  const url = `${running.address}/api`
  const signIn = async () => {
    const answer = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      headers: JSON_TEXT,
      body: JSON.stringify({ username: 'admin@aforo.test', password: PASSWORD, grant_type: 'password' }),
    })
    return { status: answer.status, token: ((await answer.json()) as { access_token: string }).access_token }
  }
  const { token } = await signIn()
  const isFull = async () =>
    ((await (await fetch(`${url}/health/ready`)).json()) as { status: string }).status === 'degraded'

  const { device, stop } = startDevice(url, key)
  const read = () => readAll(url, token, device.minute)

  await setTimeout(2000)
  await read()
  const normal: number[] = []
  const full: number[] = []
  const ratios: number[] = []
  const recoveries: number[] = []
  let signInsWhileFull = 0
  let failedSignIns = 0
  for (let round = 0; round < rounds; round += 1) {
    const before = await read()
    disk.fill()
    while (!(await isFull())) await setTimeout(100)
    // Once more, when the ballast is out: to the last byte.
    disk.fill()
    const during = await read()
    signInsWhileFull += 1
    if ((await signIn()).status !== 200) failedSignIns += 1
    normal.push(...before)
    full.push(...during)
    ratios.push(percentile(during, 0.99) / percentile(before, 0.99))
    disk.free()
    const freed = performance.now()
    const had = device.acknowledged
    while (device.acknowledged === had) await setTimeout(20)
    recoveries.push(performance.now() - freed)
    await setTimeout(500)
  }
  await stop()
  await running.app.ingest.applied()
  await running.close()
  const facts = await createDuckDbFactStore({ path: join(disk.folder, 'facts.duckdb') })
  const counted = Number((await facts.read('SELECT CAST(sum(ins) AS INTEGER) FROM device_hour'))[0]?.[0])
  await facts.close()

  const { acknowledged, refused, other } = device
  const measured = { rounds, acknowledged, counted, refused, other, signInsWhileFull, failedSignIns }
  return report({ ...measured, normal, full, ratios, recoveries }) ? 0 : 1
}

/** One device that sends a minute after the other, for as long as it may; one that is refused is sent again. */
function startDevice(url: string, key: string) {
  const device = {
    minute: Math.floor(Date.now() / 86_400_000) * 86_400_000 - 30 * 86_400_000,
    acknowledged: 0,
    refused: 0,
    other: 0,
  }
  const finished = new AbortController()
  const sending = (async () => {
    while (!finished.signal.aborted) {
      const body = JSON.stringify({
        mac: MAC,
        readings: [{ kind: 'count', start: device.minute, end: device.minute + MINUTE, in: 1, out: 0 }],
      })
      const answer = await fetch(`${url}/ingest/readings`, {
        method: 'POST',
        headers: { ...JSON_TEXT, 'x-device-key': key },
        body,
      })
      await answer.arrayBuffer()
      if (answer.status === 202) {
        device.acknowledged += 1
        device.minute += MINUTE
      } else if ((answer.status === 507 || answer.status === 503) && answer.headers.has('retry-after'))
        device.refused += 1
      else device.other += 1
      await setTimeout(5)
    }
  })()
  return {
    device,
    async stop() {
      finished.abort()
      await sending
    },
  }
}

/** Readings by several people at once: how long each took, ms. */
async function readAll(url: string, token: string, minute: number): Promise<number[]> {
  const times: number[] = []
  await Promise.all(
    Array.from({ length: READERS }, async (_, reader) => {
      for (let i = 0; i < READS / READERS; i += 1) {
        const path = [
          '/locals',
          '/campaigns',
          `/downloads?client=1&begin=${isoDate(minute - 3 * 86_400_000)}&end=${isoDate(minute)}`,
        ][(i + reader) % 3]!
        const began = performance.now()
        const answer = await fetch(`${url}${path}`, { headers: { access_token: token } })
        await answer.arrayBuffer()
        if (answer.status !== 200) throw new Error(`GET ${path} was answered ${answer.status}.`)
        times.push(performance.now() - began)
      }
    }),
  )
  return times
}

interface Measured {
  readonly rounds: number
  readonly acknowledged: number
  readonly counted: number
  readonly refused: number
  readonly other: number
  readonly signInsWhileFull: number
  readonly failedSignIns: number
  readonly normal: readonly number[]
  readonly full: readonly number[]
  readonly ratios: readonly number[]
  readonly recoveries: readonly number[]
}

/** Says what was measured, and whether all of it holds. */
function report(measured: Measured): boolean {
  const { rounds, acknowledged, counted, refused, other, normal, full, ratios, recoveries } = measured
  const { signInsWhileFull, failedSignIns } = measured
  const ratio = percentile(ratios, 0.5)
  const lost = acknowledged - counted
  console.log(
    '| rounds | counts acknowledged | lost | counted twice | refused with Retry-After | other answers to devices | ' +
      'sign-ins while full, failed |',
  )
  console.log('|---|---|---|---|---|---|---|')
  console.log(
    `| ${rounds} | ${acknowledged} | ${Math.max(0, lost)} | ${Math.max(0, -lost)} | ${refused} | ${other} | ` +
      `${signInsWhileFull}, ${failedSignIns} |\n`,
  )
  console.log('| reads | p50, ms | p99, ms |\n|---|---|---|')
  for (const [name, times] of [
    ['normal', normal],
    ['disk full', full],
  ] as const)
    console.log(
      `| ${name} (${times.length}) | ${percentile(times, 0.5).toFixed(1)} | ${percentile(times, 0.99).toFixed(1)} |`,
    )
  console.log(
    `\nMedian of the rounds' ratios of p99: ${ratio.toFixed(2)} (at most ${MAX_RATIO}); counts again ` +
      `${Math.round(percentile(recoveries, 0.5))} ms after space was freed (median).`,
  )
  return lost === 0 && other === 0 && failedSignIns === 0 && ratio <= MAX_RATIO
}

const isoDate = (at: number) => new Date(at).toISOString().slice(0, 10)

async function makeCatalog(folder: string): Promise<string> {
  const catalog = await createCatalog({ catalogUrl: `sqlite:${folder}/catalog.sqlite` })
  const { id: client } = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })
  const { id: local } = await catalog.locals.insert(SYSTEM_SCOPE, {
    client,
    name: 'Shop',
    code: 'S',
    type: 'store',
    timeZone: 'UTC',
  })
  const { id: area } = await catalog.areas.insert(SYSTEM_SCOPE, { local, name: 'Door' })
  await catalog.footscans.insert(SYSTEM_SCOPE, { area, mac: MAC })
  const key = newToken()
  await catalog.deviceKeys.insert(SYSTEM_SCOPE, { client, footscan: null, name: 'all', keyHash: hashOf(key), at: 0 })
  await catalog.users.insert(
    SYSTEM_SCOPE,
    {
      username: 'admin@aforo.test',
      passwordHash: await hashPassword(PASSWORD),
      role: 'admin',
      clients: [],
      flags: ['canDownload'],
    },
    Date.now(),
  )
  await catalog.close()
  return key
}
