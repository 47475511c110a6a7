import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ExportDraft } from '#schemas/generated/api/export-draft.ts'
import { askerOf, currentAsker, runAs } from '../../lib/asker.ts'
import { backgroundWork, type Background } from '../../lib/background.ts'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { createDuckDbFactStore } from '../../facts/duckdb/store.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import type { ExportSnapshot } from '../../facts/exports.ts'
import { hourRow } from '../../facts/testing.ts'
import { SYSTEM_SCOPE, type Scope } from '../../lib/scope.ts'
import { trafficKinds } from '../../traffic-kinds.ts'
import { clientService } from '../clients/service.ts'
import { localService } from '../locals/service.ts'
import { moduleMuting } from '../modules/muting.ts'
import { openWorkbook, type Cell } from '../uploads/workbook.ts'
import { scopeOf } from '../../lib/user.ts'
import { exportService } from './service.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const DAY = 20_000
const DAYS = 40
const log = { info: () => {}, error: vi.fn() }

let [catalog, facts, folder, background, scope, draft]: [
  Catalog,
  SqlFactStore,
  string,
  Background,
  Scope,
  ExportDraft,
] = [undefined!, undefined!, '', undefined!, undefined!, undefined!]
const clock = {
  time: NOW,
  now() {
    return this.time
  },
}

beforeEach(async () => {
  clock.time = NOW
  log.error.mockClear()
  folder = mkdtempSync(join(tmpdir(), 'aforo-exports-test-'))
  catalog = await memoryCatalog()
  facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  background = backgroundWork(log)
  const { id: client } = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })
  const { id: local } = await catalog.locals.insert(SYSTEM_SCOPE, {
    client,
    name: '=HYPERLINK("x")',
    code: 'U1',
    type: 'store',
    timeZone: 'UTC',
  })
  const user = await catalog.users.insert(
    SYSTEM_SCOPE,
    { username: 'ana@x.test', role: 'basic', clients: [client], flags: ['canDownload'], passwordHash: null },
    NOW,
  )
  scope = scopeOf(user)
  await facts.upsertTraffic(
    Array.from({ length: DAYS * 24 }, (_, i) => hourRow(DAY + Math.floor(i / 24), i % 24, { client, local, ins: i })),
    'test',
  )
  draft = { clients: [client], begin: '2020-01-01', end: '2026-11-20', grain: 'hour', format: 'csv' }
})
afterEach(async () => {
  await background.settled()
  await facts.close()
  await catalog.close()
  rmSync(folder, { recursive: true, force: true })
})

function service({
  store = facts,
  keptDays = 7,
  quotaMb = 100,
}: { store?: SqlFactStore; keptDays?: number; quotaMb?: number } = {}) {
  const clients = clientService({ clients: catalog.clients })
  const locals = localService({ locals: catalog.locals, areas: catalog.areas, footscans: catalog.footscans, clients })
  return exportService({
    catalog,
    facts: store,
    kinds: trafficKinds(catalog),
    clients,
    locals,
    muting: moduleMuting(catalog),
    background,
    clock,
    folder,
    keptDays,
    quotaMb,
    log,
  })
}

const rowsOf = (sql: string) =>
  facts.snapshot(async (connection) => (await connection.runAndReadAll(sql)).getRowsJson())

const left = () => (existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String).sort() : [])

/** The same store, whose rows of an export pass through this. */
const through = (change: (rows: ExportSnapshot) => Partial<ExportSnapshot>): SqlFactStore => ({
  ...facts,
  exports: {
    ...facts.exports,
    snapshot: (of, signal, work) =>
      facts.exports.snapshot(of, signal, (source) => work({ ...source, ...change(source) })),
  },
})

