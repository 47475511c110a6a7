import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { QUALITY_ATOMS, rowStates, stateOf } from '#domain/completeness'
import { EXPORT_MEASURES, EXPORT_SUMS, type ExportGrain } from '#domain/export'
import { dayNumber } from '#domain/days'
import { WHOLE_DAY } from '#domain/fact-query'
import { toRows } from '#domain/frame-build'
import { runAs, type Asker } from '../../lib/asker.ts'
import { createDuckDbFactStore } from './store.ts'
import { openWeek, type ExpectedLocal } from '../expected.ts'
import { exportSnapshot } from './export-snapshot.ts'
import { prepareExport } from './prepare-export.ts'
import { rowsOfDays, rowsSql, sumsOfDays, textSql } from './export-rows.ts'
import type { ExportLocal, ExportRows } from '../exports.ts'
import { STATE_OF_SUMS } from './state-sql.ts'
import type { TrafficRow } from '../traffic-row.ts'
import type { SqlFactStore } from './sql-store.ts'
import { arbitraryRow, hourRow } from '../testing.ts'
import { hoursOfDay, lastHourOf } from '../zone.ts'

const ZONE = 'Europe/Madrid'
const AUTUMN = dayNumber('2025-10-26')
const SPRING = dayNumber('2025-03-30')

let now = 0
let store: SqlFactStore
beforeEach(async () => {
  now = (AUTUMN + 40) * 86_400_000
  store = await createDuckDbFactStore({ path: ':memory:', clock: () => now })
})
afterEach(() => store.close())

const local = (id: number, more: Partial<ExportLocal> = {}): ExportLocal => ({
  client: 1,
  clientName: 'Uno',
  local: id,
  localName: `Store; "${id}"`,
  localCode: `S${id}`,
  timeZone: ZONE,
  notArea: [],
  muted: [],
  ...more,
})
const rows = (given: Partial<ExportRows> = {}): ExportRows => ({
  locals: [local(1)],
  areas: [],
  from: AUTUMN - 400,
  to: AUTUMN + 60,
  grain: 'hour',
  measures: EXPORT_MEASURES,
  outside: false,
  ...given,
})

/** The rows as objects with the values of the file of text. */
const read = (of: ExportRows): Promise<Record<string, unknown>[]> =>
  store.snapshot(
    async (connection) =>
      (await connection.runAndReadAll(textSql(of, of))).getRowObjectsJson() as Record<string, unknown>[],
    (connection) => prepareExport(connection, of),
  )

/** All hours of a day as the local clock has them, with so many entries each. */
const wholeClock = (day: number, ins: (hour: number, fold: number) => number | null): TrafficRow[] =>
  hoursOfDay(ZONE, day).map(({ hour, fold, instant }) =>
    hourRow(day, hour, { fold: fold as 0 | 1, instant, ins: ins(hour, fold) }),
  )

describe('the clock of a row', () => {
  test('has the repeated hour twice, distinguished by fold, offset and UTC', async () => {
    await store.upsertTraffic(
      wholeClock(AUTUMN, (hour, fold) => hour * 10 + fold),
      'test',
    )
    const twice = (await read(rows())).filter(({ date, hour }) => date === '2025-10-26' && hour === 2)
    expect(twice.map(({ localTime, offset, fold, utc, ins }) => [localTime, offset, fold, utc, ins])).toEqual([
      ['2025-10-26T02:00:00', '+02:00', 0, '2025-10-26T00:00:00Z', 20],
      ['2025-10-26T02:00:00', '+01:00', 1, '2025-10-26T01:00:00Z', 21],
    ])
    expect((await read(rows())).length).toBe(25)
  })

  test('has no hour that the clock skips, and another offset after it', async () => {
    await store.upsertTraffic(
      wholeClock(SPRING, () => 1),
      'test',
    )
    const clock = (await read(rows())).map(({ hour, offset }) => `${String(hour)} ${String(offset)}`)
    expect(clock.slice(0, 3)).toEqual(['0 +01:00', '1 +01:00', '3 +02:00'])
    expect(clock.length).toBe(23)
  })

  test.each([
    ['America/St_Johns', '-03:30'],
    ['Asia/Kathmandu', '+05:45'],
    ['UTC', '+00:00'],
  ])('in %s is %s', async (zone, offset) => {
    const day = dayNumber('2025-01-15')
    const [first] = hoursOfDay(zone, day)
    await store.upsertTraffic([hourRow(day, first!.hour, { instant: first!.instant, ins: 1 })], 'test')
    expect((await read(rows()))[0]).toMatchObject({
      offset,
      localTime: '2025-01-15T00:00:00',
      utc: new Date(first!.instant * 1000).toISOString().replace('.000', ''),
    })
  })

  test('is empty where only the day is known, and the row says so', async () => {
    await store.upsertTraffic([hourRow(AUTUMN, WHOLE_DAY, { instant: lastHourOf(ZONE, AUTUMN), ins: 90 })], 'file')
    expect(await read(rows())).toMatchObject([
      {
        date: '2025-10-26',
        hour: null,
        localTime: null,
        offset: null,
        fold: null,
        utc: null,
        byDay: 1,
        ins: 90,
        state: 'final',
      },
    ])
    expect(await read(rows({ grain: 'day' }))).toMatchObject([{ date: '2025-10-26', byDay: 1, ins: '90', hours: 24 }])
  })
})

