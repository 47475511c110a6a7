import { afterEach, beforeEach, expect, test } from 'vitest'
import { toRows } from '#domain/frame-build'
import type { FactQuery } from '#domain/fact-query'
import { createDuckDbFactStore } from './duckdb/store.ts'
import { openWeek, type ExpectedLocal } from './expected.ts'
import type { SqlFactStore } from './duckdb/sql-store.ts'
import { hourRow } from './testing.ts'

/** A Monday. */
const DAY = 20_493
const WEEKS = 10
const at = (day: number, hour: number, minute = 0) => day * 86_400_000 + hour * 3_600_000 + minute * 60_000

let now = 0
let store: SqlFactStore
beforeEach(async () => {
  store = await createDuckDbFactStore({ path: ':memory:', clock: () => now })
})
afterEach(() => store.close())

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
/** 10 people at ten, 20 at eleven and so on, twice as many on Saturdays; `skip` leaves hours out. */
const usual = (local: number, skip: (day: number, hour: number) => boolean = () => false) =>
  Array.from({ length: WEEKS * 7 }, (_, d) => DAY + d).flatMap((day) =>
    [10, 11, 12, 13]
      .filter((hour) => (day - DAY) % 7 !== 6 && !skip(day, hour))
      .map((hour) => hourRow(day, hour, { local, ins: (hour - 9) * 10 * ((day - DAY) % 7 === 5 ? 2 : 1) })),
  )
const roll = (locals: ExpectedLocal[] = [shop], nowMs = now) => store.rollForward({ nowMs, locals })
const QUALITY = ['hours', 'missingHours', 'partialHours', 'settlingHours', 'closedHours', 'estimatedIns']
const ask = async (measures: string[], by: FactQuery['by'], from: number, to = from) =>
  toRows(
    await store.query({
      table: 'traffic',
      measures,
      by,
      where: { client: [1] },
      periods: [{ name: 'only', from, to }],
    }),
  )

test('a local that never reported and has no opening day gets no rows', async () => {
  now = at(DAY + 7, 20)
  expect(await roll([{ ...shop, openedDay: null }])).toEqual({ placeholders: 0, updated: 0 })
})

test('without a stated opening day a local is expected from its first count on, however often and from whenever it is looked at', async () => {
  const unstated = { ...shop, openedDay: null }
  const first = DAY + 9
  now = at(first, 11, 30)
  await store.upsertTraffic(
    usual(1).filter(({ day, hour }) => day === first && hour === 10),
    'test',
  )
  await roll([unstated])
  await roll([unstated], at(first, 20))
  await store.rollForward({ nowMs: at(first + 1, 20), locals: [unstated], fromDay: DAY })
  expect(await ask(['ins', 'hours', 'missingHours'], ['day'], DAY, first + 1)).toEqual([
    [first, 10, 4, 3],
    [first + 1, null, 4, 4],
  ])
  await store.upsertTraffic(
    usual(1).filter(({ day }) => day === DAY + 2),
    'test',
  )
  await roll([unstated], at(first + 1, 21))
  expect(
    (await ask(['hours'], ['day'], DAY, first + 1)).map(([day]) => day),
    'a brought history begins earlier',
  ).toEqual(Array.from({ length: 9 }, (_, d) => DAY + 2 + d))
})

test('an hour that passed without a word is a row of nulls, and a week of it is missing, not zero', async () => {
  now = at(DAY + 7, 9)
  expect((await roll()).placeholders).toBe(6 * 4 + 4)
  expect(await ask(['ins', ...QUALITY], [], DAY, DAY + 6)).toEqual([[null, 24, 24, 0, 0, 4, null]])
})

test('a weekly closing day is closed, not missing', async () => {
  now = at(DAY + WEEKS * 7, 9)
  await store.upsertTraffic(usual(1), 'test')
  await roll()
  expect(await ask(['ins', ...QUALITY], ['day'], DAY + 6)).toEqual([[DAY + 6, null, 0, 0, 0, 0, 4, null]])
})

test('hours that should be open weigh what they usually bring, so coverage is the share of the traffic', async () => {
  now = at(DAY + WEEKS * 7, 9)
  const saturday = DAY + (WEEKS - 1) * 7 + 5
  await store.upsertTraffic(
    usual(1, (day, hour) => day === saturday && hour === 13),
    'test',
  )
  await roll()
  const [[expected, observed]] = (await ask(['expected', 'observed'], [], saturday - 5, saturday + 1)) as [
    [number, number],
  ]
  // 5 x (10 + 20 + 30 + 40) + 200 = 700 a week; the missing Saturday hour usually brings 80.
  expect(expected).toBeGreaterThan(999_990)
  expect(observed / expected).toBeCloseTo(620 / 700, 4)
})

