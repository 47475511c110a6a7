import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tooltipPlace } from './tooltip-place.ts'

const PHONE = { width: 390, height: 700 }
const panel = { width: 240, height: 120, screen: PHONE, gap: 10 }

test('beside the point where there is room, right of it first, at its height', () => {
  const chart = { top: 100, bottom: 400 }
  expect([tooltipPlace({ ...panel, chart, x: 60, y: 200 }), tooltipPlace({ ...panel, chart, x: 350, y: 200 })]).toEqual(
    [
      { left: 70, top: 140 },
      { left: 100, top: 140 },
    ],
  )
})

test('where neither side has room: over the chart, under it, and in one as high as the screen over or under the point', () => {
  const at = (top: number, bottom: number, y: number) =>
    tooltipPlace({ ...panel, chart: { top, bottom }, x: 195, y }).top
  expect([at(300, 600, 400), at(40, 340, 200), at(40, 680, 300), at(40, 680, 60)]).toEqual([172, 348, 170, 70])
})

test('for any chart, the panel is on the screen, and over the point only where no other place has room', () => {
  fc.assert(
    fc.property(
      fc.record({ width: fc.integer({ min: 40, max: 370 }), height: fc.integer({ min: 20, max: 600 }) }),
      fc.record({ top: fc.integer({ min: -900, max: 650 }), high: fc.integer({ min: 50, max: 1500 }) }),
      fc.record({ x: fc.integer({ min: 0, max: 390 }), y: fc.integer({ min: 0, max: 700 }) }),
      ({ width, height }, { top: from, high }, { x, y }) => {
        const { left, top } = tooltipPlace({
          width,
          height,
          screen: PHONE,
          chart: { top: from, bottom: from + high },
          x,
          y,
          gap: 10,
        })
        expect([left >= 8, top >= 8, left + width <= 382, top + height <= 692]).toEqual([true, true, true, true])
        const covers = x > left && x < left + width && y > top && y < top + height
        const hasRoom = y - 10 - height >= 8 || y + 10 + height <= 692 || x - 10 - width >= 8 || x + 10 + width <= 382
        if (hasRoom && y >= from && y <= from + high) expect(covers).toBe(false)
      },
    ),
  )
})
