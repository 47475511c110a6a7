/**
 * The doctor on the files of a server that was killed: for each kind of damage which part it names, what it puts right,
 * and that it says what is lost. The command itself is run where nothing is damaged, and with another key; its
 * process, which costs a second and a half to begin, is the same for all else.
 */
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig, readStoreConfig } from '../lib/config.ts'
import { createCatalog } from '../open-catalog.ts'
import { createDuckDbFactStore } from '../facts/duckdb/store.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { hashOf, newToken, secretsOf } from '../lib/secrets.ts'
import { countMinutes } from '../testing/count-minutes.ts'
import { start } from '../start.ts'
import { runDoctor } from './index.ts'

const KEY = 'q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W'
const PAGE = 4096
const MINUTES = 20
const BEGIN = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 20 * 86_400_000
const CLIENTS = 400
const LATE_CLIENTS = 5

const folder = mkdtempSync(join(tmpdir(), 'aforo-doctor-damage-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})
const live = join(folder, 'live')
/** All in the files, as after a stop. */
const closed = join(folder, 'closed')
/** The last changes in the logs, as after a kill. */
const killed = join(folder, 'killed')
const data = join(folder, 'data')

const config = (dataDir: string) =>
  readConfig({ DATA_DIR: dataDir, PORT: '0', SECRET_KEY: KEY, LOG_LEVEL: 'silent', DRAIN_S: '0' }, 'production')

beforeAll(async () => {
  mkdirSync(live)
  const before = await createCatalog({ catalogUrl: `sqlite:${live}/catalog.sqlite` })
  const names = Array.from({ length: CLIENTS }, (_, i) => `Client ${i} of some length, so that it takes its room`)
  for (const name of names) await before.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })
  const { id: client } = await before.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })
  const place = { client, name: 'Shop', code: 'S', type: 'store', timeZone: 'UTC' } as const
  const { id: local } = await before.locals.insert(SYSTEM_SCOPE, place)
  const { id: area } = await before.areas.insert(SYSTEM_SCOPE, { local, name: 'Door' })
  await before.footscans.insert(SYSTEM_SCOPE, { area, mac: '02:00:00:00:00:01' })
  const key = newToken()
  await before.deviceKeys.insert(SYSTEM_SCOPE, { client, footscan: null, name: 'all', keyHash: hashOf(key), at: 0 })
  const hash = 'a hash that opens nothing'
  for (let i = 0; i < 30; i += 1)
    await before.deviceKeys.insert(SYSTEM_SCOPE, {
      client,
      footscan: null,
      name: `${i}`,
      keyHash: `${hash} ${i}`,
      at: 0,
    })
  await before.close()
  const first = await start({ config: config(live) })
  await first.close()
  cpSync(live, closed, { recursive: true })

  const running = await start({ config: config(live) })
  await countMinutes({
    address: running.address,
    key,
    mac: '02:00:00:00:00:01',
    begin: BEGIN,
    minutes: MINUTES,
    after: (minute) => (minute % 5 === 4 ? running.app.ingest.applied() : undefined),
  })
  // The command line beside the server.
  const beside = await createCatalog({ catalogUrl: `sqlite:${live}/catalog.sqlite` })
  for (let i = 0; i < LATE_CLIENTS; i += 1)
    await beside.transaction(async (late) => {
      await late.clients.insert(SYSTEM_SCOPE, { name: `Late ${i}`, type: 'basic' })
      await late.audit.append(SYSTEM_SCOPE, { action: 'user.add', target: `Late ${i}`, at: BEGIN + i })
    })
  cpSync(live, killed, { recursive: true, filter: (source) => !/ballast|-shm$|aforo\./.test(source) })
  await beside.close()
  await running.close()
}, 60_000)
beforeEach(() => {
  rmSync(data, { recursive: true, force: true })
})
const use = (state: string) => {
  cpSync(state, data, { recursive: true })
}
const flip = (file: string, ...at: readonly number[]) => {
  const bytes = readFileSync(join(data, file))
  for (const byte of at) bytes[byte]! ^= 4
  writeFileSync(join(data, file), bytes)
}

