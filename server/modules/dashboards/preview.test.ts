/** The miniature of a dashboard: what is where on the large grid, read from any JSON. */
import { describe, expect, test } from 'vitest'
import { previewOf } from './preview.ts'

const kpi = { type: 'kpi' }
const page = (
  sections: readonly (readonly unknown[])[],
  large: object = {},
  widgets: object = { a: kpi, b: { type: 'chart' }, c: kpi },
) => ({ widgets, grids: { large }, layout: { sections: sections.map((ids) => ({ widgets: ids })) } })

describe('the miniature of a dashboard', () => {
  test('has each widget at its place, the sections one below the other', () => {
    const large = { a: { x: 0, y: 0, w: 8, h: 4 }, b: { x: 8, y: 2, w: 4, h: 5 }, c: { x: 1, y: 1, w: 2, h: 3 } }
    expect(previewOf(page([['a', 'b'], ['c']], large))).toEqual([
      { type: 'kpi', x: 0, y: 0, w: 8, h: 4 },
      { type: 'chart', x: 8, y: 2, w: 4, h: 5 },
      { type: 'kpi', x: 1, y: 8, w: 2, h: 3 },
    ])
  })

  test('has widgets without a place in two columns of half the width, row below row', () => {
    expect(previewOf(page([['a', 'b', 'c'], ['a']]))).toEqual([
      { type: 'kpi', x: 0, y: 0, w: 6, h: 6 },
      { type: 'chart', x: 6, y: 0, w: 6, h: 6 },
      { type: 'kpi', x: 0, y: 6, w: 6, h: 6 },
      { type: 'kpi', x: 0, y: 12, w: 6, h: 6 },
    ])
  })

  test('leaves out what is hidden, has no type or is no widget of the document', () => {
    const widgets = {
      a: kpi,
      hid: { type: 'kpi', hidden: true },
      bare: {},
      odd: { type: 7 },
      text: 'kpi',
      no: { type: 'kpi', hidden: 'no' },
    }
    const document = page([['hid', 'bare', 'odd', 'text', 'toString', 'gone', 5, 'a', 'no']], {}, widgets)
    expect(previewOf(document)).toEqual([
      { type: 'kpi', x: 0, y: 0, w: 6, h: 6 },
      { type: 'kpi', x: 6, y: 0, w: 6, h: 6 },
    ])
  })

  test('keeps a place within the twelve columns, one wide and high at least; what is no whole number is usual', () => {
    const tile = (place: object) => {
      const [{ type: _type, ...rest } = { type: '' }] = previewOf(page([['a']], { a: place }))
      return rest
    }
    expect(tile({ x: 10, y: 0, w: 6, h: 2 })).toEqual({ x: 10, y: 0, w: 2, h: 2 })
    expect(tile({ x: 12, y: 0, w: 1, h: 1 })).toEqual({ x: 11, y: 0, w: 1, h: 1 })
    expect(tile({ x: 0, y: 999, w: 0, h: 0 })).toEqual({ x: 0, y: 200, w: 1, h: 1 })
    expect(tile({ x: 0, y: 0, w: 12, h: 999 })).toEqual({ x: 0, y: 0, w: 12, h: 100 })
    expect(tile({ x: -1, y: 1.5, w: '3', h: null })).toEqual({ x: 0, y: 0, w: 6, h: 6 })
    expect(tile([])).toEqual({ x: 0, y: 0, w: 6, h: 6 })
  })

  test('has 24 tiles at most, and no longer name of a type than 64 characters', () => {
    const ids = Array.from({ length: 30 }, (_, at) => `w${at}`)
    const widgets = Object.fromEntries(ids.map((id) => [id, { type: id.padEnd(70, 'x') }]))
    const tiles = previewOf(page([ids], {}, widgets))
    expect([tiles.length, tiles[0]?.type, tiles[23]?.type]).toEqual([24, 'w0'.padEnd(64, 'x'), 'w23'.padEnd(64, 'x')])
  })

  test('of what is no dashboard is empty', () => {
    const none = [
      null,
      7,
      'x',
      [],
      {},
      { layout: 1 },
      { layout: { sections: {} } },
      { layout: { sections: [null, {}, { widgets: 'a' }] }, widgets: { a: kpi } },
    ]
    expect(none.map(previewOf)).toEqual(none.map(() => []))
    expect(previewOf({ layout: { sections: [{ widgets: ['a'] }] }, widgets: [], grids: { large: 3 } })).toEqual([])
    expect(previewOf({ layout: { sections: [{ widgets: ['a'] }] }, widgets: { a: kpi }, grids: 3 })).toHaveLength(1)
  })
})
