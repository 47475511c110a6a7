import { setTimeout as pause } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FactDimension, FactPeriod, FactQuery } from '#domain/fact-query'
import { toRows } from '#domain/frame-build'
import { mondayOf, monthNumber, weekday } from '#domain/days'
import { ATOM_COLUMNS } from './columns.ts'
import { FACT_MEASURES } from './duckdb/compile.ts'
import { createDuckDbFactStore } from './duckdb/store.ts'
import type { TrafficRow } from './traffic-row.ts'
import type { SqlFactStore } from './duckdb/sql-store.ts'
import { arbitraryRow, hourRow } from './testing.ts'

const DAY = 20_500
const NOW = (DAY + 40) * 86_400_000
const only: FactPeriod[] = [{ name: 'only', from: DAY, to: DAY + 27 }]
const everyone = { client: [1, 2, 3] }

let store: SqlFactStore
beforeEach(async () => {
  store = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
})
afterEach(() => store.close())

const ask = async (query: Partial<FactQuery>) =>
  toRows(await store.query({ table: 'traffic', measures: ['ins'], by: [], where: everyone, periods: only, ...query }))

test('an empty scope, an unknown client and a foreign local answer nothing', async () => {
  await store.upsertTraffic([hourRow(DAY, 10, { ins: 5 })], 'test')
  expect(await ask({ where: { client: [] }, by: ['local'] })).toEqual([])
  expect(await ask({ where: { client: [9] }, by: ['local'] })).toEqual([])
  expect((await store.traffic({ client: [9] }, 1, DAY, DAY)).rows).toBe(0)
  expect((await store.traffic({ client: [] }, 1, DAY, DAY)).rows).toBe(0)
  expect(await store.watermark({ client: [9] })).toEqual([])
  expect(await store.quarantined({ client: [] })).toEqual([])
})

test('an unknown measure is refused', async () => {
  await expect(ask({ measures: ['captureRate'] })).rejects.toMatchObject({ code: 'FACT_QUERY_INVALID' })
})

test('the sum over hours that were never reported is null, over hours with a count of 0 it is zero', async () => {
  await store.upsertTraffic(
    [hourRow(DAY, 10, { ins: 0, tickets: null }), hourRow(DAY, 11, { ins: 0 }), hourRow(DAY + 1, 10, { tickets: 3 })],
    'test',
  )
  expect(await ask({ by: ['day'], measures: ['ins', 'tickets'] })).toEqual([
    [DAY, 0, null],
    [DAY + 1, null, 3],
  ])
})

test('the denominators of conversion leave out the hours without tickets', async () => {
  await store.upsertTraffic(
    [
      hourRow(DAY, 10, { ins: 30, bounces: 5, visits: 25, tickets: 10 }),
      hourRow(DAY, 11, { ins: 40, bounces: 10, visits: 30 }),
    ],
    'test',
  )
  expect(await ask({ measures: ['ins', 'visits', 'tickets', 'insWithTickets', 'visitsWithTickets'] })).toEqual([
    [70, 55, 10, 30, 25],
  ])
})

test('the repeated hour of the autumn switch is kept beside the first', async () => {
  const first = Date.UTC(2025, 9, 26, 0) / 1000
  const day = first / 86_400
  await store.upsertTraffic(
    [hourRow(day, 2, { instant: first, ins: 3 }), hourRow(day, 2, { instant: first + 3600, fold: 1, ins: 4 })],
    'test',
  )
  expect(
    await ask({ by: ['hour'], periods: [{ name: 'only', from: day, to: day }], measures: ['ins', 'hours'] }),
  ).toEqual([[2, 7, 2]])
  expect((await store.traffic(everyone, 1, day, day)).rows).toBe(2)
})

test('overlapping periods count a common day in both', async () => {
  await store.upsertTraffic(
    [1, 2, 3].map((n) => hourRow(DAY + n, 10, { ins: n })),
    'test',
  )
  const periods = [
    { name: 'comparing', from: DAY + 2, to: DAY + 3 },
    { name: 'reference', from: DAY + 1, to: DAY + 2 },
  ]
  expect(await ask({ by: ['period'], periods })).toEqual([
    ['comparing', 5],
    ['reference', 3],
  ])
  expect(await ask({ by: ['period', 'index', 'day'], periods })).toEqual([
    ['comparing', 0, DAY + 2, 2],
    ['comparing', 1, DAY + 3, 3],
    ['reference', 0, DAY + 1, 1],
    ['reference', 1, DAY + 2, 2],
  ])
  expect(await ask({ by: ['index'], periods })).toEqual([
    [0, 3],
    [1, 5],
  ])
  // Without periods as a group, a day is a day.
  expect(await ask({ periods })).toEqual([[6]])
})

