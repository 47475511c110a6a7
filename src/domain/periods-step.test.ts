import { describe, expect, test } from 'vitest'
import type { PeriodOption, PeriodPair, PeriodValues } from './periods.ts'
import { fixedPair, presetOption, resolvePeriods, stepDays, stepPeriods } from './periods.ts'

/** A Friday. */
const today = '2026-11-20'
const context = { today }
const pair = (key: PeriodOption['key'], values?: PeriodValues): PeriodPair => {
  const found = resolvePeriods(presetOption(key as never, values), context)
  if (found === null) throw new Error(`${key} has no periods on ${today}.`)
  return found
}
const text = ({ begin, end }: { begin: string; end: string }) => `${begin}..${end}`
const said = (found: PeriodPair | null) =>
  found && [found.option.key, text(found.comparing), found.reference && text(found.reference)]
const back = (found: PeriodPair | null) => found && stepPeriods(found, -1, context)
const on = (found: PeriodPair | null) => found && stepPeriods(found, 1, context)
const custom = (comparing: readonly [string, string], reference: readonly [string, string]) =>
  pair('customPeriods', {
    comparing: { begin: comparing[0], end: comparing[1] },
    reference: { begin: reference[0], end: reference[1] },
  })
const only = (begin: string, end: string) => pair('noPeriods', { comparing: { begin, end } })

describe('one step earlier', () => {
  test('than this week is last week against the one before it, as the preset says it', () => {
    const last = back(pair('thisWeekVsPrevious'))
    expect(said(last)).toEqual(['lastWeekVsPrevious', '2026-11-09..2026-11-15', '2026-11-02..2026-11-08'])
    expect(said(back(last))).toEqual(['customPeriods', '2026-11-02..2026-11-08', '2026-10-26..2026-11-01'])
    expect(said(on(last))).toEqual(['thisWeekVsPrevious', '2026-11-16..2026-11-19', '2026-11-09..2026-11-12'])
  })

  test('than a month is the month before it, each as long as it is', () => {
    expect(said(back(pair('thisMonthVsPrevious')))).toEqual([
      'lastMonthVsPrevious',
      '2026-10-01..2026-10-31',
      '2026-09-01..2026-09-30',
    ])
  })

  test('keeps the whole reference when requested', () => {
    expect(said(back(pair('thisWeekVsPrevious', { fullReference: true })))).toEqual([
      'lastWeekVsPrevious',
      '2026-11-09..2026-11-15',
      '2026-11-02..2026-11-08',
    ])
    const month = on(back(pair('thisMonthVsPrevious', { fullReference: true })))
    expect(said(month)).toEqual(['thisMonthVsPrevious', '2026-11-01..2026-11-19', '2026-10-01..2026-10-31'])
    expect(month?.option.values).toEqual({ fullReference: true })
    expect(on(back(pair('thisMonthVsPrevious')))?.option.values).toBeUndefined()
  })

  test('than a number of days is as many days before them', () => {
    expect(said(back(custom(['2026-11-03', '2026-11-05'], ['2026-10-06', '2026-10-08'])))).toEqual([
      'customPeriods',
      '2026-10-31..2026-11-02',
      '2026-10-03..2026-10-05',
    ])
    expect(said(back(only('2026-11-03', '2026-11-05')))).toEqual(['noPeriods', '2026-10-31..2026-11-02', null])
  })

  test('than a reference of another length moves it by as many days, as long as it was', () => {
    expect(said(back(custom(['2026-11-03', '2026-11-05'], ['2026-10-06', '2026-10-07'])))).toEqual([
      'customPeriods',
      '2026-10-31..2026-11-02',
      '2026-10-03..2026-10-04',
    ])
  })

  test('than a month whose reference begins elsewhere than a month moves it with its length, whole with whole', () => {
    expect(said(back(custom(['2026-10-01', '2026-10-31'], ['2025-10-02', '2025-11-01'])))).toEqual([
      'customPeriods',
      '2026-09-01..2026-09-30',
      '2025-09-02..2025-10-01',
    ])
    expect(said(back(custom(['2026-10-01', '2026-10-31'], ['2025-10-02', '2025-10-11'])))).toEqual([
      'customPeriods',
      '2026-09-01..2026-09-30',
      '2025-09-02..2025-09-11',
    ])
  })

  test('than a quarter or a year is the one before it, its reference with it', () => {
    expect(said(back(custom(['2026-07-01', '2026-09-30'], ['2026-04-01', '2026-06-30'])))).toEqual([
      'customPeriods',
      '2026-04-01..2026-06-30',
      '2026-01-01..2026-03-31',
    ])
    expect(said(back(custom(['2025-01-01', '2025-12-31'], ['2024-01-01', '2024-12-31'])))).toEqual([
      'customPeriods',
      '2024-01-01..2024-12-31',
      '2023-01-01..2023-12-31',
    ])
    const quarter = pair('advanced', {
      thisOrLast: 'last',
      thisOrLastPeriod: 'quarter',
      howManyPeriodsInThePast: 1,
      periodsInThePast: 'quarter',
    })
    expect(said(back(quarter))).toEqual(['customPeriods', '2026-04-01..2026-06-30', '2026-01-01..2026-03-31'])
  })

  test('there is none before 2001, on whose first day there still is one', () => {
    expect(said(back(only('2001-01-03', '2001-01-04')))).toEqual(['noPeriods', '2001-01-01..2001-01-02', null])
    expect(back(only('2001-01-01', '2001-01-02'))).toBeNull()
  })
})

