import { cellOf, columnIndex, numberData } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import { unpairedId } from '#domain/metrics/paired'

/**
 * The figures with what of each lies in hours that the other period lacks, as answers about stores have it: a change is
 * taken over what both know. The most at one time is no sum; reported is by how much it exceeds the maximum of
 * the hours that both have.
 *
 * @param paired the figures of those hours; fewer rows, which have a counterpart among the figures
 * @param keys the columns that say which
 */
export function withUnpaired(frame: Frame, paired: Frame, keys: readonly string[]): Frame {
  const keyIn = (of: Frame) => {
    const at = keys.map((id) => columnIndex(of, id))
    return (row: number) => at.map((column) => cellOf(of, column, row)).join(' ')
  }
  const [keyOf, pairedKeyOf] = [keyIn(frame), keyIn(paired)]
  const rowOf = new Map(Array.from({ length: paired.rows }, (_, row) => [pairedKeyOf(row), row]))
  const rows = Array.from({ length: frame.rows }, (_, row) => rowOf.get(keyOf(row)))
  const added = frame.columns.flatMap((column, at) => {
    if (column.role !== 'measure') return []
    const values = Float64Array.from(rows, (pair, row) => {
      const known = pair === undefined ? null : cellOf(paired, at, pair)
      return Number(cellOf(frame, at, row) ?? 0) - Number(known ?? 0)
    })
    return values.some((value) => value !== 0) ? [{ column: { ...column, id: unpairedId(column.id) }, values }] : []
  })
  return {
    ...frame,
    columns: [...frame.columns, ...added.map(({ column }) => column)],
    data: [...frame.data, ...added.map(({ values }) => numberData(values))],
  }
}
