import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeArrow, encodeArrow } from './frame-arrow.ts'
import {
  bitAt,
  buffersOf,
  columnData,
  copyFrame,
  emptyFrame,
  fromJson,
  fromRows,
  numbersOf,
  takeRows,
  toJson,
  toRows,
} from './frame-build.ts'
import { concatFrames } from './frame-concat.ts'
import type { Cell, Column } from './frame.ts'

const columns: readonly Column[] = [
  { id: 'local', type: 'int', role: 'dim', unit: 'id' },
  { id: 'day', type: 'day', role: 'dim' },
  { id: 'period', type: 'text', role: 'dim' },
  { id: 'tickets', type: 'int', role: 'measure', unit: 'count' },
  { id: 'share', type: 'float', role: 'measure' },
  { id: 'open', type: 'boolean', role: 'dim' },
]
const rows: Cell[][] = [
  [17, 20776, 'comparing', 3, 0.25, true],
  [17, 20777, null, null, null, false],
  [18, 20776, 'reference', 0, 1, null],
]
const anyRows = fc
  .array(
    fc.tuple(
      fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      fc.integer({ min: 0, max: 40000 }),
      fc.option(fc.string({ maxLength: 5, unit: 'grapheme' })),
      fc.option(fc.integer({ min: -10, max: 2 ** 40 })),
      fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
      fc.option(fc.boolean()),
    ),
    { maxLength: 40 },
  )
  .map((list) => list.map((row): Cell[] => row.map((cell) => (Object.is(cell, -0) ? 0 : cell))))

test('a column that is not there is named together with those that are', () => {
  expect(() => columnData(fromRows(columns, rows), 'visits')).toThrow(
    'There is no column visits; the frame has local, day, period, tickets, share, open.',
  )
  expect(() => numbersOf(fromRows(columns, rows), 'period')).toThrow('Column period is text; a number was expected.')
})

test('a frame whose columns have different lengths is refused', () => {
  expect(() => fromJson({ columns: [{ id: 'ins', type: 'int', role: 'measure' }], data: [[1, 2]], rows: 3 })).toThrow(
    'Column ins has 2 values; expected 3.',
  )
  expect(() => fromJson({ columns: [{ id: 'ins', type: 'int', role: 'measure' }], data: [['many']], rows: 1 })).toThrow(
    '"many" is text; column ins holds int.',
  )
  expect(() =>
    concatFrames([
      fromRows([{ id: 'a', type: 'int', role: 'dim' }], [[1]]),
      fromRows([{ id: 'a', type: 'text', role: 'dim' }], [['1']]),
    ]),
  ).toThrow('text in one part')
})

test('bytes that are no Arrow stream are refused', () => {
  expect(() => decodeArrow(new TextEncoder().encode('<html>not found</html>'))).toThrow(/is no Arrow stream/)
})

test('a null is a cleared bit over a zero, and a column without nulls has no bitmap', () => {
  const frame = fromRows(columns, rows)
  const tickets = numbersOf(frame, 'tickets')
  expect([...tickets.values]).toEqual([3, 0, 0])
  expect([0, 1, 2].map((row) => bitAt(tickets.valid as Uint8Array, row))).toEqual([true, false, true])
  expect(numbersOf(frame, 'local')).toEqual({ kind: 'numbers', values: Int32Array.from([17, 17, 18]) })
})

test('days may be written as dates', () => {
  expect(toRows(fromRows([{ id: 'day', type: 'day', role: 'dim' }], [['2026-11-19'], [null]]))).toEqual([
    [20776],
    [null],
  ])
})

test('rows come back as they were given, through JSON and through Arrow', () => {
  fc.assert(
    fc.property(anyRows, (given) => {
      const frame = fromRows(columns, given)
      expect(toRows(frame)).toEqual(given)
      expect(toRows(fromJson(JSON.parse(JSON.stringify(toJson(frame)))))).toEqual(given)
      const decoded = decodeArrow(encodeArrow(frame))
      expect(decoded.columns).toEqual(columns)
      expect(toRows(decoded)).toEqual(given)
    }),
  )
})

test('an Arrow body in the middle of a larger buffer is read too', () => {
  const bytes = encodeArrow(fromRows(columns, rows))
  const body = new Uint8Array(bytes.length + 3)
  body.set(bytes, 3)
  expect(toRows(decodeArrow(body.subarray(3)))).toEqual(rows)
})

test('concatenation keeps the order, merges dictionaries and gives nulls where a part has no such column', () => {
  const a = fromRows(
    [
      { id: 'local', type: 'int', role: 'dim' },
      { id: 'name', type: 'text', role: 'dim' },
    ],
    [
      [1, 'b'],
      [2, 'a'],
    ],
  )
  const b = fromRows(
    [
      { id: 'name', type: 'text', role: 'dim' },
      { id: 'ins', type: 'int', role: 'measure' },
    ],
    [
      ['a', 5],
      ['c', null],
    ],
  )
  const both = concatFrames([a, b])
  expect(both.columns.map(({ id }) => id)).toEqual(['local', 'name', 'ins'])
  expect(toRows(both)).toEqual([
    [1, 'b', null],
    [2, 'a', null],
    [null, 'a', 5],
    [null, 'c', null],
  ])
  expect(columnData(both, 'name')).toMatchObject({ dictionary: ['b', 'a', 'c'] })
  expect(toRows(concatFrames([emptyFrame(a.columns), a]))).toEqual(toRows(a))
  fc.assert(
    fc.property(anyRows, anyRows, (x, y) => {
      expect(toRows(concatFrames([fromRows(columns, x), fromRows(columns, y)]))).toEqual([...x, ...y])
    }),
  )
})

test('rows can be taken in any order', () => {
  expect(toRows(takeRows(fromRows(columns, rows), Uint32Array.of(2, 0, 2)))).toEqual([rows[2], rows[0], rows[2]])
})

test('a copy shares no buffer with its original', () => {
  const frame = fromRows(columns, rows)
  const shared = new Set(buffersOf(frame))
  expect(buffersOf(copyFrame(frame)).filter((buffer) => shared.has(buffer))).toEqual([])
  expect(toRows(copyFrame(frame))).toEqual(rows)
})
