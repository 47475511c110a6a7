/**
 * Weights, states and estimates in columns against the statements of `by-sql.testing.ts`, on made histories: every row,
 * to the unit.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WHOLE_DAY } from '#domain/fact-query'
import { createDuckDbFactStore } from '../duckdb/store.ts'
import { openWeek, type ExpectedLocal } from '../expected.ts'
import type { TrafficRow } from '../traffic-row.ts'
import { hourRow } from '../testing.ts'
import { hoursOfDay, lastHourOf } from '../zone.ts'
import { rollForwardBySql } from '../duckdb/weigh-by-sql.testing.ts'

/** A Monday; eight weeks later the clocks of Madrid go back, in Lord Howe half an hour forward three weeks before. */
const DAY = 20_332
const WEEKS = 24

interface Place {
  readonly zone: string
  readonly type: string
  readonly areas: number
  /** How many people are usual; few make zeros. */
  readonly size: number
  readonly schedule: 'none' | 'day' | 'night' | 'round'
  readonly opened: number | null
  readonly closed: number | null
  readonly holidays: readonly number[]
  /** Days of which nothing came, by week and length. */
  readonly gaps: readonly { readonly week: number; readonly days: number }[]
  /** Days of zeros of the first counter. */
  readonly zeros: readonly { readonly week: number; readonly days: number }[]
  /** From this week on, or until it, days are known as a whole. */
  readonly wholeFrom: number | null
  readonly wholeTo: number | null
  /** One hour of so many is missing. */
  readonly holes: number
}

const week = fc.integer({ min: 0, max: WEEKS - 1 })
const stretches = fc.array(fc.record({ week, days: fc.constantFrom(1, 3, 10, 40, 90) }), { maxLength: 2 })
const place: fc.Arbitrary<Place> = fc.record({
  zone: fc.constantFrom('Europe/Madrid', 'UTC', 'Australia/Lord_Howe'),
  type: fc.constantFrom('store', 'street'),
  areas: fc.integer({ min: 1, max: 2 }),
  size: fc.constantFrom(0.02, 0.5, 3, 60, 4000),
  schedule: fc.constantFrom('none', 'day', 'day', 'night', 'round'),
  opened: fc.option(week),
  closed: fc.option(week, { freq: 3 }),
  holidays: fc.array(fc.integer({ min: 0, max: WEEKS * 7 }), { maxLength: 4 }),
  gaps: stretches,
  zeros: stretches,
  wholeFrom: fc.option(week, { freq: 2 }),
  wholeTo: fc.option(week, { freq: 1 }),
  holes: fc.constantFrom(5, 40, 100_000),
})

const history = fc.record({
  places: fc.array(place, { minLength: 1, maxLength: 4 }),
  seed: fc.integer({ min: 1, max: 0x7fff_ffff }),
  /**
   * When it is looked at, hours since the first Monday; what came until then is there, but for one part in so many,
   * which comes later.
   */
  looks: fc.array(fc.integer({ min: 24, max: WEEKS * 168 }), { minLength: 1, maxLength: 3 }),
  late: fc.constantFrom(7, 1000),
})

const SCHEDULES = {
  day: ['10:00', '13:59', [1, 2, 3, 4, 5, 6]],
  night: ['00:00', '04:59', [5, 6, 7]],
  round: ['00:00', '23:59', [1, 2, 3, 4, 5, 6, 7]],
} as const

function localOf(one: Place, index: number): ExpectedLocal {
  const shifts =
    one.schedule === 'none'
      ? []
      : SCHEDULES[one.schedule][2].map((weekDay) => ({
          weekDay,
          opening: SCHEDULES[one.schedule as 'day'][0],
          closing: SCHEDULES[one.schedule as 'day'][1],
        }))
  return {
    client: 1 + (index % 2),
    local: 10 + index,
    areas: Array.from({ length: one.areas }, (_, area) => area + 1),
    timeZone: one.zone,
    type: one.type,
    openedDay: one.opened === null ? null : DAY + one.opened * 7,
    closedDay: one.closed === null ? null : DAY + one.closed * 7 + 3,
    week: openWeek(shifts),
    holidays: new Map(one.holidays.map((day, n) => [DAY + day, n % 2 === 0])),
  }
}

/**
 * Counts of a place from 1 to 14 o'clock, in both passes of repeated hours, and of a third counter that is not
 * expected.
 */
function rowsOf(one: Place, local: ExpectedLocal, random: () => number): TrafficRow[] {
  const rows: TrafficRow[] = []
  const isIn = (spans: readonly { week: number; days: number }[], day: number) =>
    spans.some(({ week: from, days }) => day >= DAY + from * 7 && day < DAY + from * 7 + days)
  for (let day = DAY; day < DAY + WEEKS * 7; day += 1) {
    const isWhole =
      one.wholeFrom !== null && day >= DAY + one.wholeFrom * 7 && (one.wholeTo === null || day < DAY + one.wholeTo * 7)
    const hours = isWhole
      ? [{ hour: WHOLE_DAY, fold: 0 as const, instant: lastHourOf(one.zone, day) }]
      : hoursOfDay(one.zone, day).filter(({ hour }) => hour > 0 && hour < 15)
    for (const { hour, fold, instant } of hours) {
      for (const area of [...local.areas, ...(one.holes === 5 ? [99] : [])]) {
        if (isIn(one.gaps, day) || Math.floor(random() * one.holes) === 0) continue
        const usual = one.size * (1 + (hour % 5)) * ((day - DAY) % 7 === 5 ? 2 : 1)
        const ins = area === 1 && isIn(one.zeros, day) ? 0 : Math.floor(usual * random() * 2)
        const kind = random()
        rows.push({
          ...hourRow(day, hour),
          client: local.client,
          local: local.local,
          area,
          fold,
          instant,
          ...(kind < 0.9 ? { ins } : kind < 0.95 ? { visits: ins } : { tickets: 1 }),
        })
      }
    }
  }
  return rows
}

