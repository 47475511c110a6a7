import { LANGUAGES } from './languages.ts'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  PERIOD_UNITS,
  PRESET_KEYS,
  RELATIVE_PRESETS,
  dayNumber,
  dayOf,
  fixedPair,
  isPeriodPair,
  isoDay,
  mondayOf,
  monthStart,
  periodProblem,
  presetOption,
  resolvePeriods,
  shownPreset,
  stepPeriods,
  weekday,
} from './periods.ts'
import { periodName } from './period-text.ts'
import type { PeriodContext, PeriodOption, PeriodPair, PeriodValues } from './periods.ts'

const campaigns = [{ id: 7, name: 'Black Friday', begin: '2026-11-23', end: '2026-11-29' }]
const resolve = (key: (typeof PRESET_KEYS)[number], today: string, values?: PeriodValues) => {
  const pair = resolvePeriods(presetOption(key, values), { today, campaigns })
  return pair && { comparing: range(pair.comparing), reference: range(pair.reference), notes: pair.notes }
}
const range = (period: PeriodPair['reference']) => period && `${period.begin}..${period.end} ${period.name}`
const problem = (option: PeriodOption, context: PeriodContext) => periodProblem(option, context)?.code

test('custom periods need all four bounds, in order and within the years of the product', () => {
  const custom = (comparing?: object, reference?: object) =>
    problem(presetOption('customPeriods', { comparing, reference }), { today: '2026-11-20' })
  const fine = { begin: '2026-01-01', end: '2026-01-31' }
  expect(custom()).toBe('PERIODS_INCOMPLETE')
  expect(custom(fine)).toBe('PERIODS_INCOMPLETE')
  expect(custom(fine, { begin: '2026-01-01' })).toBe('PERIODS_INCOMPLETE')
  expect(custom({ begin: '2026-02-01', end: '2026-01-31' }, fine)).toBe('DATES_INCORRECT')
  expect(custom({ begin: '2026-02-30', end: '2026-03-31' }, fine)).toBe('DATES_INCORRECT')
  expect(custom({ begin: '2000-12-31', end: '2001-01-31' }, fine)).toBe('PERIOD_OUT_OF_RANGE')
  expect(custom({ begin: '2001-01-01', end: '2001-01-31' }, fine)).toBe(undefined)
  expect(custom(fine, { begin: '2028-01-01', end: '2029-01-01' })).toBe('PERIOD_OUT_OF_RANGE')
  expect(custom(fine, fine)).toBeUndefined()
  expect(resolvePeriods(presetOption('customPeriods', { comparing: fine }), { today: '2026-11-20' })).toBeNull()
})

test('a campaign that is not in the list is refused by name', () => {
  expect(periodProblem(presetOption('campaigns', { campaign: 9 }), { today: '2026-11-20', campaigns })?.message).toBe(
    'Campaign 9 is not among the 1 campaigns of this client; choose one of them.',
  )
  expect(problem(presetOption('campaigns'), { today: '2026-11-20' })).toBe('PERIOD_CAMPAIGN_UNKNOWN')
})

test('the advanced option names the field that is missing', () => {
  const complete = {
    thisOrLast: 'this',
    thisOrLastPeriod: 'week',
    howManyPeriodsInThePast: 1,
    periodsInThePast: 'week',
  } as const
  const of = (values: object) =>
    periodProblem(presetOption('advanced', { ...complete, ...values }), { today: '2026-11-20' })?.message
  expect(of({ thisOrLast: undefined })).toBe('thisOrLast is missing; expected this or last.')
  expect(of({ thisOrLastPeriod: 'day' })).toBe('thisOrLastPeriod is "day"; expected week, month, quarter, year.')
  expect(of({ howManyPeriodsInThePast: 0 })).toBe(
    'howManyPeriodsInThePast is 0; expected a whole number from 1 to 120.',
  )
  expect(of({ periodsInThePast: undefined })).toBe('periodsInThePast is missing; expected week, month, quarter, year.')
  expect(of({})).toBeUndefined()
})

test('on a Friday this week is Monday to Thursday against Monday to Thursday', () => {
  expect(resolve('thisWeekVsPrevious', '2026-11-20')).toEqual({
    comparing: '2026-11-16..2026-11-19 thisWeek',
    reference: '2026-11-09..2026-11-12 weekBefore',
    notes: ['cut'],
  })
  expect(resolve('thisWeekVsPrevious', '2026-11-20', { fullReference: true })?.reference).toBe(
    '2026-11-09..2026-11-15 weekBefore',
  )
})