// The reference: plain objects, one row after the other, nothing shared with the compiler.
function naive(rows: readonly TrafficRow[], { measures, by, where, periods }: FactQuery): unknown[][] {
  const value = (row: TrafficRow, measure: string): number | null => {
    if (measure === 'visitsWithTickets') return row.tickets === null ? null : row.visits
    if (measure === 'insWithTickets') return row.tickets === null ? null : row.ins
    if (measure === 'insWithOuts') return row.outs === null ? null : row.ins
    if (measure === 'outsWithIns') return row.ins === null ? null : row.outs
    if (measure === 'hours') return 1
    if (measure === 'missingHours')
      return [row.ins, row.fro, row.far, row.visits].every((atom) => atom === null) ? 1 : 0
    if (measure.endsWith('Hours')) return 0
    return (ATOM_COLUMNS as readonly string[]).includes(measure) ? row[measure as 'ins'] : null
  }
  const split = by.includes('period') || by.includes('index')
  const cells = new Map<string, { dims: unknown[]; sums: (number | null)[] }>()
  for (const row of rows) {
    if (!where.client.includes(row.client) || (where.local?.length && !where.local.includes(row.local))) continue
    const within = periods.filter(({ from, to }) => row.day >= from && row.day <= to)
    for (const period of split ? within : within.slice(0, 1)) {
      const dims = by.map(
        (id) =>
          ({
            client: row.client,
            local: row.local,
            area: row.area,
            day: row.day,
            hour: row.hour,
            weekday: weekday(row.day),
            week: mondayOf(row.day),
            month: monthNumber(row.day),
            period: periods.indexOf(period),
            index: row.day - period.from,
          })[id],
      )
      const key = dims.join()
      const cell = cells.get(key) ?? { dims, sums: measures.map(() => null) }
      cells.set(key, cell)
      measures.forEach((measure, m) => {
        const more = value(row, measure)
        if (more !== null) cell.sums[m] = (cell.sums[m] ?? 0) + more
      })
    }
  }
  const sorted = [...cells.values()].sort((a, b) => {
    const at = a.dims.findIndex((dim, i) => dim !== b.dims[i])
    return at < 0 ? 0 : Number(a.dims[at]) - Number(b.dims[at])
  })
  return sorted.map(({ dims, sums }) => [
    ...dims.map((dim, i) => (by[i] === 'period' ? periods[dim as number]!.name : dim)),
    ...sums,
  ])
}

const DIMENSIONS: FactDimension[] = [
  'client',
  'local',
  'area',
  'day',
  'hour',
  'weekday',
  'week',
  'month',
  'period',
  'index',
]
const period = (name: string) =>
  fc
    .tuple(fc.integer({ min: DAY, max: DAY + 27 }), fc.nat({ max: 13 }))
    .map(([from, length]) => ({ name, from, to: from + length }))

test('an hour that reported only visits was counted, and is not missing', async () => {
  const fresh = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  await fresh.upsertTraffic([hourRow(DAY, 0, { visits: 0 })], 'test')
  expect(
    toRows(
      await fresh.query({
        table: 'traffic',
        measures: ['missingHours', 'visits'],
        by: ['client'],
        where: { client: [1] },
        periods: [{ name: 'only', from: DAY, to: DAY }],
      }),
    ),
  ).toEqual([[1, 0, 0]])
  await fresh.close()
})

test('every question gets the answer of a naive count over the same rows', async () => {
  const measures = FACT_MEASURES.filter((measure) => !['expected', 'observed', 'estimatedIns'].includes(measure))
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryRow(DAY, 28), { minLength: 1, maxLength: 150 }),
      fc.array(
        fc.record({
          measures: fc.uniqueArray(fc.constantFrom(...measures), { minLength: 1, maxLength: 6 }),
          by: fc.uniqueArray(fc.constantFrom(...DIMENSIONS), { maxLength: 4 }),
          where: fc.record({
            client: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { minLength: 1 }),
            local: fc.uniqueArray(fc.constantFrom(11, 12, 21, 31)),
          }),
          periods: fc.oneof(fc.tuple(period('only')), fc.tuple(period('comparing'), period('reference'))),
        }),
        { minLength: 5, maxLength: 12 },
      ),
      async (given, questions) => {
        const fresh = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
        const rows = [
          ...new Map(given.map((row) => [[row.local, row.area, row.day, row.hour, row.fold].join(), row])).values(),
        ]
        await fresh.upsertTraffic(rows, 'test')
        for (const question of questions) {
          const query: FactQuery = { table: 'traffic', ...question }
          // A total over no rows is one row of nulls in SQL; a count of nothing is 0 there and absent in the reference.
          if (query.by.length === 0) continue
          expect(toRows(await fresh.query(query))).toEqual(naive(rows, query))
        }
        await fresh.close()
      },
    ),
    { numRuns: 60 },
  )
}, 60_000)

test('closing ends what is still read, on every connection and in the line, and waits for it', async () => {
  const own = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  const ended: string[] = []
  // Hours of work.
  const slow = 'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE (a.range * b.range) % 7 = 3'
  for (let n = 0; n < 6; n += 1)
    void own.read(slow).then(
      () => ended.push('read'),
      () => ended.push('ended'),
    )
  await pause(100)
  await own.close()
  await pause(0)
  expect(ended).toEqual(Array<string>(6).fill('ended'))
  await expect(own.read('SELECT 1')).rejects.toMatchObject({ code: 'FACTS_CLOSED' })
})

test('whether the store answers is known at once, also while jobs of the server read and wait', async () => {
  const order: string[] = []
  const job = async (name: string) => {
    await store.read('SELECT sum(range) FROM range(50_000_000)')
    order.push(name)
  }
  const jobs = ['first', 'second', 'third', 'fourth'].map(job)
  expect(await store.ready()).toBe(true)
  order.push('ready')
  await Promise.all(jobs)
  expect(order.indexOf('ready')).toBeLessThan(2)
})

test('rows of a large INSERT wait for one row group before they are written: what waits is in no memory limit', async () => {
  expect(await store.read("SELECT current_setting('write_buffer_row_group_count')::INTEGER")).toEqual([[1]])
})
