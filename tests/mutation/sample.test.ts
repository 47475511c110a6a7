import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleOf } from './sample.ts'

test('a sample is the same every time, in the order of the whole, and none is drawn twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 500 }), (count, size) => {
      const all = Array.from({ length: count }, (_, at) => at)
      const drawn = sampleOf(all, size)
      expect(drawn).toEqual(sampleOf(all, size))
      expect(drawn).toHaveLength(Math.min(count, size))
      expect(drawn.every((one, at) => at === 0 || one > (drawn[at - 1] ?? Infinity))).toBe(true)
    }),
  )
})

test('another seed draws other ones', () => {
  const all = Array.from({ length: 400 }, (_, at) => at)
  expect(sampleOf(all, 40, 7)).not.toEqual(sampleOf(all, 40))
  expect(sampleOf(all, 40, 7)).toEqual(sampleOf(all, 40, 7))
})

test('every tenth of the whole is in a sample about as often', () => {
  const drawn = sampleOf(
    Array.from({ length: 10_000 }, (_, at) => at),
    1000,
  )
  const tenths = Array.from({ length: 10 }, (_, tenth) => drawn.filter((at) => Math.floor(at / 1000) === tenth).length)
  expect(Math.min(...tenths)).toBeGreaterThan(70)
  expect(Math.max(...tenths)).toBeLessThan(130)
})

test('another seed draws others, for a share that no survivor of the last sample was read for', () => {
  const all = Array.from({ length: 10_000 }, (_, at) => at)
  const [first, second] = [new Set(sampleOf(all, 100)), sampleOf(all, 100, 7)]
  expect(second).toEqual(sampleOf(all, 100, 7))
  expect(second.filter((one) => first.has(one)).length).toBeLessThan(10)
})