/** `npm run doctor`, with the node of this process. */
async function command(key = KEY) {
  const args = ['--disable-warning=ExperimentalWarning', 'server/cli/doctor.ts']
  const env = { PATH: process.env['PATH'], DATA_DIR: data, SECRET_KEY: key }
  const { stdout, code } = await promisify(execFile)(process.execPath, args, { env, cwd: process.cwd() }).then(
    (ended) => ({ ...ended, code: 0 }),
    (error: { stdout: string; code: number }) => error,
  )
  return { code, bad: badOf(stdout), said: stdout }
}
const badOf = (said: string) => said.split('\n').filter((line) => /^(WRONG|LOST|\s+Repaired)/.test(line))
/** Runs the command in this process. */
async function doctor(given?: '--repair') {
  const lines: string[] = []
  const code = await runDoctor({
    config: readStoreConfig({ DATA_DIR: data }),
    secrets: secretsOf(KEY),
    repair: given === '--repair',
    now: Date.now(),
    print: (line) => void lines.push(line),
  })
  const said = lines.join('\n')
  return { code, bad: badOf(said), said }
}
/** The data as the server has them after the journal is read; null and why where it does not start. */
async function served() {
  const said: string[] = []
  const running = await start({
    config: config(data),
    print: (line) => {
      if (!line.includes('SMTP')) said.push(line)
    },
  }).catch((error: Error) => error)
  if (running instanceof Error) return running.message
  await running.app.ingest.applied()
  await running.close()
  const catalog = await createCatalog({ catalogUrl: `sqlite:${data}/catalog.sqlite` })
  const clients = (await catalog.clients.list(SYSTEM_SCOPE)).length
  await catalog.close()
  const facts = await createDuckDbFactStore({ path: join(data, 'facts.duckdb') })
  const [[counted] = []] = await facts.read('SELECT CAST(coalesce(sum(ins), 0) AS INTEGER) FROM device_hour')
  await facts.close()
  return { clients, counted: Number(counted), said }
}
const ALL = { clients: CLIENTS + 1 + LATE_CLIENTS, counted: MINUTES, said: [] }
const ALL_CLOSED = { clients: CLIENTS + 1, counted: 0, said: [] }

/** Pages of a table or an index in the catalog of `closed`. */
function pagesOf(name: string): number[] {
  const database = new DatabaseSync(join(closed, 'catalog.sqlite'), { readOnly: true })
  try {
    return database
      .prepare(`select pageno from dbstat where name = ? and pagetype = 'leaf' order by pageno`)
      .all(name)
      .map(({ pageno }) => Number(pageno))
  } finally {
    database.close()
  }
}
const indexPage = () => pagesOf('sqlite_autoindex_device_keys_1')[0]!
/** Two bits of a page, which are beyond what its sum can turn back. */
const twoBits = (page: number) => [page * PAGE - 300, page * PAGE - 100] as const

test('a server that was killed leaves no damage', async () => {
  use(killed)
  expect(statSync(join(data, 'catalog.sqlite-wal')).size).toBeGreaterThan(5 * PAGE)
  expect(await command()).toMatchObject({ code: 0, bad: [] })
  expect(await doctor()).toMatchObject({ code: 0, bad: [] })
  expect(await served()).toEqual(ALL)
})

