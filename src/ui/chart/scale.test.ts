import fc from 'fast-check'
import { expect, test } from 'vitest'
import { niceStep, scaleOf } from './scale.ts'

test('no values at all give an axis from 0 to 1, of shares to 100, or to its given end', () => {
  const none = {
    low: Number.POSITIVE_INFINITY,
    high: Number.NEGATIVE_INFINITY,
    fromZero: true,
    format: 'percent',
    steps: 4,
  } as const
  expect(scaleOf(none)).toMatchObject({ min: 0, max: 100 })
  expect(scaleOf({ ...none, format: 'count' })).toEqual({ min: 0, max: 1, step: 1, ticks: [0, 1] })
  expect(scaleOf({ ...none, max: 50 })).toMatchObject({ min: 0, max: 50 })
})

test('bars start at zero, and end above their highest', () => {
  expect(scaleOf({ low: 900, high: 2240, fromZero: true, format: 'count', steps: 4 })).toEqual({
    min: 0,
    max: 3000,
    step: 1000,
    ticks: [0, 1000, 2000, 3000],
  })
})

test('shares start at zero as lines too: 12.5 and 12.9 % are nearly the same', () => {
  expect(scaleOf({ low: 12.5, high: 12.9, fromZero: false, format: 'percent', steps: 4 })).toEqual({
    min: 0,
    max: 15,
    step: 5,
    ticks: [0, 5, 10, 15],
  })
})

test('an axis with a given end starts at zero', () => {
  expect(scaleOf({ low: 900, high: 1000, fromZero: false, format: 'count', steps: 4, max: 1000 }).min).toBe(0)
})

test('lines of amounts may leave zero out where it would flatten them', () => {
  expect(scaleOf({ low: 2010, high: 2720, fromZero: false, format: 'count', steps: 4 })).toEqual({
    min: 2000,
    max: 2800,
    step: 200,
    ticks: [2000, 2200, 2400, 2600, 2800],
  })
  expect(scaleOf({ low: 500, high: 2720, fromZero: false, format: 'count', steps: 4 }).min).toBe(0)
})

test('an axis without zero never draws a change more than four times as steep', () => {
  expect(scaleOf({ low: 12_500, high: 12_900, fromZero: false, format: 'count', steps: 4 })).toEqual({
    min: 9000,
    max: 13_000,
    step: 1000,
    ticks: [9000, 10_000, 11_000, 12_000, 13_000],
  })
})

test('counts have no fractions between their ticks', () => {
  expect(scaleOf({ low: 0, high: 2, fromZero: true, format: 'count', steps: 5 }).ticks).toEqual([0, 1, 2])
})

test('durations step by minutes and hours as people count them', () => {
  expect([niceStep(130, 'duration'), niceStep(2000, 'duration'), niceStep(45, 'duration')]).toEqual([300, 3600, 60])
})

test('a second axis falls on the lines of the first', () => {
  expect(scaleOf({ low: 0, high: 71, fromZero: true, format: 'count', steps: 4, exactSteps: 3 }).ticks).toEqual([
    0, 25, 50, 75,
  ])
})

test('for any values, the axis holds them, rises, and has few ticks', () => {
  const formats = fc.constantFrom('count', 'percent', 'duration', 'number', 'hour')
  fc.assert(
    fc.property(
      fc.double({ min: -1e7, max: 1e7, noNaN: true }),
      fc.double({ min: 0, max: 1e7, noNaN: true }),
      formats,
      fc.boolean(),
      fc.integer({ min: 2, max: 6 }),
      fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
      (low, span, format, fromZero, steps, exactSteps) => {
        const { min, max, ticks } = scaleOf({ low, high: low + span, fromZero, format, steps, exactSteps })
        const slack = 1e-6 * Math.max(1, Math.abs(low), Math.abs(low + span))
        expect(min).toBeLessThanOrEqual(low + slack)
        expect(max).toBeGreaterThanOrEqual(low + span - slack)
        expect(max).toBeGreaterThan(min)
        expect(ticks.length).toBeLessThanOrEqual(14)
      },
    ),
  )
})
