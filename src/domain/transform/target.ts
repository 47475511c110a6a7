/** Values to reach as a column, so that they are grouped, drawn and exported beside what they are for. */
import type { Target } from '#schemas/generated/layout/transform.ts'
import { DomainError } from '../domain-error.ts'
import { cellOf, columnData, columnIndex, encodeNumbers } from '../frame-build.ts'
import { type Column, type Frame, isSummable, type NumberData } from '../frame.ts'
import { isRatioColumn } from './formula.ts'

/**
 * A target for each row: that of its member, else the value of all, else none. Additive as its measure is: the target
 * of a week is the sum of its days'.
 *
 * Throws COLUMN_UNKNOWN, and FORMULA_UNITS_INVALID for a measure that cannot be added up.
 */
export function targetColumn(
  frame: Frame,
  as: string,
  { for: measure, value, by, values = {} }: Target,
): { column: Column; data: NumberData } {
  columnData(frame, measure)
  const { unit, role } = frame.columns[columnIndex(frame, measure)] as Column
  if (role === 'dim' || !isSummable(unit) || isRatioColumn(frame, measure))
    throw new DomainError(
      'FORMULA_UNITS_INVALID',
      `Column ${measure} cannot be added up, so a target of each row is useless; give the widget its target as an ` +
        'option.',
      { column: measure, unit: unit ?? 'ratio' },
    )
  if (by !== undefined) columnData(frame, by)
  const at = by === undefined ? -1 : columnIndex(frame, by)
  const cells = Array.from({ length: frame.rows }, (_, row) => {
    const member = at < 0 ? null : cellOf(frame, at, row)
    const own = member === null ? undefined : ownValue(values, String(member))
    return own ?? value ?? null
  })
  return {
    column: { id: as, type: 'float', role: 'measure', ...(unit && { unit }) },
    data: encodeNumbers(cells, true),
  }
}

const ownValue = (values: Readonly<Record<string, number>>, member: string) =>
  Object.hasOwn(values, member) ? values[member] : undefined
