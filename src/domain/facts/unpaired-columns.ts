/**
 * Puts beside the measures of an answer what of them lies in hours that the other period does not have (see
 * `metrics/paired.ts`).
 */
import { cellOf, columnIndex, isNull, numberData, toRows } from '../frame-build.ts'
import type { Cell, Column, Frame, NumberData } from '../frame.ts'
import { estimatePart } from '../metrics/estimated.ts'
import { INCOMPARABLE, unpairedId } from '../metrics/paired.ts'

/**
 * @param part fewer rows of the same groups; its measures become columns of the answer, 0 where it has no row. Columns
 * that hold nothing
 *   but zeros are left out, and so are those of a measure that is muted.
 */
export function withBasisColumns(frame: Frame, part: Frame): Frame {
  if (part.rows === 0) return frame
  const dims = part.columns.flatMap(({ id, role }) => (role === 'dim' ? [id] : []))
  const places = placesOf(frame, part, dims)
  const mutedMeasures = new Set(frame.columns.flatMap(({ id, muted: off }) => (off === true ? [id] : [])))
  const muted = [...mutedMeasures].map(unpairedId)
  const rows = toRows(part).flatMap((row, at) => (places[at]! < 0 ? [] : [{ row, place: places[at]! }]))
  const added = part.columns.flatMap((column, at): { column: Column; data: NumberData }[] => {
    if (
      column.role !== 'measure' ||
      muted.includes(column.id) ||
      mutedMeasures.has(estimatePart(column.id)?.measure ?? '') ||
      rows.every(({ row }) => !row[at])
    )
      return []
    const values = new Float64Array(frame.rows)
    for (const { row, place } of rows) values[place] = Number(row[at] ?? 0)
    return [
      { column, data: numberData(values.every((value) => value === (value | 0)) ? Int32Array.from(values) : values) },
    ]
  })
  return {
    ...frame,
    columns: [...frame.columns, ...added.map(({ column }) => column)],
    data: [...frame.data, ...added.map(({ data }) => data)],
  }
}

/** Sums of hours as the column that says that stores of one period only are in an answer. */
export const incomparableHours = (frame: Frame): Frame => ({
  ...frame,
  columns: frame.columns.map((column) => (column.id === 'hours' ? { ...column, id: INCOMPARABLE } : column)),
})

/**
 * For each row of the part its row in the frame, or -1. The frame may have hundreds of thousands of rows, so none of
 * them becomes a text or an object.
 */
function placesOf(frame: Frame, part: Frame, dims: readonly string[]): Int32Array {
  const places = new Int32Array(part.rows).fill(-1)
  const partKeys = new Float64Array(part.rows)
  const frameKeys = new Float64Array(frame.rows)
  for (const id of dims) {
    const codes = new Map<Cell, number>()
    const own = columnIndex(part, id)
    const code = Int32Array.from({ length: part.rows }, (_row, row) => {
      const cell = cellOf(part, own, row)
      if (!codes.has(cell)) codes.set(cell, codes.size)
      return codes.get(cell)!
    })
    for (let row = 0; row < part.rows; row++) partKeys[row] = partKeys[row]! * codes.size + code[row]!
    addCodes(frameKeys, frame, columnIndex(frame, id), codes)
  }
  const rowOf = new Map(Array.from(partKeys, (key, row) => [key, row]))
  for (let row = 0; row < frame.rows; row++) {
    const key = frameKeys[row]!
    const found = key < 0 ? undefined : rowOf.get(key)
    if (found !== undefined) places[found] = row
  }
  return places
}

/** Makes each key longer by the code of its row's value; below 0 for a value that has none. */
function addCodes(keys: Float64Array, frame: Frame, at: number, codes: ReadonlyMap<Cell, number>): void {
  const data = frame.data[at]
  if (data === undefined) {
    keys.fill(-1)
    return
  }
  const ofText = data.kind === 'text' ? data.dictionary.map((text) => codes.get(text) ?? -1) : []
  const ofNull = codes.get(null) ?? -1
  // The rows come in the order of their columns: mostly the value is that of the row before.
  let [last, lastCode] = [Number.NaN, -1]
  for (let row = 0; row < frame.rows; row++) {
    if (keys[row]! < 0) continue
    let code = ofNull
    if (!isNull(data, row)) {
      if (data.kind === 'text') code = ofText[data.codes[row]!]!
      else {
        if (data.values[row] !== last) [last, lastCode] = [data.values[row]!, codes.get(data.values[row]!) ?? -1]
        code = lastCode
      }
    }
    keys[row] = code < 0 ? -1 : keys[row]! * codes.size + code
  }
}
