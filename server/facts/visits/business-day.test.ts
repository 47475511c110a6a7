/**
 * Business days: when they begin, also where the clocks skip that hour or it comes twice, or a whole day is left out.
 */
import { expect, test } from 'vitest'
import { dayNumber } from '#domain/days'
import { businessDayAt, businessDayStart, slotOf } from './business-day.ts'

const madrid = (dayStartHour: number) => ({ timeZone: 'Europe/Madrid', dayStartHour })

test('what happens before its first hour belongs to the day before', () => {
  const day = dayNumber('2026-11-20')
  const at = (hour: number, minute: number) =>
    businessDayAt(madrid(5), Date.UTC(2026, 10, 20, hour - 1, minute, 0, 999))
  expect([at(4, 59), at(5, 0), at(23, 59)]).toEqual([day - 1, day, day])
  expect(businessDayAt(madrid(0), Date.UTC(2026, 10, 19, 23))).toBe(day)
})

test.each([
  ['at its hour', '2026-11-20', 5, 'Europe/Madrid', Date.UTC(2026, 10, 20, 4)],
  ['at midnight', '2026-11-20', 0, 'Europe/Madrid', Date.UTC(2026, 10, 19, 23)],
  ['after an hour that is skipped', '2026-03-29', 2, 'Europe/Madrid', Date.UTC(2026, 2, 29, 1)],
  ['at the first of two equal hours', '2026-10-25', 2, 'Europe/Madrid', Date.UTC(2026, 9, 25, 0)],
  ['before a day that was left out', '2011-12-29', 23, 'Pacific/Apia', Date.UTC(2011, 11, 30, 9)],
  ['with the next, where it was left out itself', '2011-12-30', 5, 'Pacific/Apia', Date.UTC(2011, 11, 30, 10)],
])('a business day begins %s: %s, from %i on in %s', (_, date, dayStartHour, timeZone, instant) => {
  expect(businessDayStart({ timeZone, dayStartHour }, dayNumber(date))).toBe(instant)
})

test('an instant lies in one hour of the clock, and knows which pass of it', () => {
  const day = dayNumber('2026-10-25')
  const slot = (at: number) => slotOf('Europe/Madrid', at)
  const [first, second] = [Date.UTC(2026, 9, 25, 0), Date.UTC(2026, 9, 25, 1)]
  expect([slot(first), slot(first + 3_599_999), slot(second)]).toEqual([
    { day, hour: 2, fold: 0, instant: first / 1000 },
    { day, hour: 2, fold: 0, instant: first / 1000 },
    { day, hour: 2, fold: 1, instant: second / 1000 },
  ])
  expect(slot(second + 3_600_000)).toMatchObject({ hour: 3, fold: 0 })
  expect(slot(Date.UTC(2026, 9, 24, 22))).toMatchObject({ day, hour: 0, fold: 0 })
})
