import { expect, test } from 'vitest'
import {
  fixedPair,
  isPeriodPair,
  type PeriodPair,
  periodProblem,
  type PeriodValues,
  presetOption,
  resolvePeriods,
  shownPreset,
} from './periods.ts'

const today = '2026-11-20'
const resolve = (key: Parameters<typeof presetOption>[0], values?: PeriodValues, day = today) =>
  resolvePeriods(presetOption(key, values), { today: day }) as PeriodPair
const refusal = (key: Parameters<typeof presetOption>[0], values?: PeriodValues) => {
  const found = periodProblem(presetOption(key, values), { today })
  return found && [found.code, found.details]
}
const week = { begin: '2026-11-09', end: '2026-11-15' }
const before = { begin: '2026-11-02', end: '2026-11-08' }

test('a period that is not whole, not in order or out of the years is refused by its name', () => {
  const custom = (comparing: object, reference: object = before) =>
    refusal('customPeriods', { comparing, reference } as PeriodValues)
  expect([custom({ begin: '2026-11-09' }), custom(week, {})]).toEqual([
    ['PERIODS_INCOMPLETE', { which: 'comparing' }],
    ['PERIODS_INCOMPLETE', { which: 'reference' }],
  ])
  expect(custom(week, { begin: '2026-11-08', end: '2026-11-02' })).toEqual(['DATES_INCORRECT', { which: 'reference' }])
  expect(custom({ begin: '2026-02-30', end: '2026-11-02' })).toEqual(['DATES_INCORRECT', { which: 'comparing' }])
  for (const outside of [
    { begin: '2000-12-31', end: '2001-01-01' },
    { begin: '2028-12-31', end: '2029-01-01' },
  ]) {
    expect(custom(outside)).toEqual(['PERIOD_OUT_OF_RANGE', { which: 'comparing', from: 2001, to: 2028 }])
  }
})

test('a choice of units that lacks one, or has a number out of range, is refused by its field', () => {
  const good = {
    thisOrLast: 'this',
    thisOrLastPeriod: 'week',
    howManyPeriodsInThePast: 1,
    periodsInThePast: 'year',
  } as const
  const which = (change: object) => refusal('advanced', { ...good, ...change } as PeriodValues)
  expect(which({ thisOrLast: 'next' })).toEqual(['PERIODS_INCOMPLETE', { which: 'thisOrLast' }])
  expect(which({ thisOrLastPeriod: 'day' })).toEqual(['PERIODS_INCOMPLETE', { which: 'thisOrLastPeriod' }])
  for (const n of [undefined, 0, 121, 1.5])
    expect(which({ howManyPeriodsInThePast: n })).toEqual(['PERIODS_INCOMPLETE', { which: 'howManyPeriodsInThePast' }])
  expect(which({ periodsInThePast: undefined })).toEqual(['PERIODS_INCOMPLETE', { which: 'periodsInThePast' }])
  expect([which({ howManyPeriodsInThePast: 120, periodsInThePast: 'week' }), which({})]).toEqual([null, null])
})

test('on a Monday this week is the last whole one, says so, and is shown as last week, also against last year', () => {
  const monday = '2026-11-23'
  const pair = resolve('thisWeekVsPrevious', undefined, monday)
  expect([pair.comparing, pair.notes, shownPreset(pair)]).toEqual([
    { begin: '2026-11-16', end: '2026-11-22', name: 'lastWeek' },
    ['wholeUnit'],
    'lastWeekVsPrevious',
  ])
  const lastYear = resolve('samePeriodLastYear', { of: 'thisWeekVsPrevious' }, monday)
  expect([lastYear.notes, lastYear.reference]).toEqual([
    ['wholeUnit'],
    { begin: '2025-11-17', end: '2025-11-23', name: 'sameDaysLastYear' },
  ])
  expect(Object.hasOwn(resolve('samePeriodLastYear', { of: 'thisWeekVsPrevious' }), 'notes')).toBe(false)
  expect([
    shownPreset(resolve('thisMonthVsPrevious', undefined, '2026-12-01')),
    shownPreset(resolve('thisWeekVsPrevious')),
    shownPreset(resolve('lastMonthVsPrevious')),
  ]).toEqual(['lastMonthVsPrevious', 'thisWeekVsPrevious', 'lastMonthVsPrevious'])
})

test('days set directly keep the days they are compared with', () => {
  const alone = fixedPair(resolve('noPeriods', { comparing: week }))
  expect(alone).toEqual({
    option: presetOption('noPeriods', { comparing: week }),
    comparing: { ...week, name: 'custom' },
    reference: null,
  })
  const two = fixedPair(resolve('lastWeekVsPrevious'))
  expect(two).toEqual({
    option: presetOption('customPeriods', { comparing: week, reference: before }),
    comparing: { ...week, name: 'custom' },
    reference: { ...before, name: 'customReference' },
  })
  const lastYear = fixedPair(resolve('samePeriodLastYear', { of: 'lastWeekVsPrevious' }))
  expect(lastYear).toEqual({
    option: presetOption('samePeriodLastYear', { comparing: week }),
    comparing: { ...week, name: 'custom' },
    reference: { begin: '2025-11-10', end: '2025-11-16', name: 'sameDaysLastYear' },
  })
})

test('a pair from outside has two whole periods in order; only a choice without comparison lacks the second', () => {
  const pair = resolve('lastWeekVsPrevious')
  expect([isPeriodPair(pair), isPeriodPair(resolve('noPeriods', { comparing: week }))]).toEqual([true, true])
  const changed: object[] = [
    { comparing: { ...pair.comparing, begin: 'x' } },
    { comparing: { ...pair.comparing, end: 'x' } },
    { comparing: { ...pair.comparing, end: '2026-01-01' } },
    { comparing: { ...pair.comparing, name: 7 } },
    { comparing: { begin: 1, end: pair.comparing.end, name: 'x' } },
    { comparing: null },
    { reference: null },
    { reference: { ...before, end: 'x', name: 'x' } },
    { option: null },
    { option: { ...pair.option, type: 'other' } },
    { option: { ...pair.option, key: 'other' } },
    { option: { ...pair.option, name: 7 } },
    { option: { ...pair.option, values: 7 } },
  ]
  for (const change of changed) expect([change, isPeriodPair({ ...pair, ...change })]).toEqual([change, false])
  expect([isPeriodPair(null), isPeriodPair([])]).toEqual([false, false])
})