describe('one step later', () => {
  test('ends yesterday at the latest, and there is none where no whole day is left', () => {
    expect(said(on(only('2026-11-17', '2026-11-18')))).toBeNull()
    expect(said(on(only('2026-11-16', '2026-11-17')))).toEqual(['noPeriods', '2026-11-18..2026-11-19', null])
    expect([on(pair('thisWeekVsPrevious')), on(pair('thisMonthVsPrevious'))]).toEqual([null, null])
    expect(said(on(custom(['2026-10-01', '2026-10-31'], ['2025-10-01', '2025-10-31'])))).toEqual([
      'customPeriods',
      '2026-11-01..2026-11-19',
      '2025-11-01..2025-11-19',
    ])
  })

  test('than days that begin a unit and reach yesterday is the unit after it: those are the unit so far', () => {
    expect(said(back(only('2026-11-16', '2026-11-19')))).toEqual(['noPeriods', '2026-11-09..2026-11-15', null])
    expect(said(back(only('2026-11-01', '2026-11-19')))).toEqual(['noPeriods', '2026-10-01..2026-10-31', null])
    expect(said(back(only('2026-11-16', '2026-11-18')))).toEqual(['noPeriods', '2026-11-13..2026-11-15', null])
    expect(said(stepPeriods(only('2026-11-16', '2026-11-16'), -1, { today: '2026-11-17' }))).toEqual([
      'noPeriods',
      '2026-11-15..2026-11-15',
      null,
    ])
  })
})

describe('against the same weekdays of last year', () => {
  test('a step keeps the comparison: a preset where one says it, else the days themselves', () => {
    const week = pair('samePeriodLastYear', { of: 'thisWeekVsPrevious' })
    expect(said(back(week))).toEqual(['samePeriodLastYear', '2026-11-09..2026-11-15', '2025-11-10..2025-11-16'])
    expect(back(week)?.option.values).toEqual({ of: 'lastWeekVsPrevious' })
    expect(said(back(back(week)))).toEqual(['samePeriodLastYear', '2026-11-02..2026-11-08', '2025-11-03..2025-11-09'])
    expect(back(back(week))?.option.values).toEqual({ comparing: { begin: '2026-11-02', end: '2026-11-08' } })
    expect(said(on(back(week)))).toEqual(['samePeriodLastYear', '2026-11-16..2026-11-19', '2025-11-17..2025-11-20'])
  })

  test('of a chosen range steps by its own days', () => {
    const chosen = pair('samePeriodLastYear', { comparing: { begin: '2026-11-03', end: '2026-11-05' } })
    expect(said(back(chosen))).toEqual(['samePeriodLastYear', '2026-10-31..2026-11-02', '2025-11-01..2025-11-03'])
  })

  test('written by its days it is still that comparison; any other pair is two ranges, a single range is one', () => {
    expect(fixedPair(pair('samePeriodLastYear', { of: 'thisWeekVsPrevious' })).option).toEqual(
      presetOption('samePeriodLastYear', { comparing: { begin: '2026-11-16', end: '2026-11-19' } }),
    )
    expect(fixedPair(pair('thisWeekVsPrevious')).option.key).toBe('customPeriods')
    expect(fixedPair(pair('noPeriods'))).toMatchObject({ option: { key: 'noPeriods' }, reference: null })
  })
})

test('on a Monday "this week" is last week, and a step earlier is no preset of this week', () => {
  const monday = { today: '2026-11-23' }
  const week = resolvePeriods(presetOption('thisWeekVsPrevious'), monday)
  expect([week && text(week.comparing), week?.notes]).toEqual(['2026-11-16..2026-11-22', ['wholeUnit']])
  const next = week && stepPeriods(week, -1, monday)
  expect(said(next && stepPeriods(next, 1, monday))).toEqual([
    'lastWeekVsPrevious',
    '2026-11-16..2026-11-22',
    '2026-11-09..2026-11-15',
  ])
  expect(resolvePeriods(presetOption('noPeriods'), monday)?.notes).toEqual(['wholeUnit'])
  expect(resolvePeriods(presetOption('noPeriods'), context)?.notes).toEqual([])
})

test.each([
  [
    ['2026-10-01', '2026-10-31'],
    ['2026-09-01', '2026-09-30'],
    ['2026-11-01', '2026-11-30'],
  ],
  [
    ['2026-11-16', '2026-11-22'],
    ['2026-11-09', '2026-11-15'],
    ['2026-11-23', '2026-11-29'],
  ],
  [
    ['2024-01-01', '2024-12-31'],
    ['2023-01-01', '2023-12-31'],
    ['2025-01-01', '2025-12-31'],
  ],
  [
    ['2026-11-18', '2026-11-20'],
    ['2026-11-15', '2026-11-17'],
    ['2026-11-21', '2026-11-23'],
  ],
] as const)('days %j: before them %j, after them %j', ([begin, end], before, after) => {
  const said = (found: { begin: string; end: string }) => [found.begin, found.end]
  expect([said(stepDays({ begin, end }, -1)), said(stepDays({ begin, end }, 1))]).toEqual([before, after])
})
