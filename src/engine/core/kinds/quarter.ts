/** A quarter of a year, 1 to 4; the current one is the ceiling of the month divided by 3. */
import { quarterOf } from '#domain/periods'
import { calendarKind } from './calendar.ts'

export const quarter = calendarKind({
  name: 'quarter',
  expected: 'a quarter from 1 to 4',
  pattern: /^[1-4]$/,
  fits: (value) => value >= 1 && value <= 4,
  current: ({ month }) => quarterOf(month),
})