/** A shop of two areas in Madrid, open ten to two from Monday to Saturday; area 2 counts bicycles. */
const shop: ExpectedLocal = {
  client: 1,
  local: 1,
  areas: [1, 2],
  timeZone: ZONE,
  type: 'store',
  openedDay: AUTUMN - 100,
  closedDay: null,
  holidays: new Map([[AUTUMN - 2, true]]),
  week: openWeek([1, 2, 3, 4, 5, 6].map((weekDay) => ({ weekDay, opening: '10:00', closing: '14:00' }))),
}
const AREAS = [
  { area: 1, areaName: 'Door', traffic: 'people' },
  { area: 2, areaName: 'Lane', traffic: 'bicycle' },
]

/**
 * A hundred days with missing hours, a closed day, hours outside, and tickets of whole days; days of which only the
 * total is known have a test of their own.
 */
async function year(): Promise<void> {
  const hours = Array.from({ length: 100 }, (_, d) => AUTUMN - 60 + d).flatMap((day) =>
    [1, 2].flatMap((area) =>
      hoursOfDay(ZONE, day).flatMap(({ hour, fold, instant }): TrafficRow[] => {
        const seed = (day * 31 + hour * 7 + area * 3) % 17
        if (hour < 9 || hour > 14 || seed < 3 || day % 11 === 0) return []
        return [
          hourRow(day, hour, {
            area,
            fold: fold as 0 | 1,
            instant,
            ins: seed * 3,
            visits: seed * 2,
            bounces: seed,
            fro: seed * 9,
            outs: seed === 4 ? null : seed * 3,
            tickets: seed % 5 === 0 ? null : seed,
            sales: seed % 5 === 0 ? null : seed * 1999,
            insTimeS: seed * 400,
          }),
        ]
      }),
    ),
  )
  await store.upsertTraffic(hours, 'test')
  await store.rollForward({ nowMs: now, locals: [shop], fromDay: AUTUMN - 60 })
  // Days whose tickets are known as a whole, and every other time the sales: on the first row, and 0 on the others.
  const ofDay = (value: number) =>
    'CASE WHEN area = 1 AND hour = (SELECT min(hour) FROM traffic f WHERE f.day = traffic.day AND f.area = 1) THEN ' +
    `${value} ELSE 0 END`
  await store.write((connection) =>
    connection.run(
      'UPDATE traffic SET tickets = NULL, sales = CASE WHEN day % 2 = 1 THEN sales END, ticketsOfDay = ' +
        `${ofDay(77)}, salesOfDay = ${ofDay(123_456)}, unitsOfDay = ${ofDay(99)} WHERE day % 13 = 0`,
    ),
  )
}

/** The sums of a file by day and area, without hours outside. */
function sumsOf(file: readonly Record<string, unknown>[], ids: readonly string[]): Map<string, (number | null)[]> {
  const sums = new Map<string, (number | null)[]>()
  for (const row of file) {
    if (row.state === 'outside') continue
    const key = `${String(row.date)} ${String(row.area)}`
    const before = sums.get(key) ?? ids.map(() => null)
    sums.set(
      key,
      ids.map((id, i) => (row[id] === null ? before[i]! : (before[i] ?? 0) + Number(row[id]))),
    )
  }
  return sums
}

