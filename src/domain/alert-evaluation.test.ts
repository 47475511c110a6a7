import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  conversionOutOfBand,
  coverageLow,
  deviceDown,
  dispersionOf,
  forecastOf,
  missedOn,
  normalQuantile,
  occupancyLimit,
  openings,
  ticketsMissing,
  totalOutOfBand,
} from './alert-evaluation.ts'
import type { DayFacts, DayMoment } from './alert-evaluation.ts'
import { alertSentence, defaultSettings } from './alert-rules.ts'

const TODAY = 20_777
const ENTRIES = { of: ({ ins }: DayFacts) => (ins === null ? null : { count: ins, base: 1 }) }

const day = (back: number, part: Partial<DayFacts> = {}): DayFacts => ({
  day: TODAY - back,
  ins: 1000,
  visits: 800,
  tickets: 200,
  visitsWithTickets: 800,
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
/** Twelve weeks that vary a little, always in the same way, with some days as given. */
const moment = (
  parts: Readonly<Record<number, Partial<DayFacts> | null>> = {},
  more: Partial<DayMoment> = {},
): DayMoment => {
  const days = new Map<number, DayFacts>()
  for (let back = 1; back <= 84; back += 1) {
    const part = parts[back]
    if (part !== null) days.set(TODAY - back, day(back, { ins: 1000 + ((back * 37) % 11) * 10 - 50, ...part }))
  }
  return { days, holidays: new Set(), asOf: 5, today: TODAY, minute: 700, ...more }
}
const CLOSED: Partial<DayFacts> = {
  hours: 0,
  closedHours: 10,
  ins: null,
  visits: null,
  tickets: null,
  expected: 0,
  observed: 0,
}

describe('entries out of the expected range', () => {
  const ask = (given: DayMoment, settings = defaultSettings('totalOutOfBand')) => totalOutOfBand(given, settings)

  test('do not fire while a day is closed, a holiday, not final, half observed, unknown, or has too few like it', () => {
    const far = { ins: 100 }
    for (const [why, given] of [
      ['closed', moment({ 1: CLOSED, 2: far })],
      ['holiday', moment({ 1: far, 2: far }, { holidays: new Set([TODAY - 1]) })],
      ['settling', moment({ 1: { ...far, settlingHours: 2 }, 2: far })],
      ['running', moment({ 1: { ...far, partialHours: 1 }, 2: far })],
      ['half observed', moment({ 1: { ...far, observed: 5e5 }, 2: far })],
      ['unknown', moment({ 1: null, 2: far })],
      [
        'new',
        {
          ...moment({ 1: far, 2: far }),
          days: new Map([1, 2, 8, 15, 22].map((back) => [TODAY - back, day(back, back < 3 ? far : {})])),
        },
      ],
    ] as const)
      expect([why, ask(given).verdict]).toEqual([why, 'silent'])
  })

  test('are two days outside the band, and one alone is not enough', () => {
    expect(ask(moment({ 1: { ins: 300 } })).verdict).toBe('clear')
    expect(ask(moment({ 2: { ins: 300 } })).verdict).toBe('clear')
    const { verdict, figure } = ask(moment({ 1: { ins: 300 }, 2: { ins: 1900 } }))
    expect(verdict).toBe('fires')
    expect(figure).toEqual({
      value: 300,
      unit: 'count',
      expected: expect.any(Number),
      low: expect.any(Number),
      high: expect.any(Number),
      n: 8,
      coverage: 1,
      state: 'final',
      definition: 'alert.totalOutOfBand@2',
      asOf: 5,
      day: '2026-11-19',
      device: null,
      reason: null,
      against: [
        '2026-11-12',
        '2026-11-05',
        '2026-10-29',
        '2026-10-22',
        '2026-10-15',
        '2026-10-08',
        '2026-10-01',
        '2026-09-24',
      ],
    })
    expect([figure!.low! > 300, figure!.low! < 1000, figure!.high! > 1000, figure!.high! < 1900]).toEqual([
      true,
      true,
      true,
      true,
    ])
  })

  /** Ten hours of 100, of which those given did not come. */
  const hourly = (each: number, lost: readonly number[] = []): Partial<DayFacts> => {
    const counts = Array.from({ length: 24 }, (_, hour) =>
      hour < 10 || hour > 19 || lost.includes(hour) ? null : each,
    )
    const bits = (of: (hour: number) => boolean) =>
      Array.from({ length: 24 }, (_, hour) => (hour >= 10 && hour <= 19 && of(hour) ? 1 << hour : 0)).reduce(
        (sum, bit) => sum | bit,
        0,
      )
    const ins = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
    return {
      ins,
      visits: ins,
      missingHours: lost.length,
      observed: 1e6 - lost.length * 1e5,
      hourly: {
        whole: bits((hour) => !lost.includes(hour)),
        torn: bits((hour) => lost.includes(hour)),
        ins: counts,
        visits: counts,
      },
    }
  }
  const past = (days: Readonly<Record<number, Partial<DayFacts>>>) =>
    moment({
      ...Object.fromEntries(Array.from({ length: 84 }, (_, at) => [at + 1, hourly(100 + ((at * 37) % 5) - 2)])),
      ...days,
    })

  test('compare a day of which an hour is missing with its like over the same hours, and say so', () => {
    expect(ask(past({ 1: hourly(100, [12]), 2: hourly(100, [12]) })).verdict).toBe('clear')
    const { verdict, figure } = ask(past({ 1: hourly(30, [12]), 2: hourly(30, [12]) }))
    expect([verdict, figure?.value, figure?.coverage, Math.abs((figure?.expected ?? 0) - 900) < 20, figure?.n]).toEqual(
      ['fires', 270, 0.9, true, 8],
    )
    expect(alertSentence('totalOutOfBand', figure!, 'en')).toMatch(
      /^270 entries on .*; compared with 8 days like it over the same hours, 90% of those expected$/,
    )
  })

  test('take a day of the past that lacks an hour of the day for no like of it, and one that lacks the same hour for one', () => {
    const lost = (hour: number) =>
      Object.fromEntries(Array.from({ length: 5 }, (_, week) => [8 + 7 * week, hourly(100, [hour])]))
    expect(totalOutOfBand(past({ ...lost(15), 1: hourly(30, [12]) }), { days: 1, band: 99 }).figure?.n).toBe(6)
    expect(totalOutOfBand(past({ ...lost(12), 1: hourly(30, [12]) }), { days: 1, band: 99 }).figure?.n).toBe(8)
    expect(totalOutOfBand(past({ ...lost(15), 1: hourly(30) }), { days: 1, band: 99 }).figure?.n).toBe(6)
  })

  test('leave holidays and closed days out of the like ones, and one bad day of the past changes nothing', () => {
    const plain = forecastOf(TODAY - 1, moment(), ENTRIES)
    expect(forecastOf(TODAY - 1, moment({ 8: { ins: 9000 } }, { holidays: new Set([TODAY - 8]) }), ENTRIES)?.n).toBe(8)
    expect(forecastOf(TODAY - 1, moment({ 8: CLOSED, 15: CLOSED }), ENTRIES)?.n).toBe(8)
    expect(
      Math.abs((forecastOf(TODAY - 1, moment({ 15: { ins: 0 } }), ENTRIES)?.rate ?? 0) - (plain?.rate ?? 0)),
    ).toBeLessThan(30)
    expect(dispersionOf(TODAY - 1, moment({ 15: { ins: 0 } }), ENTRIES)).toBeLessThan(
      2 * dispersionOf(TODAY - 1, moment(), ENTRIES) + 1,
    )
  })

  test('are rare in a local that is as it always is, for any size and spread', () => {
    let [asked, fired] = [0, 0]
    fc.assert(
      fc.property(
        fc.integer({ min: 60, max: 5000 }),
        fc.integer({ min: 1, max: 6 }),
        fc.infiniteStream(fc.double({ min: -1, max: 1, noNaN: true })),
        (level, spread, noise) => {
          const draw = () =>
            Array.from({ length: 6 }, () => noise.next().value ?? 0).reduce((sum, one) => sum + one, 0) / Math.SQRT2
          const days = new Map(
            Array.from({ length: 90 }, (_, at) => [
              TODAY - at - 1,
              day(at + 1, { ins: Math.max(0, Math.round(level + draw() * Math.sqrt(level * spread))) }),
            ]),
          )
          asked += 1
          if (ask({ ...moment(), days }).verdict === 'fires') fired += 1
        },
      ),
      { numRuns: 300, seed: 7 },
    )
    expect(fired / asked).toBeLessThan(0.02)
  })

  test('name the days they rest on: none that was a holiday, closed, or not over', () => {
    const { figure } = ask(
      moment(
        { 1: { ins: 300 }, 2: { ins: 300 }, 15: CLOSED, 22: { partialHours: 1 } },
        { holidays: new Set([TODAY - 8]) },
      ),
    )
    expect([figure?.n, figure?.against]).toEqual([
      8,
      ['2026-10-22', '2026-10-15', '2026-10-08', '2026-10-01', '2026-09-24', '2026-09-17', '2026-09-10', '2026-09-03'],
    ])
  })

  test('further out never calm a rule that has fired', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 900 }), (a, b) => {
        const [near, far] = [Math.max(a, b), Math.min(a, b)]
        const fires = (ins: number) => ask(moment({ 1: { ins }, 2: { ins } })).verdict === 'fires'
        if (fires(near)) expect(fires(far)).toBe(true)
      }),
    )
  })
})

