import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  civil,
  clockIn,
  dateArray,
  daySpan,
  dayNumber,
  dayOf,
  daysInMonth,
  isoDay,
  parseDay,
  shortDay,
  todayIn,
  weekday,
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

test('first and last day are numbers, of one day the same; the last before the first is refused with both', () => {
  expect(daySpan('1970-01-02', '1970-01-05')).toEqual({ from: 1, to: 4 })
  expect(daySpan('1970-01-02', '1970-01-02')).toEqual({ from: 1, to: 1 })
  expect(() => daySpan('2026-11-02', '2026-11-01')).toThrow(
    expect.objectContaining({
      code: 'DATES_INCORRECT',
      message: 'Incorrect dates: 2026-11-02 is after 2026-11-01; give the first day first.',
      details: { start: '2026-11-02', end: '2026-11-01' },
    }),
  )
  expect(() => daySpan('2026-02-30', '2026-11-01')).toThrow(expect.objectContaining({ code: 'DATE_INVALID' }))
})

test('an array of dates holds both ends, and one day where they are the same; turned round it is refused with both', () => {
  expect(dateArray('2026-11-01', '2026-11-01')).toEqual(['2026-11-01'])
  expect(() => dateArray('2026-11-02', '2026-11-01')).toThrow(
    expect.objectContaining({ code: 'DATES_INCORRECT', details: { start: '2026-11-02', end: '2026-11-01' } }),
  )
  expect(dateArray('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
})

test('a month has 28 to 31 days, of a leap year 29', () => {
  expect([1900, 2000, 2026, 2028].map((year) => daysInMonth(year, 2))).toEqual([28, 29, 28, 29])
})

test('an address writes a day without zeros', () => {
  expect(shortDay('2026-03-09')).toBe('2026-3-9')
})

test('today depends on the zone, also around the change of the clock', () => {
  const lateEvening = Date.UTC(2026, 9, 24, 22, 30)
  expect(todayIn('UTC', lateEvening)).toBe('2026-10-24')
  expect(todayIn('Europe/Madrid', lateEvening)).toBe('2026-10-25')
  expect(todayIn('America/New_York', lateEvening)).toBe('2026-10-24')
  expect(todayIn('Europe/Madrid', Date.UTC(2026, 9, 25, 22, 59))).toBe('2026-10-25')
  expect(todayIn('Europe/Madrid', Date.UTC(2026, 9, 25, 23, 0))).toBe('2026-10-26')
})

test('the clock of a zone is read at an instant, also in the hour that comes twice and around midnight', () => {
  const shown = (zone: string, ...at: Parameters<typeof Date.UTC>) =>
    new Date(clockIn(zone, Date.UTC(...at))).toISOString().slice(0, 19)
  expect(shown('Europe/Madrid', 2026, 9, 25, 0, 30, 5)).toBe('2026-10-25T02:30:05')
  expect(shown('Europe/Madrid', 2026, 9, 25, 1, 30, 5)).toBe('2026-10-25T02:30:05')
  expect(shown('America/St_Johns', 2026, 0, 1, 3, 30)).toBe('2026-01-01T00:00:00')
})

test('the weekday filter keeps days 0 to 5 while it is on, and all of them while it is off', () => {
  const week = [0, 1, 2, 3, 4, 5, 6]
  expect([keepWeekdays(week, Number, true), keepWeekdays(week, Number, false)]).toEqual([[0, 1, 2, 3, 4, 5], week])
})
