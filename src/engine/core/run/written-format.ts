/** How a column of a projection is written. Pure. */
import { formatTogether, type WrittenFormat } from '#domain/format'
import type { Projection } from '../../types.ts'

/** Figures of one unit are written alike; a column of several metrics has none, and each is written as it is. */
export function writtenFormat({ columns, rows }: Pick<Projection, 'columns' | 'rows'>, at: number): WrittenFormat {
  const { format = 'text', unit } = columns[at] ?? {}
  return unit === undefined
    ? format
    : formatTogether(
        format,
        rows.map((row) => row[at]),
      )
}
