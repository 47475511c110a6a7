import { expect, test } from 'vitest'
import { dayNumber } from '#domain/days'
import { expectedLocals } from '../modules/opening-hours/expected-locals.ts'
import { calendarOf, openWeek, plannedHours, type ExpectedLocal } from './expected.ts'

const shifts = (opening: string, closing: string, days = [1, 2, 3, 4, 5, 6]) =>
  days.map((weekDay) => ({ weekDay, opening, closing }))
const shop = (given: Partial<ExpectedLocal> = {}): ExpectedLocal => ({
  client: 1,
  local: 5,
  areas: [50],
  timeZone: 'Europe/Madrid',
  type: 'store',
  openedDay: null,
  closedDay: null,
  week: openWeek(shifts('10:00', '14:00')),
  holidays: new Map(),
  ...given,
})
const hoursOpen = (hours: Uint8Array) => [...hours].flatMap((open, hour) => (open ? [hour] : []))
const monday = dayNumber('2026-11-16')

test('a local without a schedule expects nothing', () => {
  expect(openWeek([])).toBeNull()
  expect(calendarOf([{ local: shop({ week: null }), fromDay: monday, toDay: monday + 6 }], Infinity).length).toBe(0)
})

test('the closing minute does not open another hour, half an hour does', () => {
  expect(hoursOpen(openWeek(shifts('10:00', '14:00'))![1]!)).toEqual([10, 11, 12, 13])
  expect(hoursOpen(openWeek(shifts('09:30', '13:30'))![1]!)).toEqual([9, 10, 11, 12, 13])
  expect(hoursOpen(openWeek(shifts('00:00', '23:59'))![1]!)).toHaveLength(24)
})

test('a weekly closing day and a holiday are closed hours of the usual day, a holiday with open doors is open', () => {
  const local = shop({
    holidays: new Map([
      [monday, true],
      [monday + 6, false],
    ]),
  })
  expect([monday, monday + 1, monday + 6, monday + 13].map((day) => plannedHours(local, day).open)).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(hoursOpen(plannedHours(local, monday + 13).hours)).toEqual([10, 11, 12, 13])
})

test('hours are due within the life of the local once they have ended', () => {
  const local = shop({ openedDay: monday + 1, closedDay: monday + 2 })
  const noon = Date.UTC(2026, 10, 18, 11, 30) / 1000
  const { length, due, day, hour } = calendarOf([{ local, fromDay: monday, toDay: monday + 3 }], noon)
  expect(Array.from({ length }, (_, i) => [day[i]! - monday, hour[i], due[i]])).toEqual([
    [0, 10, 0],
    [0, 11, 0],
    [0, 12, 0],
    [0, 13, 0],
    [1, 10, 1],
    [1, 11, 1],
    [1, 12, 1],
    [1, 13, 1],
    [2, 10, 1],
    [2, 11, 1],
    [2, 12, 0],
    [2, 13, 0],
    [3, 10, 0],
    [3, 11, 0],
    [3, 12, 0],
    [3, 13, 0],
  ])
})

test('a place that never closes expects 23 and 25 hours when the clocks change', () => {
  const local = shop({ week: openWeek(shifts('00:00', '23:59', [1, 2, 3, 4, 5, 6, 7])) })
  const count = (day: string) =>
    calendarOf([{ local, fromDay: dayNumber(day), toDay: dayNumber(day) }], Infinity).length
  expect(['2026-03-29', '2026-06-01', '2026-10-25'].map(count)).toEqual([23, 24, 25])
})

test('a local with hours only area by area is expected while any of them is open; its own hours come first', async () => {
  const local = {
    id: 5,
    client: 1,
    name: 'Gran Vía',
    code: '',
    type: 'store',
    paramStatus: 'operative',
    enabled: true,
    timeZone: 'Europe/Madrid',
    openedOn: null,
    closedOn: null,
  }
  const row = (area: number | null, opening: string, closing: string) => ({
    id: 1,
    local: 5,
    area,
    weekDay: 1,
    opening,
    closing,
  })
  const weekOf = async (shifts: readonly object[]) => {
    const list = (rows: readonly unknown[]) => ({ list: async () => rows })
    const catalog = {
      locals: list([local]),
      areas: list([]),
      footscans: list([]),
      openingHours: list(shifts),
      holidays: list([]),
    } as unknown as Parameters<typeof expectedLocals>[0]
    const [expected] = await expectedLocals(catalog)
    return hoursOpen(expected!.week![1]!)
  }
  expect(await weekOf([row(50, '10:00', '12:00'), row(51, '16:00', '18:00')])).toEqual([10, 11, 16, 17])
  expect(await weekOf([row(50, '10:00', '12:00'), row(null, '16:00', '18:00')])).toEqual([16, 17])
})
