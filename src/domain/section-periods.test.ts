import { expect, test } from 'vitest'
import { SECTION_PREFIXES, sectionPeriod, sectionPeriodUntil } from './section-periods.ts'

/** A Friday. */
const today = '2026-11-20'
const said = (prefix: string, index: number, day = today) => {
  const found = sectionPeriod(prefix, index, day)
  return found && [found.value, `${found.begin}..${found.end}`]
}

test('period is the last whole unit, lastDays its days, TTD the running unit; all end yesterday at the latest', () => {
  expect([0, 1, 2, 3].map((place) => said('period', place))).toEqual([
    ['week', '2026-11-09..2026-11-15'],
    ['month', '2026-10-01..2026-10-31'],
    ['quarter', '2026-07-01..2026-09-30'],
    ['year', '2025-01-01..2025-12-31'],
  ])
  expect([0, 1, 2, 3].map((place) => said('lastDays', place))).toEqual([
    [7, '2026-11-13..2026-11-19'],
    [30, '2026-10-21..2026-11-19'],
    [90, '2026-08-22..2026-11-19'],
    [365, '2025-11-20..2026-11-19'],
  ])
  expect([0, 1, 2, 3].map((place) => said('TTD', place))).toEqual([
    ['week', '2026-11-16..2026-11-19'],
    ['month', '2026-11-01..2026-11-19'],
    ['quarter', '2026-10-01..2026-11-19'],
    ['year', '2026-01-01..2026-11-19'],
  ])
})

test('on the first day of a unit to date is the last whole one', () => {
  expect([said('TTD', 0, '2026-11-23'), said('TTD', 3, '2027-01-01')]).toEqual([
    ['week', '2026-11-16..2026-11-22'],
    ['year', '2026-01-01..2026-12-31'],
  ])
})

test('the default of a list is the month, a place beyond it is its last one, and there are three lists', () => {
  expect(SECTION_PREFIXES.map((prefix) => sectionPeriod(prefix, NaN, today)?.index)).toEqual([1, 1, 1])
  expect([sectionPeriod('TTD', 9, today)?.index, sectionPeriod('TTD', -1, today)?.index]).toEqual([3, 0])
  expect(sectionPeriod('other', 0, today)).toBeUndefined()
})

test('with its last day a place is those days for ever; an invalid last day, or a future one, is none', () => {
  const of = (prefix: string, end: string) => {
    const found = sectionPeriodUntil(prefix, 1, end, today)
    return found && `${found.begin}..${found.end}`
  }
  expect([of('TTD', '2026-11-19'), of('TTD', '2026-11-05'), of('period', '2026-2-28')]).toEqual([
    '2026-11-01..2026-11-19',
    '2026-11-01..2026-11-05',
    '2026-02-01..2026-02-28',
  ])
  expect([of('period', '2026-02-27'), of('TTD', today), of('TTD', '2027-01-01'), of('TTD', 'x')]).toEqual(
    Array(4).fill(undefined),
  )
})
