import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockDataDir } from '../lib/boot.ts'
import { readConfig, storeConfigIn } from '../lib/config.ts'
import { createCatalog } from '../open-catalog.ts'
import { createDuckDbFactStore } from '../facts/duckdb/store.ts'
import { BLOCK_BYTES, BLOCKS_AT } from '../facts/duckdb/facts-check.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { secretsOf } from '../lib/secrets.ts'
import { start } from '../start.ts'
import { testDialects } from '../testing/postgres.ts'
import { runDoctor } from './index.ts'

const KEY = 'q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W'
const { dialects, stop } = await testDialects()
const postgres = dialects.find(({ name }) => name === 'PostgreSQL')
const folder = mkdtempSync(join(tmpdir(), 'aforo-doctor-'))
afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})
const good = join(folder, 'good')
const data = join(folder, 'data')
/** A group of rows of one client each. */
const HOURS = 122_880
let insBlock: number

beforeAll(async () => {
  mkdirSync(good)
  const running = await start({
    config: readConfig({ DATA_DIR: good, PORT: '0', SECRET_KEY: KEY, LOG_LEVEL: 'silent', DRAIN_S: '0' }, 'production'),
  })
  await running.close()
  const catalog = await createCatalog({ catalogUrl: `sqlite:${good}/catalog.sqlite` })
  for (let i = 0; i < 50; i += 1) await catalog.clients.insert(SYSTEM_SCOPE, { name: `Client ${i}`, type: 'basic' })
  await catalog.close()
  const facts = await createDuckDbFactStore({ path: join(good, 'facts.duckdb') })
  for (const client of [1, 2]) {
    await facts.write((connection) =>
      connection.run(`INSERT INTO traffic BY NAME SELECT ${client} AS client, ${client} AS local,
        (i // 24 // 2000)::INTEGER AS area, (15000 + i // 24 % 2000)::INTEGER AS day, (i % 24)::TINYINT AS hour,
        0::TINYINT AS fold, (1296000000 + i * 3600)::UINTEGER AS instant, (hash(i) % 99991)::INTEGER AS ins,
        1 AS expected, 1 AS observed, 0 AS state, 0 AS learntAt FROM range(${HOURS}) t(i)`),
    )
  }
  await facts.checkpoint()
  const blocks = (column: string) =>
    facts.read(
      `SELECT block_id FROM pragma_storage_info('traffic') WHERE column_name = '${column}' AND row_group_id = 0 AND ` +
        `block_id >= 0 AND segment_type <> 'VALIDITY' ORDER BY ALL`,
    )
  insBlock = Number((await blocks('ins'))[0]?.[0])
  await facts.close()
}, 60_000)
beforeEach(() => {
  rmSync(data, { recursive: true, force: true })
  cpSync(good, data, { recursive: true })
})

async function doctor(repair = false, catalogUrl?: string) {
  const said: string[] = []
  const code = await runDoctor({
    config: { ...storeConfigIn({}, data), ...(catalogUrl !== undefined && { catalogUrl }) },
    secrets: secretsOf(KEY),
    repair,
    now: 1,
    print: (line) => {
      said.push(line)
    },
  })
  return { code, said, bad: said.filter((line) => /^(WRONG|LOST|\s+Repaired)/.test(line)) }
}
const flip = (file: string, byte: number, bit = 0) => {
  const bytes = readFileSync(join(data, file))
  bytes[byte]! ^= 1 << bit
  writeFileSync(join(data, file), bytes)
}

test('says that sound data are sound, part by part, and changes nothing', async () => {
  // The lock, and what SQLite makes beside a file that it only reads.
  const files = () =>
    readdirSync(data)
      .filter((name) => name !== 'aforo.lock' && !/-(wal|shm)$/.test(name))
      .toSorted()
  const before = files()
  const { code, said } = await doctor()
  expect([code, said.filter((line) => !/^(ok|note) {2,}/.test(line))]).toEqual([0, ['All is well.']])
  for (const part of ['disk', 'locks', 'key', 'catalog', 'positions', 'facts', 'journal', 'files'])
    expect(said).toContainEqual(expect.stringMatching(new RegExp(`^ok +${part} `)))
  expect(files()).toEqual(before)
})

