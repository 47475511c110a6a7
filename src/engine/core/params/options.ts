/** Lists of filters: rows of a frame, venue rules applied, and the values they offer. */
import { cellOf, columnIndex, takeRows } from '#domain/frame-build'
import type { Cell, Frame } from '#domain/frame'
import type { OptionsQuery } from '#schemas/generated/layout.ts'

export type OptionValue = string | number

/** The facts of a list that the filter graph needs. */
export interface OptionList {
  readonly values: readonly OptionValue[]
  /** Of each value, the cells of the further columns that its kind of filter reads. */
  readonly cells?: readonly (readonly Cell[])[]
}

/**
 * Venues without data are hidden from everyone but administrators, before any value is checked against the list (spec
 * 1, section 5).
 */
export function visibleRows(frame: Frame, options: OptionsQuery, admin: boolean): Frame {
  const column = columnIndex(frame, 'noData')
  if (options.hideNoData !== true || admin || column === -1) return frame
  const rows = Array.from({ length: frame.rows }, (_, row) => row).filter(
    (row) => Number(cellOf(frame, column, row)) !== 1,
  )
  return rows.length === frame.rows ? frame : takeRows(frame, Uint32Array.from(rows))
}

/** The first column that a list needs and a frame lacks. */
export const lackingColumn = (
  frame: Frame,
  { value, label }: OptionsQuery,
  more: readonly string[] = [],
): string | undefined => [value, label, ...more].find((id) => columnIndex(frame, id) === -1)

/** Values of a list, in its order, each once; rows without a value are no choice. The frame has the list's columns. */
export function listOf(frame: Frame, options: OptionsQuery, more: readonly string[] = []): OptionList {
  const column = columnIndex(frame, options.value)
  const others = more.map((id) => columnIndex(frame, id))
  const values = new Map<OptionValue, readonly Cell[]>()
  for (let row = 0; row < frame.rows; row++) {
    const cell = cellOf(frame, column, row)
    if ((typeof cell === 'string' || typeof cell === 'number') && !values.has(cell))
      values.set(
        cell,
        others.map((other) => cellOf(frame, other, row)),
      )
  }
  return { values: [...values.keys()], ...(more.length > 0 && { cells: [...values.values()] }) }
}

/** Names by number, for widgets: `labels.local.get(17)`. */
export function namesOf(frame: Frame, options: OptionsQuery): Map<number, string> {
  const [value, label] = [columnIndex(frame, options.value), columnIndex(frame, options.label)]
  const names = new Map<number, string>()
  for (let row = 0; row < frame.rows; row++) {
    const id = cellOf(frame, value, row)
    const name = cellOf(frame, label, row)
    if (typeof id === 'number' && name !== null) names.set(id, String(name))
  }
  return names
}

/** Names of one dimension from every list that names it. Where two differ, the first list of the document wins. */
export function mergeNames(lists: readonly ReadonlyMap<number, string>[]): ReadonlyMap<number, string> {
  return lists.length === 1
    ? (lists[0] as ReadonlyMap<number, string>)
    : new Map(lists.toReversed().flatMap((names) => [...names]))
}
