import { expect, test } from 'vitest'
import { spotsOf } from './items.ts'

const dot = (x: number, y: number, radius = 2) => ({
  x: x - radius,
  y: y - radius,
  width: 2 * radius,
  height: 2 * radius,
})

test('the arrows go to the nearest item in their direction, first among those ahead, and nowhere at the edge', () => {
  const { step } = spotsOf([dot(0, 0), dot(50, 5), dot(30, 80), dot(200, 0)])
  expect([step(0, 'right'), step(0, 'down'), step(1, 'left'), step(0, 'left'), step(3, 'up')]).toEqual([
    1,
    2,
    0,
    null,
    null,
  ])
})

test('the pointer finds the smallest item under it, then the nearest within reach, and what has no place never', () => {
  const { spotAt, count } = spotsOf([dot(50, 50, 20), dot(50, 50, 3), { x: NaN, y: NaN, width: 0, height: 0 }])
  expect([spotAt(50, 50), spotAt(60, 50), spotAt(77, 50), spotAt(90, 50), count]).toEqual([1, 0, 0, null, 3])
})
