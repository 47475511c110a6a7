import { describe, expect, test } from 'vitest'
import type { DayFacts } from './alert-evaluation.ts'
import { dayNumber, isoDay } from './days.ts'
import { compareWithLastYear, gapsOn, moversIn, spansOf, type StoreDays, YEAR_DAYS } from './start-of-day.ts'

const MONDAY = dayNumber('2026-11-23')
const facts = (day: number, visits: number | null, more: Partial<DayFacts> = {}): DayFacts => ({
  day, ins: visits, visits, tickets: null, visitsWithTickets: null, expected: 1e6, observed: visits === null ? 0 : 1e6, estimatedIns: 0,
  hours: 10, missingHours: visits === null ? 10 : 0, partialHours: 0, settlingHours: 0, closedHours: 0, ...more,
})
const store = (local: number, days: readonly DayFacts[], holidays: readonly number[] = []): StoreDays => ({ local, days: new Map(days.map((one) => [one.day, one])), holidays: new Set(holidays) })
const span = (from: number, to = from) => ({ from, to })

test('the week is that of yesterday: on a Monday the last whole one', () => {
  const days = (today: number) => Object.values(spansOf(today)).map(({ from, to }) => [isoDay(from), isoDay(to)])
  expect(days(MONDAY)).toEqual([['2026-11-22', '2026-11-22'], ['2026-11-16', '2026-11-22']])
  expect(days(MONDAY + 1)).toEqual([['2026-11-23', '2026-11-23'], ['2026-11-23', '2026-11-23']])
  expect(days(MONDAY + 4)).toEqual([['2026-11-26', '2026-11-26'], ['2026-11-23', '2026-11-26']])
})

describe('against last year', () => {
  const day = MONDAY - 1
  test('only stores with data of the same weekday on both sides are added up, and it says how many', () => {
    const answer = compareWithLastYear([
      store(1, [facts(day, 1100), facts(day - YEAR_DAYS, 1000)]),
      store(2, [facts(day, 500)]),
      store(3, [facts(day, null), facts(day - YEAR_DAYS, 900)]),
      store(4, [facts(day, 300, { observed: 5e5 }), facts(day - YEAR_DAYS, 700)]),
      store(5, [facts(day, 0, { hours: 0, closedHours: 10 }), facts(day - YEAR_DAYS, 700)]),
    ], span(day))
    expect(answer).toMatchObject({ stores: 4, compared: 1, openDays: 4, comparedDays: 1, visits: 1100, reference: 1000, coverage: 0.625 })
    expect(answer.change).toBeCloseTo(10)
  })

  test('a day closed on one side is left out on both', () => {
    const answer = compareWithLastYear([store(1, [facts(day - 1, 100), facts(day, 200), facts(day - 1 - YEAR_DAYS, 80), facts(day - YEAR_DAYS, 0, { hours: 0, closedHours: 10 })])], span(day - 1, day))
    expect(answer).toMatchObject({ openDays: 2, comparedDays: 1, visits: 100, reference: 80, compared: 1 })
  })

  test('a store without a schedule counts with what came', () => {
    const unscheduled = { expected: 0, observed: 0, hours: 0 }
    expect(compareWithLastYear([store(1, [facts(day, 120, unscheduled), facts(day - YEAR_DAYS, 100, unscheduled)])], span(day))).toMatchObject({ stores: 1, compared: 1, visits: 120, reference: 100, coverage: null })
  })

  test('without a comparable day there is no figure and no change', () => {
    expect(compareWithLastYear([store(1, [facts(day, 10)])], span(day))).toMatchObject({ visits: null, reference: null, change: null, stores: 1, compared: 0 })
    expect(compareWithLastYear([], span(day))).toMatchObject({ visits: null, stores: 0, coverage: null, conversion: null })
  })

  test('conversion is that of days with tickets on both sides', () => {
    const answer = compareWithLastYear([
      store(1, [facts(day, 1000, { tickets: 300, visitsWithTickets: 1000 }), facts(day - YEAR_DAYS, 1000, { tickets: 200, visitsWithTickets: 1000 })]),
      store(2, [facts(day, 1000, { tickets: 900, visitsWithTickets: 1000 }), facts(day - YEAR_DAYS, 1000)]),
    ], span(day))
    expect([answer.conversion, answer.conversionReference, answer.comparedDays]).toEqual([30, 20, 2])
    expect(answer.conversionNoise).toBe(false)
    expect(compareWithLastYear([store(1, [facts(day, 1000, { tickets: 201, visitsWithTickets: 1000 }), facts(day - YEAR_DAYS, 1000, { tickets: 200, visitsWithTickets: 1000 })])], span(day)).conversionNoise).toBe(true)
  })
})

describe('what changed', () => {
  const day = MONDAY - 1
  /** Twelve weeks that differ by a few visits from day to day. */
  const usual = (level: number) => Array.from({ length: 84 }, (_, back) => facts(day - 1 - back, level + ((back * 7) % 11) - 5))

  test('is a store outside its normal variation, the largest difference first', () => {
    const movers = moversIn([
      store(1, [...usual(1000), facts(day, 1010)]), store(2, [...usual(200), facts(day, 420)]), store(3, [...usual(5000), facts(day, 3000)]),
    ], span(day))
    expect(movers.map(({ local, visits }) => [local, visits])).toEqual([[3, 3000], [2, 420]])
    expect(Math.abs((movers[0]?.expected ?? 0) - 5000)).toBeLessThanOrEqual(6)
    expect(Math.abs((movers[1]?.expected ?? 0) - 200)).toBeLessThanOrEqual(6)
  })

  test('of a week is each store’s largest difference, with its day', () => {
    const days = usual(1000).filter((one) => one.day < day - 2)
    expect(moversIn([store(1, [...days, facts(day - 2, 1400), facts(day - 1, 400), facts(day, 1000)])], span(day - 2, day)).map((mover) => [mover.day, mover.visits])).toEqual([[day - 1, 400]])
  })

  test('and not one with too little data, a day that is not over, or no past to compare with', () => {
    expect(moversIn([
      store(1, [...usual(1000), facts(day, 200, { observed: 2e5 })]), store(2, [...usual(1000), facts(day, 200, { partialHours: 3 })]), store(3, [facts(day, 200)]), store(4, usual(1000)),
    ], span(day))).toEqual([])
  })

  test('stores with gaps are told apart from changes, the worst first', () => {
    expect(gapsOn([store(1, [facts(day, 10, { observed: 7e5 })]), store(2, [facts(day, null)]), store(3, [facts(day, 10)]), store(4, [facts(day, 0, { hours: 0, closedHours: 10, expected: 0 })])], day)).toEqual([
      { local: 2, coverage: 0 }, { local: 1, coverage: 0.7 },
    ])
  })
})
