/** Columns that are made of two periods: what a comparison makes, and what is made of that. */
import { columnIndex } from '../frame-build.ts'
import type { Column, Frame } from '../frame.ts'

/** Ending of a column that holds the figures of the reference period. */
export const REFERENCE = '.reference'

/** Whether one of these columns is a change, or some are of the reference period and others are not. */
function isOfTwoPeriods(frame: Frame, ids: readonly string[]): boolean {
  const known = ids.filter((id) => columnIndex(frame, id) >= 0)
  const ofReference = known.filter((id) => id.endsWith(REFERENCE))
  return (
    (ofReference.length > 0 && ofReference.length < known.length) ||
    known.some((id) => frame.columns[columnIndex(frame, id)]?.isChange === true)
  )
}

/** What a column that is made of these says of itself. */
export const changeMark = (frame: Frame, ids: readonly string[]): Pick<Column, 'isChange'> =>
  isOfTwoPeriods(frame, ids) ? { isChange: true } : {}
