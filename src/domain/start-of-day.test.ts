import { describe, expect, test } from 'vitest'
import type { DayFacts } from './alert-evaluation.ts'
import { dayNumber, isoDay } from './days.ts'
import { compareWithLastYear, gapsOn, moversIn, type Sides, spansOf, type StoreDays } from './start-of-day.ts'

const MONDAY = dayNumber('2026-11-23')
const facts = (day: number, visits: number | null, more: Partial<DayFacts> = {}): DayFacts => ({
  day,
  ins: visits,
  visits,
  tickets: null,
  visitsWithTickets: null,
  expected: 1e6,
  observed: visits === null ? 0 : 1e6,
  estimatedIns: 0,
  hours: 10,
  missingHours: visits === null ? 10 : 0,
  partialHours: 0,
  settlingHours: 0,
  closedHours: 0,
  ...more,
})
const store = (local: number, days: readonly DayFacts[], holidays: readonly number[] = []): StoreDays => ({
  local,
  days: new Map(days.map((one) => [one.day, one])),
  holidays: new Set(holidays),
})
const span = (from: number, to = from) => ({ from, to })

test('the week is that of yesterday: on a Monday the last whole one', () => {
  const days = (today: number) => Object.values(spansOf(today)).map(({ from, to }) => [isoDay(from), isoDay(to)])
  expect(days(MONDAY)).toEqual([
    ['2026-11-22', '2026-11-22'],
    ['2026-11-16', '2026-11-22'],
  ])
  expect(days(MONDAY + 1)).toEqual([
    ['2026-11-23', '2026-11-23'],
    ['2026-11-23', '2026-11-23'],
  ])
  expect(days(MONDAY + 4)).toEqual([
    ['2026-11-26', '2026-11-26'],
    ['2026-11-23', '2026-11-26'],
  ])
})

describe('against last year', () => {
  const day = MONDAY - 1
  const basis = { stores: 'same', asked: 14, compared: 13, comparing: 14 } as const
  const against = (given: Partial<Sides>) =>
    compareWithLastYear(
      { comparing: { visits: 1100, expected: 1000, observed: 950 }, reference: { visits: 1000 }, basis, ...given },
      span(day),
      [],
    )

  test('figures are the sums of the compared stores, and a change compares the hours that both years have', () => {
    expect(against({})).toMatchObject({
      stores: 14,
      compared: 13,
      visits: 1100,
      reference: 1000,
      coverage: 0.95,
      over: 1,
      change: expect.closeTo(10, 9),
    })
    expect(
      against({
        comparing: { visits: 1100, 'visits.unpaired': 0, expected: 1000, 'expected.unpaired': 40, observed: 1000 },
        reference: { visits: 1000, 'visits.unpaired': 120, expected: 1000, 'expected.unpaired': 100 },
      }),
    ).toMatchObject({ visits: 1100, reference: 1000, change: expect.closeTo(25, 9), over: 0.9 })
  })

  test('without a store that can be compared there is no figure and no change, and it says how many there are', () => {
    const none = { visits: null, reference: null, change: null, conversion: null, compared: 0 }
    expect(against({ basis: { ...basis, stores: 'all', compared: 0 } })).toMatchObject({ ...none, stores: 14 })
    expect(against({ basis: { ...basis, stores: 'all', compared: 0, comparing: 0 } }), 'closed').toMatchObject({
      ...none,
      stores: 0,
    })
    expect(against({ basis: undefined, comparing: null, reference: null })).toMatchObject({
      ...none,
      stores: 0,
      coverage: null,
    })
  })

  test('conversion is there where both years have tickets, its change in points over the same hours', () => {
    const sums = (tickets: number | null, visits: number) => ({
      visits,
      tickets,
      visitsWithTickets: tickets === null ? null : visits,
    })
    expect(against({ comparing: sums(300, 1000), reference: sums(200, 1000) })).toMatchObject({
      conversion: 30,
      conversionReference: 20,
      conversionChange: 10,
      conversionNoise: false,
    })
    expect(against({ comparing: sums(201, 1000), reference: sums(200, 1000) }).conversionNoise).toBe(true)
    expect(against({ comparing: sums(300, 1000), reference: sums(null, 1000) })).toMatchObject({
      conversion: null,
      conversionReference: null,
      conversionChange: null,
    })
  })
})

