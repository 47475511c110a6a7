import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arcsOf, sliceAt } from './donut-geometry.ts'

const slice = (value: number | null, id = 'a') => ({ id, label: id, value, tone: 0 })

test('nothing, nulls and negatives have no arc', () => {
  expect([arcsOf([]), arcsOf([slice(null), slice(0)]), arcsOf([slice(-5)])]).toEqual([[], [], []])
})

test('one slice is a whole ring', () => {
  const [arc] = arcsOf([slice(7)])
  expect(arc).toEqual({ index: 0, from: 0, to: 2 * Math.PI, share: 1 })
})

test('arcs follow each other and close the circle, and shares sum to one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.double({ min: 0, max: 1e9, noNaN: true })), { minLength: 1, maxLength: 8 }),
      (values) => {
        const arcs = arcsOf(values.map((value, index) => slice(value, String(index))))
        arcs.forEach((arc, at) => expect(arc.from).toBeCloseTo(arcs[at - 1]?.to ?? 0, 9))
        if (arcs.length > 0) {
          expect(arcs.at(-1)?.to).toBeCloseTo(2 * Math.PI, 9)
          expect(arcs.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
        }
      },
    ),
  )
})

test('the pointer finds the part it is on, clockwise from the top, and none in the hole or outside', () => {
  const arcs = arcsOf([slice(1), slice(null), slice(1), slice(2)])
  const at = (x: number, y: number) => sliceAt(arcs, { inner: 5, outer: 10 }, x, y)
  expect([at(5, -5), at(5, 5), at(-7, 0), at(0, 0), at(8, 8)]).toEqual([0, 2, 3, null, null])
})
