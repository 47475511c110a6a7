/** What a click on a chart gives the filter that it sets. */
import { dayNumber, presetOption, resolvePeriods, type PeriodPair } from '#domain/periods'
import type { Param } from '#schemas/generated/layout.ts'
import { expect, test } from 'vitest'
import { emittedValue } from './gestures.ts'
import type { EmitRule } from '../document/model.ts'

const today = '2026-11-20'
const given = (
  type: Param['type'],
  to: EmitRule['to'],
  payload: Record<string, unknown>,
  path: string[] = [],
  now?: unknown,
) =>
  emittedValue(
    { param: 'p', path, to },
    { key: 'p', id: 'p', definition: { type, label: 'x' } as Param },
    payload,
    now,
    { resolvePeriods, today },
  )
const custom = (comparing: object, reference: object) =>
  resolvePeriods(presetOption('customPeriods', { comparing, reference } as Parameters<typeof presetOption>[1]), {
    today,
  }) as PeriodPair
const NOW = custom({ begin: '2026-11-09', end: '2026-11-15' }, { begin: '2026-10-05', end: '2026-10-11' })
const days = (raw: unknown, now: unknown = NOW, which = 'comparing') => {
  const pair = given('periodPair', { field: 'day' }, { day: raw }, [which], now) as PeriodPair | undefined
  return pair && [pair.comparing, pair.reference].map((one) => one && `${one.begin}..${one.end}`)
}

test('a filter gets the field of the event, or the value written in the document; a choice of many gets a list', () => {
  expect([
    given('single', { field: 'local' }, { local: 7 }),
    given('single', { literal: 3 }, { local: 7 }),
    given('text', { field: 'local' }, { local: 'x' }, ['part']),
  ]).toEqual([7, 3, 'x'])
  expect([
    given('multi', { field: 'local' }, { local: 7 }),
    given('multi', { field: 'local' }, { local: [7, 8] }),
  ]).toEqual([[7], [7, 8]])
  expect(given('periodPair', { literal: NOW }, {})).toBe(NOW)
})

test('an event without the field, or with nothing in it, sets nothing', () => {
  for (const payload of [{}, { local: null }, { local: undefined }])
    expect([given('multi', { field: 'local' }, payload), given('single', { field: 'local' }, payload)]).toEqual([
      undefined,
      undefined,
    ])
  expect(given('single', { field: 'toString' }, {})).toBeUndefined()
})

test('a day inside the period is compared with its own day, at both ends of the reference; one beyond it with its weekday just before', () => {
  expect([days('2026-11-09'), days('2026-11-15')]).toEqual([
    ['2026-11-09..2026-11-09', '2026-10-05..2026-10-05'],
    ['2026-11-15..2026-11-15', '2026-10-11..2026-10-11'],
  ])
  expect([days('2026-11-08'), days('2026-11-16')]).toEqual([
    ['2026-11-08..2026-11-08', '2026-11-01..2026-11-01'],
    ['2026-11-16..2026-11-16', '2026-11-09..2026-11-09'],
  ])
})

test('a range is compared with as many days, and one beyond the reference with whole weeks before it', () => {
  expect(days({ begin: '2026-11-10', end: '2026-11-12' })).toEqual(['2026-11-10..2026-11-12', '2026-10-06..2026-10-08'])
  expect(days({ begin: '2026-11-01', end: '2026-11-08' })).toEqual(['2026-11-01..2026-11-08', '2026-10-18..2026-10-25'])
})

test('setting the reference keeps the period it is compared with', () => {
  expect(days('2026-09-01', NOW, 'reference')).toEqual(['2026-11-09..2026-11-15', '2026-09-01..2026-09-01'])
})

test('a date and a range take the day of a chart along time, which is a number', () => {
  const day = dayNumber('2026-11-10')
  expect([given('date', { field: 'day' }, { day }), given('date', { field: 'day' }, { day: '2026-11-10' })]).toEqual([
    '2026-11-10',
    '2026-11-10',
  ])
  expect(given('dateRange', { field: 'day' }, { day })).toEqual({ begin: '2026-11-10', end: '2026-11-10' })
  const range = { begin: '2026-11-10', end: '2026-11-12' }
  expect(given('dateRange', { field: 'range' }, { range })).toEqual(range)
})

test('a day is given by its number or by its date', () => {
  expect(days(dayNumber('2026-11-10'))).toEqual(days('2026-11-10'))
  expect(days('2026-11-10')).toEqual(['2026-11-10..2026-11-10', '2026-10-06..2026-10-06'])
})

test('what is neither a day nor a range of two days sets no period', () => {
  for (const raw of [
    true,
    1.5,
    'soon',
    { begin: '2026-11-10' },
    { end: '2026-11-10' },
    { begin: 1, end: '2026-11-10' },
    { begin: '2026-11-10', end: 1 },
  ])
    expect(days(raw)).toBeUndefined()
})
