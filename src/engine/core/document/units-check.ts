/**
 * Checks what may be added up: the steps run on no rows, by the same code that runs them on the answers, so
 * that a save reports what a reader would be shown.
 */
import { DomainError } from '#domain/domain-error'
import { fromRows } from '#domain/frame-build'
import { stepThrough } from '#domain/transform/run'
import { isTransform } from '#schemas/generated/layout/transform.ts'
import type { UnitCheck } from './guards.ts'
import { issue } from './issue.ts'
import { copyOf } from './pointer.ts'

const ROWS_ONLY: ReadonlySet<string> = new Set(['filter', 'sort', 'limit', 'fill'])

/**
 * Errors of formulas and targets whose measures cannot be added up, and the columns at the end. Steps that read a
 * filter or fail for another reason end the check: unknown units are not reported, and the columns are
 * undefined.
 *
 * @param joins columns of the queries that steps join
 */
export const unitIssues: UnitCheck = (start, steps, pointerOf, joins) => {
  const known = copyOf(steps)
  if (!isTransform(known)) return { issues: [], columns: undefined }
  const frames = Object.fromEntries(Object.entries(joins).map(([id, columns]) => [id, fromRows(columns, [])]))
  // Steps that only choose or order rows change no unit, and what they compare with may be a filter.
  const places = known.flatMap(({ op }, at) => (ROWS_ONLY.has(op) ? [] : [at]))
  const kept = known.filter(({ op }) => !ROWS_ONLY.has(op))
  let index = 0
  try {
    const running = stepThrough(fromRows(start, []), kept, frames, () => 0)
    for (;;) {
      const { done, value } = running.next()
      if (done === true) return { issues: [], columns: value.frame.columns }
      index++
    }
  } catch (cause) {
    if (!(cause instanceof DomainError) || cause.code !== 'FORMULA_UNITS_INVALID')
      return { issues: [], columns: undefined }
    const { column, unit, other } = cause.details ?? {}
    const at = places[index] ?? index
    const params = { index: at, unit: String(unit) }
    return {
      columns: undefined,
      issues: [
        column === undefined
          ? issue('STEP_UNITS_DIFFER', pointerOf(at), { ...params, other: String(other) })
          : issue('STEP_MEASURE_NOT_ADDITIVE', pointerOf(at), { ...params, column: String(column) }),
      ],
    }
  }
}
