import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type NamedPoint, sidesOfNames } from './names.ts'

const WITHIN = { left: 0, top: 0, right: 300, bottom: 200 }
const measure = (text: string) => 6 * text.length
const sides = (points: NamedPoint[], taken = [] as (typeof WITHIN)[]) => [
  ...sidesOfNames(points, { order: points.map((_, at) => at), within: WITHIN, taken, measure }),
]

test('a name stands right of its point, left where there is no room, and nowhere where there is none at all', () => {
  const named = (x: number, y: number, name: string | null = 'Colón'): NamedPoint => ({ x, y, radius: 5, name })
  expect(sides([named(50, 50), named(280, 50), named(150, 197)])).toEqual([
    [0, 'right'],
    [1, 'left'],
  ])
  expect(sides([named(50, 50), named(70, 50, null)])).toEqual([[0, 'left']])
  expect(sides([named(50, 50)], [{ left: 56, top: 40, right: 90, bottom: 60 }])).toEqual([[0, 'left']])
})

test('a name is beside a line rather than over it, and over it rather than nowhere', () => {
  const sidesAt = (lines: (typeof WITHIN)[], taken: (typeof WITHIN)[] = []) => [
    ...sidesOfNames([{ x: 150, y: 100, radius: 5, name: 'Colón' }], {
      order: [0],
      within: WITHIN,
      sides: ['right', 'left', 'top', 'bottom'],
      lines,
      taken,
      measure,
    }),
  ]
  const across = { left: 0, right: 300, top: 100, bottom: 101 }
  const up = { left: 170, right: 171, top: 0, bottom: 200 }
  const above = { left: 100, right: 200, top: 70, bottom: 94 }
  expect(sidesAt([])).toEqual([[0, 'right']])
  expect(sidesAt([up])).toEqual([[0, 'left']])
  expect(sidesAt([across])).toEqual([[0, 'top']])
  expect(sidesAt([across], [above])).toEqual([[0, 'bottom']])
  expect(sidesAt([across, { ...up, left: 150, right: 151 }])).toEqual([[0, 'right']])
})

test('for any points, no name covers another name or another point, and none is outside', () => {
  const point = fc.record({
    x: fc.integer({ min: 0, max: 300 }),
    y: fc.integer({ min: 0, max: 200 }),
    radius: fc.integer({ min: 2, max: 18 }),
    name: fc.option(fc.string({ minLength: 1, maxLength: 12 }), { nil: null }),
  })
  fc.assert(
    fc.property(fc.array(point, { maxLength: 40 }), (points) => {
      const boxes = sides(points).map(([at, side]) => {
        const { x, y, radius, name } = points[at] as NamedPoint
        const wide = measure(name ?? '')
        const left = side === 'right' ? x + radius + 4 : x - radius - 4 - wide
        return { at, left, right: left + wide, top: y - 7, bottom: y + 7 }
      })
      for (const [n, box] of boxes.entries()) {
        expect([box.left >= 0, box.right <= 300, box.top >= 0, box.bottom <= 200]).toEqual([true, true, true, true])
        const apart = (other: { left: number; right: number; top: number; bottom: number }) =>
          other.left >= box.right || other.right <= box.left || other.top >= box.bottom || other.bottom <= box.top
        expect(boxes.slice(n + 1).every(apart)).toBe(true)
        expect(
          points.every(
            ({ x, y, radius }, at) =>
              at === box.at || apart({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }),
          ),
        ).toBe(true)
      }
    }),
  )
})
