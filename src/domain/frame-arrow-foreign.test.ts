import {
  bool,
  columnFromArray,
  type DataType,
  dateMillisecond,
  decimal,
  dictionary,
  float32,
  float64,
  int32,
  int64,
  largeUtf8,
  tableFromColumns,
  tableToIPC,
  uint32,
  uint64,
  utf8,
} from '@uwdata/flechette'
import { expect, test } from 'vitest'
import { decodeArrow, encodeArrow } from './frame-arrow.ts'
import { fromRows, toRows } from './frame-build.ts'
import type { Column } from './frame.ts'

type Columns = Readonly<Record<string, readonly [values: readonly unknown[], type: DataType]>>

/** A stream as another program writes it: without our notes on columns, in batches of so many rows. */
function written(columns: Columns, maxBatchRows = Infinity): Uint8Array {
  const made = Object.entries(columns).map(
    ([id, [values, type]]) => [id, columnFromArray([...values], type, { maxBatchRows })] as const,
  )
  return tableToIPC(tableFromColumns(made as never), { format: 'stream' }) as Uint8Array
}
const read = (columns: Columns, maxBatchRows?: number) => decodeArrow(written(columns, maxBatchRows))
const cellsOf = (columns: Columns, maxBatchRows?: number) => toRows(read(columns, maxBatchRows)).map(([cell]) => cell)
const describeAll = (columns: Columns) => read(columns).columns.map(({ id, type, role }) => `${id} ${type} ${role}`)

test('a column without notes is read by its name and its Arrow type', () => {
  const one: readonly unknown[] = [1]
  expect(
    describeAll({
      day: [one, int32()],
      local: [one, int32()],
      ins: [one, int32()],
      rate: [one, float32()],
      open: [[true], bool()],
      date: [[new Date(0)], dateMillisecond()],
      name: [['a'], utf8()],
      long: [['a'], largeUtf8()],
      word: [['a'], dictionary(utf8())],
    }),
  ).toEqual([
    'day day dim',
    'local int dim',
    'ins int measure',
    'rate float measure',
    'open boolean measure',
    'date day measure',
    'name text dim',
    'long text dim',
    'word text dim',
  ])
})

test('a type that no column can hold is refused with the column and the types there are', () => {
  expect(() => read({ price: [[1.5], decimal(9, 2)] })).toThrow(
    expect.objectContaining({
      code: 'FRAME_BROKEN',
      message: expect.stringMatching(/^Column price has Arrow type \d+; expected numbers, text, dates/),
      details: { column: 'price' },
    }),
  )
})

const EACH: Columns = {
  flag: [[true, false, null, true, false], bool()],
  sum: [[1n, 2n ** 40n, null, -3n, 0n], int64()],
  size: [[1n, null, 2n ** 40n, 3n, 0n], uint64()],
  wide: [[2 ** 32 - 1, null, 0, 1, 2], uint32()],
  count: [[-1, 2, null, 4, 5], int32()],
  rate: [[0.5, null, -2, 3, 0], float64()],
  date: [[0, 86_400_000, null, -86_400_000, 0].map((ms) => (ms === null ? null : new Date(ms))), dateMillisecond()],
  name: [['b', 'a', null, 'b', ''], utf8()],
  word: [['b', 'a', null, 'b', ''], dictionary(utf8())],
}
const PLAIN: Readonly<Record<string, readonly unknown[]>> = {
  flag: [true, false, null, true, false],
  sum: [1, 2 ** 40, null, -3, 0],
  size: [1, null, 2 ** 40, 3, 0],
  wide: [2 ** 32 - 1, null, 0, 1, 2],
  count: [-1, 2, null, 4, 5],
  rate: [0.5, null, -2, 3, 0],
  date: [0, 1, null, -1, 0],
  name: ['b', 'a', null, 'b', ''],
  word: ['b', 'a', null, 'b', ''],
}