test('on a Monday this week has no day yet: the last whole week is shown and says so', () => {
  const monday = { comparing: '2026-11-09..2026-11-15 lastWeek', reference: '2026-11-02..2026-11-08 weekBefore' }
  expect(resolve('thisWeekVsPrevious', '2026-11-16')).toEqual({ ...monday, notes: ['wholeUnit'] })
  expect(resolve('lastWeekVsPrevious', '2026-11-16')).toEqual({ ...monday, notes: [] })
  expect(resolve('lastWeekVsPrevious', '2026-11-20')).toEqual({ ...monday, notes: [] })
})

test('on the 1st this month is the last whole month', () => {
  expect(resolve('thisMonthVsPrevious', '2026-11-01')).toEqual({
    comparing: '2026-10-01..2026-10-31 lastMonth',
    reference: '2026-09-01..2026-09-30 monthBefore',
    notes: ['wholeUnit', 'trimmed'],
  })
})

test('months compare the same number of days and are trimmed to the shorter one', () => {
  expect(resolve('thisMonthVsPrevious', '2026-11-20')).toEqual({
    comparing: '2026-11-01..2026-11-19 thisMonth',
    reference: '2026-10-01..2026-10-19 monthBefore',
    notes: ['cut'],
  })
  expect(resolve('thisMonthVsPrevious', '2026-03-31')).toEqual({
    comparing: '2026-03-01..2026-03-30 thisMonth',
    reference: '2026-02-01..2026-02-28 monthBefore',
    notes: ['trimmed'],
  })
  expect(resolve('lastMonthVsPrevious', '2026-03-15')).toEqual({
    comparing: '2026-02-01..2026-02-28 lastMonth',
    reference: '2026-01-01..2026-01-28 monthBefore',
    notes: ['cut'],
  })
  expect(resolve('lastMonthVsPrevious', '2026-03-15', { fullReference: true })?.reference).toBe(
    '2026-01-01..2026-01-31 monthBefore',
  )
})

test('a campaign is compared with the days before it, or with the same weekdays of last year', () => {
  expect(resolve('campaigns', '2026-12-20', { campaign: 7 })).toEqual({
    comparing: '2026-11-23..2026-11-29 Black Friday',
    reference: '2026-11-16..2026-11-22 daysBefore',
    notes: undefined,
  })
  expect(resolve('campaigns', '2026-12-20', { campaign: 7, versus: 'lastYear' })?.reference).toBe(
    '2025-11-24..2025-11-30 sameDaysLastYear',
  )
})

test('custom periods are taken as they are', () => {
  const values = {
    comparing: { begin: '2022-12-1', end: '2022-12-31' },
    reference: { begin: '2019-12-01', end: '2019-12-31' },
  }
  expect(resolve('customPeriods', '2026-11-20', values)).toEqual({
    comparing: '2022-12-01..2022-12-31 custom',
    reference: '2019-12-01..2019-12-31 customReference',
    notes: undefined,
  })
})

test('no periods means no reference: this week, or the range that was chosen', () => {
  expect(resolve('noPeriods', '2026-11-20')).toEqual({
    comparing: '2026-11-16..2026-11-19 thisWeek',
    reference: null,
    notes: [],
  })
  expect(resolve('noPeriods', '2026-11-20', { comparing: { begin: '2026-01-01', end: '2026-06-30' } })).toEqual({
    comparing: '2026-01-01..2026-06-30 custom',
    reference: null,
    notes: undefined,
  })
})

test('advanced periods go n units back, keeping weekdays for weeks and the elapsed part for the rest', () => {
  const advanced = (
    thisOrLast: 'this' | 'last',
    thisOrLastPeriod: (typeof PERIOD_UNITS)[number],
    n: number,
    periodsInThePast: (typeof PERIOD_UNITS)[number],
  ) => resolve('advanced', '2026-11-20', { thisOrLast, thisOrLastPeriod, howManyPeriodsInThePast: n, periodsInThePast })
  expect(advanced('this', 'week', 1, 'year')).toEqual({
    comparing: '2026-11-16..2026-11-19 thisWeek',
    reference: '2025-11-17..2025-11-20 yearBefore',
    notes: ['cut'],
  })
  expect(advanced('last', 'week', 3, 'week')?.reference).toBe('2026-10-19..2026-10-25 weeksAgo:3')
  expect(advanced('this', 'quarter', 1, 'quarter')).toEqual({
    comparing: '2026-10-01..2026-11-19 thisQuarter',
    reference: '2026-07-01..2026-08-19 quarterBefore',
    notes: ['cut'],
  })
  expect(advanced('last', 'quarter', 2, 'year')).toEqual({
    comparing: '2026-07-01..2026-09-30 lastQuarter',
    reference: '2024-07-01..2024-09-30 yearsAgo:2',
    notes: [],
  })
  expect(advanced('this', 'year', 1, 'year')).toEqual({
    comparing: '2026-01-01..2026-11-19 thisYear',
    reference: '2025-01-01..2025-11-19 yearBefore',
    notes: ['cut'],
  })
  expect(advanced('this', 'month', 2, 'month')?.reference).toBe('2026-09-01..2026-09-19 monthsAgo:2')
})

