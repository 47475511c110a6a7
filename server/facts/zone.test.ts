import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayNumber } from '#domain/days'
import { civilAt, hoursOfDay, instantOf, isZone, offsetAt } from './zone.ts'

const labels = (zone: string, day: string) =>
  hoursOfDay(zone, dayNumber(day)).map(({ hour, fold }) => (fold ? `${hour}'` : String(hour)))

test('an unknown zone is no zone', () => {
  expect(isZone('Europe/Atlantis')).toBe(false)
  expect(isZone('Atlantic/Canary')).toBe(true)
})

test('the day the clocks go forward has 23 hours in Madrid, and 02:00 is not one of them', () => {
  const hours = labels('Europe/Madrid', '2026-03-29')
  expect(hours).toHaveLength(23)
  expect(hours).not.toContain('2')
})

test('the day the clocks go back has 25 hours, the repeated one marked', () => {
  expect(labels('Europe/Madrid', '2026-10-25').slice(0, 5)).toEqual(['0', '1', '2', "2'", '3'])
  expect(labels('Europe/Lisbon', '2026-10-25').slice(0, 5)).toEqual(['0', '1', "1'", '2', '3'])
  expect(labels('Atlantic/Canary', '2026-10-25').slice(0, 5)).toEqual(['0', '1', "1'", '2', '3'])
})

test('Santiago has a day without midnight, Lord Howe half-hour changes without a repeated hour, Apia a day that never was', () => {
  expect(labels('America/Santiago', '2025-09-07')[0]).toBe('1')
  expect(labels('Australia/Lord_Howe', '2026-04-05')).toHaveLength(24)
  expect(labels('Pacific/Apia', '2011-12-30')).toEqual([])
})

test('a skipped time moves as much later, a repeated time has two instants', () => {
  const gap = instantOf('Europe/Madrid', Date.UTC(2026, 2, 29, 2, 30) / 1000)
  expect({ ...gap, ...civilAt('Europe/Madrid', gap.instant) }).toMatchObject({ kind: 'gap', hour: 3, second: 1800 })
  const repeated = Date.UTC(2026, 9, 25, 2) / 1000
  expect(instantOf('Europe/Madrid', repeated, 1).instant - instantOf('Europe/Madrid', repeated, 0).instant).toBe(3600)
})

const ZONES = [
  'Europe/Madrid',
  'Atlantic/Canary',
  'Europe/London',
  'Europe/Dublin',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Apia',
  'UTC',
]

test('the hours of consecutive days follow each other without hole or overlap, in twelve zones', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: dayNumber('2014-01-01'), max: dayNumber('2028-12-31') }),
      (zone, day) => {
        const hours = [...hoursOfDay(zone, day), ...hoursOfDay(zone, day + 1)]
        for (let i = 1; i < hours.length; i += 1) {
          const length = hours[i]!.instant - hours[i - 1]!.instant
          expect(length >= 1800 && length <= 5400).toBe(true)
        }
        for (const { hour, instant } of hoursOfDay(zone, day))
          expect(civilAt(zone, instant)).toMatchObject({ day, hour })
      },
    ),
    { numRuns: 2000 },
  )
})

test('an offset is that of its year, independent of earlier questions', () => {
  const at = (iso: string, zone: string) => offsetAt(zone, Date.parse(iso) / 1000) / 3600
  const cases = [
    ['2026-01-01T00:00:00Z', 'Europe/Madrid', 1],
    ['2025-12-31T23:59:59Z', 'Europe/Madrid', 1],
    ['2010-12-31T00:00:00Z', 'Europe/Moscow', 3],
    ['2011-12-31T00:00:00Z', 'Europe/Moscow', 4],
    ['2026-07-01T00:00:00Z', 'Europe/Madrid', 2],
    ['2014-12-31T00:00:00Z', 'Europe/Moscow', 3],
    ['2026-10-25T00:59:59Z', 'Europe/Madrid', 2],
    ['2026-10-25T01:00:00Z', 'Europe/Madrid', 1],
  ] as const
  for (const [iso, zone, hours] of [...cases, ...cases.toReversed()])
    expect([iso, zone, at(iso, zone)]).toEqual([iso, zone, hours])
})

test('every instant is found again from its civil time', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: Date.UTC(2014, 0, 1) / 1000, max: Date.UTC(2028, 0, 1) / 1000 }),
      (zone, at) => {
        const instant = at - (at % 60)
        const { day, hour, second } = civilAt(zone, instant)
        const civil = day * 86_400 + hour * 3600 + second
        expect([instantOf(zone, civil, 0).instant, instantOf(zone, civil, 1).instant]).toContain(instant)
      },
    ),
    { numRuns: 2000 },
  )
})
