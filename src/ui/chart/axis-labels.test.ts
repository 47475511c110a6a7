import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisLabels } from './axis-labels.ts'

const measure = (text: string) => text.length * 6
const across = (categories: string[], width: number, isBanded: boolean) => {
  const pitch = isBanded ? width / categories.length : width / Math.max(1, categories.length - 1)
  return { width, pitch, xOf: (index: number) => (isBanded ? (index + 0.5) * pitch : index * pitch) }
}

test('no categories, and categories without a name, have no labels', () => {
  expect([
    axisLabels([], across([], 300, true), measure),
    axisLabels(['', ''], across(['', ''], 300, true), measure),
  ]).toEqual([[], []])
})

test('every category is named where there is room, in its middle', () => {
  expect(axisLabels(['Mon', 'Tue', 'Wed'], across(['Mon', 'Tue', 'Wed'], 300, true), measure)).toEqual([
    { index: 0, x: 50, isMoved: false },
    { index: 1, x: 150, isMoved: false },
    { index: 2, x: 250, isMoved: false },
  ])
})

test('names that would touch are left out evenly', () => {
  const days = Array.from({ length: 30 }, (_, day) => `day ${day}`)
  expect(axisLabels(days, across(days, 600, true), measure).map(({ index }) => index)).toEqual([
    0, 3, 6, 9, 12, 15, 18, 21, 24, 27,
  ])
})

test('the names of the first and last point of a line move inwards rather than be cut off', () => {
  expect(axisLabels(['Monday', 'Sunday'], across(['Monday', 'Sunday'], 300, false), measure)).toEqual([
    { index: 0, x: 18, isMoved: true },
    { index: 1, x: 282, isMoved: true },
  ])
})

test('for any names, none is cut off and no two touch', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 400 }),
      fc.integer({ min: 140, max: 1600 }),
      fc.boolean(),
      (categories, width, isBanded) => {
        const labels = axisLabels(categories, across(categories, width, isBanded), measure)
        expect(labels[0]?.index).toBe(0)
        let end = Number.NEGATIVE_INFINITY
        for (const { index, x } of labels) {
          const half = measure(categories[index] ?? '') / 2
          expect(x - half).toBeGreaterThanOrEqual(Math.max(0, end + 8))
          expect(x + half).toBeLessThanOrEqual(width + 1e-9)
          end = x + half
        }
      },
    ),
  )
})
