import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dayOffset } from '#domain/day-offset'
import { toRows } from '#domain/frame-build'
import { HOUR_STATE } from './hour-state.ts'
import { createDuckDbFactStore } from './duckdb/store.ts'
import { storeSides, unpairedSums } from './duckdb/pairs.ts'
import type { TrafficRow } from './traffic-row.ts'
import type { SqlFactStore } from './duckdb/sql-store.ts'
import { hourRow } from './testing.ts'
import type { PairsQuestion } from './questions.ts'

const DAY = 20_500
const TODAY = DAY + 400
const NOW = TODAY * 86_400_000
const LATER = DAY + 364

let store: SqlFactStore
beforeEach(async () => {
  store = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
})
afterEach(() => store.close())

const question = (days: number, given: Partial<PairsQuestion> = {}): PairsQuestion => ({
  client: 1,
  locals: [1],
  today: TODAY,
  comparing: { name: 'comparing', from: LATER, to: LATER + days - 1 },
  reference: { name: 'reference', from: DAY, to: DAY + days - 1 },
  ...given,
})
type State = keyof typeof HOUR_STATE
/** An hour of the store after the evaluation: missing data has no count. */
interface Stored {
  day: number
  hour: number
  ins: number | null
  state: State
  area?: number
  observed?: number
}

async function put(hours: readonly Stored[]) {
  const rows: TrafficRow[] = hours.map(({ day, hour, ins, area = 0 }) =>
    hourRow(day, hour, { ins, area, visits: ins, bounces: ins === null ? null : 0 }),
  )
  await store.upsertTraffic(rows, 'test')
  await store.write(async (connection) => {
    for (const { day, hour, state, area = 0, observed } of hours) {
      const came = observed ?? (['final', 'settling'].includes(state) ? 100 : 0)
      await connection.run(
        `UPDATE traffic SET state = ${HOUR_STATE[state]}, expected = ${state === 'closed' ? 0 : 100}, observed = ` +
          `${state === 'closed' ? 0 : came} WHERE day = ${day} AND hour = ${hour} AND area = ${area}`,
      )
    }
  })
}
const unpaired = async (requested: PairsQuestion, by: Parameters<typeof unpairedSums>[2]['by'] = ['period']) =>
  toRows(await unpairedSums(store, requested, { by, measures: ['ins', 'hours'] }))
const came = (day: number, hour: number, ins: number, area = 0): Stored => ({ day, hour, ins, state: 'final', area })

test('nothing is unpaired where both periods came whole, however different their counts', async () => {
  await put([came(DAY, 10, 5), came(DAY, 11, 0), came(LATER, 10, 50), came(LATER, 11, 70)])
  expect(await unpaired(question(1))).toEqual([])
})

test('an hour that did not come takes its counterpart with it, and no other hour', async () => {
  await put([
    came(DAY, 10, 5),
    came(DAY, 11, 7),
    { day: LATER, hour: 10, ins: null, state: 'missing' },
    came(LATER, 11, 9),
  ])
  expect(await unpaired(question(1))).toEqual([
    ['comparing', null, 1],
    ['reference', 5, 1],
  ])
  expect(await unpaired(question(1), ['period', 'index', 'day', 'local'])).toEqual([
    ['comparing', 0, LATER, 1, null, 1],
    ['reference', 0, DAY, 1, 5, 1],
  ])
})

test('an hour that is not over, is estimated or came in part is not whole', async () => {
  for (const half of [
    { state: 'partial', ins: 3 },
    { state: 'estimated', ins: null },
    { state: 'final', ins: 3, observed: 60 },
  ] as const) {
    await put([came(DAY, 10, 5), { day: LATER, hour: 10, ...half }])
    expect([half.state, (await unpaired(question(1)))[1]]).toEqual([half.state, ['reference', 5, 1]])
  }
})

test('an hour that is still settling counts as come', async () => {
  await put([came(DAY, 10, 5), { day: LATER, hour: 10, ins: 3, state: 'settling' }])
  expect(await unpaired(question(1))).toEqual([])
})

test('longer opening hours and closed days are no gaps', async () => {
  await put([
    came(DAY, 10, 5),
    { day: DAY + 1, hour: 10, ins: null, state: 'closed' },
    came(LATER, 10, 6),
    came(LATER, 20, 4),
    came(LATER + 1, 10, 8),
  ])
  expect(await unpaired(question(2))).toEqual([])
})

