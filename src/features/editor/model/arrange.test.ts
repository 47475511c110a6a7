import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GridMap, overlapping } from '#engine/core/document/grids'
import { arranged, movedIds } from './arrange.ts'

const side: GridMap = { a: { x: 0, y: 0, w: 6, h: 4 }, b: { x: 6, y: 0, w: 6, h: 4 }, c: { x: 0, y: 4, w: 12, h: 3 } }

test('a widget that is dropped where it was moves no other', () => {
  expect(movedIds(side, arranged(side, { a: { x: 0, y: 0, w: 6, h: 4 } }))).toEqual([])
})

test('a widget in the way moves down, and one that is passed by its middle moves up', () => {
  expect(arranged(side, { a: { x: 6, y: 0, w: 6, h: 4 } })).toEqual({
    a: { x: 6, y: 0, w: 6, h: 4 },
    b: { x: 6, y: 4, w: 6, h: 4 },
    c: { x: 0, y: 8, w: 12, h: 3 },
  })
  expect(arranged(side, { a: { x: 0, y: 6, w: 6, h: 4 } })).toEqual({
    a: { x: 0, y: 7, w: 6, h: 4 },
    b: { x: 6, y: 0, w: 6, h: 4 },
    c: { x: 0, y: 4, w: 12, h: 3 },
  })
})

test('a widget that is enlarged pushes those below it, and no gap is left under them', () => {
  expect(arranged(side, { a: { x: 0, y: 0, w: 6, h: 6 } })).toEqual({
    a: { x: 0, y: 0, w: 6, h: 6 },
    b: { x: 6, y: 0, w: 6, h: 4 },
    c: { x: 0, y: 6, w: 12, h: 3 },
  })
  expect(arranged({ a: { x: 0, y: 9, w: 6, h: 4 } }, { a: { x: 3, y: 20, w: 6, h: 4 } })).toEqual({
    a: { x: 3, y: 0, w: 6, h: 4 },
  })
})

test('a locked widget stays when others are pushed against it', () => {
  expect(arranged(side, { a: { x: 6, y: 0, w: 6, h: 4 } }, new Set(['b', 'c']))).toEqual({
    a: { x: 6, y: 7, w: 6, h: 4 },
    b: side.b,
    c: side.c,
  })
})

const item = fc
  .record({ x: fc.nat(11), y: fc.nat(20), w: fc.integer({ min: 1, max: 12 }), h: fc.integer({ min: 1, max: 8 }) })
  .map(({ x, w, ...rest }) => ({ ...rest, w, x: Math.min(x, 12 - w) }))

test('for any requested places nothing overlaps, nothing leaves the columns, no widget is lost or changes size', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), item, { minKeys: 1 }),
      item,
      (raw, wanted) => {
        const grid = arranged(raw, {})
        const [id = ''] = Object.keys(grid)
        const after = arranged(grid, { [id]: wanted })
        expect(Object.keys(after).toSorted()).toEqual(Object.keys(raw).toSorted())
        expect(overlapping(Object.keys(after), after)).toEqual([])
        for (const [name, { x, y, w, h }] of Object.entries(after)) {
          expect(x >= 0 && y >= 0 && x + w <= 12).toBe(true)
          expect([w, h]).toEqual(name === id ? [wanted.w, wanted.h] : [raw[name]?.w, raw[name]?.h])
        }
      },
    ),
    { numRuns: 150 },
  )
})
