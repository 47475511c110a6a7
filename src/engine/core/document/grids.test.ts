import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { COLUMNS } from './constants.ts'
import {
  deriveGrid,
  overlapping,
  overlaps,
  readingOrder,
  resolveGrids,
  sizeOf,
  type GridMap,
  type Sizes,
} from './grids.ts'

const SIZES: Sizes = { default: [6, 6], min: [3, 3] }
const sizes = () => SIZES

test('a small grid that is derived has the rows that a widget needs on a phone, one that is written those of the document', () => {
  const onPhone = { default: [12, 6], min: [4, 4], onPhone: 7 } satisfies Sizes
  const large = { a: { x: 0, y: 0, w: 12, h: 4 }, b: { x: 0, y: 4, w: 12, h: 8 } }
  const small = { a: { x: 0, y: 0, w: 12, h: 5 } }
  const rows = (written: Parameters<typeof resolveGrids>[1]) =>
    Object.values(resolveGrids(['a', 'b'], written, () => onPhone)).map(({ a, b }) => [a?.h, b?.h])
  expect(rows({ large })).toEqual([
    [4, 8],
    [4, 8],
    [7, 8],
  ])
  expect(rows({ large, small })[2]).toEqual([5, 8])
})

test('the width of the page chooses the grid, and phones stack it', () => {
  expect([390, 767, 768, 991, 992, 1279, 1280, 2560].map((px) => Object.values(sizeOf(px)))).toEqual([
    ['small', true],
    ['small', true],
    ['small', false],
    ['small', false],
    ['medium', false],
    ['medium', false],
    ['large', false],
    ['large', false],
  ])
})

test('reading goes top to bottom, then left to right; a widget without a place comes last', () => {
  expect(
    readingOrder(['c', 'a', 'x', 'b'], {
      a: { x: 0, y: 0, w: 3, h: 3 },
      b: { x: 3, y: 0, w: 3, h: 3 },
      c: { x: 0, y: 3, w: 3, h: 3 },
    }),
  ).toEqual(['a', 'b', 'c', 'x'])
})

test('a narrower grid keeps the order and gives each widget a larger share', () => {
  const large: GridMap = {
    kpi: { x: 0, y: 0, w: 3, h: 4 },
    days: { x: 3, y: 0, w: 9, h: 4 },
    a: { x: 0, y: 4, w: 6, h: 5 },
    b: { x: 6, y: 4, w: 6, h: 6 },
  }
  expect(deriveGrid(['kpi', 'days', 'a', 'b'], large, 'medium', sizes)).toEqual({
    kpi: { x: 0, y: 0, w: 4, h: 4 },
    days: { x: 0, y: 4, w: 12, h: 4 },
    a: { x: 0, y: 8, w: 6, h: 5 },
    b: { x: 6, y: 8, w: 6, h: 6 },
  })
  expect(deriveGrid(['kpi', 'days'], large, 'small', sizes)).toEqual({
    kpi: { x: 0, y: 0, w: 6, h: 4 },
    days: { x: 0, y: 4, w: 12, h: 4 },
  })
})

test('a written grid is kept, a widget beyond it is moved in, and an overlapping one moves down', () => {
  const { large } = resolveGrids(
    ['a', 'b', 'c'],
    { large: { a: { x: 0, y: 0, w: 6, h: 4 }, b: { x: 4, y: 2, w: 12, h: 4 }, c: { x: 10, y: 20, w: 1, h: 1 } } },
    sizes,
  )
  expect(large).toEqual({
    a: { x: 0, y: 0, w: 6, h: 4 },
    b: { x: 0, y: 4, w: 12, h: 4 },
    c: { x: 9, y: 20, w: 3, h: 3 },
  })
})

test('a widget that a grid lacks comes at its end, in the width the larger grid suggests', () => {
  const { medium } = resolveGrids(
    ['a', 'b'],
    {
      large: { a: { x: 0, y: 0, w: 6, h: 4 }, b: { x: 6, y: 0, w: 6, h: 4 } },
      medium: { a: { x: 0, y: 0, w: 12, h: 4 } },
    },
    sizes,
  )
  expect(medium).toEqual({ a: { x: 0, y: 0, w: 12, h: 4 }, b: { x: 0, y: 4, w: 6, h: 4 } })
})

const item = fc.record({
  x: fc.integer({ min: 0, max: 11 }),
  y: fc.integer({ min: 0, max: 30 }),
  w: fc.integer({ min: 1, max: 12 }),
  h: fc.integer({ min: 1, max: 12 }),
})
const IDS = ['a', 'b', 'c', 'd', 'e', 'f']
const grid = fc.dictionary(fc.constantFrom(...IDS), item, { noNullPrototype: true })
const size = fc.record({
  default: fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })),
  min: fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 8 })),
})