test('a missing hour is estimated from its usual count and the level of its day, and the raw count stays null', async () => {
  now = at(DAY + WEEKS * 7, 9)
  const day = DAY + (WEEKS - 1) * 7
  const rows = usual(1, (d, hour) => d === day && hour === 13).map((row) =>
    row.day === day ? { ...row, ins: row.ins! * 1.5 } : row,
  )
  await store.upsertTraffic(rows, 'test')
  await roll()
  // Usually 40 at one; the observed part of the day is at 1.5 times its level.
  expect(await ask(['ins', ...QUALITY], ['hour'], day)).toEqual([
    [10, 15, 1, 0, 0, 0, 0, null],
    [11, 30, 1, 0, 0, 0, 0, null],
    [12, 45, 1, 0, 0, 0, 0, null],
    [13, null, 1, 1, 0, 0, 0, 60],
  ])
})

/** Ten Mondays with these counts from 13:00 to 14:00; the last one did not come. */
const atOne = (counts: readonly number[]) =>
  usual(1, (day, hour) => day === DAY + (WEEKS - 1) * 7 && hour === 13).map((row) =>
    (row.day - DAY) % 7 === 0 && row.hour === 13 ? { ...row, ins: counts[(row.day - DAY) / 7]! } : row,
  )
const deviations = async (day: number) =>
  (
    await store.read(
      'SELECT hour, estimatedIns, estimatedDev FROM traffic WHERE day = $1 AND hour BETWEEN 10 AND 13 ORDER BY hour',
      [day],
    )
  ).map((row) => row.map((value) => (value === null ? null : Number(value))))

test('how far off an estimate may be is the spread of the counts that it is the median of', async () => {
  now = at(DAY + WEEKS * 7, 9)
  const last = DAY + (WEEKS - 1) * 7
  // The median of the last eight is 40, and their median distance from it 7; the first Monday is too long ago.
  await store.upsertTraffic(atOne([9000, 20, 30, 36, 40, 40, 44, 50, 100]), 'test')
  await roll()
  expect(await deviations(last)).toEqual([
    [10, null, null],
    [11, null, null],
    [12, null, null],
    [13, 40, Math.ceil(1.4826 * 7)],
  ])
})

test('the deviation of an estimate has the level of its day', async () => {
  now = at(DAY + WEEKS * 7, 9)
  const last = DAY + (WEEKS - 1) * 7
  await store.upsertTraffic(
    atOne([9000, 20, 30, 36, 40, 40, 44, 50, 100]).map((row) =>
      row.day === last ? { ...row, ins: row.ins! * 1.5 } : row,
    ),
    'test',
  )
  await roll()
  expect((await deviations(last))[3]).toEqual([13, 60, Math.ceil(1.4826 * 7 * 1.5)])
})

test('the deviation of an estimate is never less than that of chance, also where all weeks were the same', async () => {
  now = at(DAY + WEEKS * 7, 9)
  const last = DAY + (WEEKS - 1) * 7
  await store.upsertTraffic(atOne(Array(9).fill(40)), 'test')
  await roll()
  expect((await deviations(last))[3]).toEqual([13, 40, Math.ceil(Math.sqrt(40))])
})

test('the deviation of an estimate from the weeks after a gap is that of those weeks', async () => {
  now = at(DAY + WEEKS * 7, 9)
  await store.upsertTraffic(
    atOne([9000, 20, 30, 36, 40, 40, 44, 50, 100]).filter(({ day, hour }) => day !== DAY || hour !== 13),
    'test',
  )
  await roll()
  // The weeks after it until the gap of the last: 20 to 100, of which the median is 40 and the distance 7 again.
  expect((await deviations(DAY))[3]).toEqual([13, 40, Math.ceil(1.4826 * 7)])
})

test('a file of an earlier release gets the deviations of its estimates, however long ago they were made', async () => {
  now = at(DAY + WEEKS * 7, 9)
  await store.upsertTraffic(
    usual(1, (day, hour) => day === DAY + 14 && hour === 13),
    'test',
  )
  await roll()
  const known = await deviations(DAY + 14)
  expect(known[3]).toEqual([13, 40, 7])
  await store.write((connection) => connection.run('UPDATE traffic SET estimatedDev = NULL'))
  await roll()
  expect(await deviations(DAY + 14)).toEqual(known)
})