describe.each([
  ['SQLite', async () => `sqlite:${data}/catalog.sqlite`],
  ...(postgres === undefined ? [] : [['PostgreSQL', postgres.url] as const]),
] as const)('of a catalog in %s', (name, url) => {
  test('a local at a pole or on the date line is named, with its page: no shop is there', async () => {
    const catalogUrl = await url()
    const catalog = await createCatalog({ catalogUrl })
    const client = (await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Turia', type: 'basic' })).id
    const at = async (called: string, lat: number | null, lng: number | null) => {
      const local = { client, name: called, code: called, type: 'store', timeZone: 'UTC', geo: { lat, lng } } as const
      return (await catalog.locals.insert(SYSTEM_SCOPE, local)).id
    }
    const [pole, line] = [await at('Tienda Turia', 90, -0.37), await at('Fiyi', -17.8, -180)]
    await at('Svalbard', 89.9, 15)
    await at('Sin sitio', null, null)
    await catalog.close()
    const { code, said } = await doctor(false, catalogUrl)
    expect([code, said.filter((text) => text.includes(' positions '))]).toEqual([
      0,
      [
        expect.stringMatching(
          new RegExp(
            `^note .*2 locals .*Tienda Turia \\(${pole}\\) at 90, -0\\.37; Fiyi \\(${line}\\) at -17\\.8, ` +
              `-180\\..*/users/admin/locals/`,
          ),
        ),
      ],
    ])
  })

  test('the key of other data is reported, and a folder of an export that the catalog does not have', async () => {
    const catalogUrl = await url()
    const catalog = await createCatalog({ catalogUrl })
    await catalog.settings.set('secretKey', { id: 'another' }, 1)
    await catalog.close()
    mkdirSync(join(data, 'exports', '777'), { recursive: true })
    const { code, bad } = await doctor(false, catalogUrl)
    expect([code, bad]).toEqual([
      1,
      [
        expect.stringMatching(/^LOST +key +SECRET_KEY is not the key of these data/),
        expect.stringMatching(/^WRONG files +exports\/777 belongs to nothing/),
      ],
    ])
  })

  test.runIf(name === 'PostgreSQL')('that does not answer, the doctor says so and looks at the rest', async () => {
    const { code, said } = await doctor(false, 'postgres://aforo@127.0.0.1:1/none')
    expect([code, said.filter((text) => text.startsWith('note'))]).toEqual([
      0,
      [
        expect.stringMatching(/^note +key +The catalog does not say which key it belongs to/),
        expect.stringMatching(/^note +catalog +The catalog is in PostgreSQL/),
        expect.stringMatching(/^note +positions +The positions of locals cannot be read/),
      ],
    ])
    expect(said).toContainEqual(expect.stringMatching(/^ok +facts/))
  })
})

test('beside a running server it reads and repairs nothing', async () => {
  const lock = lockDataDir(data)
  expect(await doctor()).toMatchObject({ code: 0 })
  await expect(doctor(true)).rejects.toMatchObject({ code: 'DATA_DIR_LOCKED' })
  lock.release()
  rmSync(data, { recursive: true })
  await expect(doctor()).rejects.toMatchObject({ code: 'DATA_DIR_MISSING' })
})

test('a bit of the catalog that turned is named, turned back, and nothing is lost', async () => {
  const before = readFileSync(join(data, 'catalog.sqlite'))
  flip('catalog.sqlite', 5 * 4096 + 1000, 6)
  const found = await doctor()
  expect(found).toMatchObject({ code: 1, bad: [expect.stringMatching(/^LOST +catalog +Page 6 of the catalog/)] })
  expect(await doctor(true)).toMatchObject({
    code: 0,
    bad: [expect.anything(), expect.stringContaining('the bit that had turned was turned back; nothing is lost')],
  })
  expect(readFileSync(join(data, 'catalog.sqlite')).equals(before)).toBe(true)
  expect((await doctor()).code).toBe(0)
})

test('a page of the catalog of which more is wrong is not guessed at: it says whose it is and that a backup is needed', async () => {
  for (const at of [100, 101, 102]) flip('catalog.sqlite', 5 * 4096 + at)
  const { code, bad } = await doctor(true)
  expect([code, bad.length > 1]).toEqual([1, true])
  expect(bad.join('\n')).toMatch(/Restore the catalog from a backup\.|was made anew of its table/)
})

test('a damaged block of the facts is named with its table, column and client; what can be read is kept, and what is lost is counted', async () => {
  flip('facts.duckdb', BLOCKS_AT + insBlock * BLOCK_BYTES + 2000)
  const found = await doctor()
  expect(found.code).toBe(1)
  expect(found.bad).toContainEqual(
    expect.stringMatching(
      new RegExp(
        `^LOST +facts +Block ${insBlock} is not what was written: .*ins.* of table traffic in 1 group of rows ` +
          'cannot be read',
      ),
    ),
  )
  const repaired = await doctor(true)
  expect(repaired.code).toBe(1)
  expect(repaired.bad).toContainEqual(
    expect.stringMatching(
      /Repaired: \d+ rows were kept\. .*(traffic\.ins of 122880 rows is lost and empty now|122880 rows of traffic are lost)/,
    ),
  )
  expect(existsSync(join(data, 'facts.duckdb.damaged-1'))).toBe(true)
  const facts = await createDuckDbFactStore({ path: join(data, 'facts.duckdb') })
  const sound = await createDuckDbFactStore({ path: join(good, 'facts.duckdb') })
  const ofTwo = 'SELECT count(*)::INTEGER, CAST(sum(ins) AS BIGINT) FROM traffic WHERE client = 2'
  expect(await facts.read(ofTwo)).toEqual(await sound.read(ofTwo))
  await facts.close()
  await sound.close()
  expect((await doctor()).code).toBe(0)
}, 60_000)

test('a journal that is gone, orphaned files and modes that are too wide are reported; what can be repaired is', async () => {
  mkdirSync(join(data, 'exports', '777'), { recursive: true })
  copyFileSync(join(data, 'catalog.sqlite'), join(data, 'catalog.sqlite.sums.next'))
  const { chmodSync } = await import('node:fs')
  chmodSync(join(data, 'catalog.sqlite'), 0o644)
  const facts = await createDuckDbFactStore({ path: join(data, 'facts.duckdb') })
  await facts.write((connection) =>
    connection.run(`INSERT OR REPLACE INTO journal_position VALUES ('readings', 3, 100)`),
  )
  await facts.close()
  for (const name of readdirSync(join(data, 'ingest'))) rmSync(join(data, 'ingest', name), { recursive: true })
  expect((await doctor(true)).bad).toEqual([
    expect.stringMatching(/^LOST +journal +The journal 0000000003\.journal is missing/),
    expect.stringMatching(/^WRONG files +.*can be read by others/),
    expect.stringContaining('Only its owner'),
    expect.stringMatching(/sums\.next was left over/),
    expect.stringContaining('was removed'),
    expect.stringMatching(/^WRONG files +exports\/777 belongs to nothing/),
    expect.stringContaining('was removed'),
  ])
  expect(existsSync(join(data, 'exports', '777'))).toBe(false)
})