test('from any document: three complete grids, inside 12 columns, at least the minimum, nothing overlapping', () => {
  fc.assert(
    fc.property(
      fc.record({ large: grid, medium: grid, small: grid }, { requiredKeys: [] }),
      fc.dictionary(fc.constantFrom(...IDS), size, { noNullPrototype: true }),
      (written, own) => {
        const of = (id: string): Sizes => own[id] ?? SIZES
        const three = resolveGrids(IDS, written, of)
        for (const one of Object.values(three)) {
          expect(Object.keys(one).toSorted()).toEqual(IDS)
          expect(overlapping(IDS, one)).toEqual([])
          for (const [id, { x, y, w, h }] of Object.entries(one)) {
            expect(x >= 0 && y >= 0 && x + w <= COLUMNS && w >= Math.min(12, of(id).min[0]) && h >= of(id).min[1]).toBe(
              true,
            )
          }
        }
      },
    ),
  )
})

test('overlaps are found as by comparing every pair, in the order of the ids', () => {
  fc.assert(
    fc.property(grid, (one) => {
      const pairs = IDS.flatMap((a, at) => IDS.slice(at + 1).map((b) => [a, b] as const)).filter(
        ([a, b]) => one[a] !== undefined && one[b] !== undefined && overlaps(one[a], one[b]),
      )
      expect(overlapping(IDS, one)).toEqual(pairs)
    }),
  )
})

test('deriving keeps the reading order, and changes neither its input nor its answer the second time', () => {
  fc.assert(
    fc.property(grid, fc.constantFrom('medium' as const, 'small' as const), (large, to) => {
      const ids = Object.keys(large)
      const before = structuredClone(large)
      const derived = deriveGrid(ids, large, to, sizes)
      expect(readingOrder(ids, derived)).toEqual(readingOrder(ids, large))
      expect([large, deriveGrid(ids, large, to, sizes)]).toEqual([before, derived])
    }),
  )
})

const at = (x: number, y: number, w: number, h: number) => ({ x, y, w, h })

test('without any grid written, widgets are in rows at their usual size, within their limits', () => {
  const own: Readonly<Record<string, Sizes>> = {
    a: { default: [4, 5], min: [3, 3] },
    b: { default: [14, 2], min: [3, 6] },
  }
  const of = (id: string): Sizes => own[id] ?? SIZES
  expect(resolveGrids(['a', 'c', 'b'], {}, of).large).toEqual({
    a: at(0, 0, 4, 5),
    c: at(4, 0, 6, 6),
    b: at(0, 6, 12, 6),
  })
})

test('a size that is not written is derived from the next larger one; above all written ones it is the largest', () => {
  const { large, medium, small } = resolveGrids(['a', 'b'], { medium: { a: at(0, 0, 5, 4), b: at(5, 0, 7, 4) } }, sizes)
  expect([large, medium]).toEqual([
    { a: at(0, 0, 5, 4), b: at(5, 0, 7, 4) },
    { a: at(0, 0, 5, 4), b: at(5, 0, 7, 4) },
  ])
  expect(small).toEqual({ a: at(0, 0, 12, 4), b: at(0, 4, 12, 4) })
  expect(resolveGrids(['a'], { large: { a: at(0, 0, 4, 4) } }, sizes)).toMatchObject({
    medium: { a: at(0, 0, 6, 4) },
    small: { a: at(0, 0, 12, 4) },
  })
})

test('a widget that a written grid lacks is below it: at its usual size, wider in a narrower grid', () => {
  const { large, medium } = resolveGrids(
    ['a', 'b'],
    {
      large: { a: at(0, 0, 3, 4), b: at(3, 0, 3, 4) },
      medium: { a: at(0, 0, 12, 4) },
    },
    sizes,
  )
  expect([large.b, medium.b]).toEqual([at(3, 0, 3, 4), at(0, 4, 4, 4)])
  expect(resolveGrids(['a', 'b'], { large: { a: at(0, 0, 3, 4) } }, sizes).large.b).toEqual(at(0, 4, 6, 6))
})

test('widgets that touch do not overlap, those that share a row or a column of the grid do', () => {
  const pairs = (other: ReturnType<typeof at>) => overlapping(['a', 'b'], { a: at(2, 2, 4, 4), b: other }).length
  expect([at(6, 2, 2, 4), at(0, 2, 2, 4), at(2, 6, 4, 2), at(2, 0, 4, 2)].map(pairs)).toEqual([0, 0, 0, 0])
  expect([at(5, 2, 2, 4), at(0, 2, 3, 4), at(2, 5, 4, 2), at(2, 0, 4, 3), at(3, 3, 1, 1)].map(pairs)).toEqual([
    1, 1, 1, 1, 1,
  ])
})

test('a widget that overlaps an earlier one moves down below it, and those it then overlaps move on', () => {
  const grid = { a: at(0, 0, 6, 4), b: at(3, 1, 6, 4), c: at(3, 2, 6, 4), d: at(9, 0, 3, 9) }
  expect(resolveGrids(['a', 'b', 'c', 'd'], { large: grid }, sizes).large).toEqual({
    a: grid.a,
    d: grid.d,
    b: at(3, 4, 6, 4),
    c: at(3, 8, 6, 4),
  })
})
