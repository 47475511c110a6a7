/** Puts beside the measures of an answer what of them lies in hours that the other period does not have (see `metrics/paired.ts`). */
import { columnIndex, numberData, toRows } from '../frame-build.ts'
import type { Cell, Column, Frame, NumberData } from '../frame.ts'
import { estimatePart } from '../metrics/estimated.ts'
import { INCOMPARABLE, unpairedId } from '../metrics/paired.ts'

/**
 * @param part fewer rows of the same groups; its measures become columns of the answer, 0 where it has no row. Columns that hold nothing
 *   but zeros are left out, and so are those of a measure that is muted.
 */
export function withBasisColumns(frame: Frame, part: Frame): Frame {
  if (part.rows === 0) return frame
  const dims = part.columns.flatMap(({ id, role }) => (role === 'dim' ? [id] : []))
  const places = placesOf(frame, dims)
  const mutedMeasures = new Set(frame.columns.flatMap(({ id, muted: off }) => (off === true ? [id] : [])))
  const muted = [...mutedMeasures].map(unpairedId)
  const rows = toRows(part).flatMap((row) => {
    const place = places.get(keyOf(row, dims.length))
    return place === undefined ? [] : [{ row, place }]
  })
  const added = part.columns.flatMap((column, at): { column: Column; data: NumberData }[] => {
    if (column.role !== 'measure' || muted.includes(column.id) || mutedMeasures.has(estimatePart(column.id)?.measure ?? '') || rows.every(({ row }) => !row[at])) return []
    const values = new Float64Array(frame.rows)
    for (const { row, place } of rows) values[place] = Number(row[at] ?? 0)
    return [{ column, data: numberData(values.every((value) => value === (value | 0)) ? Int32Array.from(values) : values) }]
  })
  return { ...frame, columns: [...frame.columns, ...added.map(({ column }) => column)], data: [...frame.data, ...added.map(({ data }) => data)] }
}

/** Sums of hours as the column that says that stores of one period only are in an answer. */
export const incomparableHours = (frame: Frame): Frame =>
  ({ ...frame, columns: frame.columns.map((column) => (column.id === 'hours' ? { ...column, id: INCOMPARABLE } : column)) })

const keyOf = (row: readonly Cell[], dims: number) => row.slice(0, dims).join(' ')

/** Row of each group. */
function placesOf(frame: Frame, dims: readonly string[]): Map<string, number> {
  const at = dims.map((id) => columnIndex(frame, id))
  return new Map(toRows({ ...frame, columns: at.map((i) => frame.columns[i]!), data: at.map((i) => frame.data[i]!) }).map((row, place) => [keyOf(row, dims.length), place]))
}
