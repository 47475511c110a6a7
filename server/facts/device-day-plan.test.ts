import { expect, test } from 'vitest'
import { dayNumber } from '#domain/days'
import { healthPlan, LEARNED, OVER_S, profileOf, type HealthLocal } from './device-day-plan.ts'

const open = (shifts: Parameters<typeof profileOf>[0]) =>
  [...profileOf(shifts).open].flatMap((seconds, hour) => (seconds === 0 ? [] : [[hour, seconds]]))
const shift = (opening: string, closing: string, weekDay = 1, area: number | null = null) => ({
  opening,
  closing,
  weekDay,
  area,
})

test('half an hour is half an hour: a store that opens at half past nine is not missed before', () => {
  expect(open([shift('09:30', '12:00')])).toEqual([
    [9, 1800],
    [10, 3600],
    [11, 3600],
  ])
  expect(profileOf([shift('09:30', '12:00')]).after[9]).toBe(1800)
})

test('a minute before midnight is the end of the day, and two shifts of one hour add up', () => {
  expect(open([shift('22:00', '23:59')])).toEqual([
    [22, 3600],
    [23, 3600],
  ])
  expect(open([shift('10:00', '10:15'), shift('10:30', '11:00')])).toEqual([[10, 2700]])
})

const local = (more: Partial<HealthLocal> = {}): HealthLocal => ({
  local: 1,
  timeZone: 'Europe/Madrid',
  openedDay: null,
  closedDay: null,
  shifts: [shift('10:00', '20:00')],
  holidays: new Map(),
  ...more,
})
/** Monday 16 November 2026; two in the afternoon of Tuesday in Madrid. */
const MONDAY = 20_773
const NOW_S = (MONDAY + 1) * 86_400 + 13 * 3600
const plan = (one: HealthLocal, since = MONDAY - 10, from = MONDAY - 1) => {
  const { length, day, profile, elapsed } = healthPlan(
    [one],
    new Map([[1, [7]]]),
    new Map([[7, since]]),
    from,
    MONDAY + 5,
    NOW_S,
  )
  return Array.from({ length }, (_, at) => [
    day[at]! - MONDAY,
    profile[at],
    elapsed[at] === OVER_S ? 'over' : elapsed[at],
  ])
}

test('days end with today, which is as long as it has lasted', () => {
  expect(plan(local())).toEqual([
    [-1, -2, 'over'],
    [0, 0, 'over'],
    [1, -2, 14 * 3600],
  ])
})

test('a holiday is closed, an area follows its own hours, and no device is expected before the first word or outside the life of the local', () => {
  expect(plan(local({ holidays: new Map([[MONDAY, true]]) }))[1]).toEqual([0, -2, 'over'])
  expect(
    plan(local({ shifts: [shift('10:00', '20:00'), shift('08:00', '09:00', 2, 7)] })).map(([, profile]) => profile),
  ).toEqual([-2, -2, 0])
  expect(plan(local(), MONDAY).map(([day]) => day)).toEqual([0, 1])
  expect(plan(local({ openedDay: MONDAY, closedDay: MONDAY })).map(([day]) => day)).toEqual([0])
})

test('without any schedule the hours are learned', () => {
  expect(plan(local({ shifts: [] })).map(([, profile]) => profile)).toEqual([LEARNED, LEARNED, LEARNED])
})

test('in the hour that the clocks leave out no device is expected to count', () => {
  const [spring, autumn, usual] = ['2026-03-29', '2026-10-25', '2026-06-01'].map((day) => dayNumber(day))
  const skipped = (timeZone: string, day: number) =>
    healthPlan([local({ timeZone })], new Map([[1, [7]]]), new Map([[7, 0]]), day, day, NOW_S).skipped[0]
  expect([spring, autumn, usual].map((day) => skipped('Europe/Madrid', day!))).toEqual([2, -1, -1])
  // The day begins at one.
  expect(skipped('America/Santiago', dayNumber('2026-09-06'))).toBe(0)
})
