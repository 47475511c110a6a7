import { afterEach, beforeEach, expect, test } from 'vitest'
import { WHOLE_DAY, type FactQuery } from '#domain/fact-query'
import { qualityOf, stateOf } from '#domain/completeness'
import { evaluate } from '#domain/facts/evaluate'
import { toRows } from '#domain/frame-build'
import { createDuckDbFactStore } from './duckdb/store.ts'
import { openWeek, type ExpectedLocal } from './expected.ts'
import { storeSides } from './duckdb/pairs.ts'
import type { TrafficRow } from './traffic-row.ts'
import type { SqlFactStore } from './duckdb/sql-store.ts'
import { hourRow } from './testing.ts'

/** A Monday. */
const DAY = 20_493
const WEEKS = 10
const at = (day: number, hour: number) => day * 86_400_000 + hour * 3_600_000

let now = 0
let store: SqlFactStore
beforeEach(async () => {
  now = at(DAY + WEEKS * 7, 12)
  store = await createDuckDbFactStore({ path: ':memory:', clock: () => now })
})
afterEach(() => store.close())

const wholeDay = (day: number, given: Partial<TrafficRow> = {}) => ({
  ...hourRow(day, WHOLE_DAY, given),
  instant: day * 86_400 + 23 * 3600,
})
const shop: ExpectedLocal = {
  client: 1,
  local: 1,
  areas: [0],
  timeZone: 'UTC',
  type: 'store',
  openedDay: DAY,
  closedDay: null,
  holidays: new Map(),
  week: openWeek([1, 2, 3, 4, 5, 6].map((weekDay) => ({ weekDay, opening: '10:00', closing: '14:00' }))),
}
const isOpen = (day: number) => (day - DAY) % 7 !== 6
/** 100 people a day, twice as many on Saturdays, none on Sundays. */
const usual = (skip: readonly number[] = []) =>
  Array.from({ length: WEEKS * 7 }, (_, d) => DAY + d)
    .filter((day) => isOpen(day) && !skip.includes(day))
    .map((day) => wholeDay(day, { ins: (day - DAY) % 7 === 5 ? 200 : 100 }))
const roll = () => store.rollForward({ nowMs: now, locals: [shop], fromDay: DAY })
const QUALITY = ['hours', 'missingHours', 'partialHours', 'settlingHours', 'closedHours', 'estimatedIns'] as const
const question = (measures: readonly string[], by: FactQuery['by'], from: number, to = from): FactQuery => ({
  table: 'traffic',
  measures,
  by,
  where: { client: [1] },
  periods: [{ name: 'only', from, to }],
})
const ask = async (measures: readonly string[], by: FactQuery['by'], from: number, to = from) =>
  toRows(await store.query(question(measures, by, from, to)))
const stored = () =>
  store.read('SELECT day, hour, ins FROM traffic WHERE coalesce(ins, tickets) IS NOT NULL ORDER BY day, hour')

test('a whole day has no second pass, no 25th hour, ends with its day, and may be as large as its hours together', async () => {
  const rows = [
    wholeDay(DAY, { fold: 1, ins: 1 }),
    { ...wholeDay(DAY, { ins: 1 }), hour: 25 },
    { ...wholeDay(DAY, { ins: 1 }), instant: DAY * 86_400 + 60 },
    wholeDay(DAY, { ins: 24 * 200_000 + 1 }),
    wholeDay(DAY + 1, { ins: 24 * 200_000 }),
  ]
  expect(await store.upsertTraffic(rows, 'test')).toMatchObject({ accepted: 1, quarantined: 4 })
  expect((await store.quarantined({ client: [1] })).map(({ reason }) => reason).sort()).toEqual([
    'ABSURD',
    'INSTANT_MISMATCH',
    'KEY_INVALID',
    'KEY_INVALID',
  ])
})

