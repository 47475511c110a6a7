/**
 * Turns key columns into dense group numbers, 0 upwards in the order of first appearance, so that every kernel can add into
 * flat arrays. Neighbouring rows of one group are kept as runs: rows come grouped from the store, and a run is summed in a
 * register without looking at its key again (performance.md 2.3).
 */
import { columnData, isNull } from '../frame-build.ts'
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

/** Groups of rows with equal values in some columns; a null is a value of its own. No columns = one group. Throws COLUMN_UNKNOWN. */
export function groupRows(frame: Frame, by: readonly string[]): Groups {
  if (frame.rows < WORTH_KEEPING) return makeGroups(frame, by)
  const kept = known.get(frame) ?? new Map<string, Groups>()
  known.set(frame, kept)
  const key = JSON.stringify(by)
  let groups = kept.get(key)
  if (groups === undefined) kept.set(key, groups = makeGroups(frame, by))
  return groups
}

function makeGroups(frame: Frame, by: readonly string[]): Groups {
  let groups: Dense = { codes: new Uint32Array(frame.rows), count: frame.rows > 0 ? 1 : 0 }
  for (const id of by) groups = combine(groups, denseCodes(columnData(frame, id), frame.rows))
  return finish(by.length > 0 ? groups : { codes: groups.codes, count: 1 })
}

interface Dense { codes: Uint32Array; count: number }

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
  const keys = data.valid ? Float64Array.from(data.values, (value, row) => (isNull(data, row) ? max + 1 : value)) : data.values
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
    if (code === undefined) known.set(key, code = known.size)
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

function finish({ codes, count }: Dense): Groups {
  const rows = codes.length
  const first = new Uint32Array(count)
  let seen = 0
  let runCount = 0
  for (let row = 0; row < rows; row++) {
    if (codes[row] === seen) first[seen++] = row
    if (row === 0 || codes[row] !== codes[row - 1]) runCount++
  }
  const runs = new Uint32Array(runCount + 1)
  let run = 0
  for (let row = 0; row < rows; row++) if (row === 0 || codes[row] !== codes[row - 1]) runs[run++] = row
  runs[runCount] = rows
  return { count, of: codes, first, runs }
}
