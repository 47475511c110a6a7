import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeNumbers } from '../frame-build.ts'
import { makeCube, sumHours } from './cube.ts'

const HOURS = 13
/** Counts, seconds, sums beyond 32 bits, corrections below zero, weights with fractions: each packs differently. */
const kinds = [
  fc.integer({ min: 0, max: 90 }),
  fc.integer({ min: 0, max: 900 }),
  fc.integer({ min: 0, max: 90_000 }),
  fc.integer({ min: 0, max: 2 ** 40 }),
  fc.integer({ min: -50, max: 50 }),
  fc.double({ min: 0, max: 9, noNaN: true }),
]

test.each(kinds.map((cell, at) => [at, cell] as const))('hours add up as plain sums do, kind %i', (_at, cell) => {
  const row = fc.record({
    day: fc.nat(5),
    hour: fc.integer({ min: 9, max: 9 + HOURS - 1 }),
    value: fc.option(cell, { freq: 5 }),
  })
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 80 }),
      fc.array(fc.nat(5), { maxLength: 400 }),
      (rows, days) => {
        const cube = makeCube(
          encodeNumbers(
            rows.map(({ value }) => value),
            rows.some(({ value }) => !Number.isInteger(value ?? 0)),
          ),
          {
            dayOf: Uint32Array.from(rows, ({ day }) => day),
            hour: rows.map(({ hour }) => hour),
            firstHour: 9,
            hours: HOURS,
            days: 6,
          },
        )
        const half = Math.floor(days.length / 2)
        const sums = sumHours(cube, HOURS, { days: Uint32Array.from(days), at: Uint32Array.of(0, half, days.length) })
        const plain = [days.slice(0, half), days.slice(half)].flatMap((group) =>
          Array.from({ length: HOURS }, (_, h) =>
            group.reduce(
              (sum, day) =>
                sum +
                rows
                  .filter((one) => one.day === day && one.hour === 9 + h)
                  .reduce((part, { value }) => part + (value ?? 0), 0),
              0,
            ),
          ),
        )
        expect([...sums]).toEqual(plain.map((sum) => (Number.isInteger(sum) ? sum : expect.closeTo(sum, 9))))
      },
    ),
    { numRuns: 60 },
  )
})

test('small counts share a word, and the sum of many days of the largest is exact', () => {
  const largest = 100
  const cube = makeCube(encodeNumbers(Array(24).fill(largest)), {
    dayOf: new Uint32Array(24),
    hour: Array.from({ length: 24 }, (_, h) => h),
    firstHour: 0,
    hours: 24,
    days: 1,
  })
  expect(cube.hoursPerWord).toBe(4)
  expect(cube.block).toBe(81)
  expect([...sumHours(cube, 24, { days: new Uint32Array(100_000), at: Uint32Array.of(0, 100_000) })]).toEqual(
    Array(24).fill(largest * 100_000),
  )
})
