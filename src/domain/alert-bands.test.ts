import { describe, expect, test } from 'vitest'
import {
  bandOf,
  conversionOutOfBand,
  countOver,
  coverageLow,
  type DayFacts,
  type DayMoment,
  deviceDown,
  dispersionOf,
  forecastOf,
  judgedDays,
  LEAST_COVERAGE,
  missedOn,
  normalQuantile,
  occupancyLimit,
  OCCUPANCY_FILL_MS,
  openings,
  ticketsMissing,
  totalOutOfBand,
  VISITS,
} from './alert-evaluation.ts'
import { defaultSettings } from './alert-rules.ts'
import { isoDay } from './days.ts'

const TODAY = 20_777
const ENTRIES = { of: ({ ins }: DayFacts) => (ins === null ? null : { count: ins, base: 1 }) }
const day = (back: number, part: Partial<DayFacts> = {}): DayFacts => ({
  day: TODAY - back,
  ins: 100,
  visits: 80,
  tickets: 20,
  visitsWithTickets: 80,
  expected: 1e6,
  observed: 1e6,
  estimatedIns: 0,
  hours: 10,
  missingHours: 0,
  partialHours: 0,
  settlingHours: 0,
  closedHours: 0,
  ...part,
})
const CLOSED: Partial<DayFacts> = { hours: 0, closedHours: 10, expected: 0, observed: 0 }
const NO_HOLIDAYS: ReadonlySet<number> = new Set()

type Parts = readonly (readonly [back: number, part: Partial<DayFacts>])[]
const contextOf = (parts: Parts, holidays = NO_HOLIDAYS) => ({
  days: new Map(parts.map(([back, part]) => [TODAY - back, day(back, part)])),
  holidays,
})
const momentOf = (parts: Parts, more: Partial<DayMoment> = {}): DayMoment => ({
  ...contextOf(parts),
  asOf: 5,
  today: TODAY,
  minute: 700,
  ...more,
})
/** Weeks before a day so many days back, with these entries, the newest first. */
const weeks = (counts: readonly number[], back = 0): Parts => counts.map((ins, at) => [back + 7 * (at + 1), { ins }])

describe('how much a local varies beyond chance', () => {
  const EIGHT = [80, 120, 90, 110, 95, 105, 100, 100]
  const of = (parts: Parts, holidays = NO_HOLIDAYS) => dispersionOf(TODAY, contextOf(parts, holidays), ENTRIES)
  /** Deviations 20 20 10 10 5 5 0 0 of a median of 100; each counts 8 / 7, for its own part in it. */
  const SPREAD = ((7.5 * Math.sqrt(8 / 7 / 100)) / 0.6745) ** 2

  test('is the median deviation from the weekday’s median over eight weeks, as chance is 1', () => {
    expect(of(weeks(EIGHT))).toBeCloseTo(SPREAD, 9)
    expect(of(weeks([...EIGHT, 900, 900, 900]))).toBeCloseTo(SPREAD, 9)
    expect(of(weeks(Array.from({ length: 8 }, () => 100)))).toBe(1)
  })

  test('is that of all weekdays together, each against its own median', () => {
    // Four times the people, four times the deviation: twice as far out, in units of chance.
    expect(
      of([
        ...weeks(EIGHT),
        ...weeks(
          EIGHT.map((ins) => 4 * ins),
          -1,
        ),
      ]),
    ).toBeCloseTo(((10 * Math.sqrt(8 / 7 / 100)) / 0.6745) ** 2, 9)
  })

  test('needs three days of a weekday and four of them all', () => {
    expect([of(weeks([70, 100, 130])), of([...weeks([70, 130]), ...weeks([70, 130], -1)])]).toEqual([1, 1])
    const two = of([...weeks([70, 100, 130]), ...weeks([70, 100, 130], -1)])
    expect(two).toBeCloseTo(((30 * Math.sqrt(3 / 2 / 100)) / 0.6745) ** 2, 9)
    expect(of(weeks([70, 70, 130, 130]))).toBeCloseTo(((30 * Math.sqrt(4 / 3 / 100)) / 0.6745) ** 2, 9)
  })

  test('takes no word of empty days, holidays, closed days or days that are not final', () => {
    const twelve = weeks(EIGHT)
    expect(of([...twelve, ...weeks([0, 0, 0], -1)])).toBeCloseTo(SPREAD, 9)
    for (const part of [CLOSED, { partialHours: 1 }, { settlingHours: 1 }]) {
      expect(
        of([...twelve, ...weeks([1, 900, 1], -1).map(([back, one]) => [back, { ...one, ...part }] as const)]),
      ).toBeCloseTo(SPREAD, 9)
    }
    const holidays = new Set([6, 13, 20].map((back) => TODAY - back))
    expect(of([...twelve, [6, { ins: 1 }], [13, { ins: 900 }], [20, { ins: 1 }]], holidays)).toBeCloseTo(SPREAD, 9)
  })
})