test('every week is compared with the same weekdays and the same number of days, and the reference comes first', () => {
  const today = fc.integer({ min: dayOf(2015, 1, 1), max: dayOf(2035, 12, 31) }).map(isoDay)
  const values = fc.record({
    thisOrLast: fc.constantFrom('this' as const, 'last' as const),
    thisOrLastPeriod: fc.constantFrom(...PERIOD_UNITS),
    howManyPeriodsInThePast: fc.integer({ min: 1, max: 12 }),
    periodsInThePast: fc.constantFrom(...PERIOD_UNITS),
  })
  fc.assert(
    fc.property(today, values, (now, chosen) => {
      const { comparing, reference, notes } = resolvePeriods(presetOption('advanced', chosen), {
        today: now,
      }) as PeriodPair & { reference: { begin: string; end: string } }
      const [a0, a1, b0, b1] = [comparing.begin, comparing.end, reference.begin, reference.end].map(dayNumber) as [
        number,
        number,
        number,
        number,
      ]
      expect(a1).toBeLessThan(dayNumber(now))
      expect(a0).toBeLessThanOrEqual(a1)
      expect(b0).toBeLessThan(a0)
      expect(b1).toBeLessThan(a1)
      if (notes?.includes('trimmed')) expect(b1 - b0).toBeLessThan(a1 - a0)
      else expect(b1 - b0).toBe(a1 - a0)
      if (chosen.thisOrLastPeriod === 'week') expect([weekday(b0), b0]).toEqual([1, mondayOf(b0)])
      if (chosen.thisOrLastPeriod === 'month' && chosen.periodsInThePast !== 'week') expect(b0).toBe(monthStart(b0))
      if (chosen.thisOrLastPeriod === chosen.periodsInThePast) expect(b1).toBeLessThan(a0)
    }),
  )
})

test('a stored value is a pair only when both periods are complete', () => {
  const pair = resolvePeriods(presetOption(), { today: '2026-11-20' }) as PeriodPair
  expect(isPeriodPair(JSON.parse(JSON.stringify(pair)))).toBe(true)
  expect(isPeriodPair({ ...pair, reference: null })).toBe(false)
  expect(isPeriodPair({ ...pair, option: presetOption('noPeriods'), reference: null })).toBe(true)
  expect(isPeriodPair({ ...pair, option: { ...pair.option, key: 'thisDecade' } })).toBe(false)
  expect(isPeriodPair({ ...pair, comparing: { ...pair.comparing, begin: '2026-12-01' } })).toBe(false)
  expect([null, 7, 'thisWeek', {}, []].map(isPeriodPair)).toEqual([false, false, false, false, false])
})

test('the default preset is this week against the previous one', () => {
  expect(presetOption()).toEqual({ type: 'default', key: 'thisWeekVsPrevious', name: 'thisWeekVsPrevious' })
  expect(presetOption('advanced').type).toBe('advanced')
})

test('names are translated, the name of a campaign is not, and a choice of days is named by its days', () => {
  const t = (key: string, params?: Record<string, string | number>) => `${key} ${JSON.stringify(params)}`
  const of = (name: string, locale = 'en') => periodName({ begin: '2026-11-09', end: '2026-11-15', name }, locale, t)
  expect(of('weeksAgo:3')).toBe('periods:names.weeksAgo {"n":"3"}')
  expect(of('lastDays:28')).toBe('periods:names.lastDays {"n":"28"}')
  expect(of('thisWeek')).toBe('periods:names.thisWeek {}')
  expect(of('Black Friday: the return')).toBe('Black Friday: the return')
  expect(of('custom')).toBe('9–15 Nov 2026')
  expect(of('customReference', 'es')).toBe('9–15 nov 2026')
})

