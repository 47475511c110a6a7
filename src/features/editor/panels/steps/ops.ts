/** The steps there are, each with one to begin with, and whether the forms can show a step as it is. */
import { isRecord, own } from '#engine/core/document/pointer'
import { isTransform } from '#schemas/generated/layout/transform.ts'
import { OPS } from '#engine/core/graph/steps-check'
import { textsAt } from '../edits.ts'
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
      return step.formula === undefined && step.part === undefined && step.target === undefined
    case 'pivot':
      return typeof step.of === 'string' || textsAt(step, 'of').length > 0
    default:
      return true
  }
}