describe('the change log of the catalog', () => {
  const wal = 'catalog.sqlite-wal'
  const lost =
    /^LOST +catalog +The log of the catalog is damaged: (\d+) pages? that had been acknowledged .* so the last changes are missing\.$/

  test.each([
    ['a bit of it turned near the end', () => flip(wal, statSync(join(data, wal)).size - 2 * (PAGE + 24) - 50)],
    ['its end is missing', () => truncateSync(join(data, wal), statSync(join(data, wal)).size - PAGE - 24)],
  ])('where %s: the catalog is restored to its state before, and the loss is reported', async (_, damage) => {
    use(killed)
    damage()
    // It is not started on, and the doctor alone changes nothing.
    expect(await served()).toMatch(/^The log of the catalog is damaged: .*npm run doctor/)
    expect(await doctor()).toMatchObject({ code: 1, bad: [expect.stringMatching(lost)] })
    expect(await doctor()).toMatchObject({ code: 1, bad: [expect.stringMatching(lost)] })
    expect(await doctor('--repair')).toMatchObject({
      code: 1,
      bad: [
        expect.stringMatching(lost),
        expect.stringMatching(
          /^ +Repaired: The catalog was taken as it was before the damage in its log: the last changes, at most \d+ pages?, are lost; the newest entry that the audit log still has is of \d{4}-\d\d-\d\dT[\d:.]+Z\.$/,
        ),
      ],
    })
    expect(await doctor()).toMatchObject({ code: 0, bad: [] })
    const { clients, counted, said } = (await served()) as typeof ALL
    expect({ counted, said }).toEqual({ counted: MINUTES, said: [] })
    // The last client is gone, and those before the damage are there.
    expect(clients).toBeGreaterThan(CLIENTS)
    expect(clients).toBeLessThan(ALL.clients)
  })

  test('that is gone is reported too, and the checkpointed part is there', async () => {
    use(killed)
    rmSync(join(data, wal))
    expect((await doctor()).bad).toEqual([expect.stringMatching(lost)])
    expect(await doctor('--repair')).toMatchObject({ code: 1 })
    expect(await served()).toMatchObject({ clients: CLIENTS + 1, counted: MINUTES })
  })

  test('and a page of a table that cannot be turned back: nothing is taken for good, and a backup is asked for', async () => {
    use(killed)
    flip(wal, statSync(join(data, wal)).size - 2 * (PAGE + 24) - 50)
    flip('catalog.sqlite', ...twoBits(pagesOf('clients')[0]!))
    const { code, said } = await doctor('--repair')
    expect([code, said]).toEqual([1, expect.stringContaining('Restore the catalog from a backup.')])
    // A second look says the same, and the server does not start on it.
    expect((await doctor()).said).toMatch(/Page \d+ of the catalog \(clients\) is not what was written/)
    expect(await served()).toMatch(/is not what was written/)
  })

  test('that is whole and has a page anew of which more than a bit turned in the file: nothing is lost', async () => {
    use(killed)
    // The last page of the clients, to which the late ones were added.
    flip('catalog.sqlite', ...twoBits(pagesOf('clients').at(-1)!))
    expect(await doctor('--repair')).toMatchObject({
      code: 0,
      bad: [
        expect.stringMatching(/^LOST +catalog +Page \d+ of the catalog/),
        expect.stringMatching(/Repaired: Page \d+ was in the log as it was last written; nothing is lost\./),
      ],
    })
    expect(await served()).toEqual(ALL)
  })
})

