/** Checks transform steps: one issue per wrong step, and the columns they read. */
import type { Column } from '#domain/frame'
import type { Issue, SourceDefinition } from '../../types.ts'
import { flow, type Columns } from '../document/columns.ts'
import type { DocumentGuard } from '../document/guards.ts'
import { issue } from '../document/issue.ts'
import type { QueryModel } from '../document/model.ts'
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

const known = new WeakMap<readonly Column[], Columns>()

/** The columns of a source, by id. Made once: every widget of a document asks. */
export function columnsOf(columns: readonly Column[]): Columns {
  let found = known.get(columns)
  if (found === undefined) known.set(columns, (found = new Map(columns.map(({ id, role }) => [id, role]))))
  return found
}

/**
 * The columns that a source answers these arguments with.
 *
 * @param args literals as they are written; undefined for one that a filter decides
 */
export const answeredColumns = (source: SourceDefinition, args: Readonly<Record<string, unknown>>): Columns =>
  columnsOf(source.answers?.(args) ?? source.columns)

/** The columns of a query before its steps. */
export const queryColumns = (query: Pick<QueryModel, 'source' | 'args'>): Columns => columnsOf(answeredWith(query))

/** The same with their units. */
export const answeredWith = ({ source, args }: Pick<QueryModel, 'source' | 'args'>): readonly Column[] =>
  source.answers?.(
    Object.fromEntries(
      Object.entries(args).map(([name, value]) => [name, 'literal' in value ? value.literal : undefined]),
    ),
  ) ?? source.columns

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
