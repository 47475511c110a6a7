import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { edgeScroll } from './edge-scroll.ts'

const at = { top: 100, bottom: 700, y: 695, startY: 400, scrollTop: 0, startMax: 300 }

test('a pointer that rests at the edge scrolls to the end of the page as it was, and no further, however much longer the gesture makes it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 655, max: 900 }), fc.nat(2_000), (y, startMax) => {
      let scrollTop = 0
      for (let frame = 0; frame < 3_000; frame++) scrollTop += edgeScroll({ ...at, y, startMax, scrollTop })
      expect(scrollTop).toBeLessThanOrEqual(startMax + 104)
      expect(edgeScroll({ ...at, y, startMax, scrollTop })).toBe(0)
    }),
    { numRuns: 40 },
  )
})

test('the nearer to the edge the faster, up as well as down, and not in the middle', () => {
  expect([400, 660, 699].map((y) => edgeScroll({ ...at, y }))).toEqual([0, 2, 14])
  expect(edgeScroll({ ...at, y: 101, startY: 400, scrollTop: 200 })).toBe(-14)
  expect(edgeScroll({ ...at, y: 101, startY: 400, scrollTop: 0 })).toBe(-0)
})

test('a pointer that began at the edge has to go on towards it', () => {
  expect(edgeScroll({ ...at, startY: 690 })).toBe(0)
  expect(edgeScroll({ ...at, y: 670, startY: 690 })).toBe(0)
})