function randomOf(seed: number) {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 0x1_0000_0000
}

const WEIGHED =
  'SELECT client, local, area, day, hour, fold, instant, ins, visits, tickets, expected, observed, estimatedIns, ' +
  'estimatedDev, state FROM traffic ORDER BY local, area, day, hour, fold'

test('each hour weighs and is estimated by the rules, whether it came, was missing, late, closed or down', async () => {
  let now = 0
  await fc.assert(
    fc.asyncProperty(history, async ({ places, seed, looks, late }) => {
      const [one, other] = [
        await createDuckDbFactStore({ path: ':memory:', clock: () => now }),
        await createDuckDbFactStore({ path: ':memory:', clock: () => now }),
      ]
      try {
        const random = randomOf(seed)
        const locals = places.map(localOf)
        let waiting = places.flatMap((of, index) => rowsOf(of, locals[index]!, random))
        for (const look of looks.toSorted((a, b) => a - b)) {
          now = (DAY * 24 + look) * 3_600_000 + 1_800_000
          const come = waiting.filter(({ instant }) => instant * 1000 <= now && Math.floor(random() * late) !== 0)
          waiting = waiting.filter((row) => !come.includes(row))
          for (const store of [one, other]) await store.upsertTraffic(come, 'test')
          const report = await one.rollForward({ nowMs: now, locals })
          const bySql = await rollForwardBySql((work) => other.write(work), { nowMs: now, locals })
          expect(report.placeholders).toBe(bySql.placeholders)
          expect(await one.read(WEIGHED)).toEqual(await other.read(WEIGHED))
          expect(await one.read('SELECT * FROM rolled ORDER BY local')).toEqual(
            await other.read('SELECT * FROM rolled ORDER BY local'),
          )
        }
      } finally {
        await one.close()
        await other.close()
      }
    }),
    { numRuns: Number(process.env.WEIGH_RUNS ?? 12), seed: 20_261_124 },
  )
}, 300_000)

test.each([
  [4, 1],
  [6, 2],
])(
  'the second pass of a repeated hour is added and estimated when it did not come, and with people ends a run of zeros (%i hours)',
  async (until, first) => {
    const nightly = localOf(
      {
        zone: 'Europe/Madrid',
        type: 'store',
        areas: 1,
        size: 1,
        schedule: 'round',
        opened: 0,
        closed: null,
        holidays: [],
        gaps: [],
        zeros: [],
        wholeFrom: null,
        wholeTo: null,
        holes: 1,
      },
      0,
    )
    // 26 October 2025: two o'clock happens twice. Three people are usual at each hour of the night, and none at any
    // other. That night midnight is missing, and the hours behind it had none: nine or more are usual in them.
    const night = DAY + 55
    const key = { client: 1, local: 10, area: 1 }
    const rows = Array.from({ length: 56 }, (_, d) => DAY + d).flatMap((day) =>
      hoursOfDay('Europe/Madrid', day)
        .filter(({ hour, fold }) => fold === 0 && !(day === night && hour === 0))
        .map((civil): TrafficRow => {
          const ins = civil.hour < until && day !== night ? 3 : 0
          return { ...hourRow(day, civil.hour), ...key, ...civil, ins }
        }),
    )
    const second = hoursOfDay('Europe/Madrid', night).find(({ fold }) => fold === 1)!
    const now = (night + 2) * 86_400_000
    const [one, other] = [
      await createDuckDbFactStore({ path: ':memory:', clock: () => now }),
      await createDuckDbFactStore({ path: ':memory:', clock: () => now }),
    ]
    try {
      const look = async (some: readonly TrafficRow[]) => {
        for (const store of [one, other]) await store.upsertTraffic(some, 'test')
        await one.rollForward({ nowMs: now, locals: [nightly], fromDay: DAY })
        await rollForwardBySql((work) => other.write(work), { nowMs: now, locals: [nightly], fromDay: DAY })
        expect(await one.read(WEIGHED)).toEqual(await other.read(WEIGHED))
        return one.read(
          'SELECT hour, fold, ins, estimatedIns FROM traffic WHERE day = $1 AND (hour = 0 OR fold = 1) ORDER BY hour',
          [night],
        )
      }
      // A counter that was down is no evidence of the level of its day.
      expect(await look(rows)).toEqual([
        [0, 0, null, 3],
        [2, 1, null, 3],
      ])
      // People in the second pass: the zeros before it are six, and count. Behind it they are three, or nine and do
      // not.
      expect(await look([{ ...hourRow(night, 2), ...key, ...second, ins: 5 }])).toEqual([
        [0, 0, null, first],
        [2, 1, 5, null],
      ])
    } finally {
      await one.close()
      await other.close()
    }
  },
)
