import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { COLUMNS } from './constants.ts'
import { withoutHidden } from './grid-hiding.ts'
import { overlaps, resolveGrids, type GridMap } from './grids.ts'

const BOARD: GridMap = {
  a: { x: 0, y: 0, w: 6, h: 4 }, b: { x: 6, y: 0, w: 6, h: 4 },
  c: { x: 0, y: 4, w: 12, h: 3 },
  d: { x: 0, y: 9, w: 4, h: 2 }, e: { x: 4, y: 9, w: 4, h: 2 }, f: { x: 8, y: 9, w: 4, h: 2 },
}

test('without hidden widgets the grid is as the author left it', () => {
  expect(withoutHidden(BOARD, new Set())).toEqual(BOARD)
})

test('neighbours of the same row share the width of a hidden widget; nothing else moves', () => {
  const { a: _a, ...rest } = BOARD
  expect(withoutHidden(BOARD, new Set(['a']))).toEqual({ ...rest, b: { x: 0, y: 0, w: 12, h: 4 } })
  const { e: _e, ...others } = BOARD
  expect(withoutHidden(BOARD, new Set(['e']))).toEqual({ ...others, d: { x: 0, y: 9, w: 6, h: 2 }, f: { x: 6, y: 9, w: 6, h: 2 } })
})

test('what is below rises into a row that became free, and the author’s own gap stays', () => {
  expect(withoutHidden(BOARD, new Set(['a', 'b']))).toEqual({ c: { x: 0, y: 0, w: 12, h: 3 }, d: { x: 0, y: 5, w: 4, h: 2 }, e: { x: 4, y: 5, w: 4, h: 2 }, f: { x: 8, y: 5, w: 4, h: 2 } })
  expect(withoutHidden(BOARD, new Set(['c']))).toMatchObject({ a: BOARD.a, b: BOARD.b, d: { x: 0, y: 6 }, f: { x: 8, y: 6 } })
})

const item = fc.record({ x: fc.nat(11), y: fc.nat(30), w: fc.integer({ min: 3, max: 12 }), h: fc.integer({ min: 3, max: 9 }) })
const sizes = () => ({ default: [6, 6], min: [3, 3] }) as const

test('whatever is hidden: every visible widget is there once, nothing overlaps, nothing leaves the twelve columns or moves down', () => {
  fc.assert(fc.property(fc.array(item, { minLength: 1, maxLength: 14 }), fc.array(fc.nat(13)), (items, chosen) => {
    const ids = items.map((_, at) => `w${at}`)
    const { large } = resolveGrids(ids, { large: Object.fromEntries(items.map((one, at) => [`w${at}`, one])) }, sizes)
    const hidden = new Set(chosen.map((at) => `w${at}`))
    const shown = withoutHidden(large, hidden)
    expect(Object.keys(shown).toSorted()).toEqual(ids.filter((id) => !hidden.has(id)).toSorted())
    const all = Object.entries(shown)
    for (const [id, one] of all) {
      expect(one.x >= 0 && one.w >= (large[id]?.w ?? 0) && one.x + one.w <= COLUMNS && one.h === large[id]?.h && one.y >= 0 && one.y <= (large[id]?.y ?? 0)).toBe(true)
      expect(all.filter(([other, two]) => other !== id && overlaps(one, two))).toEqual([])
    }
    const highest = Math.min(...ids.filter((id) => hidden.has(id)).map((id) => large[id]?.y ?? 0))
    for (const [id, one] of all) if ((large[id]?.y ?? 0) + (large[id]?.h ?? 0) <= highest) expect(one).toEqual(large[id])
  }))
})
