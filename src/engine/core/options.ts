/** Lists of filters: rows of a frame, venue rules applied, and the values they offer. */
import { cellOf, columnIndex, takeRows } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import type { OptionsQuery } from '#schemas/generated/layout.ts'

export type OptionValue = string | number

/** What the filter graph needs to know of a list. */
export interface OptionList { readonly values: readonly OptionValue[] }

/** Venues without data are hidden from everyone but administrators, before any value is checked against the list (spec 1, section 5). */
export function visibleRows(frame: Frame, options: OptionsQuery, admin: boolean): Frame {
  const column = columnIndex(frame, 'noData')
  if (options.hideNoData !== true || admin || column === -1) return frame
  const rows = Array.from({ length: frame.rows }, (_, row) => row).filter((row) => Number(cellOf(frame, column, row)) !== 1)
  return rows.length === frame.rows ? frame : takeRows(frame, Uint32Array.from(rows))
}

/** Values of a list, in its order, each once; rows without a value are no choice. */
export function listOf(frame: Frame, options: OptionsQuery): OptionList {
  const column = columnIndex(frame, options.value)
  if (column === -1) return { values: [] }
  const values = new Set<OptionValue>()
  for (let row = 0; row < frame.rows; row++) {
    const cell = cellOf(frame, column, row)
    if (typeof cell === 'string' || typeof cell === 'number') values.add(cell)
  }
  return { values: [...values] }
}

/** Names by number, for widgets: `labels.local.get(17)`. */
export function namesOf(frame: Frame, options: OptionsQuery): Map<number, string> {
  const [value, label] = [columnIndex(frame, options.value), columnIndex(frame, options.label)]
  const names = new Map<number, string>()
  if (value === -1 || label === -1) return names
  for (let row = 0; row < frame.rows; row++) {
    const id = cellOf(frame, value, row)
    const name = cellOf(frame, label, row)
    if (typeof id === 'number' && name !== null) names.set(id, String(name))
  }
  return names
}
