import type { FactQuery } from '#domain/fact-query'
import type { Frame, NumberData } from '#domain/frame'

/** Rows, and every sum weighted by its column, so that two columns cannot be swapped unseen. */
export function checksum(rows: number, columns: readonly ArrayLike<number | bigint>[]): number {
  let sum = rows * 1e6
  columns.forEach((column, at) => {
    for (let i = 0; i < column.length; i++) sum += Number(column[i]) * (at + 1)
  })
  return sum
}

export const checkFrame =
  ({ measures }: FactQuery) =>
  (frame: Frame): number =>
    checksum(
      frame.rows,
      measures.map((id) => (frame.data[frame.columns.findIndex((column) => column.id === id)] as NumberData).values),
    )

/** Sums in one flat array per measure. */
export interface Sums {
  readonly groups: number
  readonly sums: readonly ArrayLike<number>[]
}
export const checkSums = ({ groups, sums }: Sums): number => checksum(groups, sums)