describe('pages of the catalog', () => {
  test('of a table, of which one bit turned, are turned back, also many', async () => {
    use(closed)
    const pages = pagesOf('clients').slice(0, 3)
    expect(pages).toHaveLength(3)
    flip('catalog.sqlite', ...pages.map((page) => page * PAGE - 200))
    const { code, bad } = await doctor('--repair')
    expect([code, bad.filter((line) => line.includes('the bit that had turned was turned back'))]).toEqual([
      0,
      pages.map(() => expect.anything()),
    ])
    expect(await served()).toEqual(ALL_CLOSED)
  })

  test('of an index, of which more turned, are made anew of the table', async () => {
    use(closed)
    flip('catalog.sqlite', ...twoBits(indexPage()))
    expect(await doctor('--repair')).toMatchObject({
      code: 0,
      bad: [
        expect.stringMatching(/^LOST +catalog +Page/),
        expect.stringMatching(/was made anew of its table; nothing is lost\./),
      ],
    })
    expect(await served()).toEqual(ALL_CLOSED)
  })

  test('of an index and of a table: what can be is turned back, and what cannot is not taken for good', async () => {
    use(closed)
    const [first, second] = pagesOf('clients')
    flip('catalog.sqlite', ...twoBits(indexPage()), first! * PAGE - 200)
    expect((await doctor('--repair')).code).toBe(0)
    expect(await served()).toEqual(ALL_CLOSED)

    rmSync(data, { recursive: true })
    use(closed)
    flip('catalog.sqlite', ...twoBits(indexPage()), ...twoBits(second!))
    const { code, said } = await doctor('--repair')
    expect([code, said]).toEqual([1, expect.stringContaining('more than one bit has turned')])
    expect((await doctor()).said).toContain(`Page ${second} of the catalog (clients) is not what was written`)
    expect(await served()).toContain(`Page ${second} of the catalog (clients) is not what was written`)
  })

  test('that are missing at its end are reported, and a backup is requested', async () => {
    use(closed)
    truncateSync(join(data, 'catalog.sqlite'), statSync(join(data, 'catalog.sqlite')).size - PAGE)
    expect(await doctor('--repair')).toMatchObject({
      code: 1,
      bad: [expect.stringMatching(/^LOST +catalog +The catalog is not as long as it was .* from a backup\.$/)],
    })
  })

  test('whose sums turned: SQLite is asked, and they are made anew', async () => {
    use(closed)
    flip('catalog.sqlite.sums', 200)
    expect(await doctor('--repair')).toMatchObject({
      code: 0,
      bad: [expect.stringMatching(/^WRONG catalog +The sums of the catalog cannot be read/), expect.anything()],
    })
    expect(await served()).toEqual(ALL_CLOSED)
  })
})

describe('the facts', () => {
  test('whose log is damaged: it is set aside, the messages of devices come back from the journal, and possible losses are reported', async () => {
    use(killed)
    flip('facts.duckdb.wal', Math.floor(statSync(join(data, 'facts.duckdb.wal')).size / 3))
    const found = await doctor()
    expect(found).toMatchObject({
      code: 1,
      bad: [
        expect.stringMatching(/^LOST +facts +The log of the facts is damaged: \d+ of \d+ bytes cannot be trusted\.$/),
      ],
    })
    const repaired = await doctor('--repair')
    expect(repaired).toMatchObject({
      code: 1,
      bad: [
        expect.anything(),
        expect.stringMatching(
          /Repaired: The log of the facts is damaged: .* read again from the journal; other changes in it are missing\. It was set aside as facts\.duckdb\.wal\.damaged-\d+\.$/,
        ),
      ],
    })
    expect((await doctor()).code).toBe(0)
    expect(await served()).toEqual(ALL)
  })

  test.each([0, 1, 2])('of which header %i turned cannot be opened, and a backup is asked for', async (header) => {
    use(closed)
    flip('facts.duckdb', header * PAGE + 60)
    expect(await doctor('--repair')).toMatchObject({
      code: 1,
      bad: [expect.stringMatching(/^LOST +facts +DuckDB cannot open the facts: 1 headers and 0 .* from a backup\.$/)],
    })
    expect(await served()).toMatch(/backup|doctor/)
  })
})

