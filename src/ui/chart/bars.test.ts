import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barBoxes, barWidth, slotShift } from './bars.ts'
import { grainOf } from './grain.ts'
import { yOf } from './layout.ts'
import { slotOf, slotsOf, spansOf, valueAt } from './series.ts'
import { anyRatio, anySeries, bar, lay } from './test-support/charts.ts'
import type { ChartSeries } from './types.ts'

function boxesOf(series: ChartSeries[], { ratio = 1, width = 600 } = {}) {
  const count = series[0]?.values.length ?? 0
  const layout = lay(series, { width })
  const slots = slotsOf(series)
  const spans = spansOf(series, count)
  return series.map((one) => {
    const found = barBoxes(one, spans.get(one) ?? { from: new Float64Array(), to: new Float64Array() }, {
      layout,
      slots: slots.length,
      slot: slotOf(slots, one),
      grain: grainOf(ratio),
    })
    return [...found].flatMap(([look, boxes]) =>
      Array.from({ length: boxes.length / 4 }, (_, at) => {
        const [x = 0, wide = 0, foot = 0, tip = 0] = boxes.subarray(4 * at, 4 * at + 4)
        return { look, x, wide, foot, tip }
      }),
    )
  })
}

test('null and zero have no bar', () => {
  expect(boxesOf([bar('a', [null, 0, Number.NaN, 5])]).flat()).toHaveLength(1)
})

test('two periods stand side by side on whole pixels, and something is never drawn as nothing', () => {
  expect(boxesOf([bar('a', [1000, 1]), bar('b', [500, 0])])).toEqual([
    [
      { look: 'final', x: 148, wide: 30, foot: 216, tip: 10 },
      { look: 'final', x: 427, wide: 30, foot: 216, tip: 215 },
    ],
    [{ look: 'final', x: 181, wide: 30, foot: 216, tip: 113 }],
  ])
})

test('below zero a bar hangs from the axis', () => {
  expect(
    boxesOf([bar('a', [500, -500])])
      .flat()
      .map(({ foot, tip }) => [foot, tip]),
  ).toEqual([
    [113, 10],
    [113, 216],
  ])
})

test('unfinished, unsettled and estimated bars are told apart, a missing one that has a value is drawn', () => {
  const states = ['final', 'partial', 'settling', 'estimated', 'missing', 'closed'] as const
  expect(
    boxesOf([bar('a', [1, 2, 3, 4, 5, 6], { states })])
      .flat()
      .map(({ look }) => look),
  ).toEqual(['final', 'final', 'final', 'partial', 'settling', 'estimated'])
})

test('parts of a stack leave a hair between them', () => {
  expect(
    boxesOf([bar('a', [50], { stack: 's' }), bar('b', [50], { stack: 's' })])
      .flat()
      .map(({ foot, tip }) => [foot, tip]),
  ).toEqual([
    [216, 113],
    [112, 10],
  ])
})

test('a bar is never wider than thirty pixels, and gap marks know its place', () => {
  expect([barWidth(200, 1), Number(barWidth(20, 1).toFixed(6)), slotShift(200, 2, 0), slotShift(200, 2, 1)]).toEqual([
    30, 14.4, -16.5, 16.5,
  ])
})

test('whatever the values, bars are equally wide, end on whole pixels within the plot, as high as their values, and never stand on each other', () => {
  fc.assert(
    fc.property(anySeries('bar'), anyRatio, fc.integer({ min: 220, max: 1400 }), (series, ratio, width) => {
      const layout = lay(series, { width })
      const all = boxesOf(series, { ratio, width })
      const { hair } = grainOf(ratio)
      const isWhole = (at: number) => Math.abs(at * ratio - Math.round(at * ratio)) < 1e-6
      for (const { x, wide, foot, tip } of all.flat()) {
        expect(wide).toBe(all.flat()[0]?.wide)
        expect(wide * ratio < 1 || (isWhole(x) && isWhole(x + wide))).toBe(true)
        expect(isWhole(foot) && isWhole(tip)).toBe(true)
        expect(Math.min(x - layout.plot.left, layout.plot.right - x - wide)).toBeGreaterThanOrEqual(-1)
        expect(Math.min(foot, tip)).toBeGreaterThanOrEqual(layout.plot.top - hair)
      }
      series.forEach((one, at) => {
        expect(all[at]).toHaveLength(one.values.filter((_, index) => (valueAt(one, index) ?? 0) !== 0).length)
        const { to } = spansOf(series, one.values.length).get(one) ?? { to: new Float64Array() }
        const wanted = [...to]
          .filter((end, index) => !Number.isNaN(end) && (valueAt(one, index) ?? 0) !== 0)
          .map((end) => yOf(layout, 0, end))
          .sort((a, b) => a - b)
        const tips = (all[at] ?? []).map(({ tip }) => tip).sort((a, b) => a - b)
        tips.forEach((tip, n) => expect(Math.abs(tip - (wanted[n] ?? 0))).toBeLessThanOrEqual(hair + 1 / ratio))
      })
      if (series[0]?.stack !== undefined) return
      const byPlace = all.flat().toSorted((a, b) => a.x - b.x)
      byPlace.forEach(({ x }, at) =>
        expect(x - (byPlace[at - 1]?.x ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(
          (byPlace[0]?.wide ?? 0) - 1e-6,
        ),
      )
    }),
  )
})