describe('coverage', () => {
  const settings = defaultSettings('coverage')
  test('is low when less than the limit of the usual traffic of yesterday was observed', () => {
    expect(coverageLow(moment({ 1: { observed: 8.9e5 } }), settings)).toMatchObject({
      verdict: 'fires',
      figure: { value: 89, expected: 90, unit: 'percent', coverage: 0.89, day: '2026-11-19' },
    })
    expect(coverageLow(moment({ 1: { observed: 9e5 } }), settings).verdict).toBe('clear')
  })
  test('judges no closed days, holidays and days whose data may still come', () => {
    for (const given of [
      moment({ 1: CLOSED }),
      moment({ 1: null }),
      moment({ 1: { observed: 0, settlingHours: 3 } }),
      moment({ 1: { observed: 0 } }, { holidays: new Set([TODAY - 1]) }),
    ])
      expect(coverageLow(given, settings).verdict).toBe('silent')
  })
})

describe('tickets', () => {
  const settings = defaultSettings('ticketsMissing')
  const none = { tickets: null, visitsWithTickets: null }
  test('are missing from ten o’clock on, when they are usual and there were visits', () => {
    expect(ticketsMissing(moment({ 1: none }, { minute: 599 }), settings).verdict).toBe('silent')
    expect(ticketsMissing(moment({ 1: none }, { minute: 600 }), settings)).toMatchObject({
      verdict: 'fires',
      figure: { day: '2026-11-19', n: 14 },
    })
    expect(ticketsMissing(moment(), settings).verdict).toBe('clear')
    expect(ticketsMissing(moment({ 1: { tickets: 0 } }), settings).verdict).toBe('clear')
  })
  test('are not missed where no tickets are sent, no visitor came or the local was closed', () => {
    const never = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at + 1, none]))
    for (const given of [
      moment(never),
      moment({ 1: { ...none, visits: 0 } }),
      moment({ 1: CLOSED }),
      moment({ 1: none }, { holidays: new Set([TODAY - 1]) }),
    ])
      expect(ticketsMissing(given, settings).verdict).toBe('silent')
  })
})

