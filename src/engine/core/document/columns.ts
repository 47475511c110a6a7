/** Which columns a chain of steps gives, without running it. Unknown steps make the answer unknown, never wrong. */
import { REFERENCE } from '#domain/transform/changes'
import { isRecord } from './pointer.ts'

/** Column ids and whether each is a measure. */
export type Columns = ReadonlyMap<string, 'dim' | 'measure'>

export interface Flow {
  /** Undefined once a step is not understood. */
  readonly columns: Columns | undefined
  /** Columns a step reads that it is not given. */
  readonly missing: readonly { readonly index: number; readonly op: string; readonly column: string }[]
}

/** Follows columns through steps. `joined` gives the columns of a query named by a join. */
export function flow(start: Columns, steps: readonly unknown[], joined: (query: string) => Columns | undefined): Flow {
  let columns: Columns | undefined = start
  const missing: { index: number; op: string; column: string }[] = []
  steps.forEach((step, index) => {
    if (columns === undefined || !isRecord(step)) {
      columns = undefined
      return
    }
    const op = String(step.op)
    for (const column of reads(step)) if (!columns.has(column)) missing.push({ index, op, column })
    columns = after(columns, step, joined)
  })
  return { columns, missing }
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : typeof value === 'string' ? [value] : []

/** Measures of one side of a formula. */
function sumOf(sum: unknown): string[] {
  if (!isRecord(sum)) return typeof sum === 'string' ? [sum] : []
  if (sum.times !== undefined) return sumOf(sum.times)
  const parts = sum.plus ?? sum.minus
  return Array.isArray(parts) ? parts.flatMap(sumOf) : []
}

function reads(step: Record<string, unknown>): string[] {
  switch (step.op) {
    case 'filter':
      return Object.keys(isRecord(step.where) ? step.where : {})
    case 'rename':
      return Object.keys(isRecord(step.columns) ? step.columns : {})
    case 'derive':
      return [
        ...texts(step.ratio),
        ...texts(step.difference),
        ...texts(step.share),
        ...texts(step.by),
        ...(isRecord(step.formula) ? [...sumOf(step.formula.of), ...sumOf(step.formula.over)] : []),
        ...(step.part === undefined ? [] : texts(step.from ?? (step.part === 'hour' ? 'slot' : 'day'))),
        ...(isRecord(step.target) ? [...texts(step.target.for), ...texts(step.target.by)] : []),
      ]
    case 'aggregate':
      return [
        ...texts(step.by),
        ...Object.values(isRecord(step.measures) ? step.measures : {}).flatMap((m) =>
          isRecord(m) ? [...texts(m.of), ...(m.fn === 'weightedAverage' ? texts(m.weight) : [])] : [],
        ),
      ]
    case 'compare':
      return [...texts(step.by), ...texts(step.key), ...texts(step.of)]
    case 'join':
      return (Array.isArray(step.on) ? step.on : []).flatMap((on) => texts(isRecord(on) ? on.left : on))
    case 'pivot':
      return [...texts(step.column), ...texts(step.of)]
    case 'sort':
      return Array.isArray(step.by) ? step.by.flatMap((key) => (isRecord(key) ? texts(key.column) : [])) : []
    case 'limit':
      return texts(step.by)
    case 'fill':
      return [...texts(step.column), ...texts(step.along)]
    default:
      return []
  }
}

function after(
  columns: Columns,
  step: Record<string, unknown>,
  joined: (query: string) => Columns | undefined,
): Columns | undefined {
  switch (step.op) {
    case 'filter':
    case 'sort':
    case 'limit':
    case 'fill':
      return columns
    case 'rename': {
      const names = isRecord(step.columns) ? step.columns : {}
      return new Map([...columns].map(([id, role]) => [Object.hasOwn(names, id) ? String(names[id]) : id, role]))
    }
    case 'derive':
      return new Map([...columns, [String(step.as), step.part === undefined ? 'measure' : 'dim']])
    case 'aggregate': {
      const by = texts(step.by).map((id) => [id, columns.get(id) ?? 'dim'] as const)
      const measures =
        step.measures === 'all'
          ? [...columns].filter(([, role]) => role === 'measure')
          : Object.keys(isRecord(step.measures) ? step.measures : {}).map((id) => [id, 'measure'] as const)
      return new Map([...by, ...measures])
    }
    case 'compare': {
      const of =
        step.of === undefined ? [...columns].filter(([, role]) => role === 'measure').map(([id]) => id) : texts(step.of)
      const suffixes = Object.keys(isRecord(step.as) ? step.as : {})
      const key =
        step.key === undefined
          ? [...columns].filter(([id, role]) => role === 'dim' && id !== step.by).map(([id]) => id)
          : texts(step.key)
      return new Map([
        ...key.map((id) => [id, 'dim'] as const),
        ...of.flatMap((id) =>
          ['', REFERENCE, ...suffixes.map((s) => `.${s}`)].map((s) => [id + s, 'measure'] as const),
        ),
      ])
    }
    case 'join': {
      const other = joined(String(step.with))
      if (other === undefined) return undefined
      const keys = (Array.isArray(step.on) ? step.on : []).flatMap((on) => texts(isRecord(on) ? on.right : on))
      const taken =
        step.columns === undefined ? [...other.keys()].filter((id) => !keys.includes(id)) : texts(step.columns)
      return new Map([
        ...columns,
        ...taken.filter((id) => !columns.has(id)).map((id) => [id, other.get(id) ?? 'dim'] as const),
      ])
    }
    // The columns of a pivot are in the data.
    default:
      return undefined
  }
}
