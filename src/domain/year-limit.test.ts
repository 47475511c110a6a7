import { expect, test } from 'vitest'
import { dayLimits, requireYear } from './year-limit.ts'
import holidayQuery from '../../schemas/api/holiday-query.schema.json' with { type: 'json' }
import holidayCalendar from '../../schemas/entities/holiday-calendar.schema.json' with { type: 'json' }
import { FIRST_YEAR } from './period-options.ts'
import { UPLOAD_FIRST_DATE } from './uploads.ts'

test('a day lies between 2001 and the end of the current year plus 2', () => {
  expect(dayLimits('2026-11-23')).toEqual({ min: '2001-01-01', max: '2028-12-31' })
  for (const day of ['2001-01-01', '2026-11-23', '2028-12-31'])
    expect(() => requireYear(day, '2026-11-23')).not.toThrow()
  for (const day of ['2000-12-31', '0000-05-05', '2029-01-01'])
    expect(() => requireYear(day, '2026-11-23')).toThrow(`${day} is outside 2001 to 2028.`)
  expect(() => requireYear('2029-01-01', '2026-11-23')).toThrow(
    expect.objectContaining({ code: 'YEAR_OUT_OF_RANGE', details: { value: '2029-01-01', from: 2001, to: 2028 } }),
  )
})

test('the first year of a holiday is the first year of counts, and uploads begin later', () => {
  expect([holidayQuery.properties.year.minimum, holidayCalendar.properties.year.minimum]).toEqual([
    FIRST_YEAR,
    FIRST_YEAR,
  ])
  expect(UPLOAD_FIRST_DATE).toBe('2014-01-01')
})