describe('conversion', () => {
  const settings = defaultSettings('conversionOutOfBand')
  test('is out of range when tickets and visits of one day do not go together as they do', () => {
    expect(conversionOutOfBand(moment({ 1: { tickets: 60 } }), settings)).toMatchObject({
      verdict: 'fires',
      figure: { value: 7.5, expected: 25, unit: 'percent', n: 8 },
    })
    expect(conversionOutOfBand(moment({ 1: { tickets: 205 } }), settings).verdict).toBe('clear')
  })
  test('does not fire until both sides are there and final, or on too few tickets', () => {
    const few = Object.fromEntries(
      Array.from({ length: 84 }, (_, at) => [at + 1, { tickets: 1, visits: 8, visitsWithTickets: 8 }]),
    )
    for (const given of [
      moment({ 1: { tickets: null, visitsWithTickets: null } }),
      moment({ 1: { tickets: 5, settlingHours: 1 } }),
      moment(few),
    ])
      expect(conversionOutOfBand(given, settings).verdict).toBe('silent')
  })
})

describe('a device', () => {
  const NOW = 1_800_000_000_000
  const down = { name: 'Puerta', status: 'DOWN', reason: 'offline', since: NOW - 61 * 60_000 } as const
  test('that is down fires, one that is up is clear, and a closed local is not judged', () => {
    expect(deviceDown(down, { minutes: 60 }, NOW)).toMatchObject({
      verdict: 'fires',
      figure: { value: 61, unit: 'minutes', device: 'Puerta', reason: 'offline', asOf: down.since },
    })
    expect(deviceDown({ ...down, status: 'UP' }, { minutes: 60 }, NOW).verdict).toBe('clear')
    expect(deviceDown({ ...down, status: 'CLOSED' }, { minutes: 60 }, NOW)).toEqual({ verdict: 'silent', figure: null })
  })
  test('is waited for as long as the rule asks', () => {
    expect(deviceDown(down, { minutes: 120 }, NOW).verdict).toBe('silent')
    expect(deviceDown({ ...down, since: null }, { minutes: 120 }, NOW).verdict).toBe('fires')
    // The silence test fires earlier where many visitors are expected.
    expect(deviceDown({ ...down, since: NOW - 20 * 60_000 }, { minutes: 60 }, NOW).verdict).toBe('fires')
  })
})

