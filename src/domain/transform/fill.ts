import type { FillStep } from '#schemas/generated/layout/transform.ts'
import { DomainError } from '../domain-error.ts'
import { bitAt, columnIndex, numberData, numbersOf, setBit } from '../frame-build.ts'
import type { Column, Frame } from '../frame.ts'
import { withColumn } from './columns.ts'
import { groupRows } from './groups.ts'

const NONE = -1

/**
 * Nulls of a column on the straight line between the nearest present values of the same series, when these are at most
 * `maxGap` apart; a line is never drawn across a longer gap. A series is one combination of the other dimensions.
 * Throws TRANSFORM_UNSORTED when `along` does not rise within a series.
 */
export function fill(frame: Frame, { column, along, maxGap }: Omit<FillStep, 'op'>): Frame {
  const source = numbersOf(frame, column)
  const at = numbersOf(frame, along).values
  const series = groupRows(
    frame,
    frame.columns.filter(({ id, role }) => role === 'dim' && id !== along && id !== column).map(({ id }) => id),
  )
  const values = Float64Array.from(source.values)
  const valid = source.valid?.slice()
  const lastRow = new Int32Array(series.count).fill(NONE)
  const lastPresent = new Int32Array(series.count).fill(NONE)
  /** The row before in the same series, to walk back over a gap once its end is known. */
  const before = new Int32Array(frame.rows)

  for (let row = 0; row < frame.rows; row++) {
    const group = series.of[row] as number
    const previous = lastRow[group] as number
    if (previous !== NONE && (at[row] as number) <= (at[previous] as number)) {
      throw new DomainError(
        'TRANSFORM_UNSORTED',
        `${along} does not rise from row ${previous} to row ${row}; sort by ${along} first.`,
        { column: along, row },
      )
    }
    before[row] = previous
    lastRow[group] = row
    if (valid && !bitAt(valid, row)) continue
    const start = lastPresent[group] as number
    lastPresent[group] = row
    if (!valid || start === NONE || start === previous) continue
    const gap = (at[row] as number) - (at[start] as number)
    if (gap > maxGap) continue
    const slope = ((values[row] as number) - (values[start] as number)) / gap
    for (let inside = previous; inside !== start; inside = before[inside] as number) {
      values[inside] = (values[start] as number) + slope * ((at[inside] as number) - (at[start] as number))
      setBit(valid, inside)
    }
  }
  return withColumn(
    frame,
    { ...(frame.columns[columnIndex(frame, column)] as Column), type: 'float' },
    numberData(values, valid),
  )
}
