/** Answers without the counts of data modules that are off: the columns stay, and are null. */
import { fromRows, noBits, takeRows, toRows } from '../frame-build.ts'
import { concatFrames } from '../frame-concat.ts'
import type { Cell, Column, Frame } from '../frame.ts'
import { sortOrder } from '../sort.ts'

/** The same frame with these columns null, and marked. */
export function withoutAtoms(frame: Frame, atoms: readonly string[]): Frame {
  const muted = new Set(atoms)
  if (!frame.columns.some(({ id }) => muted.has(id))) return frame
  const data = frame.data.map((column, at) => {
    if (!muted.has(frame.columns[at]?.id ?? '') || column.kind !== 'numbers') return column
    return { ...column, values: new Int32Array(frame.rows), valid: noBits(frame.rows) }
  })
  const columns = frame.columns.map((column) => (muted.has(column.id) ? { ...column, muted: true as const } : column))
  return { ...frame, columns, data }
}

/**
 * Answers of one question about different locals as one: rows of the same group are summed, and null only where every
 * part is.
 */
export function sumFrames(frames: readonly Frame[]): Frame {
  const [first] = frames
  if (first === undefined || frames.length === 1) return first ?? { columns: [], data: [], rows: 0 }
  const columns = first.columns.map(({ muted: _one, ...column }, at): Column =>
    frames.every((frame) => frame.columns[at]?.muted === true) ? { ...column, muted: true } : column,
  )
  const dims = columns.flatMap(({ role }, at) => (role === 'dim' ? [at] : []))
  const by = dims.map((at) => ({ column: first.columns[at]?.id ?? '' }))
  // Each local is in one part only: nothing is summed twice.
  if (by.some(({ column }) => column === 'local')) {
    const all = { ...concatFrames(frames), columns }
    return takeRows(all, sortOrder(all, by))
  }
  const groups = new Map<string, Cell[]>()
  for (const row of frames.flatMap(toRows)) {
    const key = dims.map((at) => row[at]).join(' ')
    const sum = groups.get(key)
    groups.set(
      key,
      sum === undefined ? row : sum.map((cell, at) => (dims.includes(at) ? cell : added(cell, row[at] ?? null))),
    )
  }
  const all = fromRows(columns, [...groups.values()])
  return by.length === 0 ? all : takeRows(all, sortOrder(all, by))
}

const added = (a: Cell, b: Cell): Cell => (a === null ? b : b === null ? a : Number(a) + Number(b))