test('a counter that exists in one period only is unpaired there, beside one that exists in both', async () => {
  await put([came(DAY, 10, 5, 0), came(LATER, 10, 6, 0), came(LATER, 10, 40, 1)])
  expect(await unpaired(question(1))).toEqual([['comparing', 40, 1]])
})

test('days before a counter began and days to come have no counterpart', async () => {
  await put([came(DAY + 1, 10, 5), came(LATER, 10, 30), came(LATER + 1, 10, 6)])
  expect(await unpaired(question(2))).toEqual([['comparing', 30, 1]])
  const running = question(2, { today: LATER + 1 })
  await put([came(DAY + 1, 11, 9)])
  expect(await unpaired(running), 'the eleventh hour of today is still to come').toEqual([
    ['comparing', 30, 1],
    ['reference', 9, 1],
  ])
})

test('the days by which one period is longer are in its figure, and in no change', async () => {
  await put([came(DAY, 10, 5), came(LATER, 10, 6), came(LATER + 1, 10, 7)])
  expect(await unpaired({ ...question(1), comparing: { name: 'comparing', from: LATER, to: LATER + 1 } })).toEqual([
    ['comparing', 7, 1],
  ])
})

test('a day of an event meets its like, and what is left over on either side is in no change', async () => {
  const week = (from: number, ins: (at: number) => number) =>
    Array.from({ length: 14 }, (_, at) => came(from + at, 10, ins(at)))
  await put([...week(DAY, (at) => (at === 10 ? 900 : 1)), ...week(LATER, (at) => (at === 3 ? 1000 : 2))])
  const moved = [
    {
      locals: [1],
      days: [
        [DAY + 10, LATER + 3],
        [DAY + 3, null],
      ] as [number, number | null][],
    },
  ]
  expect(await unpaired(question(14, { moved }), ['period', 'day'])).toEqual([
    ['comparing', LATER + 10, 2, 1],
    ['reference', DAY + 3, 1, 1],
  ])
  expect(await unpaired(question(14, { moved: [{ ...moved[0]!, locals: [7] }] })), 'another store keeps it').toEqual([])
  const sides = (await storeSides(store, question(14, { moved }))).get(1)
  expect(
    [sides?.comparing, sides?.reference].map((side) => [side?.ins, side?.unpairedHours, side?.countedDays]),
  ).toEqual([
    [1026, 1, 14],
    [913, 1, 14],
  ])
})

test('days that a shift pushes over an end have no counterpart', async () => {
  const requested = question(7, { comparing: { name: 'comparing', from: LATER + 1, to: LATER + 7 } })
  await put(Array.from({ length: 8 }, (_, at) => [came(DAY + at, 10, 1), came(LATER + at, 10, 1)]).flat())
  expect(await unpaired(requested, ['period', 'day'])).toEqual([
    ['comparing', LATER + 7, 1, 1],
    ['reference', DAY, 1, 1],
  ])
})

test('weekdays meet: a Saturday that is missing takes a Saturday with it', async () => {
  const [july, august] = [20_635, 20_666]
  const requested = question(28, {
    comparing: { name: 'comparing', from: august, to: august + 27 },
    reference: { name: 'reference', from: july, to: july + 27 },
    today: august + 100,
  })
  expect(dayOffset(requested.comparing, requested.reference)).toBe(3)
  const all = (from: number) => Array.from({ length: 28 }, (_, i) => came(from + i, 10, 1))
  await put([...all(july), ...all(august)])
  await put([{ day: august + 4, hour: 10, ins: null, state: 'missing' }])
  await store.write(async (connection) => {
    await connection.run(
      `UPDATE traffic SET ins = NULL, visits = NULL, state = ${HOUR_STATE.missing} WHERE day = ${august + 4}`,
    )
  })
  // The last three days of the one and the first three of the other meet no weekday of theirs.
  expect((await unpaired(requested, ['period', 'day'])).map(([, day]) => day)).toEqual([
    august + 4,
    august + 25,
    august + 26,
    august + 27,
    july,
    july + 1,
    july + 2,
    july + 7,
  ])
  expect((august + 4 - july - 7) % 7).toBe(0)
})

