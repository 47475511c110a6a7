import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayNumber } from './days.ts'
import { gapsAmong, lastWholePeriod } from './whole-period.ts'

test('the last whole month is shown, against the month before where the data have it whole', () => {
  expect(lastWholePeriod({ begin: '2012-01-01', end: '2014-06-30' })).toEqual({
    comparing: { begin: '2014-06-01', end: '2014-06-30' },
    reference: { begin: '2014-05-01', end: '2014-05-31' },
  })
  expect(lastWholePeriod({ begin: '2012-01-01', end: '2014-06-29' }).comparing).toEqual({
    begin: '2014-05-01',
    end: '2014-05-31',
  })
  expect(lastWholePeriod({ begin: '2024-01-02', end: '2024-02-29' })).toEqual({
    comparing: { begin: '2024-02-01', end: '2024-02-29' },
    reference: null,
  })
})

test('less than a month is shown by its last whole week, less than a week as it is', () => {
  expect(lastWholePeriod({ begin: '2026-03-02', end: '2026-03-17' })).toEqual({
    comparing: { begin: '2026-03-09', end: '2026-03-15' },
    reference: { begin: '2026-03-02', end: '2026-03-08' },
  })
  expect(lastWholePeriod({ begin: '2026-03-03', end: '2026-03-15' })).toEqual({
    comparing: { begin: '2026-03-09', end: '2026-03-15' },
    reference: null,
  })
  expect(lastWholePeriod({ begin: '2026-03-28', end: '2026-03-29' })).toEqual({
    comparing: { begin: '2026-03-28', end: '2026-03-29' },
    reference: null,
  })
})

describe('with a gap', () => {
  const days = { begin: '2025-08-01', end: '2025-09-20' }

  test('in the last whole month, the last whole week is shown', () => {
    expect(lastWholePeriod(days, [{ begin: '2025-08-19', end: '2025-08-31' }])).toEqual({
      comparing: { begin: '2025-09-08', end: '2025-09-14' },
      reference: { begin: '2025-09-01', end: '2025-09-07' },
    })
  })

  test('in the last month and the last week, the month before them is shown', () => {
    const gap = { begin: '2025-08-20', end: '2025-09-10' }
    expect(lastWholePeriod({ ...days, begin: '2025-06-01' }, [gap])).toEqual({
      comparing: { begin: '2025-07-01', end: '2025-07-31' },
      reference: { begin: '2025-06-01', end: '2025-06-30' },
    })
  })

  test('in the reference, nothing is compared', () => {
    expect(
      lastWholePeriod({ begin: '2025-07-01', end: '2025-08-31' }, [{ begin: '2025-07-03', end: '2025-07-12' }]),
    ).toEqual({
      comparing: { begin: '2025-08-01', end: '2025-08-31' },
      reference: null,
    })
  })

  test('everywhere, all of it is shown', () => {
    const few = { begin: '2025-08-01', end: '2025-08-20' }
    expect(lastWholePeriod(few, [{ begin: '2025-08-02', end: '2025-08-19' }])).toEqual({
      comparing: few,
      reference: null,
    })
  })
})

test('a gap is a week or more without a count; a closed holiday or three are none', () => {
  expect(gapsAmong([])).toEqual([])
  expect(gapsAmong([10, 11, 18, 25, 33])).toEqual([{ first: 26, last: 32 }])
  expect(gapsAmong([40, 3, 3, 20])).toEqual([
    { first: 4, last: 19 },
    { first: 21, last: 39 },
  ])
})

test('with any gaps, the shown period is within the data and has none, unless all of it is shown', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 20_000, max: 20_120 }), { minLength: 1, maxLength: 60 }), (days) => {
      const iso = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
      const all = { begin: iso(Math.min(...days)), end: iso(Math.max(...days)) }
      const gaps = gapsAmong(days)
      const { comparing, reference } = lastWholePeriod(
        all,
        gaps.map(({ first, last }) => ({ begin: iso(first), end: iso(last) })),
      )
      const isWhole = (of: typeof all) =>
        of.begin >= all.begin &&
        of.end <= all.end &&
        gaps.every(({ first, last }) => last < dayNumber(of.begin) || first > dayNumber(of.end))
      expect(isWhole(comparing) || (comparing.begin === all.begin && comparing.end === all.end)).toBe(true)
      expect(reference === null || (isWhole(reference) && reference.end < comparing.begin)).toBe(true)
    }),
  )
})