test('yesterday is compared with the same weekday of the week before, the last days with those just before', () => {
  expect(resolve('yesterday', '2026-11-23')).toEqual({
    comparing: '2026-11-22..2026-11-22 yesterday',
    reference: '2026-11-15..2026-11-15 sameDayWeekBefore',
    notes: undefined,
  })
  expect(resolve('last7Days', '2026-11-23')).toEqual({
    comparing: '2026-11-16..2026-11-22 lastDays:7',
    reference: '2026-11-09..2026-11-15 daysBefore',
    notes: undefined,
  })
  expect(resolve('last28Days', '2026-11-23')).toEqual({
    comparing: '2026-10-26..2026-11-22 lastDays:28',
    reference: '2026-09-28..2026-10-25 daysBefore',
    notes: undefined,
  })
})

test('the same period last year keeps the period, of a preset or of days, and goes 52 weeks back', () => {
  expect(resolve('samePeriodLastYear', '2026-11-20')).toMatchObject({
    comparing: '2026-11-16..2026-11-19 thisWeek',
    reference: '2025-11-17..2025-11-20 sameDaysLastYear',
  })
  expect(resolve('samePeriodLastYear', '2026-11-20', { of: 'lastMonthVsPrevious' })).toMatchObject({
    comparing: '2026-10-01..2026-10-31 lastMonth',
    reference: '2025-10-02..2025-11-01 sameDaysLastYear',
  })
  expect(
    resolve('samePeriodLastYear', '2026-11-20', { comparing: { begin: '2026-01-05', end: '2026-01-06' } }),
  ).toMatchObject({ comparing: '2026-01-05..2026-01-06 custom', reference: '2025-01-06..2025-01-07 sameDaysLastYear' })
  expect(problem(presetOption('samePeriodLastYear', { of: 'campaigns' as 'yesterday' }), { today: '2026-11-20' })).toBe(
    'PERIODS_INCOMPLETE',
  )
  expect(
    problem(presetOption('samePeriodLastYear', { comparing: { begin: '2026-01-05' } }), { today: '2026-11-20' }),
  ).toBe('PERIODS_INCOMPLETE')
})

const pairFor = (key: (typeof PRESET_KEYS)[number], today: string, values?: PeriodValues) =>
  resolvePeriods(presetOption(key, values), { today, campaigns }) as PeriodPair
const said = ({ option, comparing, reference }: PeriodPair) => [
  option.key,
  `${comparing.begin}..${comparing.end}`,
  reference && `${reference.begin}..${reference.end}`,
]
const step = (pair: PeriodPair, by: 1 | -1, today: string) => {
  const next = stepPeriods(pair, by, { today })
  return next && said(next)
}

test('the ticked preset is the shown one: on a Monday "this week" shows last week', () => {
  expect(shownPreset(pairFor('thisWeekVsPrevious', '2026-11-23'))).toBe('lastWeekVsPrevious')
  expect(shownPreset(pairFor('thisMonthVsPrevious', '2026-12-01'))).toBe('lastMonthVsPrevious')
  expect(shownPreset(pairFor('thisWeekVsPrevious', '2026-11-24'))).toBe('thisWeekVsPrevious')
})

test('a step goes to the unit before or after, and a preset gives that preset again', () => {
  const today = '2026-11-20'
  expect(step(pairFor('thisWeekVsPrevious', today), -1, today)).toEqual([
    'lastWeekVsPrevious',
    '2026-11-09..2026-11-15',
    '2026-11-02..2026-11-08',
  ])
  expect(step(pairFor('lastWeekVsPrevious', today), -1, today)).toEqual([
    'customPeriods',
    '2026-11-02..2026-11-08',
    '2026-10-26..2026-11-01',
  ])
  expect(step(pairFor('lastWeekVsPrevious', today), 1, today)).toEqual([
    'thisWeekVsPrevious',
    '2026-11-16..2026-11-19',
    '2026-11-09..2026-11-12',
  ])
  expect(step(pairFor('thisWeekVsPrevious', today), 1, today)).toBeNull()
  expect(step(pairFor('thisMonthVsPrevious', today), -1, today)).toEqual([
    'lastMonthVsPrevious',
    '2026-10-01..2026-10-31',
    '2026-09-01..2026-09-30',
  ])
  const september = stepPeriods(pairFor('lastMonthVsPrevious', today), -1, { today }) as PeriodPair
  expect(said(september)).toEqual(['customPeriods', '2026-09-01..2026-09-30', '2026-08-01..2026-08-30'])
  expect(step(september, 1, today)?.slice(0, 2)).toEqual(['lastMonthVsPrevious', '2026-10-01..2026-10-31'])
  expect(step(pairFor('yesterday', today), -1, today)).toEqual([
    'customPeriods',
    '2026-11-18..2026-11-18',
    '2026-11-11..2026-11-11',
  ])
  expect(step(pairFor('last7Days', today), 1, today)).toBeNull()
  expect(step(pairFor('samePeriodLastYear', today, { of: 'thisMonthVsPrevious' }), -1, today)).toEqual([
    'samePeriodLastYear',
    '2026-10-01..2026-10-31',
    '2025-10-02..2025-11-01',
  ])
  expect(
    step(pairFor('noPeriods', today, { comparing: { begin: '2026-11-10', end: '2026-11-12' } }), 1, today),
  ).toEqual(['noPeriods', '2026-11-13..2026-11-15', null])
  expect(step(pairFor('thisWeekVsPrevious', '2026-11-23'), -1, '2026-11-23')?.slice(0, 2)).toEqual([
    'customPeriods',
    '2026-11-09..2026-11-15',
  ])
})