describe('occupancy', () => {
  const NOW = 1_800_000_000_000
  const settings = { ...defaultSettings('occupancyLimit'), capacity: 100 }
  const series = (...people: number[]) =>
    people.map((one, at) => ({ at: NOW - (people.length - 1 - at) * 60_000, people: one }))
  const ask = (values: number[], isOpen = false, given = settings) =>
    occupancyLimit(series(...values), given, { nowMs: NOW, isOpen }).verdict
  test('fires after two minutes at the limit without a break, and not before', () => {
    expect([ask([99, 100, 100]), ask([100, 100, 100]), ask([100, 99, 100]), ask([99])]).toEqual([
      'clear',
      'fires',
      'clear',
      'clear',
    ])
  })
  test('ends three points below the limit, not at it', () => {
    expect([ask([97], true), ask([96], true)]).toEqual(['fires', 'clear'])
  })
  test('does not fire without a capacity, without data or with data that are too old', () => {
    expect([
      ask([500], false, defaultSettings('occupancyLimit') as typeof settings),
      occupancyLimit([], settings, { nowMs: NOW, isOpen: false }).verdict,
      occupancyLimit([{ at: NOW - 11 * 60_000, people: 200 }], settings, { nowMs: NOW, isOpen: true }).verdict,
    ]).toEqual(['silent', 'silent', 'silent'])
  })
  test('never goes back and forth while the people stay within the hysteresis', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 97, max: 130 }), { minLength: 3, maxLength: 40 }), (values) => {
        let [isOpen, changes] = [false, 0]
        values.forEach((_, at) => {
          const { verdict } = occupancyLimit(
            values.slice(0, at + 1).map((people, i) => ({ at: NOW + i * 60_000, people })),
            settings,
            { nowMs: NOW + at * 60_000, isOpen },
          )
          const next = verdict === 'silent' ? isOpen : verdict === 'fires'
          if (next !== isOpen) changes += 1
          isOpen = next
        })
        expect(changes).toBeLessThanOrEqual(1)
      }),
    )
  })
})

test('a back-test counts how often an alert would have opened, not on how many days it was open', () => {
  const answers = (['clear', 'fires', 'fires', 'silent', 'fires', 'clear', 'fires'] as const).map((verdict, at) => ({
    day: at,
    verdict,
  }))
  expect(openings(answers)).toEqual([1, 6])
})

test('a past day counts as missed when as many minutes of it are missing', () => {
  expect(
    [
      missedOn(day(1, { missingHours: 1 }), { minutes: 60 }),
      missedOn(day(1), { minutes: 60 }),
      missedOn(day(1, { ...CLOSED }), { minutes: 60 }),
    ].map(({ verdict }) => verdict),
  ).toEqual(['fires', 'clear', 'silent'])
})

test('the quantiles of the normal distribution are those of the tables', () => {
  for (const [p, z] of [
    [0.995, 2.575829],
    [0.975, 1.959964],
    [0.5, 0],
    [0.001, -3.090232],
    [0.9995, 3.290527],
  ] as const)
    expect(normalQuantile(p)).toBeCloseTo(z, 5)
  expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity])
})