describe('the expected counts of a day', () => {
  const of = (parts: Parts) => forecastOf(TODAY, contextOf(parts), ENTRIES)

  test('is the median of the last eight of its weekday, found within twelve weeks, four at least', () => {
    expect(of(weeks([10, 20, 30, 40, 50, 60, 70, 80, 900, 900]))).toMatchObject({ rate: 45, n: 8 })
    const late = (from: number, to: number): Parts =>
      Array.from({ length: to - from + 1 }, (_, at) => [7 * (from + at), { ins: from + at }] as const)
    expect([of(late(9, 12)), of(late(10, 13)), of(late(10, 12))]).toMatchObject([{ rate: 10.5, n: 4 }, null, null])
  })

  test('has a band from chance and its own few days, and never below 0 people', () => {
    const flat = (ins: number) => contextOf(weeks(Array.from({ length: 8 }, () => ins)))
    const measure = { of: ENTRIES.of }
    const half = normalQuantile(0.975) * Math.sqrt(100 * (1 + Math.PI / 16))
    expect(bandOf(day(0, { ins: 77 }), flat(100), { band: 95 }, measure)).toMatchObject({
      value: 77,
      expected: 100,
      low: expect.closeTo(100 - half, 9),
      high: expect.closeTo(100 + half, 9),
      n: 8,
    })
    expect(bandOf(day(0), flat(1), { band: 95 }, measure)?.low).toBe(0)
    expect(bandOf(day(0), contextOf([]), { band: 95 }, measure)).toBeNull()
    const wide = contextOf(weeks([80, 120, 90, 110, 95, 105, 100, 100]))
    const spread = Math.sqrt(dispersionOf(TODAY, wide, ENTRIES))
    expect(spread).toBeGreaterThan(1.1)
    expect(bandOf(day(0), wide, { band: 95 }, measure)?.high).toBeCloseTo(100 + half * spread, 9)
  })

  test('counts 0 people as inside a band that begins at 0', () => {
    const few = [
      ...weeks(
        Array.from({ length: 8 }, () => 1),
        1,
      ),
      [1, { ins: 0 }],
    ] as const
    expect(totalOutOfBand(momentOf(few), { days: 1, band: 95 })).toMatchObject({ verdict: 'clear', figure: { low: 0 } })
  })
})

describe('the counts of a day in the hours of another day', () => {
  const hourly = (counts: readonly (number | null)[], whole: number, torn = 0) => ({
    hourly: { whole, torn, ins: counts, visits: counts.map((count) => (count === null ? null : count + 1)) },
  })
  const short = { missingHours: 1, observed: 9e5 }
  const over = (a: Partial<DayFacts>, b: Partial<DayFacts>, id: 'ins' | 'visits' = 'ins') =>
    countOver(day(1, a), day(2, b), id)

  test('is 1 where both are complete, whether their hours are known or not', () => {
    expect([over({}, {}), over(hourly([1], 1), hourly([2], 1)), over({ visits: null }, {}, 'visits')]).toEqual([
      100,
      100,
      null,
    ])
    expect(over({ expected: 0, observed: 0 }, { expected: 0, observed: 0 })).toBe(100)
  })

  test('leaves out the hours that one of them lacks, and is unknown where the own lack is whole in the other', () => {
    const whole = hourly([1, 2, 4], 0b111)
    const lacks = { ...short, ...hourly([1, 2, null], 0b011, 0b100) }
    expect([over({ ...whole }, lacks), over({ ...whole }, lacks, 'visits')]).toEqual([3, 5])
    expect([over(lacks, { ...whole }), over(lacks, lacks)]).toEqual([null, 3])
    expect(over({ ...whole }, { ...short, ...hourly([null, null, null], 0, 0b111) })).toBeNull()
  })

  test('is taken hour by hour as soon as an hour or a part of the usual traffic is missing', () => {
    const lacks = hourly([1, 2, null], 0b011, 0b100)
    for (const part of [{ missingHours: 1 }, { observed: 9e5 }]) expect(over({ ...part, ...lacks }, lacks)).toBe(3)
  })

  test('is unknown without the hours of both, or with too little of the usual traffic of one', () => {
    const lacks = hourly([1, 2, null], 0b011, 0b100)
    expect([over(short, { ...short, ...lacks }), over({ ...short, ...lacks }, short)]).toEqual([null, null])
    const faint = { observed: LEAST_COVERAGE * 1e6 - 1 }
    const enough = { observed: LEAST_COVERAGE * 1e6 }
    expect([over({ ...faint, ...lacks }, lacks), over({ ...lacks }, { ...faint, ...lacks })]).toEqual([null, null])
    expect([over({ ...enough, ...lacks }, lacks), over({ ...lacks }, { ...enough, ...lacks })]).toEqual([3, 3])
    expect(VISITS.of(day(1, faint), day(1, faint))).toBeNull()
    expect(VISITS.of(day(1), day(1))).toEqual({ count: 80, base: 1 })
  })
})

