/**
 * Makes and reads frames. Whole numbers are kept as Int32Array when they fit and Float64Array when they do not, so that
 * the kernels meet two element types and no more: a loop compiled for many types is 15-40 % slower (performance.md
 * 2.3).
 */
import type { FrameJson } from '#schemas/generated/data/frame.ts'
import { dayNumber } from './days.ts'
import { DomainError } from './domain-error.ts'
import type { Cell, Column, ColumnData, Frame, NumberData, Numbers, TextData } from './frame.ts'

// ---------------------------------------------------------------- validity bits

export function bitAt(bits: Uint8Array, row: number): boolean {
  return ((bits[row >> 3] as number) & (1 << (row & 7))) !== 0
}

export function setBit(bits: Uint8Array, row: number): void {
  bits[row >> 3] = (bits[row >> 3] as number) | (1 << (row & 7))
}

/** A bitmap with every row null. */
export function noBits(rows: number): Uint8Array {
  return new Uint8Array((rows + 7) >> 3)
}

/** Number of present rows. */
function countBits(bits: Uint8Array, rows: number): number {
  let count = 0
  for (let row = 0; row < rows; row++) count += ((bits[row >> 3] as number) >> (row & 7)) & 1
  return count
}

export function isNull(data: ColumnData, row: number): boolean {
  if (data.kind === 'text') return (data.codes[row] as number) < 0
  return data.valid !== undefined && !bitAt(data.valid, row)
}

// ---------------------------------------------------------------- columns

/** Numbers of a column; leaves the bitmap out when nothing is null, so that sums need no test. */
export function numberData(values: Numbers, valid?: Uint8Array): NumberData {
  return valid === undefined || countBits(valid, values.length) === values.length
    ? { kind: 'numbers', values }
    : { kind: 'numbers', values, valid }
}

/** From cells with nulls to a typed array. `isFloat` keeps fractions; whole numbers beyond 32 bits become doubles. */
export function encodeNumbers(cells: readonly (number | null)[], isFloat = false): NumberData {
  const wide = isFloat || cells.some((cell) => cell !== null && cell !== (cell | 0))
  const values = wide ? new Float64Array(cells.length) : new Int32Array(cells.length)
  const valid = noBits(cells.length)
  cells.forEach((cell, row) => {
    if (cell === null) return
    values[row] = cell
    setBit(valid, row)
  })
  return numberData(values, valid)
}

/** Dictionary-coded text; entries in order of first appearance. */
export function encodeText(cells: readonly (string | null)[]): TextData {
  const dictionary: string[] = []
  const known = new Map<string, number>()
  const codes = Int32Array.from(cells, (cell) => {
    if (cell === null) return -1
    let code = known.get(cell)
    if (code === undefined) {
      code = dictionary.length
      known.set(cell, code)
      dictionary.push(cell)
    }
    return code
  })
  return { kind: 'text', codes, dictionary }
}

function encodeCell(column: Column, cell: Cell): number | null {
  if (cell === null || typeof cell === 'number') return cell
  if (typeof cell === 'boolean') return cell ? 1 : 0
  if (column.type === 'day') return dayNumber(cell)
  throw new DomainError('FRAME_CELL_WRONG', `"${cell}" is text; column ${column.id} holds ${column.type}.`, {
    column: column.id,
  })
}

function encodeColumn(column: Column, cells: readonly Cell[]): ColumnData {
  if (column.type === 'text') return encodeText(cells.map((cell) => (cell === null ? null : String(cell))))
  const numbers = cells.map((cell) => encodeCell(column, cell))
  if (column.type !== 'boolean') return encodeNumbers(numbers, column.type === 'float')
  const { values, valid } = encodeNumbers(numbers)
  return { kind: 'numbers', values: Uint8Array.from(values), ...(valid && { valid }) }
}

// ---------------------------------------------------------------- frames

/** A frame from rows of cells, in the order of the columns. Days may be numbers or `YYYY-MM-DD`. */
export function fromRows(columns: readonly Column[], rows: readonly (readonly Cell[])[]): Frame {
  return {
    columns,
    data: columns.map((column, at) =>
      encodeColumn(
        column,
        rows.map((row) => row[at] ?? null),
      ),
    ),
    rows: rows.length,
  }
}

export function emptyFrame(columns: readonly Column[]): Frame {
  return fromRows(columns, [])
}