const iso = (day: unknown) => new Date(Number(day) * 86_400_000).toISOString().slice(0, 10)
const ASKED = [
  'far',
  'fro',
  'ins',
  'outs',
  'bounces',
  'visits',
  'insTimeS',
  'visitTimeS',
  'estimatedIns',
  'expected',
  'observed',
] as const
/** Figures of tills: by the hour, and by the day where no hour has them. */
const OF_TILLS = [
  ['tickets', 'ticketsOfDay'],
  ['sales', 'salesOfDay'],
  ['units', 'unitsOfDay'],
] as const
const product = async (notArea: readonly number[], from = AUTUMN - 60, to = AUTUMN + 60) =>
  toRows(
    await store.query({
      table: 'traffic',
      measures: [...ASKED, 'allTickets', 'allSales', 'allUnits'],
      by: ['day', 'area'],
      where: { client: [1], local: [1], notArea },
      periods: [{ name: 'only', from, to }],
    }),
  )

describe.each(['hour', 'day'] as const)('rows by the %s', (grain: ExportGrain) => {
  test.each([[[2]], [[1]], [[]]])('add up to the figures of the product, without areas %j', async (notArea) => {
    await year()
    const file = await read(rows({ grain, locals: [local(1, { notArea })], areas: AREAS, outside: true }))
    const got = sumsOf(file, [...ASKED, ...OF_TILLS.flat()])
    const wanted = await product(notArea)
    expect(wanted.length).toBeGreaterThan(80)
    for (const [day, area, ...values] of wanted) {
      const sums = got.get(`${iso(day)} ${String(area)}`)!
      const all = OF_TILLS.map((_, i) => {
        const [hours, ofDay] = sums.slice(ASKED.length + 2 * i)
        return hours == null && ofDay == null ? null : (hours ?? 0) + (ofDay ?? 0)
      })
      // Weights of nothing are 0 in a row by the day and empty in one by the hour.
      const plain = [...sums.slice(0, ASKED.length), ...all].map((value) =>
        value === null ? null : Math.round(value * 100) / 100,
      )
      expect([iso(day), area, ...plain.map((value, i) => (value === 0 && values[i] === null ? null : value))]).toEqual([
        iso(day),
        area,
        ...values.map((value) => (value === null ? null : Math.round(Number(value) * 100) / 100)),
      ])
    }
    expect(got.size).toBe(wanted.length)
    expect(new Set(file.map(({ traffic }) => traffic))).toEqual(
      new Set(AREAS.filter(({ area }) => !(notArea as number[]).includes(area)).map(({ traffic }) => traffic)),
    )
  })

  test('say their state, and leave hours outside the opening hours out unless they are asked for', async () => {
    await year()
    const of = rows({ grain, areas: AREAS })
    const [without, all] = [await read(of), await read({ ...of, outside: true })]
    expect(without.some(({ state }) => state === 'outside')).toBe(false)
    expect(all.filter(({ state }) => state !== 'outside')).toEqual(without)
    expect(all.length).toBeGreaterThan(without.length)
    const states = new Set(without.map(({ state }) => state))
    expect(states.has('final') && states.has('closed') && (states.has('missing') || states.has('estimated'))).toBe(true)
  })

  test('are counted before they are written, and their sums are those of the file', async () => {
    await year()
    const of = rows({ grain, areas: AREAS, outside: true })
    const file = await read(of)
    const [counted, sums] = await store.snapshot(
      async (connection) => [await rowsOfDays(connection, of), await sumsOfDays(connection, of, of)] as const,
      (connection) => prepareExport(connection, of),
    )
    expect([...counted.values()].reduce((sum, n) => sum + n, 0)).toBe(file.length)
    expect(sums.map(({ traffic, outside }) => `${traffic} ${outside}`)).toEqual([
      'bicycle false',
      'bicycle true',
      'people false',
      'people true',
    ])
    for (const { traffic, outside, rows: n, sums: reportedSums } of sums) {
      const own = file.filter((row) => row.traffic === traffic && (row.state === 'outside') === outside)
      expect(own.length).toBe(n)
      for (const id of EXPORT_SUMS) {
        const total = own.reduce((sum, row) => sum + Number(row[id] ?? 0), 0)
        expect([id, Math.round(total * (id.startsWith('sales') ? 100 : 1))]).toEqual([id, reportedSums[id] ?? 0])
      }
    }
  })
})

