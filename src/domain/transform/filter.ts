import type { FilterCondition, FilterStep, FilterValue } from '#schemas/generated/layout/transform.ts'
import { dayNumber } from '../days.ts'
import { DomainError } from '../domain-error.ts'
import { columnData, columnIndex, isNull, takeRows } from '../frame-build.ts'
import type { Column, ColumnData, Frame } from '../frame.ts'

/**
 * Rows for which every condition of every column holds. Keeps the order; returns the frame itself when nothing is left
 * out.
 */
export function filter(frame: Frame, { where }: Pick<FilterStep, 'where'>): Frame {
  const keep = new Uint8Array(frame.rows).fill(1)
  for (const [id, condition] of Object.entries(where)) {
    const data = columnData(frame, id)
    narrow(keep, data, predicate(frame.columns[columnIndex(frame, id)] as Column, condition))
  }
  let kept = 0
  for (let row = 0; row < frame.rows; row++) kept += keep[row] as number
  if (kept === frame.rows) return frame
  const order = new Uint32Array(kept)
  let at = 0
  for (let row = 0; row < frame.rows; row++) if (keep[row] === 1) order[at++] = row
  return takeRows(frame, order)
}

type Test = (value: number | string | null) => boolean

/** Text is tested once per dictionary entry; numbers once per row. */
function narrow(keep: Uint8Array, data: ColumnData, test: Test): void {
  const ofNull = test(null) ? 1 : 0
  if (data.kind === 'text') {
    const passes = data.dictionary.map((text) => (test(text) ? 1 : 0))
    for (let row = 0; row < keep.length; row++) {
      const code = data.codes[row] as number
      keep[row]! &= code < 0 ? ofNull : (passes[code] as number)
    }
    return
  }
  for (let row = 0; row < keep.length; row++) {
    if (keep[row] === 1) keep[row] = isNull(data, row) ? ofNull : test(data.values[row] as number) ? 1 : 0
  }
}

/** A null equals null and differs from everything else; it is neither larger nor smaller than anything. */
function predicate(column: Column, condition: FilterCondition): Test {
  const literal = (value: FilterValue) => literalOf(column, value)
  const tests: Test[] = []
  if (condition.eq !== undefined) tests.push(equals(literal(condition.eq)))
  if (condition.ne !== undefined) tests.push(not(equals(literal(condition.ne))))
  if (condition.in !== undefined) {
    if (!Array.isArray(condition.in))
      throw new DomainError('TRANSFORM_INVALID', `The list ${condition.in} for column ${column.id} was not resolved.`, {
        column: column.id,
      })
    const known = new Set(condition.in.map(literal))
    tests.push((value) => known.has(value))
  }
  const compare = (bound: FilterValue | undefined, holds: (a: number | string, b: number | string) => boolean) => {
    if (bound === undefined) return
    const limit = literal(bound)
    tests.push((value) => value !== null && limit !== null && holds(value, limit))
  }
  compare(condition.lt, (a, b) => a < b)
  compare(condition.lte, (a, b) => a <= b)
  compare(condition.gt, (a, b) => a > b)
  compare(condition.gte, (a, b) => a >= b)
  const [only] = tests
  return tests.length === 1 && only ? only : (value) => tests.every((test) => test(value))
}

const equals =
  (wanted: number | string | null): Test =>
  (value) =>
    value === wanted
const not =
  (test: Test): Test =>
  (value) =>
    !test(value)

function literalOf(column: Column, value: FilterValue): number | string | null {
  if (value === null || (typeof value === 'number' && column.type !== 'text')) return value
  if (typeof value === 'boolean' && column.type === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' && column.type === 'text') return value
  if (typeof value === 'string' && column.type === 'day') return dayNumber(value)
  throw new DomainError(
    'TRANSFORM_INVALID',
    `${JSON.stringify(value)} cannot be compared with column ${column.id}, which holds ${column.type}.`,
    { column: column.id },
  )
}