/** The same store, whose files are held up after the first lot until they are let go. */
function held(instead?: () => void) {
  let letGo = () => {}
  let began = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const begun = new Promise<void>((resolve) => {
    began = resolve
  })
  const hold = async (written: Promise<void>) => {
    await written
    began()
    await gate
    instead?.()
  }
  const store = through(({ writeText, writeTyped, joinTyped }) => ({
    writeText: (...args) => hold(writeText(...args)),
    writeTyped: (...args) => hold(writeTyped(...args)),
    joinTyped: (...args) => hold(joinTyped(...args)),
  }))
  return { store, begun, letGo }
}

describe('an export that is cancelled', () => {
  test.each(['csv', 'parquet'] as const)('midway leaves no file of %s, and is not there any more', async (format) => {
    const { store, begun, letGo } = held()
    const exports = service({ store })
    const { id } = await exports.create(scope, { ...draft, format })
    await begun
    expect(left().length).toBeGreaterThan(1)
    expect(await exports.find(scope, id)).toMatchObject({ state: 'running', totalRows: DAYS * 24, files: [] })
    const removed = exports.remove(scope, id)
    letGo()
    await removed
    expect(left()).toEqual([])
    await expect(exports.find(scope, id)).rejects.toMatchObject({ code: 'EXPORT_NOT_FOUND' })
  })

  test('because something fails leaves no file and says so, with no word of where it happened', async () => {
    const { store, letGo } = held(() => {
      throw new Error('EIO: /data/exports/1.part/lot.csv')
    })
    const exports = service({ store })
    const { id } = await exports.create(scope, draft)
    letGo()
    await background.settled()
    expect(await exports.find(scope, id)).toMatchObject({
      state: 'failed',
      rows: 0,
      bytes: 0,
      files: [],
      error: { code: 'EXPORT_FAILED', message: 'Something went wrong on our side; the file was not made.' },
    })
    expect(left()).toEqual([])
    expect(log.error).toHaveBeenCalledTimes(1)
  })

  test('because the disk is full says that', async () => {
    const { store, letGo } = held(() => {
      throw new Error('IO Error: Could not write file: No space left on device')
    })
    const exports = service({ store })
    const { id } = await exports.create(scope, draft)
    letGo()
    await background.settled()
    expect(await exports.find(scope, id)).toMatchObject({ state: 'failed', error: { code: 'EXPORT_DISK_FULL' } })
    expect(left()).toEqual([])
  })
})

describe('a server that stops', () => {
  test('midway leaves no file, and makes it after the next start', async () => {
    const { store, begun, letGo } = held()
    const exports = service({ store })
    const { id } = await exports.create(scope, draft)
    await begun
    const closed = exports.close()
    letGo()
    await closed
    expect(left()).toEqual([])
    const next = service()
    await next.recover()
    await background.settled()
    expect(await next.find(scope, id)).toMatchObject({ state: 'ready', rows: DAYS * 24 })
    expect(left()).toEqual([
      String(id),
      `${id}/aforo_2020-01-01_2026-11-20_hour.csv.gz`,
      `${id}/aforo_2020-01-01_2026-11-20_hour_manifest.json`,
    ])
  })

  test('without a message leaves half a file, which is removed and made again; after the third time it is abandoned', async () => {
    const id = await catalog.exports.insert(scope, draft, NOW)
    for (let stop = 1; stop <= 3; stop++) {
      expect(await catalog.exports.take(SYSTEM_SCOPE, NOW)).toMatchObject({ id, tries: stop })
      mkdirSync(join(folder, `${id}.part`), { recursive: true })
      writeFileSync(join(folder, `${id}.part`, 'lot.csv'), 'half')
      // It was complete without a record of that: its state is unknown.
      mkdirSync(join(folder, String(id)), { recursive: true })
      writeFileSync(join(folder, String(id), 'aforo.csv.gz'), 'whole')
      await catalog.exports.requeue(SYSTEM_SCOPE)
    }
    const exports = service()
    await exports.recover()
    await background.settled()
    expect(await exports.find(scope, id)).toMatchObject({
      state: 'failed',
      error: { code: 'EXPORT_INTERRUPTED', details: { tries: 3 } },
    })
    expect(left()).toEqual([])
  })
})

