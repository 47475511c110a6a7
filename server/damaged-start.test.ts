/** Starts on what a crash and a turned bit left: what is refused, what starts, and what it says. */
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from './lib/config.ts'
import { createCatalog } from './open-catalog.ts'
import { SYSTEM_SCOPE } from './lib/scope.ts'
import { hashOf, newToken } from './lib/secrets.ts'
import { countMinutes } from './testing/count-minutes.ts'
import { start } from './start.ts'

const folder = mkdtempSync(join(tmpdir(), 'aforo-damaged-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})
const live = join(folder, 'live')
const crashed = join(folder, 'crashed')
const copy = join(folder, 'copy')
const MINUTES = 30
const BEGIN = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 20 * 86_400_000

const config = (dataDir: string) =>
  readConfig(
    {
      DATA_DIR: dataDir,
      PORT: '0',
      SECRET_KEY: 'q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W',
      LOG_LEVEL: 'silent',
      DRAIN_S: '0',
    },
    'production',
  )
const flip = (file: string, byte: number) => {
  const bytes = readFileSync(join(copy, file))
  bytes[byte]! ^= 4
  writeFileSync(join(copy, file), bytes)
}
/** Starts on the copy, gives what it said, what it counted and how it is, and stops. */
async function startOnCopy() {
  const said: string[] = []
  const running = await start({
    config: config(copy),
    print: (line) => {
      said.push(line)
    },
  })
  await running.app.ingest.applied()
  const health = (await (await fetch(`${running.address}/api/health/ready`)).json()) as {
    status: string
    parts?: string[]
  }
  await running.close()
  const { createDuckDbFactStore } = await import('./facts/duckdb/store.ts')
  const facts = await createDuckDbFactStore({ path: join(copy, 'facts.duckdb') })
  const [[sum] = []] = await facts.read('SELECT CAST(coalesce(sum(ins), 0) AS INTEGER) FROM device_hour')
  await facts.close()
  return { said: said.filter((line) => !line.includes('SMTP')), counted: Number(sum), health }
}

beforeAll(async () => {
  mkdirSync(live)
  const catalog = await createCatalog({ catalogUrl: `sqlite:${live}/catalog.sqlite` })
  const { id: client } = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })
  const { id: local } = await catalog.locals.insert(SYSTEM_SCOPE, {
    client,
    name: 'Shop',
    code: 'S',
    type: 'store',
    timeZone: 'UTC',
  })
  const { id: area } = await catalog.areas.insert(SYSTEM_SCOPE, { local, name: 'Door' })
  await catalog.footscans.insert(SYSTEM_SCOPE, { area, mac: '02:00:00:00:00:01' })
  const key = newToken()
  await catalog.deviceKeys.insert(SYSTEM_SCOPE, { client, footscan: null, name: 'all', keyHash: hashOf(key), at: 0 })
  await catalog.close()
  const running = await start({ config: config(live) })
  await countMinutes({
    address: running.address,
    key,
    mac: '02:00:00:00:00:01',
    begin: BEGIN,
    minutes: MINUTES,
    after: (minute) => (minute % 10 === 9 ? running.app.ingest.applied() : undefined),
  })
  // As after a kill: nothing was folded in.
  cpSync(live, crashed, { recursive: true, filter: (source) => !/ballast|-shm$|aforo\./.test(source) })
  await running.close()
}, 60_000)
beforeEach(() => {
  rmSync(copy, { recursive: true, force: true })
  cpSync(crashed, copy, { recursive: true })
})

test('after a crash all is there, and nothing is reported', async () => {
  expect(await startOnCopy()).toEqual({ said: [], counted: MINUTES, health: { status: 'ok' } })
})

test('with a damaged log of the facts it starts, counts all that devices sent with the help of the journal, and says so', async () => {
  flip('facts.duckdb.wal', Math.floor(statSync(join(copy, 'facts.duckdb.wal')).size / 3))
  const { said, counted, health } = await startOnCopy()
  expect(counted).toBe(MINUTES)
  expect(said).toEqual([
    expect.stringMatching(
      /^Warning: The log of the facts is damaged: .* What devices sent is read again from the journal; .* Run npm run doctor\.$/,
    ),
  ])
  expect(health).toEqual({ status: 'degraded', parts: ['facts'] })
})

test('without a journal, or with one that was cut, it says how much is lost', async () => {
  const journals = () => readdirSync(join(copy, 'ingest')).filter((name) => name.endsWith('.journal'))
  for (const name of journals()) rmSync(join(copy, 'ingest', name))
  // Counted already, so nothing is lost but the help that it would have been.
  expect((await startOnCopy()).counted).toBe(MINUTES)
  rmSync(copy, { recursive: true })
  cpSync(crashed, copy, { recursive: true })
  // Nothing counted: all of it is in the journal alone.
  rmSync(join(copy, 'facts.duckdb'))
  rmSync(join(copy, 'facts.duckdb.wal'))
  const last = join(copy, 'ingest', journals().toSorted().at(-1) ?? '')
  writeFileSync(last, readFileSync(last).subarray(0, -100))
  const { said, counted, health } = await startOnCopy()
  expect(counted).toBe(MINUTES - 1)
  expect(said).toEqual([
    expect.stringMatching(
      /^Warning: The journal \d+\.journal was cut: \d+ bytes of messages that had been answered are gone from byte \d+ on\. Run npm run doctor\.$/,
    ),
  ])
  expect(health).toEqual({ status: 'degraded', parts: ['journal'] })
})

test('with a page of the catalog that is not what was written it does not start, and says which and what to do', async () => {
  copyFileSync(join(live, 'catalog.sqlite'), join(copy, 'catalog.sqlite'))
  for (const more of ['.sums', '.mark'])
    copyFileSync(join(live, `catalog.sqlite${more}`), join(copy, `catalog.sqlite${more}`))
  rmSync(join(copy, 'catalog.sqlite-wal'), { force: true })
  flip('catalog.sqlite', 3 * 4096 + 77)
  await expect(start({ config: config(copy) })).rejects.toMatchObject({
    code: 'CATALOG_DAMAGED',
    message: expect.stringMatching(/^Page 4 of the catalog \([a-z_]+\) is not what was written\..*npm run doctor/),
  })
})