test.each(Object.keys(EACH))('a column of %s is read the same in one batch and in many, with its nulls', (id) => {
  for (const rows of [Infinity, 1, 2, 3]) expect([rows, cellsOf({ [id]: EACH[id]! }, rows)]).toEqual([rows, PLAIN[id]])
  const full = (values: readonly unknown[]) => values.filter((value) => value !== null)
  const [values, type] = EACH[id]!
  for (const rows of [Infinity, 1, 3]) expect(cellsOf({ [id]: [full(values), type] }, rows)).toEqual(full(PLAIN[id]!))
})

test('nulls of batches of eight rows, of nine, and of a batch without any stay where they are', () => {
  const counts = Array.from({ length: 40 }, (_, row) => (row % 7 === 3 && row > 16 ? null : row))
  for (const rows of [8, 9, 16, 17]) expect(cellsOf({ ins: [counts, int32()] }, rows)).toEqual(counts)
})

test('numbers have 32 bits, or are doubles where they may not fit; a null holds 0 and has a bitmap', () => {
  const dataOf = (columns: Columns, rows?: number) => read(columns, rows).data[0]
  expect(dataOf({ ins: [[1, 2], int32()] })).toEqual({ kind: 'numbers', values: Int32Array.of(1, 2) })
  expect(dataOf({ ins: [[1, 2], int32()] }, 1)).toEqual({ kind: 'numbers', values: Int32Array.of(1, 2) })
  expect(dataOf({ ins: [[1n, 2n], int64()] })).toEqual({ kind: 'numbers', values: Float64Array.of(1, 2) })
  expect(dataOf({ ins: [[1, 2], uint32()] })).toEqual({ kind: 'numbers', values: Float64Array.of(1, 2) })
  expect(dataOf({ rate: [[0.5], float32()] })).toEqual({ kind: 'numbers', values: Float64Array.of(0.5) })
  expect(dataOf({ open: [[true, false], bool()] })).toEqual({ kind: 'numbers', values: Uint8Array.of(1, 0) })
  expect(dataOf({ ins: [[7, null], int32()] })).toEqual({
    kind: 'numbers',
    values: Int32Array.of(7, 0),
    valid: Uint8Array.of(1),
  })
})

test('a value that was left under a null is no value', () => {
  const columns: Column[] = [{ id: 'ins', type: 'int', role: 'measure' }]
  const frame = {
    ...fromRows(columns, [[1], [null]]),
    data: [
      {
        kind: 'numbers' as const,
        values: Int32Array.of(1, 99),
        valid: Uint8Array.of(1),
      },
    ],
  }
  expect(decodeArrow(encodeArrow(frame)).data[0]).toEqual({
    kind: 'numbers',
    values: Int32Array.of(1, 0),
    valid: Uint8Array.of(1),
  })
})

test('entries of dictionaries are merged, each once, in the order in which they came', () => {
  for (const type of [utf8(), dictionary(utf8())]) {
    expect(read({ name: [['b', 'a', 'b', 'c', 'a'], type] }, 2).data[0]).toEqual({
      kind: 'text',
      codes: Int32Array.of(0, 1, 0, 2, 1),
      dictionary: ['b', 'a', 'c'],
    })
  }
})

test('only facts that name and type do not give are noted, and days and fractions keep their type', () => {
  const columns: Column[] = [
    { id: 'day', type: 'day', role: 'dim' },
    { id: 'opened', type: 'day', role: 'measure' },
    { id: 'rate', type: 'float', role: 'measure', unit: 'percent' },
    { id: 'open', type: 'boolean', role: 'dim' },
    { id: 'local', type: 'int', role: 'measure' },
    { id: 'note', type: 'text', role: 'measure' },
  ]
  const frame = fromRows(columns, [
    [20_000, 20_001, 3, true, 5, null],
    [20_001, null, null, false, 6, null],
  ])
  const back = decodeArrow(encodeArrow(frame))
  expect(back.columns).toEqual(columns)
  expect(toRows(back)).toEqual(toRows(frame))
  expect([back.data[2], fromRows(columns, []).rows]).toEqual([frame.data[2], 0])
  expect(toRows(decodeArrow(encodeArrow(fromRows(columns, []))))).toEqual([])
})
