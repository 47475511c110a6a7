import fc from 'fast-check'
import { expect, test } from 'vitest'
import { THEME } from '#ui/chart/test-support/charts.ts'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, RUNNING, WHOLE } from '../lib/test-support/facts.ts'
import type { Fact } from '../lib/test-support/facts.ts'
import { nameWithin } from '../lib/item-charts/words.ts'
import { project } from './model.ts'
import { drawSunburst, drawTreemap, sectorsOf, tilesOf, wordsOf } from './option.ts'
import { squarify } from './squarify.ts'
import { branchesOf } from './tree.ts'

const ROWS: Fact[] = [
  { period: 'comparing', type: 'south', local: 13, ...WHOLE, ins: 30 },
  { period: 'comparing', type: 'north', local: 11, ...WHOLE, ins: 50 },
  { period: 'comparing', type: 'north', local: 12, ...RUNNING, ins: 20 },
  { period: 'comparing', type: 'north', local: 14, ...WHOLE, ins: 0 },
]
const nodesOf = (rows: readonly Fact[], levels = ['type', 'local']) =>
  project(
    { levels, measure: 'ins', top: 8, look: 'treemap', tone: 'member', names: [] },
    { rows: factFrame(rows) },
    contextOf('hierarchy'),
  ).nodes
const input = (rows: readonly Fact[] = ROWS, width = 600, height = 400) => ({
  branches: branchesOf(nodesOf(rows)),
  width,
  height,
  measure: (text: string) => 6 * text.length,
  valueOf: String,
  shareOf: (share: number | null) => `${share} %`,
  shade: null,
  wordsOn: () => () => 'ink',
})

test('a rectangle is as large as its value; all of them fill the room without covering each other', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 20, max: 900 }),
      fc.integer({ min: 20, max: 600 }),
      (values, width, height) => {
        const rects = squarify(values, { x: 0, y: 0, width, height })
        const whole = values.reduce((sum, value) => sum + value, 0)
        rects.forEach((rect, at) => {
          expect((rect.width * rect.height) / (width * height)).toBeCloseTo((values[at] as number) / whole, 6)
          expect(rect.x + rect.width).toBeLessThanOrEqual(width + 1e-6)
          expect(rect.y + rect.height).toBeLessThanOrEqual(height + 1e-6)
          for (const other of rects.slice(at + 1)) {
            const across = Math.min(rect.x + rect.width, other.x + other.width) - Math.max(rect.x, other.x)
            const down = Math.min(rect.y + rect.height, other.y + other.height) - Math.max(rect.y, other.y)
            expect(Math.min(across, down)).toBeLessThan(1e-6)
          }
        })
      },
    ),
  )
  expect(squarify([1, 2], { x: 3, y: 4, width: 0, height: 9 })).toEqual([
    { x: 3, y: 4, width: 0, height: 0 },
    { x: 3, y: 4, width: 0, height: 0 },
  ])
})

test('parts are inside of the part they belong to, under its head; one without a size is not drawn', () => {
  const tiles = tilesOf(input().branches, { width: 600, height: 400 })
  expect(tiles.map(({ branch }) => branch.part.name)).toEqual([
    'north',
    'Gran Vía',
    'Passeig de Gràcia',
    'south',
    'Colón',
  ])
  const [north, first] = tiles
  expect(first?.rect.y).toBe((north?.rect.y ?? 0) + 20)
  expect((first?.rect.x ?? 0) + (first?.rect.width ?? 0)).toBeLessThanOrEqual(
    (north?.rect.x ?? 0) + (north?.rect.width ?? 0),
  )
})

test('a figure stays whole or is left out, a name ends in an ellipsis, and three letters are the least', () => {
  const part = nodesOf(ROWS)[1] as Parameters<typeof wordsOf>[0]
  const lines = (width: number, height = 90) => wordsOf(part, { width, height }, input())
  expect(lines(200)).toEqual(['Gran Vía', '50 · 50 %'])
  expect(lines(62)).toEqual(['Gran V…', '50'])
  expect(lines(200, 30)).toEqual(['Gran Vía'])
  expect(lines(30)).toEqual([])
  expect([
    nameWithin('Passeig', 24, (text) => 6 * text.length),
    nameWithin('Passeig', 23, (text) => 6 * text.length),
  ]).toEqual(['Pas…', null])
})

