import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addMonths,
  addUnits,
  fromIsoWeek,
  isoWeek,
  isoWeekLabel,
  isoWeeksInYear,
  monthStart,
  quarterOf,
  sameIsoWeek,
  unitStart,
} from './calendar.ts'
import { civil, dayNumber, dayOf, daysInMonth, isoDay, mondayOf, monthNumber, weekday } from './days.ts'

const anyDay = fc.integer({ min: dayOf(1900, 1, 1), max: dayOf(2199, 12, 31) })
const iso = (text: string) => dayNumber(text)

test('the 31st becomes the last day of a shorter month', () => {
  expect(isoDay(addMonths(iso('2026-03-31'), -1))).toBe('2026-02-28')
  expect(isoDay(addMonths(iso('2024-01-31'), 1))).toBe('2024-02-29')
  expect(isoDay(addMonths(iso('2026-01-15'), -13))).toBe('2024-12-15')
  expect(isoDay(addUnits(iso('2024-02-29'), 1, 'year'))).toBe('2025-02-28')
  expect(isoDay(addUnits(iso('2026-08-31'), 1, 'quarter'))).toBe('2026-11-30')
})

test('n months later is the same date n months on, from any day', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -240, max: 240 }), (day, n) => {
      const later = addMonths(day, n)
      const { year, month, date } = civil(later)
      expect(monthNumber(later)).toBe(monthNumber(day) + n)
      expect(date).toBe(Math.min(civil(day).date, daysInMonth(year, month)))
      expect(addUnits(day, n, 'week')).toBe(day + 7 * n)
    }),
  )
})

test('a unit begins on the first of its days: a week on Monday, a quarter in month 3q - 2', () => {
  expect([1, 3, 4, 6, 7, 9, 10, 12].map(quarterOf)).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
  expect(isoDay(unitStart('quarter', iso('2026-11-20')))).toBe('2026-10-01')
  fc.assert(
    fc.property(anyDay, (day) => {
      const { year, month } = civil(day)
      expect(unitStart('week', day)).toBe(mondayOf(day))
      expect(monthStart(day)).toBe(dayOf(year, month, 1))
      expect(unitStart('quarter', day)).toBe(dayOf(year, 3 * quarterOf(month) - 2, 1))
      expect(unitStart('year', day)).toBe(dayOf(year, 1, 1))
    }),
  )
})

test('ISO weeks begin on Monday and the years 2015, 2020, 2026 and 2032 have 53', () => {
  expect(isoWeekLabel(iso('2027-01-03'))).toBe('2026-W53')
  expect(isoWeekLabel(iso('2026-01-01'))).toBe('2026-W01')
  expect([2014, 2015, 2020, 2021, 2026, 2032].map(isoWeeksInYear)).toEqual([52, 53, 53, 52, 53, 53])
  fc.assert(
    fc.property(anyDay, (day) => {
      const { year, week } = isoWeek(day)
      expect(fromIsoWeek(year, week, weekday(day))).toBe(day)
    }),
  )
})

test('the same ISO week of the year before is 371 days earlier after a year of 53 weeks, else 364', () => {
  expect(sameIsoWeek(fromIsoWeek(2021, 10, 1), 1) - fromIsoWeek(2021, 10, 1)).toBe(-371)
  expect(sameIsoWeek(fromIsoWeek(2024, 10, 1), 1) - fromIsoWeek(2024, 10, 1)).toBe(-364)
})