test('low coverage is reported only for a day with expected counts', () => {
  const settings = defaultSettings('coverage')
  const asked = (part: Partial<DayFacts>) => coverageLow(momentOf([[1, part]]), settings).verdict
  expect([asked({ expected: 0, observed: 0 }), asked({ observed: 1e5 }), asked({})]).toEqual([
    'silent',
    'fires',
    'clear',
  ])
})

describe('tickets', () => {
  const settings = { by: '10:30' }
  const NONE: Partial<DayFacts> = { tickets: null }
  const ask = (parts: Parts, minute = 700) => ticketsMissing(momentOf(parts, { minute }), settings)
  const habit = (withThem: number, without: number, part: Partial<DayFacts> = NONE): Parts => [
    [1, NONE],
    ...Array.from({ length: withThem + without }, (_, at) => [2 + at, at < withThem ? {} : part] as const),
  ]

  test('are missed from the minute agreed on', () => {
    expect([569, 570, 629, 630].map((minute) => ask(habit(3, 0), minute).verdict)).toEqual([
      'silent',
      'silent',
      'silent',
      'fires',
    ])
  })

  test('are usual where at least half of the fortnight’s days with visitors had some', () => {
    expect(
      [ask(habit(3, 3)), ask(habit(3, 4)), ask(habit(0, 0)), ask(habit(0, 1))].map(({ verdict }) => verdict),
    ).toEqual(['fires', 'silent', 'silent', 'silent'])
    for (const part of [
      { ...NONE, visits: 0 },
      { ...NONE, visits: null },
      { ...NONE, ...CLOSED },
    ]) {
      expect(ask(habit(1, 9, part)).verdict).toBe('fires')
    }
    const before: Parts = [
      [1, NONE],
      [15, {}],
      [16, {}],
    ]
    expect([
      ask(before).figure?.n,
      ask([
        [1, NONE],
        [16, {}],
      ]).verdict,
    ]).toEqual([1, 'silent'])
  })

  test('that came are reported; a closed local is not judged, even with tickets or visits', () => {
    expect(ask([[1, { tickets: 7 }]])).toMatchObject({ verdict: 'clear', figure: { value: 7, state: 'final' } })
    expect(
      [
        ask([[1, CLOSED]]),
        ask([
          [1, { ...CLOSED, ...NONE }],
          [2, {}],
        ]),
      ].map(({ verdict }) => verdict),
    ).toEqual(['silent', 'silent'])
  })
})

describe('conversion', () => {
  const past = (part: Partial<DayFacts> = {}): Parts =>
    Array.from({ length: 8 }, (_, at) => [7 * (at + 1) + 1, { tickets: 40, visitsWithTickets: 80, ...part }] as const)
  const ask = (part: Partial<DayFacts>, before = past()) =>
    conversionOutOfBand(momentOf([[1, part], ...before]), { band: 95 })

  test('is out of range above as below, in percent of the visits that have tickets', () => {
    const half = normalQuantile(0.975) * Math.sqrt(40 * (1 + Math.PI / 16))
    const { verdict, figure } = ask({ tickets: 70, visitsWithTickets: 80 })
    expect([verdict, figure]).toEqual([
      'fires',
      {
        value: 87.5,
        unit: 'percent',
        expected: 50,
        low: expect.closeTo((40 - half) / 0.8, 9),
        high: expect.closeTo((40 + half) / 0.8, 9),
        n: 8,
        coverage: 1,
        state: 'final',
        definition: expect.stringContaining('conversionOutOfBand@'),
        asOf: 5,
        day: '2026-11-19',
        device: null,
        reason: null,
        against: Array.from({ length: 8 }, (_, at) => isoDay(TODAY - 8 - 7 * at)),
      },
    ])
    expect([ask({ tickets: 10 }), ask({ tickets: 40 })].map((one) => one.verdict)).toEqual(['fires', 'clear'])
  })

  test('judges no day without tickets, visits of the same hours, or enough of the traffic', () => {
    for (const part of [{ tickets: null }, { visitsWithTickets: null }, { visitsWithTickets: 0 }, { observed: 5e5 }])
      expect([part, ask({ tickets: 0, visitsWithTickets: 80, ...part }).verdict]).toEqual([part, 'silent'])
  })

  test('is compared with days that have both sides only', () => {
    for (const part of [{ tickets: null }, { visitsWithTickets: null }, { visitsWithTickets: 0 }, { observed: 5e5 }]) {
      const before = [...past().slice(0, 6), ...past(part).slice(6)]
      expect([part, ask({ tickets: 70 }, before).figure?.n]).toEqual([part, 6])
      expect([part, ask({ tickets: 70 }, past(part)).verdict]).toEqual([part, 'silent'])
    }
  })

  test('is reported from five expected tickets on', () => {
    const few = (tickets: number) =>
      ask({ tickets: 40, visitsWithTickets: 80 }, past({ tickets, visitsWithTickets: 80 }))
    expect([few(5).verdict, few(4).verdict]).toEqual(['fires', 'silent'])
  })
})

