import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBatch, rowOf } from '../facts/batch.ts'
import { brokenRule } from '../facts/checks.ts'
import { openWeek, type ExpectedLocal } from '../facts/expected.ts'
import { BRANDS } from './brands.ts'
import { generateDay, type DemoPlan } from './day.ts'
import { PLACES } from './places.ts'
import { RHYTHMS } from '../simulator/rhythms.ts'
import { blackFriday, campaignsBetween } from './campaigns.ts'
import { easterSunday, holidaysOf } from './holidays.ts'
import { dayNumber, isoDay } from '#domain/days'
import { season } from './season.ts'

const TODAY = dayNumber('2026-11-20')
const specs = BRANDS.flatMap(({ locals }) => locals)

function plan(number: number, given: Partial<ExpectedLocal> = {}): DemoPlan {
  const spec = specs[number]!
  const expected: ExpectedLocal = {
    client: 1,
    local: number + 1,
    areas: [number + 100],
    timeZone: PLACES[spec.place].timeZone,
    type: spec.type,
    openedDay: null,
    closedDay: null,
    week: openWeek(RHYTHMS[spec.rhythm].shifts),
    holidays: new Map(),
    ...given,
  }
  return { number, city: 1, spec, expected, startDay: TODAY - 731 }
}
const generated = (of: DemoPlan, day: number, nowS: number) => {
  const batch = createBatch(26)
  generateDay(batch, of, day, nowS, 1)
  return Array.from({ length: batch.length }, (_, i) => rowOf(batch, i))
}

const anyPlan = fc.nat({ max: specs.length - 1 })
const anyDay = fc.integer({ min: TODAY - 731, max: TODAY })

test('a local has no hours before it opens and after it closes', () => {
  expect(generated(plan(0, { openedDay: TODAY + 1 }), TODAY, Infinity)).toEqual([])
  expect(generated(plan(0, { closedDay: TODAY - 1 }), TODAY, Infinity)).toEqual([])
})

test('every generated hour keeps the invariants, whenever it is looked at', () => {
  fc.assert(
    fc.property(anyPlan, anyDay, fc.integer({ min: 0, max: 86_400 * 2 }), (number, day, second) => {
      const batch = createBatch(26)
      const nowS = day * 86_400 + second
      generateDay(batch, plan(number), day, nowS, 1)
      for (let i = 0; i < batch.length; i += 1) expect(brokenRule(batch, i, nowS)).toBeNull()
    }),
    { numRuns: 1500 },
  )
})

test('a past hour has the same numbers whenever it is generated, and a running hour only grows', () => {
  fc.assert(
    fc.property(anyPlan, anyDay, fc.nat({ max: 100_000 }), fc.nat({ max: 100_000 }), (number, day, a, b) => {
      const [first, second] = [Math.min(a, b), Math.max(a, b)].map(
        (s) => new Map(generated(plan(number), day, day * 86_400 + s).map((row) => [row.instant, row])),
      ) as [Map<number, Record<string, number>>, Map<number, Record<string, number>>]
      for (const [instant, row] of first) {
        const later = second.get(instant)!
        if (instant + 3600 <= day * 86_400 + Math.min(a, b)) expect(later).toEqual(row)
        else
          for (const [atom, value] of Object.entries(row)) expect(later[atom] ?? 0).toBeGreaterThanOrEqual(value ?? 0)
      }
    }),
    { numRuns: 500 },
  )
})

test('another seed gives other numbers', () => {
  const [one, two] = [createBatch(26), createBatch(26)]
  generateDay(one, plan(0), TODAY, Infinity, 1)
  generateDay(two, plan(0), TODAY, Infinity, 2)
  expect(one.ins).not.toEqual(two.ins)
})

test('Easter, Black Friday and the holidays of a place are where the calendar has them', () => {
  expect([2024, 2025, 2026, 2027].map((year) => isoDay(easterSunday(year)))).toEqual([
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
  ])
  expect([2024, 2025, 2026].map((year) => isoDay(blackFriday(year)))).toEqual([
    '2024-11-29',
    '2025-11-28',
    '2026-11-27',
  ])
  expect(
    holidaysOf(PLACES.madrid, dayNumber('2026-05-01'), dayNumber('2026-05-31')).map(({ day, name }) => [
      isoDay(day),
      name,
    ]),
  ).toEqual([
    ['2026-05-01', 'Fiesta del Trabajo'],
    ['2026-05-02', 'Fiesta de la Comunidad'],
    ['2026-05-15', 'San Isidro'],
  ])
  expect(
    holidaysOf(PLACES.london, dayNumber('2026-01-01'), dayNumber('2026-12-31')).map(({ day }) => isoDay(day)),
  ).toEqual([
    '2026-01-01',
    '2026-04-03',
    '2026-04-06',
    '2026-05-04',
    '2026-05-25',
    '2026-08-31',
    '2026-12-25',
    '2026-12-26',
  ])
})

test('campaigns are named by their year, in order, and the sales move the traffic', () => {
  const campaigns = campaignsBetween(dayNumber('2026-01-01'), dayNumber('2026-12-31'))
  expect(campaigns.map(({ name }) => name)).toEqual([
    'Rebajas de invierno 2026',
    'Día de la Madre 2026',
    'Rebajas de verano 2026',
    'Vuelta al cole 2026',
    'Black Friday 2026',
    'Navidad 2026',
  ])
  expect(campaigns[1]).toEqual({ name: 'Día de la Madre 2026', begin: '2026-04-23', end: '2026-05-03' })
  expect(season(dayNumber('2026-11-27'))).toBeGreaterThan(1.3 * season(dayNumber('2026-11-13')))
})
