import fc from 'fast-check'
import { expect, test } from 'vitest'
import { THEME } from '#ui/chart/test-support/charts.ts'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, WHOLE } from '../lib/test-support/facts.ts'
import { project } from './model.ts'
import { viewOf, waterfallOption } from './option.ts'

interface Shape {
  type: string
  shape: { x: number; y: number; width: number; height: number }
  style: Record<string, unknown>
}
interface Series {
  data: number[][]
  renderItem: (params: object, api: object) => { children: Shape[] }
}
/** By store: what was, and what is. */
type Pairs = readonly (readonly [number | null, number | null])[]

const projectionOf = (pairs: Pairs) =>
  project(
    { category: 'local', measure: 'ins', sort: 'data', top: 40, names: [] },
    {
      rows: factFrame(
        pairs.flatMap(([before, now], local) => [
          { period: 'reference' as const, local, ...WHOLE, ins: before },
          { period: 'comparing' as const, local, ...WHOLE, ins: now },
        ]),
      ),
    },
    contextOf('waterfall'),
  )
/** On a hundred pixels across and ten a row. */
function drawn(pairs: Pairs) {
  const projection = projectionOf(pairs)
  const { series, xAxis } = waterfallOption(projection, THEME) as unknown as {
    series: Series[]
    xAxis: { min: number; max: number }
  }
  const { data, renderItem } = series[0] as Series
  const items = data.map((value) =>
    renderItem(
      {},
      {
        value: (at: number) => value[at],
        coord: ([x = 0, row = 0]: number[]) => [(100 * (x - xAxis.min)) / (xAxis.max - xAxis.min), 10 * row + 5],
        size: () => [0, 10],
      },
    ),
  )
  return { projection, data, shapes: items.map(({ children }) => children) }
}

test('each step begins where the one before has ended, from the old value to the new', () => {
  const { data, projection } = drawn([
    [10, 30],
    [20, 5],
  ])
  expect(projection.steps.map(({ from, to }) => [from, to])).toEqual([
    [0, 30],
    [30, 50],
    [50, 35],
    [0, 35],
  ])
  expect(data).toEqual([
    [0, 30, 0],
    [30, 50, 1],
    [50, 35, 2],
    [0, 35, 3],
  ])
})

test('better and worse have their colours, totals theirs, and a link leads from each bar to the next', () => {
  const { shapes } = drawn([
    [1000, 3000],
    [2000, 500],
  ])
  expect(shapes.map(([bar]) => bar?.style.fill)).toEqual(['tone0', 'tone1', 'tone2', 'tone0'])
  expect(shapes.map((children) => children.filter(({ type }) => type === 'line').length)).toEqual([1, 1, 1, 0])
})

test('a member counted in neither period has no bar, and keeps its row', () => {
  const { data, projection } = drawn([
    [10, 30],
    [null, null],
  ])
  expect(projection.steps).toHaveLength(4)
  expect(data.map(([, , row]) => row)).toEqual([0, 1, 3])
})

test('totals far larger than their steps begin out of sight, and are torn there', () => {
  const { shapes, projection } = drawn([
    [10_000, 10_100],
    [10_000, 9950],
  ])
  expect(viewOf(projection)[0]).toBeGreaterThan(0)
  expect(shapes[0]?.filter(({ style }) => style.stroke === 'ground')).toHaveLength(2)
})

test('for any figures, every bar lies within the view, is at least a hairline wide, and its row is its own', () => {
  const value = fc.option(fc.integer({ min: 0, max: 1e6 }), { nil: null })
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 12 }), (pairs) => {
      const { shapes, data } = drawn(pairs)
      expect(new Set(data.map(([, , row]) => row)).size).toBe(data.length)
      for (const [bar] of shapes) {
        const { x, width, height } = (bar as Shape).shape
        expect([x >= -0.001, x <= 100.001, width >= 2, width <= 100.001, height]).toEqual([true, true, true, true, 6])
      }
    }),
  )
})