describe('the space of an account', () => {
  test('that is spent lets no further export begin', async () => {
    const exports = service({ quotaMb: 1 })
    const id = await catalog.exports.insert(scope, draft, NOW)
    await catalog.exports.end(
      (await catalog.exports.take(SYSTEM_SCOPE, NOW)) ?? { id, tries: 0 },
      { state: 'ready', rows: 1, bytes: 1_000_000, files: [], error: null, expiresAt: NOW + 1 },
      NOW,
    )
    await expect(exports.create(scope, draft)).rejects.toMatchObject({
      code: 'EXPORT_QUOTA_EXCEEDED',
      message: 'The exports of this account take all of their 1 MB. Remove one, or wait until it expires.',
    })
    await exports.remove(scope, id)
    expect(await exports.create(scope, draft)).toMatchObject({ state: 'waiting' })
  })

  test('that is used up meanwhile ends an export, and leaves no files', async () => {
    const exports = service({ quotaMb: 1 })
    const before = await catalog.exports.insert(scope, draft, NOW)
    await catalog.exports.end(
      (await catalog.exports.take(SYSTEM_SCOPE, NOW)) ?? { id: before, tries: 0 },
      { state: 'ready', rows: 1, bytes: 999_000, files: [], error: null, expiresAt: NOW + 1e9 },
      NOW,
    )
    for (const format of ['csv', 'parquet', 'xlsx'] as const) {
      const { id } = await exports.create(scope, { ...draft, format })
      await background.settled()
      expect(await exports.find(scope, id)).toMatchObject({
        state: 'failed',
        bytes: 0,
        error: {
          code: 'EXPORT_QUOTA_EXCEEDED',
          message:
            'The file has more than the 0 MB that are left of the space of this account. Remove an export, or ' +
            'choose fewer days.',
          details: { megabytes: 0 },
        },
      })
      expect(left()).toEqual([])
    }
  })
})

test('a file is removed when it has expired, as are the remains of removed exports', async () => {
  const exports = service({ keptDays: 2 })
  const { id } = await exports.create(scope, draft)
  await background.settled()
  mkdirSync(join(folder, '777'))
  clock.time = NOW + 2 * 86_400_000 - 1
  await exports.runMaintenance()
  expect(await exports.find(scope, id)).toMatchObject({ state: 'ready', expiresAt: NOW + 2 * 86_400_000 })
  expect(left()).not.toContain('777')
  clock.time += 1
  await exports.runMaintenance()
  expect([await exports.list(scope), left()]).toEqual([[], []])
})

test('the file is read with the access of its owner, also after another account asked for one', async () => {
  const tenants = new Set<string>()
  const store = through(({ rowsOfDays }) => ({
    rowsOfDays: () => {
      tenants.add(currentAsker().tenant)
      return rowsOfDays()
    },
  }))
  const exports = service({ store })
  await runAs({ tenant: 'client 99', account: '99' }, () => exports.create(scope, draft))
  await background.settled()
  expect([...tenants]).toEqual([askerOf(scope).tenant])
})

test('a spreadsheet that would have too many rows is refused in words', async () => {
  const many = through(({ rowsOfDays }) => ({
    rowsOfDays: async () => new Map([...(await rowsOfDays())].map(([day, rows]) => [day, rows * 10_000])),
  }))
  const exports = service({ store: many })
  const { id } = await exports.create(scope, { ...draft, format: 'xlsx' })
  await background.settled()
  expect(await exports.find(scope, id)).toMatchObject({
    state: 'failed',
    error: {
      code: 'EXPORT_TOO_MANY_ROWS',
      message:
        'The file would have 9600000 rows; a spreadsheet holds at most 1048575. Choose CSV or Parquet, or fewer days.',
      details: { rows: 9_600_000, most: 1_048_575 },
    },
  })
})

