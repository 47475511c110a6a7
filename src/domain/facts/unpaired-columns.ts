/**
 * Puts beside the measures of an answer what of them lies in hours that the other period does not have (see
 * `metrics/paired.ts`).
 */
import { cellOf, columnIndex, isNull, numberData } from '../frame-build.ts'
import type { Cell, Column, Frame, NumberData, Numbers } from '../frame.ts'
import { estimatePart } from '../metrics/estimated.ts'
import { INCOMPARABLE, unpairedId } from '../metrics/paired.ts'

/** So many rows are worked on before other work may have a turn: a millisecond or so. */
const ROWS_A_PIECE = 20_000

/**
 * The answer with what of its measures lies in hours that the other period does not have. Of two years of hundreds of
 * stores these are a hundred thousand rows: it is work of many pieces, between which others may have a turn.
 *
 * @param part fewer rows of the same groups; its measures become columns of the answer, 0 where it has no row. Columns
 * that hold nothing
 *   but zeros are left out, and so are those of a measure that is muted.
 */
export function* basisColumns(frame: Frame, part: Frame): Generator<void, Frame> {
  if (part.rows === 0) return frame
  const dims = part.columns.flatMap(({ id, role }) => (role === 'dim' ? [id] : []))
  const places = yield* placesOf(frame, part, dims)
  const mutedMeasures = new Set(frame.columns.flatMap(({ id, muted: off }) => (off === true ? [id] : [])))
  const muted = new Set([...mutedMeasures].map(unpairedId))
  const added: { column: Column; data: NumberData }[] = []
  for (const [at, column] of part.columns.entries()) {
    const data = part.data[at]
    if (
      column.role !== 'measure' ||
      data?.kind !== 'numbers' ||
      muted.has(column.id) ||
      mutedMeasures.has(estimatePart(column.id)?.measure ?? '')
    )
      continue
    const values = yield* placed(data, places, frame.rows)
    if (values !== null) added.push({ column, data: numberData(values) })
  }
  return {
    ...frame,
    columns: [...frame.columns, ...added.map(({ column }) => column)],
    data: [...frame.data, ...added.map(({ data }) => data)],
  }
}

/** Values of a part in the rows of the frame; null when all of them are 0. */
function* placed(data: NumberData, places: Int32Array, rows: number): Generator<void, Numbers | null> {
  const values = new Float64Array(rows)
  let [isWhole, isEmpty] = [true, true]
  for (let row = 0; row < places.length; row++) {
    if (row % ROWS_A_PIECE === 0) yield
    const place = places[row]!
    if (place < 0 || isNull(data, row)) continue
    const value = data.values[row]!
    if (value === 0) continue
    isEmpty = false
    isWhole &&= value === (value | 0)
    values[place] = value
  }
  yield
  return isEmpty ? null : isWhole ? Int32Array.from(values) : values
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
function* placesOf(frame: Frame, part: Frame, dims: readonly string[]): Generator<void, Int32Array> {
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
    yield
    addCodes(frameKeys, frame, columnIndex(frame, id), codes)
    yield
  }
  const rowOf = new Map(Array.from(partKeys, (key, row) => [key, row]))
  for (let row = 0; row < frame.rows; row++) {
    if (row % ROWS_A_PIECE === 0) yield
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
