import fc from 'fast-check'
import { expect, test } from 'vitest'
import { THEME } from '#ui/chart/test-support/charts.ts'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, LOST, RUNNING, WHOLE } from '../lib/test-support/facts.ts'
import { fitting } from './fitting.ts'
import { isInside, pathOf, placeIn } from './geometry.ts'
import { project } from './model.ts'
import type { Area } from './model.ts'
import { drawPlan } from './option.ts'
import type { Point } from './plan.ts'

const rect = (x: number, y: number, width: number, height: number): [number, number][] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]
const FRAME = [rect(0, 0, 100, 60), rect(30, 20, 40, 20)]
const feature = (area: string, rings: [number, number][][]) =>
  ({ type: 'Feature', properties: { area }, geometry: { type: 'Polygon', coordinates: rings } }) as const
const areasOf = () =>
  project(
    {
      area: 'local',
      measure: 'ins',
      plan: {
        type: 'FeatureCollection',
        features: [
          feature('11', [rect(0, 0, 50, 50)]),
          feature('12', [rect(50, 0, 50, 50)]),
          feature('13', [rect(0, 50, 50, 50)]),
          feature('14', [rect(50, 50, 50, 50)]),
          feature('15', [rect(90, 90, 10, 10)]),
        ],
      },
      tone: 'value',
      showNames: true,
      names: [],
    },
    {
      rows: factFrame([
        { period: 'comparing', local: 11, ...WHOLE, ins: 60 },
        { period: 'comparing', local: 12, ...RUNNING, ins: 30 },
        { period: 'comparing', local: 13, ...LOST, ins: null },
        { period: 'comparing', local: 14, ...WHOLE, hours: 0, expected: 0, observed: 0, closedHours: 4, ins: null },
        { period: 'comparing', local: 15, ...WHOLE, ins: 0 },
      ]),
    },
    contextOf('floor-plan'),
  ).areas
const planOf = (width = 400, areas: readonly Area[] = areasOf(), write: (value: number | null) => string = String) =>
  drawPlan({
    areas,
    width,
    height: width,
    measure: (text) => 6 * text.length,
    scale: { min: 0, max: 60 },
    of: ({ value }) => value,
    write,
    withNames: true,
    wordsOn: () => () => 'ink',
  })

interface Shape {
  type: string
  style: { fill: string; text?: string; decal?: { color: string } }
}
const shapesOf = (plan: ReturnType<typeof planOf>) => {
  const [series] = plan.option(THEME).series as unknown as {
    data: number[]
    renderItem: (params: { dataIndex: number }) => { children: Shape[] }
  }[]
  return (series?.data ?? []).map((_, dataIndex) => series?.renderItem({ dataIndex }).children ?? [])
}

test('a plan is whole and centred, in its proportions: nothing is stretched', () => {
  const points = fc.array(fc.tuple(fc.integer({ min: -1e4, max: 1e4 }), fc.integer({ min: -1e4, max: 1e4 })), {
    minLength: 3,
    maxLength: 20,
  })
  fc.assert(
    fc.property(points, fc.integer({ min: 10, max: 900 }), fc.integer({ min: 10, max: 600 }), (ring, width, height) => {
      const to = fitting([[ring]], { width, height })
      const drawn = ring.map((point) => to(point))
      for (const [x, y] of drawn) {
        expect(x).toBeGreaterThanOrEqual(-1e-6)
        expect(x).toBeLessThanOrEqual(width + 1e-6)
        expect(y).toBeGreaterThanOrEqual(-1e-6)
        expect(y).toBeLessThanOrEqual(height + 1e-6)
      }
      const [[a, b], [c, d]] = [ring[0], ring[1]] as [Point, Point]
      const [[p, q], [r, s]] = [drawn[0], drawn[1]] as [Point, Point]
      expect(Math.abs((r - p) * (d - b) - (s - q) * (c - a))).toBeLessThan(1e-3 * (1 + Math.abs((r - p) * (d - b))))
    }),
  )
})

test('a hole is no part of its area, whichever way its ring was drawn', () => {
  for (const hole of [FRAME[1] ?? [], (FRAME[1] ?? []).toReversed()]) {
    const parts = [[FRAME[0] ?? [], hole]]
    expect([isInside(parts, 10, 10), isInside(parts, 50, 30), isInside(parts, 200, 30)]).toEqual([true, false, false])
    expect(pathOf(parts)).toBe('M0.0 0.0L100.0 0.0L100.0 60.0L0.0 60.0ZM30.0 40.0L70.0 40.0L70.0 20.0L30.0 20.0Z')
  }
})

test('words are inside of their area, beside a hole', () => {
  const place = placeIn([FRAME], 12)
  expect(isInside([FRAME], place?.x ?? 0, place?.y ?? 0)).toBe(true)
  expect(place?.room).toBe(100)
})

test('words have the room of all of their height: an arm that is too low for them does not count', () => {
  const corner: Point[] = [
    [0, 0],
    [100, 0],
    [100, 10],
    [20, 10],
    [20, 60],
    [0, 60],
  ]
  const mirrored = corner.map(([x, y]): Point => [100 - x, y])
  const turned = corner.map(([x, y]): Point => [x, 60 - y])
  for (const ring of [corner, mirrored, turned]) {
    const place = placeIn([[ring]], 22)
    expect(place?.room).toBe(20)
    expect(isInside([[ring]], place?.x ?? 0, place?.y ?? 0)).toBe(true)
  }
})

test('the fuller the darker; unfinished areas are striped in their shade, missing ones in grey, closed ones are plain', () => {
  expect(shapesOf(planOf()).map(([shape]) => [shape?.style.fill, shape?.style.decal?.color])).toEqual([
    ['tone6', undefined],
    ['ground', 'tone3'],
    ['ground', 'gap'],
    ['grid', undefined],
    ['tone0', undefined],
  ])
})

test('names and figures are drawn where they fit, a figure never without its name', () => {
  const words = (width: number) =>
    shapesOf(planOf(width)).map((shapes) => shapes.slice(1).map(({ style }) => style.text))
  expect(words(400).slice(0, 3)).toEqual([['Gran Vía', '60'], ['Passeig de Gràcia', '30'], ['Colón']])
  expect(words(140).slice(0, 2)).toEqual([
    ['Gran Vía', '60'],
    ['Passeig…', '30'],
  ])
  expect(words(40)[1]).toEqual([])
  const long = planOf(200, areasOf(), () => '1,234,567,890,123')
  expect(
    shapesOf(long)[0]
      ?.slice(1)
      .map(({ style }) => style.text),
  ).toEqual(['Gran Vía'])
})

test('the area under a pixel is the one drawn last, and it is marked by its own outline', () => {
  const { spots } = planOf()
  expect([spots?.spotAt(10, 10), spots?.spotAt(390, 390), spots?.spotAt(-5, 10)]).toEqual([0, 4, null])
  expect(spots?.boxOf(0).outline).toMatch(/^M1\.0 1\.0L/)
  expect([spots?.step(0, 'right'), spots?.step(0, 'down')]).toEqual([1, 2])
})
