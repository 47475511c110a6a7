/** A month of a year, 1 to 12; an address may write it with two digits. */
import { calendarKind } from './calendar.ts'

export const month = calendarKind({
  name: 'month',
  expected: 'a month from 1 to 12',
  pattern: /^(?:0?[1-9]|1[0-2])$/,
  fits: (value) => value >= 1 && value <= 12,
  current: ({ month: now }) => now,
})
