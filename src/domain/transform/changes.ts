/** Columns that are made of two periods: what a comparison makes, and what is made of that. */
import type { Column, Frame } from '../frame.ts'

/** Ending of a column that holds the figures of the reference period. */
export const REFERENCE = '.reference'

/**
 * The kind of a column that is made of `ids`: it is a change where one of them is, or where some are of the
 * reference period and others are not.
 */
export function changeMark({ columns }: Frame, ids: readonly string[]): Pick<Column, 'isChange'> {
  const references = ids.filter((id) => id.endsWith(REFERENCE)).length
  return (references > 0 && references < ids.length) || columns.some(({ id, isChange }) => isChange && ids.includes(id))
    ? { isChange: true }
    : {}
}