test('a new local is weighed like the others of its type, and what it would have counted is not guessed', async () => {
  now = at(DAY + WEEKS * 7, 14, 30)
  await store.upsertTraffic(usual(1), 'test')
  await roll([shop, { ...shop, local: 2, openedDay: DAY + WEEKS * 7 - 1 }])
  const [first, second] = await Promise.all(
    [1, 2].map(async (local) =>
      (await ask(['expected', 'missingHours', 'estimatedIns'], ['local', 'hour'], DAY + WEEKS * 7)).filter(
        ([of]) => of === local,
      ),
    ),
  )
  expect(first!.map((row) => row.slice(2))).toEqual([
    [expect.any(Number), 1, 10],
    [expect.any(Number), 1, 20],
    [expect.any(Number), 0, null],
    [expect.any(Number), 0, null],
  ])
  expect(second!.map((row) => row.slice(3))).toEqual([
    [1, null],
    [1, null],
    [0, null],
    [0, null],
  ])
  expect(second!.map((row) => row[2])).toEqual(first!.map((row) => row[2]))
})

test('a gap is estimated eight weeks deep from either side, and beyond that nothing is guessed: all of it is missing', async () => {
  now = at(DAY + 40 * 7, 9)
  await store.upsertTraffic(
    [
      ...usual(1),
      ...usual(1).map((row) => ({ ...row, day: row.day + 30 * 7, instant: row.instant + 30 * 7 * 86_400 })),
    ],
    'test',
  )
  await roll()
  const mondays = (await ask(['missingHours', 'estimatedIns'], ['day'], DAY, DAY + 40 * 7 - 1)).filter(
    ([day]) => (Number(day) - DAY) % 7 === 0,
  )
  expect(mondays.map(([, missing]) => missing)).toEqual([
    ...Array(10).fill(0),
    ...Array(20).fill(4),
    ...Array(10).fill(0),
  ])
  const guessed = mondays.map(([, , estimate]) => estimate !== null)
  expect(guessed).toEqual([
    ...Array(10).fill(false),
    ...Array(8).fill(true),
    ...Array(4).fill(false),
    ...Array(8).fill(true),
    ...Array(10).fill(false),
  ])
})

test('a second counter of a local is expected from its first word on', async () => {
  now = at(DAY + WEEKS * 7, 9)
  await store.upsertTraffic(
    [
      ...usual(1),
      ...usual(1)
        .filter(({ day }) => day >= DAY + 14 && day !== DAY + 21)
        .map((row) => ({ ...row, area: 9 })),
    ],
    'test',
  )
  await roll([{ ...shop, areas: [0, 9, 10] }])
  expect(await ask(['hours'], ['area'], DAY, DAY + 13)).toEqual([[0, 48]])
  expect(await ask(['hours', 'estimatedIns'], ['area'], DAY + 21)).toEqual([
    [0, 4, null],
    [9, 4, 100],
  ])
})

test('the running hour is partial, the hour before settles, older ones are final', async () => {
  const day = DAY + WEEKS * 7
  now = at(day, 12, 30)
  await store.upsertTraffic(
    [...usual(1), hourRow(day, 10, { ins: 10 }), hourRow(day, 11, { ins: 20 }), hourRow(day, 12, { ins: 3 })],
    'test',
  )
  await roll()
  expect(await ask(['ins', ...QUALITY], [], day)).toEqual([[33, 3, 0, 1, 0, 0, null]])
  // Nothing came after noon: the hour settles until its time is up, then it is missing.
  await roll([shop], at(day, 14, 10))
  expect(await ask(['ins', ...QUALITY], [], day)).toEqual([[33, 4, 0, 0, 2, 0, null]])
  await roll([shop], at(day, 17))
  expect(await ask(['ins', ...QUALITY], [], day)).toEqual([[33, 4, 1, 0, 0, 0, 22]])
})

/** The counter of the shop died at the begin of a week, sent zeros for some days, and then nothing. */
const died = (week: number, zeroDays: number) =>
  usual(1)
    .filter(({ day }) => day < DAY + week * 7 + zeroDays)
    .map((row) => (row.day >= DAY + week * 7 ? { ...row, ins: 0 } : row))

test('an hour that did not come is missing, also where it is usually empty', async () => {
  now = at(DAY + WEEKS * 7, 9)
  const day = DAY + (WEEKS - 1) * 7
  await store.upsertTraffic(
    usual(1, (d, hour) => d === day && hour === 10).map((row) => ({ ...row, ins: row.hour === 10 ? 0 : row.ins! })),
    'test',
  )
  await roll()
  expect((await ask(['ins', ...QUALITY], ['hour'], day))[0]).toEqual([10, null, 1, 1, 0, 0, 0, 0])
  expect((await deviations(day))[0]).toEqual([10, 0, 0])
})

test('the zeros of a counter that is probably down are no base of estimates', async () => {
  now = at(DAY + WEEKS * 7, 9)
  // Five weeks of zeros where 600 a week are usual, then silence.
  await store.upsertTraffic(died(4, 35), 'test')
  await roll()
  const saturday = DAY + 9 * 7 + 5
  expect(await ask(['ins', 'missingHours', 'estimatedIns'], ['day'], saturday - 1, saturday)).toEqual([
    [saturday - 1, null, 4, 100],
    [saturday, null, 4, 200],
  ])
  expect(await ask(['ins', 'missingHours'], [], DAY + 8 * 7, DAY + 9 * 7 - 1)).toEqual([[0, 0]])
})

