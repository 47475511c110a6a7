import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addMonths,
  civil,
  dateArray,
  dayNumber,
  dayOf,
  daysInMonth,
  fromIsoWeek,
  isoDay,
  isoWeek,
  isoWeekLabel,
  isoWeeksInYear,
  mondayOf,
  parseDay,
  quarterOf,
  quarterStart,
  quarterStartMonth,
  sameIsoWeek,
  shortDay,
  todayIn,
  weekday,
  weekdayName,
  keepWeekdays,
} from './days.ts'

const anyDay = fc.integer({ min: dayOf(1900, 1, 1), max: dayOf(2199, 12, 31) })

test.each([
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-04-31',
  '26-04-01',
  '2026-4-1x',
  '',
  '2026/04/01',
  '12026-04-01',
  '2026-04-00',
  '2026-0-1',
])('%j is refused as a date', (text) => {
  expect(parseDay(text)).toBeNull()
  expect(() => dayNumber(text)).toThrow(`${text} is no date; expected YYYY-MM-DD.`)
})

test('a range that ends before it begins is refused with "Incorrect dates"', () => {
  expect(() => dateArray('2026-11-02', '2026-11-01')).toThrow('Incorrect dates')
})

test('a date of the URL may leave out leading zeros', () => {
  expect(isoDay(dayNumber('2026-3-9'))).toBe('2026-03-09')
})

test('day numbers count from 1970-01-01 and agree with the clock of the machine', () => {
  expect(dayNumber('1970-01-01')).toBe(0)
  fc.assert(
    fc.property(anyDay, (day) => {
      expect(isoDay(day)).toBe(new Date(day * 86_400_000).toISOString().slice(0, 10))
      const { year, month, date } = civil(day)
      expect(dayOf(year, month, date)).toBe(day)
      expect(weekday(day)).toBe(new Date(day * 86_400_000).getUTCDay() || 7)
    }),
  )
})

test('an array of dates holds both ends, and one day where they are the same; turned round it is refused with both', () => {
  expect(dateArray('2026-11-01', '2026-11-01')).toEqual(['2026-11-01'])
  expect(() => dateArray('2026-11-02', '2026-11-01')).toThrow(
    expect.objectContaining({ code: 'DATES_INCORRECT', details: { start: '2026-11-02', end: '2026-11-01' } }),
  )
  expect(dateArray('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
})

test('the 31st becomes the last day of a shorter month', () => {
  expect(isoDay(addMonths(dayNumber('2026-03-31'), -1))).toBe('2026-02-28')
  expect(isoDay(addMonths(dayNumber('2024-01-31'), 1))).toBe('2024-02-29')
  expect(isoDay(addMonths(dayNumber('2026-01-15'), -13))).toBe('2024-12-15')
  expect(daysInMonth(1900, 2)).toBe(28)
})

test('weekdays have their name in a language, Monday first, and an address writes a day without zeros', () => {
  expect([1, 7].map((day) => weekdayName(day, 'es'))).toEqual(['lunes', 'domingo'])
  expect(weekdayName(2, 'en', 'short')).toBe('Tue')
  expect(shortDay('2026-03-09')).toBe('2026-3-9')
})

test('quarters are ceil(month / 3) and begin in month 3q - 2', () => {
  expect([1, 3, 4, 6, 7, 9, 10, 12].map(quarterOf)).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
  expect([1, 2, 3, 4].map(quarterStartMonth)).toEqual([1, 4, 7, 10])
  expect(isoDay(quarterStart(dayNumber('2026-11-20')))).toBe('2026-10-01')
})

test('ISO weeks begin on Monday and the years 2015, 2020, 2026 and 2032 have 53', () => {
  expect(isoWeekLabel(dayNumber('2027-01-03'))).toBe('2026-W53')
  expect(isoWeekLabel(dayNumber('2026-01-01'))).toBe('2026-W01')
  expect([2014, 2015, 2020, 2021, 2026, 2032].map(isoWeeksInYear)).toEqual([52, 53, 53, 52, 53, 53])
  fc.assert(
    fc.property(anyDay, (day) => {
      const { year, week } = isoWeek(day)
      expect(fromIsoWeek(year, week, weekday(day))).toBe(day)
      expect(weekday(mondayOf(day))).toBe(1)
    }),
  )
})

test('the same ISO week of the year before is 371 days earlier after a year of 53 weeks, else 364', () => {
  expect(sameIsoWeek(fromIsoWeek(2021, 10, 1), 1) - fromIsoWeek(2021, 10, 1)).toBe(-371)
  expect(sameIsoWeek(fromIsoWeek(2024, 10, 1), 1) - fromIsoWeek(2024, 10, 1)).toBe(-364)
})

test('today depends on the zone, also around the change of the clock', () => {
  const lateEvening = Date.UTC(2026, 9, 24, 22, 30)
  expect(todayIn('UTC', lateEvening)).toBe('2026-10-24')
  expect(todayIn('Europe/Madrid', lateEvening)).toBe('2026-10-25')
  expect(todayIn('America/New_York', lateEvening)).toBe('2026-10-24')
  expect(todayIn('Europe/Madrid', Date.UTC(2026, 9, 25, 22, 59))).toBe('2026-10-25')
  expect(todayIn('Europe/Madrid', Date.UTC(2026, 9, 25, 23, 0))).toBe('2026-10-26')
})

test('the weekday filter keeps days 0 to 5 while it is on, and all of them while it is off', () => {
  const week = [0, 1, 2, 3, 4, 5, 6]
  expect([keepWeekdays(week, Number, true), keepWeekdays(week, Number, false)]).toEqual([[0, 1, 2, 3, 4, 5], week])
})