describe('the journal', () => {
  const journals = () =>
    readdirSync(join(data, 'ingest'))
      .filter((name) => name.endsWith('.journal'))
      .toSorted()
  /** Nothing counted: all of it is in the journal alone. */
  const uncounted = async () => {
    for (const more of ['', '.wal']) rmSync(join(data, `facts.duckdb${more}`))
    cpSync(join(closed, 'facts.duckdb'), join(data, 'facts.duckdb'))
    await countedUpTo(1)
  }
  const countedUpTo = async (segment: number) => {
    const facts = await createDuckDbFactStore({ path: join(data, 'facts.duckdb') })
    await facts.write((connection) =>
      connection.run(`INSERT OR REPLACE INTO journal_position VALUES ('readings', ${segment}, 0)`),
    )
    await facts.close()
  }

  test('with a flipped bit: the loss is reported, and the rest is counted', async () => {
    use(killed)
    await uncounted()
    const last = journals().at(-1)!
    flip(join('ingest', last), Math.floor(statSync(join(data, 'ingest', last)).size / 2))
    expect(await doctor()).toMatchObject({
      code: 1,
      bad: [
        expect.stringMatching(
          /^LOST +journal +The journal \d+\.journal is damaged at byte \d+: messages in \d+ bytes are lost; what is behind them was read\.$/,
        ),
      ],
    })
    expect(await served()).toMatchObject({ counted: MINUTES - 1 })
  })

  test('that was cut: the number of acknowledged bytes lost is reported', async () => {
    use(killed)
    await uncounted()
    const last = join(data, 'ingest', journals().at(-1)!)
    truncateSync(last, statSync(last).size - 100)
    expect(await doctor()).toMatchObject({
      code: 1,
      bad: [
        expect.stringMatching(
          /^LOST +journal +The journal \d+\.journal was cut: \d+ bytes of messages that had been answered are gone/,
        ),
      ],
    })
    expect(await served()).toMatchObject({ counted: MINUTES - 1 })
  })

  test('of which the files are gone, or the folder, is not called whole', async () => {
    use(killed)
    for (const name of journals()) rmSync(join(data, 'ingest', name))
    const missing = [expect.stringMatching(/^LOST +journal +The journal \d+\.journal is missing/)]
    expect(await doctor()).toMatchObject({ code: 1, bad: missing })
    rmSync(join(data, 'ingest'), { recursive: true })
    expect(await doctor()).toMatchObject({ code: 1, bad: missing })
  })

  test('that was counted and let go is not missed while the log of the facts has to be repaired', async () => {
    use(killed)
    // As after many files: the ones before were counted and removed.
    renameSync(join(data, 'ingest', journals().at(-1)!), join(data, 'ingest', '0000000009.journal'))
    for (const name of journals().slice(0, -1)) rmSync(join(data, 'ingest', name))
    rmSync(join(data, 'ingest', 'journal.mark'))
    await countedUpTo(8)
    writeFileSync(join(data, 'facts.duckdb.wal'), readFileSync(join(killed, 'facts.duckdb.wal')))
    flip('facts.duckdb.wal', Math.floor(statSync(join(killed, 'facts.duckdb.wal')).size / 3))
    const found = await doctor()
    expect(found.said).not.toMatch(/LOST +journal/)
    expect(found.said).toMatch(/^note +journal +Whether the earlier files .* is known once the facts can be read\.$/m)
    const repaired = await doctor('--repair')
    expect(repaired.said).toMatch(/^ok +journal +The journal is whole: 1 files/m)
    expect(repaired.said).not.toMatch(/(LOST|note) +journal/)
    expect(existsSync(join(data, 'ingest', '0000000009.journal'))).toBe(true)
  })
})

test('two parts that are damaged are both said', async () => {
  use(killed)
  flip('catalog.sqlite-wal', statSync(join(data, 'catalog.sqlite-wal')).size - 2 * (PAGE + 24) - 50)
  flip('facts.duckdb.wal', Math.floor(statSync(join(data, 'facts.duckdb.wal')).size / 3))
  const { code, bad } = await doctor()
  expect([code, bad.map((line) => /^LOST +(\w+)/.exec(line)?.[1])]).toEqual([1, ['catalog', 'facts']])
})

test('a key of other data is reported', async () => {
  use(closed)
  const { code, said } = await command(`${KEY}-another`)
  expect([code, said]).toEqual([1, expect.stringMatching(/^LOST +key +SECRET_KEY is not the key of these data/m)])
})