test('a day has the state that the product gives it', async () => {
  await year()
  const file = await read(rows({ grain: 'day', locals: [local(1, { notArea: [2] })], areas: AREAS }))
  const frame = await store.query({
    table: 'traffic',
    measures: ['ins', ...QUALITY_ATOMS],
    by: ['day'],
    where: { client: [1], local: [1], notArea: [2] },
    periods: [{ name: 'only', from: AUTUMN - 400, to: AUTUMN + 60 }],
  })
  const states = rowStates(frame)
  expect(file.map(({ date, state }) => [date, state])).toEqual(
    toRows(frame).map(([day], row) => [iso(day), states[row]]),
  )
  expect(new Set(states).size).toBeGreaterThan(2)
})

test('the rule of the state is the same in SQL as in the domain', async () => {
  const count = fc.integer({ min: 0, max: 4 })
  const weight = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1000 }))
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          expected: weight,
          observed: weight,
          hours: count,
          missingHours: count,
          partialHours: count,
          settlingHours: count,
          closedHours: count,
        }),
        { minLength: 1, maxLength: 40 },
      ),
      async (cases) => {
        const sums = (one: (typeof cases)[number]) => [
          one.expected,
          one.observed,
          one.hours,
          one.missingHours,
          one.partialHours,
          one.settlingHours,
          one.closedHours,
        ]
        const values = cases.map((one) => `(${sums(one).join(', ')})`).join(', ')
        const told = await store.read(
          `SELECT ${STATE_OF_SUMS} FROM (VALUES ${values}) v(expected, observed, hours, missingHours, partialHours, ` +
            'settlingHours, closedHours)',
        )
        expect(told.map(([state]) => state)).toEqual(cases.map((one) => stateOf({ ...one, estimatedIns: 0, ins: 0 })))
      },
    ),
    { numRuns: 60 },
  )
})

test('daily values of tills are empty when their module is off, each by its own count', async () => {
  await year()
  const sums = async (muted: readonly string[]) => {
    const of = rows({ locals: [local(1, { muted })], areas: AREAS })
    return (
      await store.snapshot(
        (connection) => sumsOfDays(connection, of, of),
        (connection) => prepareExport(connection, of),
      )
    ).find(({ traffic }) => traffic === 'people')!.sums
  }
  const [all, noTickets, none] = [await sums([]), await sums(['tickets']), await sums(['tickets', 'sales', 'units'])]
  expect(all.ticketsOfDay! > 0 && all.salesOfDay! > 0 && all.unitsOfDay! > 0).toBe(true)
  expect([noTickets.ticketsOfDay, noTickets.salesOfDay, noTickets.unitsOfDay]).toEqual([
    null,
    all.salesOfDay,
    all.unitsOfDay,
  ])
  expect(OF_TILLS.flat().map((id) => none[id])).toEqual([null, null, null, null, null, null])
})

test('for any rows, what is muted is empty, and the rest adds up to the figures of the product', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryRow(AUTUMN, 5), { minLength: 1, maxLength: 60 }),
      fc.subarray(['ins', 'fro', 'tickets']),
      async (given, muted) => {
        const own = await createDuckDbFactStore({ path: ':memory:', clock: () => now })
        try {
          await own.upsertTraffic(given, 'test')
          const of = rows({ locals: [11, 12, 13, 14].map((id) => local(id, { muted: id === 12 ? muted : [] })) })
          const sums = await own.snapshot(
            (connection) => sumsOfDays(connection, of, of),
            (connection) => prepareExport(connection, of),
          )
          const sumOf = async (locals: readonly number[], measure: string) =>
            Number(
              toRows(
                await own.query({
                  table: 'traffic',
                  measures: [measure],
                  by: ['client'],
                  where: { client: [1], local: locals },
                  periods: [{ name: 'only', from: of.from, to: of.to }],
                }),
              )[0]?.[1] ?? 0,
            )
          for (const id of ['ins', 'fro', 'visits', 'tickets', 'outs', 'insTimeS']) {
            expect([id, sums.reduce((sum, one) => sum + (one.sums[id] ?? 0), 0)]).toEqual([
              id,
              await sumOf(muted.includes(id) ? [11, 13, 14] : [11, 12, 13, 14], id),
            ])
          }
        } finally {
          await own.close()
        }
      },
    ),
    { numRuns: 15 },
  )
})

