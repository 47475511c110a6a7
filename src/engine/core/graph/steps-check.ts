/** Checks transform steps: one issue per wrong step, and the columns they read. */
import type { Issue } from '../../types.ts'
import { flow, type Columns } from '../document/columns.ts'
import type { DocumentGuard } from '../document/guards.ts'
import { issue } from '../document/issue.ts'
import { copyOf, isRecord, join } from '../document/pointer.ts'
import { LAYOUT_CODES, schemaIssues } from '../document/schema-issues.ts'
import { suggest } from '../document/suggest.ts'

export const OPS = [
  'filter',
  'rename',
  'derive',
  'aggregate',
  'compare',
  'join',
  'pivot',
  'sort',
  'limit',
  'fill',
] as const

/** Errors of the steps written at a pointer: an unknown step is one issue, any other mistake one each. */
export function stepIssues(steps: readonly unknown[], pointer: string, isTransform: DocumentGuard): Issue[] {
  return steps.flatMap((step, index) => {
    const op = isRecord(step) && typeof step.op === 'string' ? step.op : ''
    const place = pointer + join(index)
    if (!OPS.some((name) => name === op)) {
      const meant = suggest(op, OPS)
      return [
        issue(
          'STEP_UNKNOWN',
          `${place}/op`,
          { op },
          meant === undefined ? {} : { fix: [{ op: 'replace', path: `${place}/op`, value: meant }] },
        ),
      ]
    }
    const one = [copyOf(step)]
    if (isTransform(one)) return []
    return schemaIssues(isTransform.errors ?? [], one, '', LAYOUT_CODES, () => []).map((found) =>
      issue('STEP_INVALID', place + found.pointer.slice(2), { index, op, reason: found.text.replace(/\.$/, '') }),
    )
  })
}

/** Whether any step could add up what cannot be: only then its units are worked out. */
export const needsUnits = (steps: readonly unknown[]): boolean =>
  steps.some(
    (step) => isRecord(step) && step.op === 'derive' && (step.formula !== undefined || step.target !== undefined),
  )

/** Queries that steps join. */
export const joinsOf = (steps: readonly unknown[]): string[] =>
  steps.flatMap((step) => (isRecord(step) && step.op === 'join' && typeof step.with === 'string' ? [step.with] : []))

/** Warnings about columns read but not given; also the columns at the end, when they can be known. */
export function columnIssues(
  start: Columns,
  steps: readonly unknown[],
  pointerOf: (index: number) => string,
  joined: (query: string) => Columns | undefined,
): { issues: Issue[]; columns: Columns | undefined } {
  const { columns, missing } = flow(start, steps, joined)
  return {
    columns,
    issues: missing.map(({ index, op, column }) =>
      issue('STEP_COLUMN_UNKNOWN', pointerOf(index), { index, op, column }),
    ),
  }
}
