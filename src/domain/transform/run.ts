import { isTransform } from '#schemas/generated/layout/transform.ts'
import type { TransformStep } from '#schemas/generated/layout/transform.ts'
import { DomainError } from '../domain-error.ts'
import type { Frame } from '../frame.ts'
import { takeRows } from '../frame-build.ts'
import { sortOrder } from '../sort.ts'
import { aggregate } from './aggregate.ts'
import { derive, rename } from './columns.ts'
import { compare } from './compare.ts'
import { fill } from './fill.ts'
import { filter } from './filter.ts'
import { join } from './join.ts'
import { limit } from './limit.ts'
import { pivot } from './pivot.ts'

export interface StepReport {
  readonly op: string
  readonly rowsIn: number
  readonly rowsOut: number
  readonly ms: number
}

export interface TransformResult {
  readonly frame: Frame
  readonly reports: readonly StepReport[]
}

/**
 * Runs steps in order. `joins` are the frames `join` steps name. A failing step throws its own code with `step` (from
 * 0) and `op` in the details; steps that are no steps throw TRANSFORM_INVALID before anything runs.
 *
 * @internal for tests
 */
export function runTransform(
  frame: Frame,
  steps: readonly unknown[],
  joins?: Readonly<Record<string, Frame>>,
  now?: () => number,
): TransformResult {
  const running = stepThrough(frame, checkedSteps(steps), joins, now)
  for (;;) {
    const { done, value } = running.next()
    if (done === true) return value
  }
}

/**
 * The same, stopping after every step, so that a worker can listen in between. The steps have been checked where their
 * document was loaded: the guard weighs more than all the steps together, and a worker has no use for it.
 */
export function* stepThrough(
  frame: Frame,
  steps: readonly TransformStep[],
  joins: Readonly<Record<string, Frame>> = {},
  now: () => number = () => performance.now(),
): Generator<StepReport, TransformResult, undefined> {
  let current = frame
  const reports: StepReport[] = []
  for (const [index, step] of steps.entries()) {
    const started = now()
    const rowsIn = current.rows
    current = runStep(current, step, index, joins)
    const report = { op: step.op, rowsIn, rowsOut: current.rows, ms: now() - started }
    reports.push(report)
    yield report
  }
  return { frame: current, reports }
}

function checkedSteps(steps: readonly unknown[]): readonly TransformStep[] {
  if (isTransform(steps)) return steps
  const [error] = isTransform.errors ?? []
  const step = Number(error?.instancePath.split('/')[1] ?? 0)
  const op = (steps[step] as { op?: unknown } | undefined)?.op
  throw new DomainError(
    'TRANSFORM_INVALID',
    `Step ${step} (${String(op)}) is not valid: ${error?.instancePath ?? ''} ${error?.message ?? ''}.`,
    { step, op: String(op) },
  )
}

function runStep(frame: Frame, step: TransformStep, index: number, joins: Readonly<Record<string, Frame>>): Frame {
  try {
    return applyStep(frame, step, joins)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new DomainError(
      error.code,
      `Step ${index} (${step.op}): ${error.message}`,
      { ...error.details, step: index, op: step.op },
      error,
    )
  }
}

function applyStep(frame: Frame, step: TransformStep, joins: Readonly<Record<string, Frame>>): Frame {
  switch (step.op) {
    case 'filter':
      return filter(frame, step)
    case 'rename':
      return rename(frame, step)
    case 'derive':
      return derive(frame, step)
    case 'aggregate':
      return aggregate(frame, step)
    case 'compare':
      return compare(frame, step)
    case 'join':
      return join(frame, joinedFrame(step.with, joins), step)
    case 'pivot':
      return pivot(frame, step)
    case 'sort':
      return takeRows(frame, sortOrder(frame, step.by))
    case 'limit':
      return limit(frame, step)
    case 'fill':
      return fill(frame, step)
  }
}

function joinedFrame(id: string, joins: Readonly<Record<string, Frame>>): Frame {
  const frame = Object.hasOwn(joins, id) ? joins[id] : undefined
  if (frame === undefined)
    throw new DomainError(
      'TRANSFORM_JOIN_MISSING',
      `There is no frame of query ${id}; given are ${Object.keys(joins).join(', ') || 'none'}.`,
      { query: id },
    )
  return frame
}