test('a file whose rows went before it was made has its names', async () => {
  const exports = service()
  const id = await catalog.exports.insert(scope, { ...draft, begin: '2001-01-01', end: '2001-02-01' }, NOW)
  await exports.runMaintenance()
  expect(await exports.find(scope, id)).toMatchObject({ state: 'ready', rows: 0 })
  const { path } = await exports.file(scope, id, 'data', true)
  expect(gunzipSync(readFileSync(path)).toString()).toMatch(/^client;clientName;local;.*;learntAt\n$/)
})

test('a name that a spreadsheet takes for a formula is disarmed in a file of text', async () => {
  const exports = service()
  const { id } = await exports.create(scope, draft)
  await background.settled()
  const { path } = await exports.file(scope, id, 'data', true)
  expect(gunzipSync(readFileSync(path)).toString()).toContain(`;"'=HYPERLINK(""x"")";`)
})

test('a file that is written in parts, because it is long, holds what one that is written at once does', async () => {
  let written = 0
  const oneMore =
    <Arguments extends unknown[], Result>(write: (...args: Arguments) => Result) =>
    (...args: Arguments): Result => {
      written += 1
      return write(...args)
    }
  /** Three days have more rows than are written at a time, as far as the first question says. */
  const long = through(({ rowsOfDays, cells, writeText, writeTyped }) => ({
    rowsOfDays: async () => new Map([...(await rowsOfDays())].map(([day, rows]) => [day, rows * 1400])),
    cells: oneMore(cells),
    writeText: oneMore(writeText),
    writeTyped: oneMore(writeTyped),
  }))
  for (const format of ['csv', 'parquet'] as const) {
    written = 0
    const [text, sums] = [[] as string[], [] as unknown[]]
    for (const store of [facts, long]) {
      const exports = service({ store })
      const { id } = await exports.create(scope, { ...draft, format })
      await background.settled()
      const { path, sha256, bytes } = await exports.file(scope, id, 'data', true)
      const file = readFileSync(path)
      expect([createHash('sha256').update(file).digest('hex'), file.length]).toEqual([sha256, bytes])
      text.push(
        format === 'csv'
          ? gunzipSync(file).toString()
          : JSON.stringify(await rowsOf(`SELECT * EXCLUDE (learntAt) FROM read_parquet('${path}')`)),
      )
      const { path: about } = await exports.file(scope, id, 'manifest', true)
      sums.push((JSON.parse(readFileSync(about, 'utf8')) as { sums: unknown }).sums)
      expect(left().filter((name) => name.includes('lot'))).toEqual([])
    }
    expect([format, text[1]]).toEqual([format, text[0]])
    expect([format, sums[1]]).toEqual([format, sums[0]])
    // Two days have 67,200 rows, three have more than 100,000.
    expect([format, written]).toEqual([format, 20])
  }
  written = 0
  await service({ store: long }).create(scope, { ...draft, end: '2024-10-13', format: 'xlsx' })
  await background.settled()
  // Of a spreadsheet 10,000 rows are written at a time.
  expect(written).toBe(10)
})

test('a link is good for a quarter of an hour; later parts of its download leave no entry', async () => {
  const exports = service()
  const { id } = await exports.create(scope, draft)
  await background.settled()
  const { path, expiresAt } = await exports.link(scope, id, 'manifest')
  expect(expiresAt).toBe(NOW + 900_000)
  const token = path.split('/').at(-1)!
  const fetched = async () =>
    (await catalog.audit.list(SYSTEM_SCOPE, 9)).filter(({ action }) => action === 'export.download').length
  expect(await exports.linked(token, false)).toMatchObject({ type: 'application/json; charset=utf-8' })
  expect([exports.ownerOfLink(token), await fetched()]).toEqual([scope.userId, 0])
  await exports.linked(token, true)
  expect(await fetched()).toBe(1)
  clock.time = NOW + 900_000 - 1
  await exports.linked(token, false)
  clock.time += 1
  await expect(exports.linked(token, false)).rejects.toMatchObject({ code: 'EXPORT_LINK_INVALID' })
  expect(() => exports.ownerOfLink(token)).toThrow('This link is not valid any more')
})