test('a position under a pixel is the innermost part; keys go along a level, into a part and out of it', () => {
  const { spots } = drawTreemap(input())
  if (spots === undefined) throw new Error('no spots')
  for (let spot = 0; spot < spots.count; spot++) {
    const { x, y, width, height } = spots.boxOf(spot)
    // The upper left corner of a part with parts is its head.
    expect(spots.spotAt(x + 2, y + 2)).toBe(spot === 0 ? 1 : spot)
    expect(Number.isFinite(width * height)).toBe(true)
  }
  // The whole, north, Gran Vía, Passeig de Gràcia, south, Colón.
  expect([spots.step(0, 'down'), spots.step(1, 'down'), spots.step(2, 'right'), spots.step(3, 'right')]).toEqual([
    1, 2, 3, 5,
  ])
  expect([spots.step(5, 'up'), spots.step(4, 'left'), spots.step(4, 'up'), spots.step(5, 'right')]).toEqual([
    4,
    1,
    0,
    null,
  ])
})

interface Shape {
  type: string
  shape?: { startAngle: number; endAngle: number; r0: number; r: number }
  style: { fill?: string; text?: string; backgroundColor?: string; decal?: { color: string } }
}
/** The drawing of each part, in their order; the last one is in the middle. */
const shapesOf = ({ option }: Pick<ReturnType<typeof drawSunburst>, 'option'>) => {
  const [series] = option(THEME).series as unknown as {
    data: number[]
    renderItem: (params: { dataIndex: number }) => { children: Shape[] }
  }[]
  return (series?.data ?? []).map((_, dataIndex) => series?.renderItem({ dataIndex }).children ?? [])
}

test('rings: parts lie outside of the part they belong to and inside of its angle, clockwise from the top', () => {
  const sectors = sectorsOf(input().branches, { width: 400, height: 400 })
  const [north, first, second, south, last] = sectors
  expect([north?.startAngle, south?.endAngle]).toEqual([-Math.PI / 2, expect.closeTo(1.5 * Math.PI)])
  expect([first?.startAngle, first?.endAngle, second?.endAngle]).toEqual([
    north?.startAngle,
    second?.startAngle,
    expect.closeTo(north?.endAngle ?? 0),
  ])
  expect([first?.r0, last?.r0]).toEqual([north?.r, south?.r])
  expect((north?.endAngle ?? 0) - (north?.startAngle ?? 0)).toBeCloseTo(0.7 * 2 * Math.PI)
})

test('rings: the middle of a piece finds it, its box corner need not, and the hole is no part', () => {
  const { spots } = drawSunburst({ ...input(), whole: { value: 100, name: 'Ins' } })
  if (spots === undefined) throw new Error('no spots')
  for (let spot = 1; spot < spots.count; spot++) {
    const { x, y, outline, contains } = spots.boxOf(spot)
    expect([spots.spotAt(x, y), contains?.(x, y), contains?.(300, 200)]).toEqual([spot, true, false])
    expect(outline).toMatch(/^M[-\d. ]+A/)
  }
  expect([spots.spotAt(300, 200), spots.spotAt(2, 2)]).toEqual([null, null])
})

test.each([
  ['rectangles', drawTreemap],
  ['rings', (given: ReturnType<typeof input>) => drawSunburst({ ...given, whole: { value: 100, name: 'Ins' } })],
])('%s: deeper parts are lighter, and unfinished ones are striped in their tone', (_name, draw) => {
  const looks = shapesOf(draw(input())).map(([shape]) => [shape?.style.fill, shape?.style.decal?.color])
  expect(looks.slice(0, 5)).toEqual([
    ['tone0', undefined],
    ['paleLine0', undefined],
    ['ground', 'paleLine0'],
    ['tone1', undefined],
    ['paleLine1', undefined],
  ])
})

test.each([
  ['rectangles', drawTreemap],
  ['rings', (given: ReturnType<typeof input>) => drawSunburst({ ...given, whole: { value: 100, name: 'Ins' } })],
])('%s: words on stripes have the ground of the page under them, others none', (_name, draw) => {
  const grounds = shapesOf(draw(input()))
    .slice(0, 5)
    .map((shapes) => shapes.flatMap(({ style }) => (style.text === undefined ? [] : [style.backgroundColor ?? null])))
  expect(grounds.map((found) => [...new Set(found)])).toEqual([[null], [null], ['ground'], [null], [null]])
})

test('on a scale the colour is that of the value, and grey where there is none', () => {
  const shade = { scale: { min: -10, max: 10 }, of: ({ name }: { name: string }) => (name === 'south' ? null : 10) }
  const fills = shapesOf(drawTreemap({ ...input(), shade })).map(([shape]) => shape?.style.fill)
  expect([fills[0], fills[3]]).toEqual(['tone6', 'grid'])
})

test('rings: the whole is in the middle', () => {
  const [figure, name] = shapesOf(drawSunburst({ ...input(), whole: { value: 100, name: 'Ins' } })).at(-1) ?? []
  expect([figure?.style.text, name?.style.text]).toEqual(['100', 'Ins'])
})
