import { expect, test } from 'vitest'
import { dayLimits, requireYear } from './year-limit.ts'

test('a day lies between 2014 and the end of the current year plus 2', () => {
  expect(dayLimits('2026-11-23')).toEqual({ min: '2014-01-01', max: '2028-12-31' })
  for (const day of ['2014-01-01', '2026-11-23', '2028-12-31']) expect(() => requireYear(day, '2026-11-23')).not.toThrow()
  for (const day of ['2013-12-31', '0000-05-05', '2029-01-01']) expect(() => requireYear(day, '2026-11-23')).toThrow(`${day} is outside 2014 to 2028.`)
  expect(() => requireYear('2029-01-01', '2026-11-23')).toThrow(expect.objectContaining({ code: 'YEAR_OUT_OF_RANGE', details: { value: '2029-01-01', from: 2014, to: 2028 } }))
})