test('a total is quarantined on a day that has hours, and is taken where its hours are placeholders', async () => {
  await store.upsertTraffic([hourRow(DAY, 10, { ins: 5 })], 'door')
  await roll()
  const report = await store.upsertTraffic([wholeDay(DAY, { ins: 90 }), wholeDay(DAY + 1, { ins: 80 })], 'file')
  expect(report).toEqual({ accepted: 1, duplicate: 0, restated: 0, quarantined: 1 })
  expect((await store.quarantined({ client: [1] })).map(({ reason, source }) => [reason, source])).toEqual([
    ['DAY_HAS_HOURS', 'file'],
  ])
  expect(await stored()).toEqual([
    [DAY, 10, 5],
    [DAY + 1, WHOLE_DAY, 80],
  ])
  await roll()
  // The placeholders of the day's hours are gone: it is whole.
  expect(await store.read(`SELECT hour, state FROM traffic WHERE day = ${DAY + 1}`)).toEqual([[WHOLE_DAY, 0]])
})

test('hours that come later take the place of the total, which goes to the log; tickets by the hour do not', async () => {
  await store.upsertTraffic([wholeDay(DAY, { ins: 90 }), wholeDay(DAY + 1, { ins: 80 })], 'file')
  await store.upsertTraffic([hourRow(DAY, 11, { tickets: 3 })], 'till')
  expect(await ask(['ins', 'tickets'], ['day'], DAY)).toEqual([[DAY, 90, 3]])
  await store.upsertTraffic([hourRow(DAY, 10, { ins: 5 })], 'door')
  expect(await ask(['ins', 'tickets'], ['day'], DAY, DAY + 1)).toEqual([
    [DAY, 5, 3],
    [DAY + 1, 80, null],
  ])
  expect(await store.read('SELECT day, hour, ins, cause FROM traffic_log')).toEqual([[DAY, WHOLE_DAY, 90, 'door']])
})

test('questions about days add days and hours, questions about hours leave days out, whichever way they are answered', async () => {
  await store.upsertTraffic(
    [
      wholeDay(DAY, { ins: 90, tickets: 9, visits: 80, bounces: 10 }),
      hourRow(DAY + 1, 10, { ins: 5 }),
      hourRow(DAY + 1, 11, { ins: 7 }),
    ],
    'test',
  )
  const by = async (...dims: FactQuery['by']) => ask(['ins'], dims, DAY, DAY + 1)
  expect([await by(), await by('period'), await by('weekday'), await by('day'), await by('local')]).toEqual([
    [[102]],
    [['only', 102]],
    [
      [1, 90],
      [2, 12],
    ],
    [
      [DAY, 90],
      [DAY + 1, 12],
    ],
    [[1, 102]],
  ])
  const hours = [
    [10, 5],
    [11, 7],
  ]
  expect([
    await by('hour'),
    await by('hour', 'area'),
    toRows(await store.query(question(['ins'], ['hour'], DAY, DAY + 1), 'all')),
  ]).toEqual([
    hours,
    [
      [10, 0, 5],
      [11, 0, 7],
    ],
    hours,
  ])
  expect(await ask(['tickets', 'visitsWithTickets'], ['period'], DAY)).toEqual([['only', 9, 80]])
  // The kernel of the browser on the same rows.
  const frame = await store.traffic({ client: [1] }, 1, DAY, DAY + 1)
  expect([
    toRows(evaluate(question(['ins'], ['hour'], DAY, DAY + 1), frame)),
    toRows(evaluate(question(['ins'], ['period'], DAY, DAY + 1), frame)),
  ]).toEqual([hours, [['only', 102]]])
  expect(await store.wholeDays({ client: 1, locals: [1, 2], periods: [{ name: 'only', from: DAY, to: DAY }] })).toEqual(
    [1],
  )
  expect(
    await store.wholeDays({ client: 1, locals: [1, 2], periods: [{ name: 'only', from: DAY + 1, to: DAY + 1 }] }),
  ).toEqual([])
})

test('a week of whole days is complete, and closing days are closed', async () => {
  await store.upsertTraffic(usual(), 'test')
  await roll()
  const week = DAY + (WEEKS - 1) * 7
  const [[ins, hours, missing, partial, settling, closed, estimated]] = (await ask(
    ['ins', ...QUALITY],
    [],
    week,
    week + 6,
  )) as [(number | null)[]]
  expect([ins, hours, missing, partial, settling, closed, estimated]).toEqual([700, 6 * 24, 0, 0, 0, 24, null])
  const frame = await store.query(question(['ins', 'expected', 'observed', ...QUALITY], ['day'], week, week + 6))
  expect(Array.from({ length: frame.rows }, (_, row) => stateOf(qualityOf(frame, [row])))).toEqual([
    ...Array.from({ length: 6 }, () => 'final'),
    'closed',
  ])
})

