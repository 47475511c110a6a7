import { dayNumber, monthNumber } from '#domain/days'
import { expect, test } from 'vitest'
import { brushOf } from './brush.ts'

const bars = (members: (string | number | null)[], category = 'local', format: 'text' | 'day' | 'hour' = 'text') => ({
  members,
  category,
  columns: [{ id: category, label: category, format, role: 'dim' as const }],
})
const range = (...marked: Parameters<typeof brushOf>) => brushOf(...marked)?.range

test('a gesture on several bars tells their members, first and last one included', () => {
  expect(brushOf(bars([11, 12, 13, 14]), 1, 2)).toEqual({ values: [12, 13], range: null })
})

test('Others are no member: marked alone they tell nothing', () => {
  expect(brushOf(bars([11, 12, null]), 1, 2)?.values).toEqual([12])
  expect(brushOf(bars([11, null]), 1, 1)).toBeNull()
})

test('bars of days give their range too, in any order', () => {
  expect(brushOf(bars([20_412, 20_410, 20_411], 'day', 'day'), 0, 1)).toEqual({
    values: [20_412, 20_410],
    range: { begin: '2025-11-18', end: '2025-11-20' },
  })
})

test('bars of weeks tell the days from the first Monday to the last Sunday, as far as the period shows them', () => {
  const weeks = bars([dayNumber('2026-11-02'), dayNumber('2026-11-09'), dayNumber('2026-11-16')], 'week', 'day')
  const november = { name: '', begin: '2026-11-04', end: '2026-11-20' }
  expect([
    range(weeks, 0, 1),
    range(weeks, 1, 1),
    range(weeks, 0, 2, november),
    range(weeks, 1, 1, november),
    // The reference has its own weeks, which lie outside.
    range(weeks, 0, 0, { name: '', begin: '2026-12-01', end: '2026-12-31' }),
  ]).toEqual([
    { begin: '2026-11-02', end: '2026-11-15' },
    { begin: '2026-11-09', end: '2026-11-15' },
    { begin: '2026-11-04', end: '2026-11-20' },
    { begin: '2026-11-09', end: '2026-11-15' },
    { begin: '2026-11-02', end: '2026-11-08' },
  ])
})

test('bars of months tell the days of whole months, over the end of a year too, and months of any year tell none', () => {
  const months = bars([monthNumber(dayNumber('2025-12-01')), monthNumber(dayNumber('2026-02-01'))], 'month')
  expect([
    range(months, 0, 0),
    range(months, 0, 1),
    range(months, 0, 1, { name: '', begin: '2025-12-10', end: '2026-02-14' }),
    range(bars([11, 12], 'month'), 0, 1),
  ]).toEqual([
    { begin: '2025-12-01', end: '2025-12-31' },
    { begin: '2025-12-01', end: '2026-02-28' },
    { begin: '2025-12-10', end: '2026-02-14' },
    null,
  ])
})

test('bars of hours, weekdays and stores tell no range', () => {
  expect([
    range(bars([9, 10], 'hour', 'hour'), 0, 1),
    range(bars([1, 2], 'weekday'), 0, 1),
    range(bars([11, 12]), 0, 1),
  ]).toEqual([null, null, null])
})