const folder = mkdtempSync(join(tmpdir(), 'aforo-snapshot-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a snapshot sees nothing that is written after it began, writes nothing, and ends when the store closes', async () => {
  const own = await createDuckDbFactStore({ path: join(folder, 'facts.duckdb'), clock: () => now })
  await own.upsertTraffic([hourRow(AUTUMN, 10, { ins: 5 })], 'test')
  const of = rows()
  await own.snapshot(
    async (connection) => {
      await rowsOfDays(connection, of)
      await own.upsertTraffic([hourRow(AUTUMN, 10, { ins: 6 }), hourRow(AUTUMN, 11, { ins: 7 })], 'test')
      await own.checkpoint()
      expect((await sumsOfDays(connection, of, of))[0]).toMatchObject({ rows: 1, sums: { ins: 5 } })
      await expect(connection.run('DELETE FROM traffic')).rejects.toThrow(/read-only/i)
    },
    (connection) => prepareExport(connection, of),
  )
  // The checkpoint that had to wait has been made.
  await own.write(async () => undefined)
  expect(existsSync(join(folder, 'facts.duckdb.wal'))).toBe(false)
  let began = () => {}
  const begun = new Promise<void>((resolve) => {
    began = resolve
  })
  const endless = own.snapshot(async (connection) => {
    began()
    await connection.run('SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range * b.range % 7 = 3')
  })
  const ended = expect(endless).rejects.toThrow(/interrupt/i)
  await begun
  await new Promise((resolve) => {
    setTimeout(resolve, 100)
  })
  await own.close()
  await ended
})

test('pieces of snapshots are readings of their tenant: of one, two are made at once, and another’s is made beside them', async () => {
  const own = await createDuckDbFactStore({ path: ':memory:', clock: () => now })
  const [chain, shop] = ['chain', 'shop'].map((tenant) => ({ tenant, account: tenant }))
  const made: string[] = []
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const piece = (who: Asker, name: string) =>
    runAs(who, () =>
      own.snapshot((_, inTurn) =>
        inTurn(async () => {
          made.push(name)
          await gate
        }),
      ),
    )
  const pieces = [piece(chain!, 'first'), piece(chain!, 'second'), piece(chain!, 'third')]
  await vi.waitFor(() => {
    expect(made).toHaveLength(2)
  })
  let isRead = false
  const reading = runAs(chain!, () => own.read('SELECT 1')).then(() => (isRead = true))
  await runAs(shop!, () => own.read('SELECT 1'))
  expect({ made: made.length, isRead }).toEqual({ made: 2, isRead: false })
  letGo()
  await Promise.all([...pieces, reading])
  expect(made).toHaveLength(3)
  await own.close()
})

test('every statement of a file is made in turn, in any format', async () => {
  const made = { inTurn: 0, outside: 0 }
  let isInTurn = false
  const of = rows()
  const files = mkdtempSync(join(tmpdir(), 'aforo-turns-'))
  const counting = {
    run: (sql: string) => {
      made[isInTurn ? 'inTurn' : 'outside'] += 1
      return Promise.resolve({ getRows: async () => [], getColumns: async () => [], sql })
    },
  } as unknown as DuckDBConnection
  const source = exportSnapshot(
    counting,
    async (piece) => {
      isInTurn = true
      try {
        return await piece()
      } finally {
        isInTurn = false
      }
    },
    of,
    new AbortController().signal,
  )
  await source.rowsOfDays()
  await source.sumsOf(of)
  await source.cells(of)
  await source.writeText(of, join(files, 'a.csv'), true)
  await source.writeTyped(of, join(files, 'a.parquet'))
  await source.joinTyped([join(files, 'a.parquet')], join(files, 'b.parquet'))
  rmSync(files, { recursive: true })
  expect(made).toEqual({ inTurn: Object.keys(source).length, outside: 0 })
})

test('statements are of numbers and closed lists of names: a name of a local is a value', () => {
  expect(
    rowsSql(rows({ locals: [local(1, { localName: "'; DROP TABLE traffic; --" })] }), { from: 1, to: 2 }),
  ).not.toContain('DROP TABLE')
})