test('a day that did not come is missing with the weight of its weekday and the estimate of its weekday', async () => {
  const saturday = DAY + (WEEKS - 1) * 7 + 5
  await store.upsertTraffic(usual([saturday]), 'test')
  await roll()
  expect(await ask(['ins', 'hours', 'missingHours', 'estimatedIns'], ['day'], saturday)).toEqual([
    [saturday, null, 24, 24, 200],
  ])
  const [[expected, observed]] = (await ask(['expected', 'observed'], [], saturday - 5, saturday + 1)) as [
    [number, number],
  ]
  expect(observed / expected).toBeCloseTo(500 / 700, 4)
})

test('today is not over, and yesterday may still change until late data are past', async () => {
  const today = DAY + WEEKS * 7
  await store.upsertTraffic([...usual(), wholeDay(today, { ins: 40 })], 'test')
  await roll()
  expect(await ask(['ins', 'hours', 'partialHours'], ['day'], today)).toEqual([[today, 40, 24, 24]])
  now = at(today + 1, 1)
  await roll()
  expect(await ask(['partialHours', 'settlingHours'], ['day'], today)).toEqual([[today, 0, 24]])
})

test('a local that goes over to hours is expected by the hour from then on, and its days before stay whole', async () => {
  const half = DAY + 35
  const hours = [10, 11, 12, 13].map((hour) => hourRow(half + 7, hour, { ins: 25 }))
  await store.upsertTraffic([...usual().filter(({ day }) => day < half), ...hours], 'test')
  await roll()
  const kinds = await store.read(
    `SELECT day, count(*)::INTEGER, bool_and(hour = ${WHOLE_DAY}) FROM traffic WHERE day IN (${half - 1 - 6}, ` +
      `${half}, ${half + 7}, ${half + 8}) GROUP BY day ORDER BY day`,
  )
  // A Sunday, two days without a count (the days before were whole), the first day by the hour, and a day after it.
  expect(kinds).toEqual([
    [half - 7, 1, true],
    [half, 1, true],
    [half + 7, 4, false],
    [half + 8, 4, false],
  ])
  expect(await ask(['hours', 'missingHours'], ['day'], half, half)).toEqual([[half, 24, 24]])
  expect(await ask(['hours', 'missingHours'], ['day'], half + 8, half + 8)).toEqual([[half + 8, 4, 4]])
})

test('two periods are held against each other day by day, also when one of them has hours', async () => {
  const [comparing, reference] = [DAY + 7, DAY]
  await store.upsertTraffic(
    [
      wholeDay(comparing, { ins: 90 }),
      wholeDay(reference, { ins: 60 }),
      wholeDay(comparing + 1, { ins: 70 }),
      hourRow(reference + 1, 10, { ins: 5 }),
      hourRow(reference + 1, 11, { ins: 7 }),
      wholeDay(comparing + 2, { ins: 30 }),
    ],
    'test',
  )
  await store.write((connection) => connection.run('UPDATE traffic SET state = 0, expected = 100, observed = 100'))
  const pair = {
    client: 1,
    locals: [1],
    today: DAY + 70,
    comparing: { name: 'comparing', from: comparing, to: comparing + 2 },
    reference: { name: 'reference', from: reference, to: reference + 2 },
  }
  const sides = async () => (await storeSides(store, pair)).get(1)
  expect(await sides()).toEqual({
    comparing: {
      countedDays: 3,
      closedDays: 0,
      expected: 300,
      observed: 300,
      zero: 0,
      ins: 190,
      hours: 72,
      unpairedHours: 24,
    },
    reference: {
      countedDays: 2,
      closedDays: 0,
      expected: 300,
      observed: 300,
      zero: 0,
      ins: 72,
      hours: 26,
      unpairedHours: 0,
    },
  })
  // A lost hour of the one is a lost day for the other.
  await store.write((connection) =>
    connection.run(`UPDATE traffic SET ins = NULL, state = 4, observed = 0 WHERE day = ${reference + 1} AND hour = 11`),
  )
  expect([(await sides())?.comparing?.unpairedHours, (await sides())?.reference?.unpairedHours]).toEqual([48, 2])
})