test('a step back and a step forth give the same days, for every preset and every day', () => {
  const today = fc.integer({ min: dayOf(2015, 1, 1), max: dayOf(2035, 12, 31) }).map(isoDay)
  fc.assert(
    fc.property(today, fc.constantFrom(...RELATIVE_PRESETS), (now, key) => {
      const pair = pairFor(key, now)
      const back = stepPeriods(pair, -1, { today: now }) as PeriodPair
      expect(dayNumber(back.comparing.end)).toBe(dayNumber(pair.comparing.begin) - 1)
      const again = stepPeriods(back, 1, { today: now }) as PeriodPair
      expect([again.comparing.begin, again.comparing.end]).toEqual([pair.comparing.begin, pair.comparing.end])
    }),
  )
})

test('the days of a pair are named by their dates', () => {
  expect(said(fixedPair(pairFor('lastMonthVsPrevious', '2026-11-20')))).toEqual([
    'customPeriods',
    '2026-10-01..2026-10-31',
    '2026-09-01..2026-09-30',
  ])
  expect(said(fixedPair(pairFor('noPeriods', '2026-11-20')))).toEqual(['noPeriods', '2026-11-16..2026-11-19', null])
  expect(said(fixedPair(pairFor('samePeriodLastYear', '2026-11-20')))).toEqual([
    'samePeriodLastYear',
    '2026-11-16..2026-11-19',
    '2025-11-17..2025-11-20',
  ])
})

test('names, presets, notes, units and problems exist in six languages', () => {
  const names = new Set<string>()
  const collect = (pair: PeriodPair | null) =>
    [pair?.comparing, pair?.reference].forEach((period) => period && names.add(period.name.split(':')[0] as string))
  for (const thisOrLast of ['this', 'last'] as const)
    for (const unit of PERIOD_UNITS)
      for (const n of [1, 2]) {
        collect(
          resolvePeriods(
            presetOption('advanced', {
              thisOrLast,
              thisOrLastPeriod: unit,
              howManyPeriodsInThePast: n,
              periodsInThePast: unit,
            }),
            { today: '2026-11-20' },
          ),
        )
      }
  RELATIVE_PRESETS.forEach((key) => collect(resolvePeriods(presetOption(key), { today: '2026-11-20' })))
  collect(resolvePeriods(presetOption('samePeriodLastYear'), { today: '2026-11-20' }))
  for (const language of LANGUAGES) {
    const texts = JSON.parse(
      readFileSync(new URL(`../i18n/locales/periods/${language}.json`, import.meta.url), 'utf8'),
    ) as Record<string, Record<string, string>>
    expect(Object.keys(texts.presets ?? {}).sort()).toEqual([...PRESET_KEYS].sort())
    expect([...names].filter((name) => !texts.names?.[name])).toEqual([])
    expect(['wholeUnit', 'trimmed', 'cut'].filter((note) => !texts.notes?.[note])).toEqual([])
    expect(PERIOD_UNITS.filter((unit) => !texts.units?.[unit])).toEqual([])
    expect(
      ['PERIODS_INCOMPLETE', 'DATES_INCORRECT', 'PERIOD_OUT_OF_RANGE', 'PERIOD_CAMPAIGN_UNKNOWN'].filter(
        (code) => !texts.problems?.[code],
      ),
    ).toEqual([])
  }
})