test('hours after a counter died are estimated by the level of the day before it died', async () => {
  now = at(DAY + WEEKS * 7, 9)
  const day = DAY + (WEEKS - 1) * 7 + 5
  // A Saturday at its usual level until eleven, a zero at twelve where 60 are usual, and silence from one o'clock on.
  await store.upsertTraffic(
    usual(1, (d, hour) => d === day && hour === 13).map((row) =>
      row.day === day && row.hour === 12 ? { ...row, ins: 0 } : row,
    ),
    'test',
  )
  await roll()
  expect((await ask(['ins', 'estimatedIns'], ['hour'], day)).slice(2)).toEqual([
    [12, 0, null],
    [13, null, 80],
  ])
})

test('a counter that has sent zeros for longer than eight weeks is still no base of estimates', async () => {
  now = at(DAY + 4 * 7, 20)
  const rows = Array.from({ length: 30 * 7 }, (_, d) => DAY + d)
    .filter((day) => (day - DAY) % 7 !== 6)
    .flatMap((day) => [10, 11, 12, 13].map((hour) => hourRow(day, hour, { ins: day < DAY + 28 ? 25 : 0 })))
  const zeros = rows.filter(({ day }) => day < DAY + 28 * 7)
  // Written as it came: the roll-forward has seen the older weeks, and reads only the last ones again.
  for (let week = 1; week <= 30; week += 1) {
    now = at(DAY + week * 7, 9)
    await store.upsertTraffic(
      zeros.filter(({ day }) => day >= DAY + (week - 1) * 7 && day < DAY + week * 7),
      'test',
    )
    await roll()
  }
  expect(await ask(['missingHours', 'estimatedIns'], ['day'], DAY + 28 * 7, DAY + 28 * 7 + 1)).toEqual([
    [DAY + 28 * 7, 4, null],
    [DAY + 28 * 7 + 1, 4, null],
  ])
})

test('a quiet place keeps its zeros: so few are usual that none is no surprise', async () => {
  now = at(DAY + WEEKS * 7, 9)
  const last = DAY + (WEEKS - 1) * 7
  // One person on Mondays at ten, for four weeks; then none, five weeks in a row.
  const rows = usual(1, (day, hour) => day === last && hour === 10).map((row) => ({
    ...row,
    ins: row.day < DAY + 4 * 7 && row.hour === 10 && (row.day - DAY) % 7 === 0 ? 1 : 0,
  }))
  await store.upsertTraffic(rows, 'test')
  await roll()
  expect((await ask(['ins', 'missingHours', 'estimatedIns'], ['hour'], last))[0]).toEqual([10, null, 1, 0])
})

test('late data take the place of the estimate', async () => {
  const day = DAY + (WEEKS - 1) * 7
  now = at(DAY + WEEKS * 7, 9)
  await store.upsertTraffic(
    usual(1, (d, hour) => d === day && hour === 13),
    'test',
  )
  await roll()
  expect(await store.upsertTraffic([hourRow(day, 13, { ins: 44 })], 'late')).toEqual({
    accepted: 1,
    duplicate: 0,
    restated: 0,
    quarantined: 0,
  })
  await roll()
  expect(await ask(['ins', 'missingHours', 'estimatedIns'], ['hour'], day)).toContainEqual([13, 44, 0, null])
  expect((await deviations(day))[3]).toEqual([13, null, null])
})

test('what is counted outside the opening hours is kept and left out of totals unless asked for', async () => {
  now = at(DAY + WEEKS * 7, 9)
  await store.upsertTraffic([...usual(1), hourRow(DAY, 6, { ins: 7 }), hourRow(DAY + 6, 11, { ins: 9 })], 'test')
  await roll()
  const query: FactQuery = {
    table: 'traffic',
    measures: ['ins'],
    by: [],
    where: { client: [1] },
    periods: [{ name: 'only', from: DAY, to: DAY + 6 }],
  }
  expect(toRows(await store.query(query))).toEqual([[700]])
  expect(toRows(await store.query(query, 'all'))).toEqual([[716]])
})

test('a closed local is not expected after its last day, and running again changes nothing', async () => {
  now = at(DAY + WEEKS * 7, 9)
  const closing: ExpectedLocal = { ...shop, closedDay: DAY + 8 }
  await store.upsertTraffic(
    usual(1).filter(({ day }) => day <= DAY + 8),
    'test',
  )
  await roll([closing])
  expect(await ask(['hours'], [], DAY + 9, DAY + 60)).toEqual([[0]])
  expect(await roll([closing])).toEqual({ placeholders: 0, updated: 0 })
})