describe('an export that cannot be', () => {
  test('of a client without hours all other data is listed', async () => {
    const exports = service()
    const others: [string, string, string][] = []
    for (const [name, sql] of [
      ['Minutes', 'INSERT INTO occupancy_minute VALUES ($1, $2, 1, 1700000000, 3, false, $3, 0)'],
      ['Trips', 'INSERT INTO flow VALUES (1, $1, $2, $2, 20000, 8, 0, 5)'],
      ['Profile', "INSERT INTO profile_slot VALUES (1, $1, $2, 'Laborable', 480, 30, 5, 4, true)"],
      ['Months', "INSERT INTO monthly_figure VALUES (1, $1, 'Praha', '', 'units', 24300, 1, 7)"],
      ['Nothing', ''],
    ] as const) {
      const { id: client } = await catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })
      const { id: local } = await catalog.locals.insert(SYSTEM_SCOPE, {
        client,
        name,
        code: name,
        type: 'store',
        timeZone: 'UTC',
      })
      const filled = sql.replaceAll('$1', String(client)).replaceAll('$2', String(local)).replaceAll('$3', "'f'")
      if (sql !== '') await facts.write((connection) => connection.run(filled))
      const all: Scope = { ...SYSTEM_SCOPE, userId: scope.userId }
      const message = await exports.create(all, { ...draft, clients: [client] }).then(
        () => 'made',
        (error: Error) => error.message,
      )
      others.push([name, message.replaceAll(String(client), 'N'), 'said'])
    }
    const none = (name: string) => `No hours or days are known of ${name}; an export would have no rows of it.`
    const has = (kind: string, path: string) =>
      ` Client N has ${kind}: export them as CSV from the widgets of ${path}?client=N.`
    expect(others.map(([, message]) => message)).toEqual([
      none('Minutes') + has('people inside by the minute', '/users/dashboards/occupancy'),
      none('Trips') + has('trips between places', '/users/dashboards/transport'),
      none('Profile') + has('average days', '/users/dashboards/renfe'),
      none('Months') + has('figures of months', '/users/dashboards/automotive/monthly-tendency'),
      none('Nothing'),
    ])
  })

  test('because of its days says so', async () => {
    const exports = service()
    const refused = (changes: Partial<ExportDraft>) =>
      exports.create(scope, { ...draft, ...changes }).then(
        () => ['made'],
        ({ code, message, details }: { code: string; message: string; details: unknown }) => [code, message, details],
      )
    expect(await refused({ begin: '2026-11-20', end: '2026-11-19' })).toEqual([
      'DATES_INCORRECT',
      'Incorrect dates: 2026-11-20 is after 2026-11-19; give the first day first.',
      { start: '2026-11-20', end: '2026-11-19' },
    ])
    // It is noon in UTC: on the other side of the world it is tomorrow.
    expect(await refused({ end: '2026-11-21' })).toEqual(['made'])
    expect(await refused({ end: '2026-11-22' })).toEqual([
      'DOWNLOAD_DATE_FUTURE',
      '2026-11-22 has not come yet; the last day there can be is 2026-11-21.',
      { end: '2026-11-22', latest: '2026-11-21' },
    ])
    expect(await refused({ begin: '2001-01-01', end: '2001-01-02' })).toEqual([
      'EXPORT_ROWS_NOT_FOUND',
      'There are no rows from 2001-01-01 to 2001-01-02; there are some from 2024-10-04 to 2024-11-12.',
      { begin: '2001-01-01', end: '2001-01-02', first: '2024-10-04', last: '2024-11-12' },
    ])
  })

  test('is the third one that waits, and says how many there are', async () => {
    const exports = service()
    for (let i = 0; i < 2; i += 1) await catalog.exports.insert(scope, draft, NOW)
    await expect(exports.create(scope, draft)).rejects.toMatchObject({
      code: 'EXPORT_BUSY',
      message: '2 exports of this account are not finished; at most 2 are made at a time. Wait for one, or remove it.',
      details: { most: 2 },
    })
  })

  test('is fetched before it is ready, or after it is gone, reports its state', async () => {
    const exports = service()
    const id = await catalog.exports.insert(scope, draft, NOW)
    await expect(exports.file(scope, id, 'data', true)).rejects.toMatchObject({
      code: 'EXPORT_NOT_READY',
      message: `Export ${id} is waiting; it has a file once it is ready.`,
      details: { export: id, state: 'waiting' },
    })
    for (const gone of [exports.find(scope, 999), exports.file(scope, 999, 'data', true), exports.remove(scope, 999)])
      await expect(gone).rejects.toMatchObject({
        code: 'EXPORT_NOT_FOUND',
        message: 'This account has no export 999, or it has expired.',
        details: { export: 999 },
      })
  })
})