describe('the changes', () => {
  const day = MONDAY - 1
  /** Twelve weeks that differ by a few visits from day to day. */
  const usual = (level: number) =>
    Array.from({ length: 84 }, (_, back) => facts(day - 1 - back, level + ((back * 7) % 11) - 5))

  test('is a store outside its normal variation, the largest difference first', () => {
    const movers = moversIn(
      [
        store(1, [...usual(1000), facts(day, 1010)]),
        store(2, [...usual(200), facts(day, 420)]),
        store(3, [...usual(5000), facts(day, 3000)]),
      ],
      span(day),
    )
    expect(movers.map(({ local, visits }) => [local, visits])).toEqual([
      [3, 3000],
      [2, 420],
    ])
    expect(Math.abs((movers[0]?.expected ?? 0) - 5000)).toBeLessThanOrEqual(6)
    expect(Math.abs((movers[1]?.expected ?? 0) - 200)).toBeLessThanOrEqual(6)
  })

  test('of a week is each store’s largest difference, with its day', () => {
    const days = usual(1000).filter((one) => one.day < day - 2)
    expect(
      moversIn(
        [store(1, [...days, facts(day - 2, 1400), facts(day - 1, 400), facts(day, 1000)])],
        span(day - 2, day),
      ).map((mover) => [mover.day, mover.visits]),
    ).toEqual([[day - 1, 400]])
  })

  test('and not one with too little data, a day that is not over, or no past to compare with', () => {
    expect(
      moversIn(
        [
          store(1, [...usual(1000), facts(day, 200, { observed: 2e5 })]),
          store(2, [...usual(1000), facts(day, 200, { partialHours: 3 })]),
          store(3, [facts(day, 200)]),
          store(4, usual(1000)),
        ],
        span(day),
      ),
    ).toEqual([])
  })

  test('stores with gaps are distinguished from changes, the worst first', () => {
    expect(
      gapsOn(
        [
          store(1, [facts(day, 10, { observed: 7e5 })]),
          store(2, [facts(day, null)]),
          store(3, [facts(day, 10)]),
          store(4, [facts(day, 0, { hours: 0, closedHours: 10, expected: 0 })]),
        ],
        day,
      ),
    ).toEqual([
      { local: 2, coverage: 0 },
      { local: 1, coverage: 0.7 },
    ])
  })
})

describe('a change of the brand is judged by how much its total varies', () => {
  const day = MONDAY - 1
  const basis = { stores: 'same', asked: 2, compared: 2, comparing: 2 } as const
  const sides: Sides = { comparing: { visits: 1100 }, reference: { visits: 1000 }, basis }
  const isNoise = (stores: readonly StoreDays[]) => compareWithLastYear(sides, span(day), stores).noise
  /** Eight weeks of a weekday that swings by so many visits, from the day before on. */
  const swinging = (by: number, more: Partial<DayFacts> = {}, level = 1000) =>
    Array.from({ length: 56 }, (_, back) =>
      facts(day - 1 - back, level + (Math.floor(back / 7) % 2 === 0 ? by : -by), more),
    )

  test('not noise where days are as chance makes them, and noise where they swing more than the change', () => {
    expect([isNoise([]), isNoise([store(1, swinging(10))]), isNoise([store(1, swinging(200))])]).toEqual([
      false,
      false,
      true,
    ])
  })

  test('for all stores together: the gain of one and the loss of another is no swing', () => {
    expect(isNoise([store(1, swinging(200)), store(2, swinging(-200))])).toBe(false)
    expect(isNoise([store(1, swinging(200)), store(2, swinging(0))])).toBe(true)
  })

  test('leaves out holidays of any store, days that are not over and those of which too little came', () => {
    const days = swinging(200)
    expect(
      isNoise([
        store(
          1,
          days,
          days.map((one) => one.day),
        ),
        store(2, []),
      ]),
    ).toBe(false)
    for (const more of [{ partialHours: 1 }, { settlingHours: 1 }, { observed: 5e5 }, { hours: 0 }]) {
      expect([more, isNoise([store(1, swinging(200, more))])]).toEqual([more, false])
    }
    expect(isNoise([store(1, swinging(200, { observed: 9e5 }))])).toBe(true)
  })

  test('a day of which a part came is as large as the whole of it would have been', () => {
    const half = (back: number) => Math.floor(back / 7) % 2 === 0
    const level = Array.from({ length: 56 }, (_, back) =>
      facts(day - 1 - back, half(back) ? 900 : 1000, half(back) ? { observed: 9e5 } : {}),
    )
    expect(isNoise([store(1, level)])).toBe(false)
  })

  test('a day that one of two stores does not report is that of the other', () => {
    const silent = swinging(0).map((one) => facts(one.day, null, { hours: 0, missingHours: 0, expected: 0 }))
    expect(isNoise([store(1, swinging(200)), store(2, silent)])).toBe(true)
    expect(isNoise([store(2, silent), store(1, swinging(200))])).toBe(true)
    expect(isNoise([store(1, silent), store(2, silent)])).toBe(false)
  })
})

test('a store without a schedule is open on days with visitors, a closed one is not, even with counts', () => {
  const day = MONDAY - 1
  const gap = (more: Partial<DayFacts>, visits: number | null = 5) =>
    gapsOn([store(1, [facts(day, visits, { observed: 1e5, ...more })])], day).length
  expect([gap({ hours: 0 }), gap({ hours: 0 }, null), gap({ hours: 0, closedHours: 10 }), gap({}, null)]).toEqual([
    1, 0, 0, 1,
  ])
  expect([gap({ observed: 9e5 }), gap({ observed: 9e5 - 1 }), gap({ expected: 0 })]).toEqual([0, 1, 0])
})

test('stores of equal differences or equal gaps are in the order of their numbers', () => {
  const day = MONDAY - 1
  const days = (at: number) => [...Array.from({ length: 84 }, (_, back) => facts(day - 1 - back, 1000)), facts(day, at)]
  const order = (of: readonly { local: number }[]) => of.map(({ local }) => local)
  expect(order(moversIn([store(7, days(400)), store(3, days(1600)), store(5, days(300))], span(day)))).toEqual([
    5, 3, 7,
  ])
  expect(
    order(
      gapsOn(
        [7, 3, 5].map((local) => store(local, [facts(day, 5, { observed: local === 5 ? 1 : 2 })])),
        day,
      ),
    ),
  ).toEqual([5, 3, 7])
})
