import { expect, test } from 'vitest'
import type { FrameJson } from '#schemas/generated/data/frame.ts'
import { DomainError } from './domain-error.ts'
import {
  buffersOf,
  columnData,
  copyFrame,
  encodeNumbers,
  fromJson,
  fromRows,
  numbersOf,
  takeRows,
  toJson,
  toRows,
} from './frame-build.ts'
import { concatFrames } from './frame-concat.ts'
import type { Column, Frame } from './frame.ts'

const column = (id: string, type: Column['type']): Column => ({ id, type, role: 'measure' })
const INS = column('ins', 'int')
const refusal = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (error instanceof DomainError) return [error.code, error.message, error.details]
  }
  return null
}

test('a cell that its column cannot hold, a column that is not there or holds text is refused by name', () => {
  expect(refusal(() => fromRows([INS], [['x']]))).toEqual([
    'FRAME_CELL_WRONG',
    '"x" is text; column ins holds int.',
    { column: 'ins' },
  ])
  const frame = fromRows([INS, column('name', 'text')], [[1, 'a']])
  expect(refusal(() => columnData(frame, 'visits'))).toEqual([
    'COLUMN_UNKNOWN',
    'There is no column visits; the frame has ins, name.',
    { column: 'visits' },
  ])
  expect(refusal(() => columnData(fromRows([], []), 'visits'))?.[1]).toBe(
    'There is no column visits; the frame has none.',
  )
  expect(refusal(() => numbersOf(frame, 'name'))).toEqual([
    'COLUMN_NOT_NUMERIC',
    'Column name is text; a number was expected.',
    { column: 'name' },
  ])
})

test('a frame from the wire whose columns have another length than its rows is refused', () => {
  const json = { columns: [INS], data: [[1, 2]], rows: 3 } as FrameJson
  expect(refusal(() => fromJson(json))).toEqual([
    'FRAME_BROKEN',
    'Column ins has 2 values; expected 3.',
    { column: 'ins' },
  ])
  expect(refusal(() => fromJson({ ...json, data: [] }))?.[1]).toBe('Column ins has no values; expected 3.')
})

test('parts of which one holds text and one numbers under the same name cannot be joined', () => {
  expect(refusal(() => concatFrames([fromRows([INS], [[1]]), fromRows([column('ins', 'text')], [['a']])]))).toEqual([
    'FRAME_BROKEN',
    'Column ins is text in one part and numbers in another; they cannot be joined.',
    { column: 'ins' },
  ])
})

test('the notes of an answer are sent and read back, and nothing else', () => {
  const traffic = { shown: 'people' as const, of: ['people' as const, 'cars' as const] } as unknown as Frame['traffic']
  const frame: Frame = { ...fromRows([INS], [[1]]), ...(traffic && { traffic }) }
  expect(toJson(frame).traffic).toEqual(traffic)
  expect(fromJson(toJson(frame)).traffic).toEqual(traffic)
  const bare = toJson(fromRows([INS], [[1]]))
  expect([Object.keys(bare), Object.keys(fromJson(bare))]).toEqual([
    ['columns', 'data', 'rows'],
    ['columns', 'data', 'rows'],
  ])
})

test('joined parts keep the narrowest kind of numbers that all have, and one part is itself', () => {
  const flags = fromRows([column('open', 'boolean')], [[true], [null]])
  const counts = fromRows([INS], [[1], [null]])
  const sums = fromRows([INS], [[2 ** 40]])
  const kindOf = (...frames: Frame[]) => {
    const data = concatFrames(frames).data[0]
    return data?.kind === 'numbers' ? data.values.constructor.name : ''
  }
  expect([kindOf(flags, flags), kindOf(counts, counts), kindOf(counts, sums), kindOf(sums, counts)]).toEqual([
    'Uint8Array',
    'Int32Array',
    'Float64Array',
    'Float64Array',
  ])
  expect(toRows(concatFrames([flags, flags]))).toEqual([[true], [null], [true], [null]])
  expect(concatFrames([counts])).toBe(counts)
  expect(concatFrames([])).toEqual({ columns: [], data: [], rows: 0 })
})

test('a part without a column gives nulls for it, before and after the others', () => {
  const named = fromRows(
    [INS, column('name', 'text')],
    [
      [1, 'a'],
      [2, 'b'],
    ],
  )
  const other = fromRows(
    [INS, column('name', 'text')],
    [
      [3, 'b'],
      [4, null],
      [5, 'c'],
    ],
  )
  const bare = fromRows([column('visits', 'int')], [[7]])
  expect(concatFrames([named, bare, other]).columns.map(({ id }) => id)).toEqual(['ins', 'name', 'visits'])
  expect(toRows(concatFrames([named, bare, other]))).toEqual([
    [1, 'a', null],
    [2, 'b', null],
    [null, null, 7],
    [3, 'b', null],
    [4, null, null],
    [5, 'c', null],
  ])
  expect(concatFrames([named, other]).data[1]).toMatchObject({ dictionary: ['a', 'b', 'c'] })
})

test('whole numbers have 32 bits while they fit, doubles beyond and where fractions are requested', () => {
  const kindOf = (...cells: (number | null)[]) => encodeNumbers(cells).values.constructor.name
  expect([
    kindOf(1, null),
    kindOf(2 ** 31 - 1),
    kindOf(2 ** 31),
    kindOf(-(2 ** 31)),
    kindOf(0.5),
    kindOf(null),
  ]).toEqual(['Int32Array', 'Int32Array', 'Float64Array', 'Int32Array', 'Float64Array', 'Int32Array'])
  expect(fromRows([column('rate', 'float')], [[1]]).data[0]).toEqual({ kind: 'numbers', values: Float64Array.of(1) })
  expect(fromRows([column('open', 'boolean')], [[true]]).data[0]).toEqual({ kind: 'numbers', values: Uint8Array.of(1) })
})

test('chosen rows leave their bitmap behind where none of them is null', () => {
  const frame = fromRows([INS], [[1], [null], [3]])
  expect(takeRows(frame, Uint32Array.of(2, 0)).data[0]).toEqual({ kind: 'numbers', values: Int32Array.of(3, 1) })
  expect(toRows(takeRows(frame, Uint32Array.of(1, 2, 1)))).toEqual([[null], [3], [null]])
})

test('every buffer of a frame is handed over once, and a copy shares none with it', () => {
  const frame = fromRows(
    [INS, column('name', 'text')],
    [
      [1, 'a'],
      [null, 'b'],
    ],
  )
  const columns = [...frame.columns, column('again', 'int')]
  const shared: Frame = { ...frame, columns, data: [...frame.data, frame.data[0]!] }
  expect(buffersOf(frame)).toHaveLength(3)
  expect(new Set(buffersOf(shared))).toEqual(new Set(buffersOf(frame)))
  expect(buffersOf(shared)).toHaveLength(3)
  const copy = copyFrame(frame)
  expect(copy).toEqual(frame)
  expect(buffersOf(copy).filter((buffer) => buffersOf(frame).includes(buffer))).toEqual([])
})