test('a device is waited for until the minutes of a patient rule have passed; with an unknown start it is not', () => {
  const now = 100 * 60_000
  const down = (since: number | null, minutes: number) =>
    deviceDown({ name: 'door', status: 'DOWN', reason: 'silent', since }, { minutes }, now)
  expect([down(10 * 60_000, 90), down(10 * 60_000 + 1, 90), down(null, 90)].map(({ verdict }) => verdict)).toEqual([
    'fires',
    'silent',
    'fires',
  ])
  expect([down(99 * 60_000, 60), down(99 * 60_000, 61)].map(({ verdict }) => verdict)).toEqual(['fires', 'silent'])
  expect(down(null, 90).figure).toEqual({
    value: null,
    unit: 'minutes',
    expected: 90,
    low: null,
    high: null,
    n: null,
    coverage: null,
    state: 'partial',
    definition: expect.stringContaining('deviceDown@'),
    asOf: now,
    day: null,
    device: 'door',
    reason: 'silent',
  })
})

describe('occupancy', () => {
  const settings = { capacity: 50, percent: 90, hysteresis: 3, minutes: 5 }
  const at = (minute: number, people: number) => ({ at: minute * 60_000, people })
  const ask = (series: readonly { at: number; people: number }[], minute: number) =>
    occupancyLimit(series, settings, { nowMs: minute * 60_000, isOpen: false })

  test('is reported with the people, the limit and the moment of the newest value', () => {
    expect(ask([at(0, 45), at(5, 46)], 5)).toEqual({
      verdict: 'fires',
      figure: {
        value: 46,
        unit: 'people',
        expected: 45,
        low: null,
        high: null,
        n: null,
        coverage: null,
        state: 'partial',
        definition: expect.stringContaining('occupancyLimit@'),
        asOf: 300_000,
        day: null,
        device: null,
        reason: null,
      },
    })
  })

  test('is believed for ten minutes: then it is unknown, and time at the limit begins anew', () => {
    expect(OCCUPANCY_FILL_MS).toBe(600_000)
    expect([ask([at(0, 45)], 10), ask([at(0, 45)], 11)].map(({ verdict }) => verdict)).toEqual(['fires', 'silent'])
    const gap = (minutes: number) => ask([at(0, 50), at(minutes, 50)], minutes + 1).verdict
    expect([gap(10), gap(11)]).toEqual(['fires', 'clear'])
  })
})

test('a rule of entries judges as many days as it asks for, every other rule yesterday', () => {
  expect([judgedDays('totalOutOfBand', { days: 3 }), judgedDays('coverage', { days: 3 })]).toEqual([3, 1])
})

test('for the back-test a day lacks the hours that did not come, or the share of its traffic, if that is more', () => {
  const verdict = (part: Partial<DayFacts>, minutes: number) => missedOn(day(1, part), { minutes }).verdict
  const lost = { observed: 6e5 }
  expect([verdict(lost, 240), verdict(lost, 241), verdict({ ...lost, missingHours: 5 }, 300)]).toEqual([
    'fires',
    'clear',
    'fires',
  ])
  expect([verdict({}, 1), verdict({ observed: 2e6 }, 1), verdict({ expected: 0, observed: 0 }, 1)]).toEqual([
    'clear',
    'clear',
    'clear',
  ])
  expect(verdict({ ...CLOSED, missingHours: 9 }, 1)).toBe('silent')
})

test('an alert opens on the first day that fires, and again only after it was clear', () => {
  const answers = (...verdicts: ('fires' | 'clear' | 'silent')[]) =>
    openings(verdicts.map((verdict, at) => ({ day: at, verdict })))
  expect([answers('fires', 'fires'), answers('fires', 'silent', 'fires'), answers('fires', 'clear', 'fires')]).toEqual([
    [0],
    [0],
    [0, 2],
  ])
})

test('the quantiles of certainty are without bound, and those of the tails are those of the tables', () => {
  expect([0, -1, 1, 2].map(normalQuantile)).toEqual([-Infinity, -Infinity, Infinity, Infinity])
  expect([0.001, 0.02425, 0.0243, 0.999].map((p) => normalQuantile(p).toFixed(4))).toEqual([
    '-3.0902',
    '-1.9730',
    '-1.9721',
    '3.0902',
  ])
})
