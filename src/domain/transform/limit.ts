import type { LimitStep } from '#schemas/generated/layout/transform.ts'
import { columnData, takeRows } from '../frame-build.ts'
import { concatFrames } from '../frame-concat.ts'
import type { Column, ColumnData, Frame } from '../frame.ts'
import { sortOrder } from '../sort.ts'
import { aggregate } from './aggregate.ts'
import { additiveMeasures } from './columns.ts'

/**
 * The first n rows, or the n largest of `by`. With `others` one more row has the totals of the rest: text dimensions
 * say `label`, other dimensions and rates are null (derive rates after this step).
 */
export function limit(frame: Frame, { n, by, others = false, label = 'Others' }: Omit<LimitStep, 'op'>): Frame {
  const order = by === undefined ? undefined : sortOrder(frame, [{ column: by, desc: true }])
  if (frame.rows <= n) return order ? takeRows(frame, order) : frame
  const all = order ?? Uint32Array.from({ length: frame.rows }, (_, row) => row)
  const kept = takeRows(frame, all.subarray(0, n))
  if (!others) return kept
  const rest = takeRows(frame, all.subarray(n))
  const totals = aggregate(rest, {
    by: [],
    measures: Object.fromEntries(additiveMeasures(frame).map(({ id }) => [id, { fn: 'total', of: id }])),
  })
  const row: Frame = {
    columns: frame.columns,
    rows: 1,
    data: frame.columns.map((column) => othersCell(column, totals, label)),
  }
  return concatFrames([kept, row])
}

function othersCell(column: Column, totals: Frame, label: string): ColumnData {
  if (totals.columns.some(({ id }) => id === column.id)) return columnData(totals, column.id)
  if (column.type !== 'text') return { kind: 'numbers', values: Int32Array.of(0), valid: Uint8Array.of(0) }
  return column.role === 'dim'
    ? { kind: 'text', codes: Int32Array.of(0), dictionary: [label] }
    : { kind: 'text', codes: Int32Array.of(-1), dictionary: [] }
}
