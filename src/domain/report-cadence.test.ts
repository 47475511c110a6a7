import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantOf as placed } from '../../server/facts/zone.ts'
import { type Cadence, type InstantOf, lastDue, nextDue } from './report-cadence.ts'

const instantOf: InstantOf = (zone, civilS) => placed(zone, civilS).instant
const cadence = (more: Partial<Cadence> = {}): Cadence => ({
  every: 'day',
  weekday: 1,
  day: 1,
  hour: 8,
  timeZone: 'Europe/Madrid',
  ...more,
})
/** The next ones after a moment, in UTC. */
function after(given: Cadence, from: string, count = 1): string[] {
  const found: string[] = []
  for (let at = Date.parse(from); found.length < count; found.push(new Date(at).toISOString().slice(0, 16)))
    at = nextDue(given, at, instantOf)
  return found
}

describe('a report is due', () => {
  test('every day at its hour of its zone, and not at this very moment again', () => {
    expect(after(cadence(), '2026-11-22T06:59:59Z', 2)).toEqual(['2026-11-22T07:00', '2026-11-23T07:00'])
    expect(after(cadence(), '2026-11-22T07:00:00Z')).toEqual(['2026-11-23T07:00'])
    expect(after(cadence({ timeZone: 'Pacific/Kiritimati' }), '2026-11-22T12:00:00Z')).toEqual(['2026-11-22T18:00'])
    expect(after(cadence({ timeZone: 'Pacific/Pago_Pago' }), '2026-11-22T12:00:00Z')).toEqual(['2026-11-22T19:00'])
  })

  test('every week on its weekday', () => {
    expect(after(cadence({ every: 'week', weekday: 1 }), '2026-11-22T12:00:00Z', 2)).toEqual([
      '2026-11-23T07:00',
      '2026-11-30T07:00',
    ])
    expect(after(cadence({ every: 'week', weekday: 7 }), '2026-11-22T12:00:00Z')).toEqual(['2026-11-29T07:00'])
  })

  test('every month on its day, and on the last day of a month that is shorter', () => {
    expect(after(cadence({ every: 'month', day: 31, timeZone: 'UTC' }), '2027-12-31T09:00:00Z', 4)).toEqual([
      '2028-01-31T08:00',
      '2028-02-29T08:00',
      '2028-03-31T08:00',
      '2028-04-30T08:00',
    ])
    expect(after(cadence({ every: 'month', day: 1 }), '2026-12-15T00:00:00Z')).toEqual(['2027-01-01T07:00'])
  })

  test('once on the day the clocks go forward, an hour later where its hour is skipped', () => {
    expect(after(cadence({ hour: 2 }), '2026-03-28T12:00:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-03-30T00:00'])
    expect(after(cadence({ hour: 8 }), '2026-03-28T12:00:00Z')).toEqual(['2026-03-29T06:00'])
  })

  test('once on the day the clocks go back, in the first pass of its hour', () => {
    expect(after(cadence({ hour: 2 }), '2026-10-24T12:00:00Z', 2)).toEqual(['2026-10-25T00:00', '2026-10-26T01:00'])
  })
})

describe('missed reports', () => {
  test('is one run, as of the day it was last due', () => {
    const weekly = cadence({ every: 'week', weekday: 1 })
    expect(lastDue(weekly, Date.parse('2026-11-22T12:00:00Z'), instantOf)).toEqual({
      at: Date.parse('2026-11-16T07:00:00Z'),
      asOf: '2026-11-16',
    })
    expect(lastDue(cadence(), Date.parse('2026-11-22T06:59:59Z'), instantOf).asOf).toBe('2026-11-21')
  })

  test('is as of the civil day of its zone, not of UTC', () => {
    expect(lastDue(cadence({ hour: 0 }), Date.parse('2026-11-22T23:30:00Z'), instantOf)).toEqual({
      at: Date.parse('2026-11-22T23:00:00Z'),
      asOf: '2026-11-23',
    })
  })
})

test('for any cadence, zone and moment: the next is later, nothing is due between last and next, and each is once', () => {
  const cadences = fc.record<Cadence>({
    every: fc.constantFrom('day', 'week', 'month'),
    weekday: fc.integer({ min: 1, max: 7 }),
    day: fc.integer({ min: 1, max: 31 }),
    hour: fc.integer({ min: 0, max: 23 }),
    timeZone: fc.constantFrom(
      'Europe/Madrid',
      'UTC',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'Atlantic/Azores',
      'Africa/Casablanca',
      'Pacific/Chatham',
    ),
  })
  fc.assert(
    fc.property(cadences, fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2031, 0, 1) }), (given, now) => {
      const [next, last] = [nextDue(given, now, instantOf), lastDue(given, now, instantOf)]
      expect(next).toBeGreaterThan(now)
      expect(last.at).toBeLessThanOrEqual(now)
      expect(nextDue(given, last.at, instantOf)).toBe(next)
      expect(lastDue(given, next, instantOf).at).toBe(next)
      expect(next - last.at).toBeLessThanOrEqual(
        (given.every === 'day' ? 1 : given.every === 'week' ? 7 : 31) * 86_400_000 + 2 * 3_600_000,
      )
    }),
  )
})
