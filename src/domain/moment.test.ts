import { expect, test } from 'vitest'
import { clockTime, shortDate, shortMoment } from './moment.ts'

const at = new Date(2026, 0, 5, 7, 8, 9).getTime()
test('a moment is day/month/year and the time to the second, each with two digits', () => {
  expect([shortDate(at), clockTime(at), shortMoment(at)]).toEqual(['05/01/2026', '07:08:09', '05/01/2026 07:08:09'])
})
