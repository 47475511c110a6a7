/** Frames of one question that came in parts, as one. */
import { DomainError } from './domain-error.ts'
import type { Column, ColumnData, Frame, NumberData, TextData } from './frame.ts'
import { bitAt, columnIndex, noBits, numberData, setBit } from './frame-build.ts'

/**
 * Rows of all frames in order. Columns are matched by name; a frame without one gives nulls; dictionaries are merged.
 */
export function concatFrames(frames: readonly Frame[]): Frame {
  const [first, ...others] = frames
  if (first === undefined) return { columns: [], data: [], rows: 0 }
  if (others.length === 0) return first
  const columns = [...first.columns]
  for (const frame of others)
    for (const column of frame.columns) if (!columns.some(({ id }) => id === column.id)) columns.push(column)
  const rows = frames.reduce((sum, frame) => sum + frame.rows, 0)
  return { columns, data: columns.map((column) => concatColumn(column, frames, rows)), rows }
}

function concatColumn(column: Column, frames: readonly Frame[], rows: number): ColumnData {
  const parts = frames.map((frame) => ({ rows: frame.rows, data: frame.data[columnIndex(frame, column.id)] }))
  if (parts.some(({ data }) => data !== undefined && (data.kind === 'text') !== (column.type === 'text'))) {
    throw new DomainError(
      'FRAME_BROKEN',
      `Column ${column.id} is text in one part and numbers in another; they cannot be joined.`,
      { column: column.id },
    )
  }
  return column.type === 'text' ? concatText(parts, rows) : concatNumbers(parts, rows)
}

type Part = { rows: number; data: ColumnData | undefined }

function concatText(parts: readonly Part[], rows: number): TextData {
  const dictionary: string[] = []
  const known = new Map<string, number>()
  const codes = new Int32Array(rows).fill(-1)
  let at = 0
  for (const { data, rows: count } of parts) {
    if (data?.kind === 'text') {
      for (const text of data.dictionary) if (!known.has(text)) known.set(text, dictionary.push(text) - 1)
      const recode = data.dictionary.map((text) => known.get(text) as number)
      for (let row = 0; row < count; row++) {
        const code = data.codes[row] as number
        if (code >= 0) codes[at + row] = recode[code] as number
      }
    }
    at += count
  }
  return { kind: 'text', codes, dictionary }
}

function concatNumbers(parts: readonly Part[], rows: number): NumberData {
  const arrays = parts.flatMap(({ data }) => (data?.kind === 'numbers' ? [data.values] : []))
  const Type = arrays.every((values) => values instanceof Uint8Array)
    ? Uint8Array
    : arrays.every((values) => values instanceof Int32Array)
      ? Int32Array
      : Float64Array
  const values = new Type(rows)
  const valid = noBits(rows)
  let at = 0
  for (const { data, rows: count } of parts) {
    if (data?.kind === 'numbers') {
      values.set(data.values, at)
      for (let row = 0; row < count; row++)
        if (data.valid === undefined || bitAt(data.valid, row)) setBit(valid, at + row)
    }
    at += count
  }
  return numberData(values, valid)
}
