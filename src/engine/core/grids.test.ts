import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { COLUMNS } from './constants.ts'
import { deriveGrid, overlapping, overlaps, readingOrder, resolveGrids, sizeOf, type GridMap, type Sizes } from './grids.ts'

const SIZES: Sizes = { default: [6, 6], min: [3, 3] }
const sizes = () => SIZES

test('the width of the page chooses the grid, and phones stack it', () => {
  expect([390, 767, 768, 991, 992, 1279, 1280, 2560].map((px) => Object.values(sizeOf(px)))).toEqual([
    ['small', true], ['small', true], ['small', false], ['small', false], ['medium', false], ['medium', false], ['large', false], ['large', false],
  ])
})

test('reading goes top to bottom, then left to right; a widget without a place comes last', () => {
  expect(readingOrder(['c', 'a', 'x', 'b'], { a: { x: 0, y: 0, w: 3, h: 3 }, b: { x: 3, y: 0, w: 3, h: 3 }, c: { x: 0, y: 3, w: 3, h: 3 } })).toEqual(['a', 'b', 'c', 'x'])
})

test('a narrower grid keeps the order and gives each widget a larger share', () => {
  const large: GridMap = { kpi: { x: 0, y: 0, w: 3, h: 4 }, days: { x: 3, y: 0, w: 9, h: 4 }, a: { x: 0, y: 4, w: 6, h: 5 }, b: { x: 6, y: 4, w: 6, h: 6 } }
  expect(deriveGrid(['kpi', 'days', 'a', 'b'], large, 'medium', sizes)).toEqual({ kpi: { x: 0, y: 0, w: 4, h: 4 }, days: { x: 0, y: 4, w: 12, h: 4 }, a: { x: 0, y: 8, w: 6, h: 5 }, b: { x: 6, y: 8, w: 6, h: 6 } })
  expect(deriveGrid(['kpi', 'days'], large, 'small', sizes)).toEqual({ kpi: { x: 0, y: 0, w: 6, h: 4 }, days: { x: 0, y: 4, w: 12, h: 4 } })
})

test('a written grid is kept, a widget beyond it is pulled in, and what overlaps moves down', () => {
  const { large } = resolveGrids(['a', 'b', 'c'], { large: { a: { x: 0, y: 0, w: 6, h: 4 }, b: { x: 4, y: 2, w: 12, h: 4 }, c: { x: 10, y: 20, w: 1, h: 1 } } }, sizes)
  expect(large).toEqual({ a: { x: 0, y: 0, w: 6, h: 4 }, b: { x: 0, y: 4, w: 12, h: 4 }, c: { x: 9, y: 20, w: 3, h: 3 } })
})

test('a widget that a grid lacks comes at its end, in the width the larger grid suggests', () => {
  const { medium } = resolveGrids(['a', 'b'], { large: { a: { x: 0, y: 0, w: 6, h: 4 }, b: { x: 6, y: 0, w: 6, h: 4 } }, medium: { a: { x: 0, y: 0, w: 12, h: 4 } } }, sizes)
  expect(medium).toEqual({ a: { x: 0, y: 0, w: 12, h: 4 }, b: { x: 0, y: 4, w: 6, h: 4 } })
})

const item = fc.record({ x: fc.integer({ min: 0, max: 11 }), y: fc.integer({ min: 0, max: 30 }), w: fc.integer({ min: 1, max: 12 }), h: fc.integer({ min: 1, max: 12 }) })
const IDS = ['a', 'b', 'c', 'd', 'e', 'f']
const grid = fc.dictionary(fc.constantFrom(...IDS), item, { noNullPrototype: true })
const size = fc.record({ default: fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })), min: fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 8 })) })

test('whatever is written: three complete grids, inside 12 columns, at least the minimum, nothing overlapping', () => {
  fc.assert(fc.property(fc.record({ large: grid, medium: grid, small: grid }, { requiredKeys: [] }), fc.dictionary(fc.constantFrom(...IDS), size, { noNullPrototype: true }), (written, own) => {
    const of = (id: string): Sizes => own[id] ?? SIZES
    const three = resolveGrids(IDS, written, of)
    for (const one of Object.values(three)) {
      expect(Object.keys(one).toSorted()).toEqual(IDS)
      expect(overlapping(IDS, one)).toEqual([])
      for (const [id, { x, y, w, h }] of Object.entries(one)) {
        expect(x >= 0 && y >= 0 && x + w <= COLUMNS && w >= Math.min(12, of(id).min[0]) && h >= of(id).min[1]).toBe(true)
      }
    }
  }))
})

test('what overlaps is found like by looking at every pair, in the order of the ids', () => {
  fc.assert(fc.property(grid, (one) => {
    const pairs = IDS.flatMap((a, at) => IDS.slice(at + 1).map((b) => [a, b] as const)).filter(([a, b]) => one[a] !== undefined && one[b] !== undefined && overlaps(one[a], one[b]))
    expect(overlapping(IDS, one)).toEqual(pairs)
  }))
})

test('deriving keeps the reading order, and changes neither its input nor its answer the second time', () => {
  fc.assert(fc.property(grid, fc.constantFrom('medium' as const, 'small' as const), (large, to) => {
    const ids = Object.keys(large)
    const before = structuredClone(large)
    const derived = deriveGrid(ids, large, to, sizes)
    expect(readingOrder(ids, derived)).toEqual(readingOrder(ids, large))
    expect([large, deriveGrid(ids, large, to, sizes)]).toEqual([before, derived])
  }))
})
