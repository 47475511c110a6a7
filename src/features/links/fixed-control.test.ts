import { expect, test } from 'vitest'
import { daysIn } from './fixed-control.tsx'

const days = (value: unknown) => daysIn(value, (iso) => iso.slice(8))

test('a filter of days is shown in days: one, from and to, or two periods', () => {
  expect(days('2026-11-20')).toBe('20')
  expect(days({ begin: '2026-11-16', end: '2026-11-19' })).toBe('16 – 19')
  expect(days({ begin: '2026-11-16', end: '2026-11-16' })).toBe('16')
  const comparing = { begin: '2026-11-16', end: '2026-11-19' }
  expect(days({ comparing, reference: { begin: '2026-11-09', end: '2026-11-12' } })).toBe('16 – 19 / 09 – 12')
  expect(days({ comparing, reference: null })).toBe('16 – 19')
})

test('an invalid day is shown as it is, and an empty one as a dash', () => {
  expect([days(2026), days('2026-11'), days(undefined), days(null)]).toEqual(['2026', '2026-11', '–', '–'])
})