test('what is asked for, fetched and removed is noted with whose figures it has', async () => {
  const exports = service()
  const { id } = await exports.create(scope, draft)
  await background.settled()
  await exports.file(scope, id, 'manifest', true)
  await exports.remove(scope, id)
  const entries = (await catalog.audit.list(SYSTEM_SCOPE, 3)).map(({ action, target, details }) => [
    action,
    target,
    details,
  ])
  const { clients, begin, end, grain, format } = draft
  expect(entries).toEqual([
    ['export.remove', `export ${id}`, { clients, state: 'ready' }],
    ['export.download', `export ${id}`, { clients, file: 'manifest' }],
    ['export.create', `export ${id}`, { clients, begin, end, grain, format }],
  ])
})

test('a spreadsheet has days and numbers as numbers, and names as text', async () => {
  const exports = service()
  const { id } = await exports.create(scope, { ...draft, format: 'xlsx', measures: ['ins'] })
  await background.settled()
  const workbook = await openWorkbook((await exports.file(scope, id, 'data', false)).path)
  const rows: (readonly Cell[])[] = []
  await workbook.rows(workbook.sheets[0]!, (_, cells) => rows.push([...cells]))
  workbook.close()
  const [head = [], first = []] = rows
  const of = (column: string) => first[head.indexOf(column)]
  expect([rows.length, of('date'), of('hour'), of('localName'), of('ins'), of('localCode')]).toEqual([
    DAYS * 24 + 1,
    DAY + 25_569,
    0,
    '=HYPERLINK("x")',
    0,
    'U1',
  ])
})

test('counts whose module is off are left out, at that client', async () => {
  const exports = service()
  await facts.upsertTraffic(
    Array.from({ length: 24 }, (_, i) => hourRow(DAY, i, { client: draft.clients[0]!, local: 1, ins: 1, tickets: 3 })),
    'test',
  )
  const tickets = async () => {
    const { id } = await exports.create(scope, { ...draft, measures: ['tickets'], format: 'parquet' })
    await background.settled()
    const { path } = await exports.file(scope, id, 'data', false)
    const found = await rowsOf(`SELECT sum(tickets)::INTEGER FROM read_parquet('${path}')`)
    await exports.remove(scope, id)
    return found[0]![0]
  }
  await catalog.modules.saveClient(SYSTEM_SCOPE, draft.clients[0]!, { tickets: true })
  expect(await tickets()).toBe(72)
  await catalog.modules.saveClient(SYSTEM_SCOPE, draft.clients[0]!, { tickets: false })
  expect(await tickets()).toBe(null)
})
