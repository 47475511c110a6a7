/**
 * Turns key columns into dense group numbers, 0 upwards in the order of first appearance, so that every kernel can add
 * into flat arrays. Neighbouring rows of one group are kept as runs: rows come grouped from the store, and a run is
 * summed in a register without looking at its key again (performance.md 2.3).
 */
import { columnData, isNull, takeColumn } from '../frame-build.ts'
import type { ColumnData, Frame } from '../frame.ts'

export interface Groups {
  readonly count: number
  /** Group of each row. */
  readonly of: Uint32Array
  /** First row of each group. */
  readonly first: Uint32Array
  /** Where runs of equal groups begin, closed by the number of rows. */
  readonly runs: Uint32Array
}

/** Twelve widgets ask the same frame the same way; frames never change, so their groups are kept with them. */
const known = new WeakMap<Frame, Map<string, Groups>>()
const WORTH_KEEPING = 5000

/**
 * Groups of rows with equal values in some columns; a null is a separate value. No columns = one group. Throws
 * COLUMN_UNKNOWN.
 */
export function groupRows(frame: Frame, by: readonly string[]): Groups {
  if (frame.rows < WORTH_KEEPING) return makeGroups(frame, by)
  const kept = known.get(frame) ?? new Map<string, Groups>()
  known.set(frame, kept)
  const key = JSON.stringify(by)
  let groups = kept.get(key)
  if (groups === undefined) kept.set(key, (groups = makeGroups(frame, by)))
  return groups
}

/** Only the first row of each run is looked up: rows come grouped, so there are many times fewer runs than rows. */
function makeGroups(frame: Frame, by: readonly string[]): Groups {
  const columns = by.map((id) => columnData(frame, id))
  const runs = runsOf(columns, frame.rows)
  const heads = runs.subarray(0, runs.length - 1)
  let dense: Dense = { codes: new Uint32Array(heads.length), count: 1 }
  for (const data of columns) dense = combine(dense, denseCodes(headsOf(data, heads, frame.rows), heads.length))
  const count = by.length > 0 && frame.rows === 0 ? 0 : dense.count
  return { count, of: spread(dense.codes, runs, frame.rows), first: firstRows(dense.codes, heads, count), runs }
}

/** Where a row differs from the one before in any column, closed by the number of rows. */
function runsOf(columns: readonly ColumnData[], rows: number): Uint32Array {
  const changes = new Uint8Array(rows)
  if (rows > 0) changes[0] = 1
  for (const data of columns) {
    if (data.kind === 'text' || data.values instanceof Int32Array)
      markIntegers(changes, data.kind === 'text' ? data.codes : (data.values as Int32Array))
    else markNumbers(changes, data.values)
    if (data.kind === 'numbers' && data.valid)
      for (let row = 1; row < rows; row++) if (isNull(data, row) !== isNull(data, row - 1)) changes[row] = 1
  }
  let count = 0
  for (let row = 0; row < rows; row++) count += changes[row] as number
  const runs = new Uint32Array(count + 1)
  let run = 0
  for (let row = 0; row < rows; row++) if (changes[row] === 1) runs[run++] = row
  runs[count] = rows
  return runs
}

function markIntegers(changes: Uint8Array, keys: Int32Array): void {
  for (let row = 1; row < keys.length; row++) if (keys[row] !== keys[row - 1]) changes[row] = 1
}

function markNumbers(changes: Uint8Array, keys: ArrayLike<number>): void {
  for (let row = 1; row < keys.length; row++) if (keys[row] !== keys[row - 1]) changes[row] = 1
}

function headsOf(data: ColumnData, heads: Uint32Array, rows: number): ColumnData {
  return heads.length === rows ? data : takeColumn(data, heads)
}

function spread(codes: Uint32Array, runs: Uint32Array, rows: number): Uint32Array {
  if (codes.length === rows) return codes
  const of = new Uint32Array(rows)
  for (let run = 0; run < codes.length; run++) {
    const code = codes[run] as number
    const end = runs[run + 1] as number
    for (let row = runs[run] as number; row < end; row++) of[row] = code
  }
  return of
}

function firstRows(codes: Uint32Array, heads: Uint32Array, count: number): Uint32Array {
  const first = new Uint32Array(count)
  let seen = 0
  for (let run = 0; run < codes.length; run++) if (codes[run] === seen) first[seen++] = heads[run] as number
  return first
}

interface Dense {
  codes: Uint32Array
  count: number
}

/** Tables up to this size are flat arrays; larger ranges use a map. */
const FLAT = 1 << 22

/** Numbers each value of a column, in order of first appearance. */
function denseCodes(data: ColumnData, rows: number): Dense {
  if (rows === 0) return { codes: new Uint32Array(0), count: 0 }
  if (data.kind === 'text') return renumber(data.codes, rows, -1, data.dictionary.length - 1)
  let [min, max] = [Infinity, -Infinity]
  let whole = true
  for (let row = 0; row < rows; row++) {
    const value = data.values[row] as number
    if (value < min) min = value
    if (value > max) max = value
    if (whole && value !== Math.floor(value)) whole = false
  }
  const keys = data.valid
    ? Float64Array.from(data.values, (value, row) => (isNull(data, row) ? max + 1 : value))
    : data.values
  return whole && max - min < FLAT - 2 ? renumber(keys, rows, min, max + 1) : renumberSparse(keys, rows)
}

function renumber(keys: ArrayLike<number>, rows: number, min: number, max: number): Dense {
  const table = new Uint32Array(max - min + 1)
  const codes = new Uint32Array(rows)
  let count = 0
  for (let row = 0; row < rows; row++) {
    const at = (keys[row] as number) - min
    let code = table[at] as number
    if (code === 0) table[at] = code = ++count
    codes[row] = code - 1
  }
  return { codes, count }
}

function renumberSparse(keys: ArrayLike<number>, rows: number): Dense {
  const known = new Map<number, number>()
  const codes = new Uint32Array(rows)
  for (let row = 0; row < rows; row++) {
    const key = keys[row] as number
    let code = known.get(key)
    if (code === undefined) known.set(key, (code = known.size))
    codes[row] = code
  }
  return { codes, count: known.size }
}

/** Pairs of two numberings, numbered again. */
function combine(a: Dense, b: Dense): Dense {
  if (a.count <= 1) return b
  const rows = a.codes.length
  const keys = new Float64Array(rows)
  for (let row = 0; row < rows; row++) keys[row] = (a.codes[row] as number) * b.count + (b.codes[row] as number)
  const size = a.count * b.count
  return size <= FLAT ? renumber(keys, rows, 0, size - 1) : renumberSparse(keys, rows)
}
