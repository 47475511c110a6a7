import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { COLUMNS } from './constants.ts'
import { withoutHidden } from './grid-hiding.ts'
import { overlaps, resolveGrids, type GridMap } from './grids.ts'

const BOARD: GridMap = {
  a: { x: 0, y: 0, w: 6, h: 4 },
  b: { x: 6, y: 0, w: 6, h: 4 },
  c: { x: 0, y: 4, w: 12, h: 3 },
  d: { x: 0, y: 9, w: 4, h: 2 },
  e: { x: 4, y: 9, w: 4, h: 2 },
  f: { x: 8, y: 9, w: 4, h: 2 },
}

test('without hidden widgets the grid is as the author left it', () => {
  expect(withoutHidden(BOARD, new Set())).toEqual(BOARD)
})

test('neighbours of the same row share the width of a hidden widget; nothing else moves', () => {
  const { a: _a, ...rest } = BOARD
  expect(withoutHidden(BOARD, new Set(['a']))).toEqual({ ...rest, b: { x: 0, y: 0, w: 12, h: 4 } })
  const { e: _e, ...others } = BOARD
  expect(withoutHidden(BOARD, new Set(['e']))).toEqual({
    ...others,
    d: { x: 0, y: 9, w: 6, h: 2 },
    f: { x: 6, y: 9, w: 6, h: 2 },
  })
})

test('widgets below move up into a freed row, and the author’s own gap stays', () => {
  expect(withoutHidden(BOARD, new Set(['a', 'b']))).toEqual({
    c: { x: 0, y: 0, w: 12, h: 3 },
    d: { x: 0, y: 5, w: 4, h: 2 },
    e: { x: 4, y: 5, w: 4, h: 2 },
    f: { x: 8, y: 5, w: 4, h: 2 },
  })
  expect(withoutHidden(BOARD, new Set(['c']))).toMatchObject({
    a: BOARD.a,
    b: BOARD.b,
    d: { x: 0, y: 6 },
    f: { x: 8, y: 6 },
  })
})

const item = fc.record({
  x: fc.nat(11),
  y: fc.nat(30),
  w: fc.integer({ min: 3, max: 12 }),
  h: fc.integer({ min: 3, max: 9 }),
})
const sizes = () => ({ default: [6, 6], min: [3, 3] }) as const

test('for any set of hidden widgets: every visible widget is there once, nothing overlaps, nothing leaves the twelve columns or moves down', () => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 14 }), fc.array(fc.nat(13)), (items, chosen) => {
      const ids = items.map((_, at) => `w${at}`)
      const { large } = resolveGrids(ids, { large: Object.fromEntries(items.map((one, at) => [`w${at}`, one])) }, sizes)
      const hidden = new Set(chosen.map((at) => `w${at}`))
      const shown = withoutHidden(large, hidden)
      expect(Object.keys(shown).toSorted()).toEqual(ids.filter((id) => !hidden.has(id)).toSorted())
      const all = Object.entries(shown)
      for (const [id, one] of all) {
        expect(
          one.x >= 0 &&
            one.w >= (large[id]?.w ?? 0) &&
            one.x + one.w <= COLUMNS &&
            one.h === large[id]?.h &&
            one.y >= 0 &&
            one.y <= (large[id]?.y ?? 0),
        ).toBe(true)
        expect(all.filter(([other, two]) => other !== id && overlaps(one, two))).toEqual([])
      }
      const highest = Math.min(...ids.filter((id) => hidden.has(id)).map((id) => large[id]?.y ?? 0))
      for (const [id, one] of all)
        if ((large[id]?.y ?? 0) + (large[id]?.h ?? 0) <= highest) expect(one).toEqual(large[id])
    }),
  )
})

const at = (x: number, y: number, w: number, h: number) => ({ x, y, w, h })

test('the width is shared in proportion, from left to right, in any order of the document', () => {
  const grid: GridMap = { c: at(9, 0, 3, 4), a: at(0, 0, 2, 4), gone: at(2, 0, 3, 4), b: at(5, 0, 4, 4) }
  expect(withoutHidden(grid, new Set(['gone']))).toEqual({ a: at(0, 0, 3, 4), b: at(3, 0, 5, 4), c: at(8, 0, 4, 4) })
})

test('widgets of another height or another row are no neighbours; nothing widens under one that reaches in', () => {
  const other: GridMap = { gone: at(0, 0, 6, 4), tall: at(6, 0, 6, 5), low: at(0, 5, 6, 4) }
  expect(withoutHidden(other, new Set(['gone']))).toEqual({ tall: at(6, 0, 6, 5), low: at(0, 1, 6, 4) })
  const reached: GridMap = { a: at(0, 1, 3, 3), gone: at(3, 1, 3, 3), side: at(6, 0, 3, 9), b: at(9, 1, 3, 3) }
  expect(withoutHidden(reached, new Set(['gone']))).toEqual({ a: reached.a, side: reached.side, b: reached.b })
})

test('a widget below a hidden one moves up by as much as its nearest support, and keeps its distance to it', () => {
  const grid: GridMap = {
    a: at(0, 0, 6, 4),
    gone: at(6, 0, 6, 9),
    x: at(0, 4, 6, 5),
    y: at(0, 10, 12, 3),
    z: at(0, 20, 4, 2),
  }
  expect(withoutHidden(grid, new Set(['gone']))).toEqual({
    a: grid.a,
    x: grid.x,
    y: at(0, 10, 12, 3),
    z: at(0, 20, 4, 2),
  })
  const { x: _x, ...shorter } = grid
  expect(withoutHidden(shorter, new Set(['gone']))).toEqual({ a: grid.a, y: at(0, 5, 12, 3), z: at(0, 15, 4, 2) })
})