test('another client’s hours and locals that were not asked about are not read', async () => {
  await put([came(DAY, 10, 5), came(LATER, 10, 6)])
  expect(await storeSides(store, question(1, { client: 2 }))).toEqual(new Map())
  expect(await storeSides(store, question(1, { locals: [2] }))).toEqual(new Map())
})

test('a store’s sides hold its days, its closed days, its coverage and its entries', async () => {
  await put([
    came(DAY, 10, 5),
    { day: DAY, hour: 11, ins: null, state: 'missing' },
    { day: DAY + 1, hour: 10, ins: null, state: 'closed' },
    came(LATER, 10, 6),
    came(LATER, 11, 4),
    came(LATER + 1, 10, 1),
  ])
  expect((await storeSides(store, question(2))).get(1)).toEqual({
    comparing: {
      countedDays: 2,
      closedDays: 0,
      expected: 300,
      observed: 300,
      zero: 0,
      ins: 11,
      hours: 3,
      unpairedHours: 1,
    },
    reference: {
      countedDays: 1,
      closedDays: 1,
      expected: 200,
      observed: 100,
      zero: 0,
      ins: 5,
      hours: 2,
      unpairedHours: 1,
    },
  })
})

test('a whole day of zeros is reported by its usual traffic, an incomplete or closed day is not', async () => {
  const missing = (day: number) => ({ day, hour: 11, ins: null, state: 'missing' as const })
  await put([
    came(DAY, 10, 0),
    came(DAY, 11, 0),
    came(DAY + 1, 10, 0),
    missing(DAY + 1),
    came(DAY + 2, 10, 0),
    came(DAY + 2, 11, 3),
    { day: DAY + 3, hour: 10, ins: null, state: 'closed' },
    came(LATER, 10, 5),
    { ...came(LATER, 10, 0), area: 2 },
  ])
  const sides = (await storeSides(store, question(4))).get(1)
  expect([sides?.reference?.zero, sides?.comparing?.zero], 'the other: one of two doors').toEqual([200, 100])
})

test('over any openings, outages and closures, what is left of both sides is the same hours', async () => {
  const slot = fc.record({
    at: fc.nat(5),
    hour: fc.nat(2),
    area: fc.nat(1),
    side: fc.nat(1),
    ins: fc.nat(50),
    state: fc.constantFrom<State>('final', 'final', 'final', 'missing', 'estimated', 'closed'),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(slot, {
        maxLength: 40,
        selector: (one) => JSON.stringify([one.at, one.hour, one.area, one.side]),
      }),
      async (slots) => {
        const fresh = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
        const own = store
        store = fresh
        try {
          await put(
            slots.map(({ at, hour, area, side, ins, state }) => ({
              day: (side === 0 ? LATER : DAY) + at,
              hour,
              area,
              ins: state === 'final' ? ins : null,
              state,
            })),
          )
          const expected = [0, 1].map((side) =>
            slots.filter((one) => {
              if (one.side !== side || one.state === 'closed') return false
              const others = slots.filter(
                (other) => other.side !== side && other.area === one.area && other.at === one.at,
              )
              const twin = others.find((other) => other.hour === one.hour)
              return (
                one.state !== 'final' ||
                others.length === 0 ||
                (twin !== undefined && !['final', 'closed'].includes(twin.state))
              )
            }),
          )
          const known = (at: number) => expected[at]!.flatMap(({ ins, state }) => (state === 'final' ? [ins] : []))
          expect(await unpaired(question(6))).toEqual(
            (['comparing', 'reference'] as const).flatMap((name, at) =>
              expected[at]!.length > 0
                ? [
                    [
                      name,
                      known(at).length === 0 ? null : known(at).reduce((sum, ins) => sum + ins, 0),
                      expected[at]!.length,
                    ],
                  ]
                : [],
            ),
          )
          const sums = (await storeSides(fresh, question(6))).get(1)
          expect([sums?.comparing?.unpairedHours ?? 0, sums?.reference?.unpairedHours ?? 0]).toEqual(
            expected.map(({ length }) => length),
          )
        } finally {
          store = own
          await fresh.close()
        }
      },
    ),
    { numRuns: 25 },
  )
})
