/** Trips, average days and months by the rows of a store in memory: what is asked, left out, not known and refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayNumber } from '#domain/days'
import { WHOLE_DAY } from '#domain/fact-query'
import { toRows } from '#domain/frame-build'
import type { FlowsQuery } from '#schemas/generated/api/flows-query.ts'
import { clientNotFound } from '../../db/scoped.ts'
import { createDuckDbFactStore } from '../../facts/duckdb/store.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import { hourRow } from '../../facts/testing.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { figureClients } from './clients.ts'
import { flowService } from './flows.ts'
import { monthService } from './months.ts'
import { profileService } from './profiles.ts'

const NAMES: Readonly<Record<number, string>> = { 11: 'Airport', 12: 'Beach', 13: 'Castle' }
let facts: SqlFactStore
let flows: ReturnType<typeof flowService>
let months: ReturnType<typeof monthService>
let profiles: ReturnType<typeof profileService>
beforeAll(async () => {
  facts = await createDuckDbFactStore({ path: ':memory:', clock: () => Date.UTC(2026, 10, 20) })
  // Clients 1 and 2 exist; the locals are the first one's.
  const find = async (_scope: unknown, id: number) => {
    if (id > 2) throw clientNotFound(id)
    return { id, name: `Client ${id}` }
  }
  const locals = {
    ofClient: async (scope: unknown, id: number) => {
      await find(scope, id)
      return id === 1 ? Object.entries(NAMES).map(([local, name]) => ({ id: Number(local), name })) : []
    },
  }
  const parts = { figures: facts.figures, locals, clients: { find } } as never
  flows = flowService(parts)
  months = monthService(parts)
  profiles = profileService(parts)
})
afterAll(() => facts.close())
beforeEach(() =>
  facts.write(async (connection) => {
    for (const table of ['flow', 'profile_slot', 'monthly_figure', 'traffic'])
      await connection.run(`DELETE FROM ${table}`)
  }),
)

const insert = (table: string, rows: readonly (readonly (number | string | boolean | null)[])[]) =>
  facts.write(async (connection) => {
    const cell = (one: number | string | boolean | null) => (typeof one === 'string' ? `'${one}'` : String(one))
    await connection.run(`INSERT INTO ${table} VALUES ${rows.map((row) => `(${row.map(cell).join(', ')})`).join(', ')}`)
  })
type Trip = readonly [day: string, hour: number, from: number, to: number, trips: number]
const trips = (rows: readonly Trip[], { client = 1, by = 1 } = {}) =>
  insert(
    'flow',
    rows.map(([day, hour, from, to, many]) => [by, client, from, to, dayNumber(day), hour, 0, many]),
  )
type Count = readonly [day: string, hour: number, local: number, ins: number | null, outs?: number]
const counts = (rows: readonly Count[], client = 1) =>
  facts.upsertTraffic(
    rows.map(([day, hour, local, ins, outs = null]) =>
      hourRow(dayNumber(day), hour, {
        client,
        local,
        area: local,
        ins,
        outs,
        ...(hour === WHOLE_DAY && { instant: dayNumber(day) * 86_400 + 23 * 3600 }),
      }),
    ),
    'test',
  )
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, message, details }: { code?: string; message?: string; details?: object }) => [code, message, details],
  )
type FlowsCall = Partial<FlowsQuery>
const ask = async (call: keyof typeof flows, query: FlowsCall = {}) =>
  toRows((await flows[call](SYSTEM_SCOPE, { client: 1, ...query })).frame)
const TWO = { begin: '2025-08-01', end: '2025-08-02' }

describe('trips', () => {
  const SOME: readonly Trip[] = [
    ['2025-08-01', 7, 11, 12, 30],
    ['2025-08-01', 7, 11, 11, 2],
    ['2025-08-01', 8, 12, 11, 4],
    ['2025-08-02', 7, 11, 13, 5],
    ['2025-09-01', 9, 13, 11, 8],
  ]

  test('are refused for places of others, for reversed days, and for more than ten years', async () => {
    for (const wrong of [{ local: 99 }, { from: 99 }, { to: 99 }])
      expect((await refused(flows.pairs(SYSTEM_SCOPE, { client: 1, ...wrong }))) as unknown[]).toEqual([
        'LOCAL_NOT_FOUND',
        'There is no local 99 among those this account may see.',
        { local: 99 },
      ])
    expect((await refused(flows.days(SYSTEM_SCOPE, { client: 3 })))[0]).toBe('CLIENT_NOT_FOUND')
    const range = (begin: string, end: string) => refused(flows.hours(SYSTEM_SCOPE, { client: 1, begin, end }))
    expect(await range('2025-08-02', '2025-08-01')).toEqual([
      'DATES_INCORRECT',
      'Incorrect dates: 2025-08-02 is after 2025-08-01; give the first day first.',
      { start: '2025-08-02', end: '2025-08-01' },
    ])
    expect(await range('2025-08-01', '2025-08-01')).toBe('done')
    expect(await range('2015-01-01', '2025-01-07')).toBe('done')
    expect(await range('2015-01-01', '2025-01-08')).toEqual([
      'DOWNLOAD_RANGE_TOO_LONG',
      '3661 days were asked for; choose at most 3660.',
      { days: 3661, most: 3660 },
    ])
  })

  test('of which nothing is known have no month, no day and no pair', async () => {
    await trips(SOME, { client: 2 })
    await counts([['2025-08-01', 7, 21, 5]], 2)
    for (const call of ['months', 'pairs', 'stations', 'hours', 'days'] as const)
      expect([call, await ask(call)]).toEqual([call, []])
  })

  test('are known from the first to the last day of trips or entries; whole days and hours without entries are none', async () => {
    await trips(SOME)
    await counts([
      ['2025-07-31', 7, 11, null],
      ['2025-10-02', WHOLE_DAY, 11, 9],
    ])
    expect(await ask('months')).toEqual([
      ['2025-09', dayNumber('2025-09-01'), '2025-09-30'],
      ['2025-08', dayNumber('2025-08-01'), '2025-08-31'],
    ])
    await counts([
      ['2025-07-31', 8, 11, 0],
      ['2025-10-02', 8, 11, 9],
    ])
    expect((await ask('months')).map(([name]) => name)).toEqual(['2025-10', '2025-09', '2025-08', '2025-07'])
    const days = await ask('days')
    expect([days[0]?.[0], days.at(-1)?.[0]]).toEqual([dayNumber('2025-07-31'), dayNumber('2025-10-02')])
    // A given end holds, and the other is that of the data.
    expect((await ask('days', { begin: '2025-10-01' })).map(([day]) => day)).toEqual(
      ['2025-10-01', '2025-10-02'].map(dayNumber),
    )
    expect((await ask('days', { end: '2025-08-01' })).map(([day]) => day)).toEqual(
      ['2025-07-31', '2025-08-01'].map(dayNumber),
    )
  })

  test('between two places are beside those back; a place that no local is has its number', async () => {
    await trips([...SOME, ['2025-08-01', 9, 77, 12, 4]])
    const august = { months: '2025-08' }
    const pairs = await ask('pairs', august)
    expect(pairs.length).toBe(16)
    expect(pairs.filter((row) => Number(row[3]) > 0)).toEqual([
      ['Airport', 'Beach', true, 30, 4, 26],
      ['Airport', 'Castle', true, 5, 0, 5],
      ['Beach', 'Airport', false, 4, 30, -26],
      ['#77', 'Beach', true, 4, 0, 4],
      ['Airport', 'Airport', true, 2, null, null],
    ])
    // Of two that are alike that of the lower number is the busier one.
    expect(pairs.find(([a, b]) => a === 'Beach' && b === 'Castle')).toEqual(['Beach', 'Castle', true, 0, 0, 0])
    expect(pairs.find(([a, b]) => a === 'Castle' && b === 'Beach')).toEqual(['Castle', 'Beach', false, 0, 0, 0])
    expect(await ask('pairs', { ...august, from: 12 })).toEqual([['Beach', 'Airport', false, 4, 30, -26]])
    expect(await ask('pairs', { ...august, to: 13 })).toEqual([['Airport', 'Castle', true, 5, 0, 5]])
    expect(await ask('pairs', { ...august, from: 11, to: 11 })).toEqual([['Airport', 'Airport', true, 2, null, null]])
    expect((await ask('pairs', { ...august, local: 12 })).map(([a, b, , n]) => [a, b, n])).toEqual([
      ['Airport', 'Beach', 30],
      ['Beach', 'Airport', 4],
      ['#77', 'Beach', 4],
    ])
    expect((await ask('pairs', { months: '2025-08,2025-09', from: 13 })).map(([, , , n, back]) => [n, back])).toEqual([
      [8, 5],
    ])
    expect(await ask('pairs', { months: '2025-09', begin: '2025-08-01', end: '2025-08-31' })).toEqual([])
  })

  test('of a place are beside its entries and exits of the days of which trips are known', async () => {
    await trips(SOME)
    await counts([
      ['2025-08-01', 7, 11, 40, 9],
      ['2025-08-01', 8, 11, 2, 1],
      ['2025-08-01', WHOLE_DAY, 13, 500, 500],
      ['2025-08-02', 7, 12, 6, 30],
      ['2025-08-03', 7, 11, 50, 1],
    ])
    await counts([['2025-08-01', 7, 11, 1000]], 2)
    expect(await ask('stations', { months: '2025-08' })).toEqual([
      [11, 37, 6, 2, 31, 42, 10, 5],
      [12, 4, 30, 0, -26, 6, 30, 2],
      [13, 0, 5, 0, -5, null, null, null],
    ])
    // Of one place: with whom it has trips, and entries of its own.
    expect(await ask('stations', { months: '2025-08', local: 12 })).toEqual([
      [11, 30, 4, 0, 26, null, null, null],
      [12, 4, 30, 0, -26, null, null, null],
    ])
    expect(await ask('hours', { months: '2025-08' })).toEqual([
      [7, 37, 46],
      [8, 4, 2],
    ])
    expect(await ask('hours', { months: '2025-08', local: 12 })).toEqual([[8, 4, null]])
  })

  test('of a day are a zero only where others are known that day, and entries are reported with them', async () => {
    await trips(SOME)
    await counts([
      ['2025-08-01', 7, 11, 40],
      ['2025-08-01', 8, 12, 2],
      ['2025-08-03', 7, 11, 50],
      ['2025-08-02', WHOLE_DAY, 11, 7],
    ])
    const day = (of: string, ...rest: (number | null)[]) => [dayNumber(of), ...rest]
    expect(await ask('days', { begin: '2025-08-01', end: '2025-08-04' })).toEqual([
      day('2025-08-01', 36, 42, 42, 1, 0),
      day('2025-08-02', 5, null, null, 1, 0),
      day('2025-08-03', null, 50, null, 0, 1),
      day('2025-08-04', null, null, null, 0, 1),
    ])
    expect(await ask('days', { ...TWO, local: 12 })).toEqual([
      day('2025-08-01', 4, 2, 2, 1, 0),
      day('2025-08-02', 0, null, null, 1, 0),
    ])
    const chosen = await ask('days', { begin: '2025-07-30', end: '2025-09-02', months: '2025-07,2025-09' })
    expect(chosen.map(([of]) => of)).toEqual(['2025-07-30', '2025-07-31', '2025-09-01', '2025-09-02'].map(dayNumber))
  })

  test('of the newest import that has them are current', async () => {
    await trips([['2025-08-01', 7, 11, 12, 30]])
    await trips([['2025-08-01', 7, 11, 12, 10]], { by: 2 })
    expect((await ask('pairs', { from: 11 })).map(([, , , n]) => n)).toEqual([10])
  })
})

describe('an average day', () => {
  type Slot = readonly [local: number, start: number, on: number | null, off: number | null]
  const slots = (rows: readonly Slot[], { by = 1, label = 'workday', zero = true } = {}) =>
    insert(
      'profile_slot',
      rows.map(([local, start, on, off]) => [by, 1, local, label, start, 30, on, off, zero]),
    )
  const slotsOf = async (query: object = {}) =>
    toRows((await profiles.slots(SYSTEM_SCOPE, { client: 1, ...query })).frame)
  const stationsOf = async (query: object = {}) =>
    toRows((await profiles.stations(SYSTEM_SCOPE, { client: 1, ...query })).frame)

  test('adds up its places by the order of service; a slot that a place lacks is a zero where the source says so', async () => {
    await slots([
      [11, 300, 10, 1],
      [11, 1410, 2, null],
      [11, 0, null, 5],
      [12, 300, 7, 3],
      [12, 600, 4, 4],
    ])
    expect(await slotsOf()).toEqual([
      ['05:00–05:30', 17, 4, 2],
      ['10:00–10:30', 4, 4, 1],
      ['23:30–00:00', 2, null, 1],
      ['00:00–00:30', null, 5, 1],
    ])
    expect(await slotsOf({ locals: '12' })).toEqual([
      ['05:00–05:30', 7, 3, 1],
      ['10:00–10:30', 4, 4, 1],
      ['23:30–00:00', 0, 0, 0],
      ['00:00–00:30', 0, 0, 0],
    ])
    expect(await slotsOf({ locals: '13' })).toEqual([])
    expect((await refused(profiles.slots(SYSTEM_SCOPE, { client: 1, locals: '12,99' })))[0]).toBe('LOCAL_NOT_FOUND')
    await slots([[13, 300, 1, 1]], { zero: false })
    expect((await slotsOf({ locals: '12,13' }))[2]).toEqual(['23:30–00:00', null, null, 0])
  })

  test('names the busiest place first, with the first slot in which most get on', async () => {
    await slots([
      [11, 300, 10, 1],
      [11, 600, 30, 2],
      [12, 600, 50, null],
      [12, 300, 50, null],
      [13, 300, null, 9],
    ])
    expect(await stationsOf()).toEqual([
      [12, '05:00–05:30', 100, null, null, 50],
      [11, '10:00–10:30', 40, 3, 37, 30],
      [13, '05:00–05:30', null, 9, null, null],
    ])
    expect((await stationsOf({ locals: '11' })).map(([local]) => local)).toEqual([11])
  })

  test('is the one that came last: two averages are not added up', async () => {
    await slots([[11, 300, 10, 1]])
    await slots([[11, 300, 99, 9]], { by: 2, label: 'sunday' })
    expect(await slotsOf()).toEqual([['05:00–05:30', 99, 9, 1]])
  })
})

describe('figures of months', () => {
  const month = (year: number, of: number) => year * 12 + of - 1
  type Figure = readonly [place: string, item: string, month: number, figure: number, months?: number]
  const figures = (rows: readonly Figure[], { by = 1, client = 1, measure = 'units' } = {}) =>
    insert(
      'monthly_figure',
      rows.map(([place, item, at, figure, length = 1]) => [by, client, place, item, measure, at, length, figure]),
    )
  const all = async (call: keyof typeof months, query: object = {}) =>
    toRows((await months[call](SYSTEM_SCOPE, { client: 1, ...query })).frame)
  /** Two years of A, and of what is not named. */
  const YEARS = [2022, 2023].flatMap((year) =>
    Array.from({ length: 12 }, (_, at) => month(year, at + 1)).flatMap((at): Figure[] => [
      ['ES', 'A', at, year === 2022 ? 10 : 11],
      ['ES', '', at, 1],
    ]),
  )
  const [NEW, OLD] = [dayNumber('2023-12-01'), dayNumber('2022-12-01')]

  test('of which nothing is known have no row; those of another client are not found', async () => {
    for (const call of ['places', 'months', 'course', 'summary', 'items'] as const) {
      expect([call, await all(call)]).toEqual([call, []])
      expect((await refused(months[call](SYSTEM_SCOPE, { client: 3 })))[0]).toBe('CLIENT_NOT_FOUND')
    }
  })

  test('have the windows that end with the last month, and with those of the year before', async () => {
    await figures(YEARS)
    expect(await all('summary')).toEqual([
      ['comparing', NEW, 12, 36, 144, 144, 132, 12],
      ['reference', OLD, 11, 33, 132, 132, 120, 12],
    ])
    // Until March: the year so far is that of three months.
    expect((await all('summary', { end: '2023-03-31' })).map((row) => row.slice(1, 6))).toEqual([
      [dayNumber('2023-03-01'), 12, 36, 135, 36],
      [dayNumber('2022-03-01'), 11, 33, null, 33],
    ])
    // A month that has not come yet is the last that is known.
    expect((await all('summary', { end: '2030-01-31' }))[0]).toEqual((await all('summary'))[0])
    expect(await all('items')).toEqual([
      ['comparing', 'A', 11, 33, 132],
      ['reference', 'A', 10, 30, 120],
    ])
    expect((await all('months')).at(0)).toEqual(['2023-12', NEW, '2023-12-31'])
    expect((await all('months')).at(-1)).toEqual(['2022-01', dayNumber('2022-01-01'), '2022-01-31'])
    const course = await all('course', { end: '2023-02-28' })
    expect([course.length, course[0], course.at(-2), course.at(-1)]).toEqual([
      15,
      [dayNumber('2022-01-01'), 11, null, null, null],
      [dayNumber('2023-02-01'), 12, 35, 134, null],
      [dayNumber('2023-02-28'), null, null, null, null],
    ])
    expect((await all('course')).at(-2)).toEqual([NEW, 12, 36, 144, 132])
    expect(await all('course', { end: '2021-06-30' })).toEqual([[dayNumber('2021-06-30'), null, null, null, null]])
  })

  test('name only what both years name; the rest is what is left of the total', async () => {
    await figures([...YEARS, ['ES', 'B', month(2023, 12), 5], ['ES', 'C', month(2022, 3), 2]])
    expect((await all('summary')).map((row) => row.slice(4))).toEqual([
      [149, 149, 132, 17],
      [134, 134, 120, 14],
    ])
    expect(await all('items')).toEqual([
      ['comparing', 'A', 11, 33, 132],
      ['comparing', 'B', 5, null, null],
      ['comparing', 'C', null, null, null],
      ['reference', 'A', 10, 30, 120],
      ['reference', 'B', null, null, null],
      ['reference', 'C', null, null, null],
    ])
  })

  test('of a total without names has no named part, and of a year with a hole none at all', async () => {
    await figures(YEARS.filter(([, item, at]) => item === '' && at !== month(2022, 6)))
    expect((await all('summary')).map((row) => row.slice(2))).toEqual([
      [1, 3, 12, 12, null, 12],
      [1, 3, null, null, null, null],
    ])
  })

  test('are of one place or of all together, and of what was counted in the import that came last', async () => {
    await figures(YEARS)
    await figures([['PT', 'A', month(2023, 12), 7]])
    await figures([['FR', 'A', month(2023, 12), 9]], { client: 2 })
    expect(await all('places')).toEqual([['ES'], ['PT']])
    expect((await all('summary', { place: 'PT' }))[0]?.[2]).toBe(7)
    expect((await all('summary'))[0]?.slice(2, 5)).toEqual([19, null, null])
    expect((await all('months', { place: 'PT' })).map(([name]) => name)).toEqual(['2023-12'])
    await figures([['ES', 'A', month(2023, 12), 1000]], { by: 2, measure: 'euros' })
    expect([await all('places'), (await all('summary'))[0]?.[2]]).toEqual([[['ES']], 1000])
  })
})

test('a kind of figures is listed with the clients that have some, as the caller may know them', async () => {
  await trips([['2025-08-01', 7, 11, 12, 30]], { client: 2 })
  await trips([['2025-08-01', 7, 11, 12, 30]], { client: 5 })
  const list = async () => [1, 2].map((id) => ({ id, name: `Client ${id}` }))
  const clientsOf = figureClients({ figures: facts.figures, clients: { list } as never })
  expect(toRows((await clientsOf(SYSTEM_SCOPE, { kind: 'flows' })).frame)).toEqual([[2, 'Client 2']])
  expect(toRows((await clientsOf(SYSTEM_SCOPE, { kind: 'monthly' })).frame)).toEqual([])
})
