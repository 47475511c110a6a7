/** The steps there are, each with one to begin with, and whether the forms can show a step as it is. */
import { isRecord, own } from '#engine/core/document/pointer'
import { isTransform } from '#schemas/generated/layout/transform.ts'
import { OPS } from '#engine/core/graph/steps-check'
import { METRICS } from '#domain/metrics/index'
import { textsAt } from '../../model/raw.ts'
import { canShowFormula } from './formulas.ts'
import { conditionsOf } from './values.ts'

export { OPS } from '#engine/core/graph/steps-check'
export type Op = (typeof OPS)[number]
export type Step = Readonly<Record<string, unknown>>

export const isOp = (value: unknown): value is Op => OPS.some((op) => op === value)

/** A new step that is valid at once, on columns that are there where there are any. */
export function freshStep(
  op: Op,
  dims: readonly string[],
  measures: readonly string[],
  queries: readonly string[],
): Step {
  const dim = dims[0] ?? measures[0] ?? 'local'
  const measure = measures[0] ?? dims[0] ?? 'ins'
  const second = measures[1] ?? measure
  switch (op) {
    case 'filter':
      return { op, where: { [dim]: { ne: null } } }
    case 'rename':
      return { op, columns: { [measure]: `${measure}2` } }
    case 'derive':
      return { op, as: `${measure}Share`, share: measure }
    case 'aggregate':
      return { op, by: dims.slice(0, 1), measures: 'all' }
    case 'compare':
      return { op, by: dims.includes('period') ? 'period' : dim, as: { delta: 'abs', pct: 'percent' } }
    case 'join':
      return { op, with: queries[0] ?? 'query', on: [dim] }
    case 'pivot':
      return { op, column: dim, values: ['…'], of: measure }
    case 'sort':
      return { op, by: [{ column: measure, desc: true }] }
    case 'limit':
      return { op, n: 10, ...(measures[0] !== undefined && { by: measures[0] }) }
    case 'fill':
      return { op, column: measure, along: second === measure ? dim : second, maxGap: 1 }
  }
}

/** Ways to compute a new column. */
export const DERIVATIONS = ['ratio', 'difference', 'share', 'metric', 'formula', 'part', 'target'] as const
export type Derivation = (typeof DERIVATIONS)[number]

/** A new column of the same name that is worked out in another way, valid at once. */
export function freshDerivation(kind: Derivation, as: unknown, measures: readonly string[]): Step {
  const [first = 'ins', second = first] = measures
  const base = { op: 'derive', as }
  switch (kind) {
    case 'metric':
      return { ...base, metric: METRICS[0]?.id ?? first }
    case 'share':
      return { ...base, share: first }
    case 'formula':
      return { ...base, formula: { of: first, over: second } }
    case 'part':
      return { op: 'derive', as: 'weekday', part: 'weekday' }
    case 'target':
      return { ...base, target: { for: first, value: 100 } }
    default:
      return { ...base, [kind]: [first, second] }
  }
}

/** Whether the forms show the whole of a step. What they do not is shown as JSON and left alone. */
export function canShowStep(step: unknown): step is Step {
  if (!isRecord(step) || !isOp(step.op) || !isTransform([structuredClone(step)])) return false
  switch (step.op) {
    case 'filter':
      return conditionsOf(step.where) !== null
    case 'join':
      return (
        Array.isArray(step.on) &&
        step.on.every(
          (one) =>
            typeof one === 'string' || (typeof own(one, 'left') === 'string' && typeof own(one, 'right') === 'string'),
        )
      )
    case 'derive':
      return step.formula === undefined || canShowFormula(step.formula)
    case 'pivot':
      return typeof step.of === 'string' || textsAt(step, 'of').length > 0
    default:
      return true
  }
}