/** A frame from the wire. Throws FRAME_BROKEN when a column is missing or has another length than `rows`. */
export function fromJson(json: FrameJson): Frame {
  const data = json.columns.map((column, at) => {
    const cells = json.data[at]
    if (cells?.length !== json.rows) {
      throw new DomainError(
        'FRAME_BROKEN',
        `Column ${column.id} has ${cells?.length ?? 'no'} values; expected ${json.rows}.`,
        { column: column.id },
      )
    }
    return encodeColumn(column, cells)
  })
  return {
    columns: json.columns,
    data,
    rows: json.rows,
    ...(json.basis !== undefined && { basis: json.basis }),
    ...(json.byDay !== undefined && { byDay: json.byDay }),
    ...(json.traffic !== undefined && { traffic: json.traffic }),
  }
}

export function toJson(frame: Frame): FrameJson {
  return {
    columns: frame.columns.map((column) => ({ ...column })),
    data: frame.columns.map((_, at) => Array.from({ length: frame.rows }, (_row, row) => cellOf(frame, at, row))),
    rows: frame.rows,
    ...(frame.basis !== undefined && { basis: frame.basis as NonNullable<FrameJson['basis']> }),
    ...(frame.byDay !== undefined && { byDay: frame.byDay }),
    ...(frame.traffic !== undefined && { traffic: { shown: frame.traffic.shown, of: [...frame.traffic.of] } }),
  }
}

/** One cell as a person would write it; a day is its number. */
export function cellOf(frame: Frame, at: number, row: number): Cell {
  const data = frame.data[at] as ColumnData
  if (isNull(data, row)) return null
  if (data.kind === 'text') return data.dictionary[data.codes[row] as number] as string
  const value = data.values[row] as number
  return frame.columns[at]?.type === 'boolean' ? value !== 0 : value
}

export function toRows(frame: Frame): Cell[][] {
  return Array.from({ length: frame.rows }, (_row, row) => frame.columns.map((_, at) => cellOf(frame, at, row)))
}

/** Position of a column, or -1. */
export function columnIndex(frame: Frame, id: string): number {
  return frame.columns.findIndex((column) => column.id === id)
}

/** Throws COLUMN_UNKNOWN with the columns there are. */
export function columnData(frame: Frame, id: string): ColumnData {
  const at = columnIndex(frame, id)
  if (at < 0) {
    throw new DomainError(
      'COLUMN_UNKNOWN',
      `There is no column ${id}; the frame has ${frame.columns.map((column) => column.id).join(', ') || 'none'}.`,
      { column: id },
    )
  }
  return frame.data[at] as ColumnData
}

/** Throws COLUMN_UNKNOWN, or COLUMN_NOT_NUMERIC for text. */
export function numbersOf(frame: Frame, id: string): NumberData {
  const data = columnData(frame, id)
  if (data.kind === 'numbers') return data
  throw new DomainError('COLUMN_NOT_NUMERIC', `Column ${id} is text; a number was expected.`, { column: id })
}

/** The rows named by `order`, in that order. Arrays are copied, dictionaries are shared. */
export function takeRows(frame: Frame, order: Uint32Array): Frame {
  return { columns: frame.columns, data: frame.data.map((data) => takeColumn(data, order)), rows: order.length }
}

/** `takeRows` for one column. */
export function takeColumn(data: ColumnData, order: Uint32Array): ColumnData {
  if (data.kind === 'text') return { ...data, codes: take(data.codes, new Int32Array(order.length), order) }
  const values = take(data.values, new (data.values.constructor as Float64ArrayConstructor)(order.length), order)
  if (data.valid === undefined) return { kind: 'numbers', values }
  const valid = noBits(order.length)
  for (let i = 0; i < order.length; i++) if (bitAt(data.valid, order[i] as number)) setBit(valid, i)
  return numberData(values, valid)
}

function take<T extends Numbers>(from: Numbers, to: T, order: Uint32Array): T {
  for (let i = 0; i < order.length; i++) to[i] = from[order[i] as number] as number
  return to
}

/** A copy that owns its buffers, so that they may be transferred without emptying the original. */
export function copyFrame(frame: Frame): Frame {
  return {
    ...frame,
    data: frame.data.map((data) =>
      data.kind === 'text'
        ? { ...data, codes: data.codes.slice() }
        : { kind: 'numbers', values: data.values.slice(), ...(data.valid && { valid: data.valid.slice() }) },
    ),
  }
}

/** The buffers to hand to `postMessage`, each once. */
export function buffersOf(frame: Frame): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>()
  for (const data of frame.data) {
    const arrays = data.kind === 'text' ? [data.codes] : data.valid ? [data.values, data.valid] : [data.values]
    for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer) buffers.add(buffer)
  }
  return [...buffers]
}
