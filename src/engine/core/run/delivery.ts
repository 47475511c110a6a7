/** From answers to what a widget shows: the wait, the failure, or its frames after their steps. */
import type { Compute, FrameRef, Frames, Issue, ReadyState, StepReport, WidgetState } from '../../types.ts'
import { stable } from '../graph/args.ts'
import { issue } from '../document/issue.ts'
import type { DataModel, LiveWidget, QueryKey } from '../document/model.ts'
import { withoutMuted } from './muted.ts'
import { isRecord } from '../document/pointer.ts'
import { fillSteps } from '../params/references.ts'
import { detailsOf } from './retry.ts'
import type { JobEvent } from './scheduler-types.ts'

export type Result = JobEvent
type Settled = Extract<Result, { kind: 'done' | 'notFound' }>

/** The state of a widget while not all its answers are there, or one failed; undefined when all are. */
export function waitingState(
  results: readonly (Result | undefined)[],
  now: number,
  previous: ReadyState | undefined,
): WidgetState | undefined {
  const kept = previous && { previous }
  const failed = results.find((result) => result?.kind === 'failed')
  if (failed?.kind === 'failed') return { kind: 'error', issue: failed.issue, ...kept }
  const loading = results.filter((result) => result?.kind === 'loading')
  if (loading.length > 0) {
    const retry = loading.find(({ retryAt }) => retryAt !== undefined)
    const parts = loading.filter(({ total }) => total !== undefined)
    return {
      kind: 'loading',
      attempt: Math.max(...loading.map(({ attempt }) => attempt)),
      of: Math.max(...loading.map(({ of }) => of)),
      elapsedMs: now - Math.min(...loading.map(({ since }) => since)),
      ...(parts.length > 0 && {
        done: total(parts.map(({ done }) => done)),
        total: total(parts.map((part) => part.total)),
      }),
      ...(retry?.retryAt !== undefined && { retryAt: retry.retryAt }),
      ...(retry?.reason && { reason: retry.reason }),
      ...kept,
    }
  }
  const queued = results.filter((result) => result?.kind === 'queued')
  if (queued.length > 0 || results.some((result) => result === undefined))
    return {
      kind: 'queued',
      position:
        Math.min(...queued.map(({ position }) => position), Infinity) === Infinity
          ? 0
          : Math.min(...queued.map(({ position }) => position)),
      ...kept,
    }
  return undefined
}

const total = (parts: readonly (number | undefined)[]) => parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)

export interface Delivery {
  readonly widget: LiveWidget
  readonly results: ReadonlyMap<QueryKey, Settled>
  /** Value of a filter by the name written in a step. */
  readonly value: (input: DataModel) => (param: string) => unknown
  readonly values: Readonly<Record<string, unknown>>
}

const refOf = (result: Settled | undefined): FrameRef | undefined => (result?.kind === 'done' ? result.ref : undefined)

/** What the frames of a delivery depend on: same text, same frames. */
export function signatureOf({ widget, results, value }: Delivery): string {
  return stable(
    Object.entries(widget.data).map(([input, data]) => [
      input,
      refOf(results.get(data.query))?.id,
      Object.values(data.joins).map((key) => refOf(results.get(key))?.id),
      fillSteps(data.steps, value(data)),
    ]),
  )
}

/**
 * Runs the steps of every input. Equal runs of one batch are made once (`shared`). Never rejects: a failed step is a
 * state.
 */
export async function deliver(
  delivery: Delivery,
  compute: Compute,
  signal: AbortSignal,
  shared: Map<string, ReturnType<Compute['run']>>,
  now: number,
): Promise<WidgetState> {
  const { widget, results, values } = delivery
  const frames: Record<string, Frames[string]> = {}
  const steps: Record<string, readonly StepReport[]> = {}
  const inputs = Object.entries(widget.data)
  const settled = inputs
    .flatMap(([, data]) => [data.query, ...Object.values(data.joins)])
    .flatMap((key) => results.get(key) ?? [])
  try {
    const runs = await Promise.all(
      inputs.map(async ([input, data]): Promise<WidgetState | undefined> => {
        const required = widget.definition.data[input]?.required === true
        const ref = refOf(results.get(data.query))
        if (ref === undefined) return required ? { kind: 'empty', why: 'notFound', values } : undefined
        const joins = Object.fromEntries(
          Object.entries(data.joins).flatMap(([name, key]) => {
            const other = refOf(results.get(key))
            return other === undefined ? [] : [[name, other]]
          }),
        )
        const absent = Object.keys(data.joins).find((name) => joins[name] === undefined)
        if (absent !== undefined) return required ? { kind: 'empty', why: 'notFound', values } : undefined
        const filled = fillSteps(data.steps, delivery.value(data))
        const key = stable([ref.id, Object.values(joins).map(({ id }) => id), filled])
        const run = shared.get(key) ?? compute.run(ref, filled, joins, signal)
        shared.set(key, run)
        const { frame, steps: reports } = await run
        frames[input] = frame
        steps[input] = reports
        return frame.rows === 0 && required
          ? { kind: 'empty', why: ref.rows > 0 ? 'filteredOut' : ref.byDay === undefined ? 'noRows' : 'byDay', values }
          : undefined
      }),
    )
    const empty = runs.find((run) => run !== undefined)
    if (empty !== undefined) return empty
  } catch (cause) {
    return { kind: 'error', issue: transformIssue(cause, widget.id) }
  }
  const { options, muted } = withoutMuted(widget.definition, widget.options, frames)
  if (options === null) return { kind: 'hidden', rule: '', muted }
  const at = settled.length === 0 ? now : Math.min(...settled.map((result) => result.at))
  const asOf = settled.flatMap((result) => refOf(result)?.asOf ?? [])
  const basis = settled.flatMap((result) => refOf(result)?.basis ?? [])[0]
  const byDay = settled.flatMap((result) => refOf(result)?.byDay ?? [])[0]
  const traffic = settled.flatMap((result) => refOf(result)?.traffic ?? [])[0]
  const partial = settled.flatMap((result) =>
    result.kind === 'done' && result.partial !== undefined ? [result.partial] : [],
  )
  return {
    kind: 'ready',
    frames,
    values,
    at,
    ageMs: Math.max(0, now - at),
    steps,
    ...(basis !== undefined && { basis }),
    ...(byDay !== undefined && { byDay }),
    ...(traffic !== undefined && { traffic }),
    ...(asOf.length > 0 && { asOf: Math.min(...asOf) }),
    ...(partial.length > 0 && {
      partial: {
        failed: [...new Set(partial.flatMap(({ failed }) => failed))],
        done: total(partial.map(({ done }) => done)),
        total: total(partial.map((part) => part.total)),
      },
    }),
  }
}

export function transformIssue(cause: unknown, widget?: string): Issue {
  return issue('TRANSFORM_FAILED', widget === undefined ? '' : `/widgets/${widget}`, {
    ...detailsOf(cause),
    reason: cause instanceof Error ? cause.message : String(cause),
    ...(isRecord(cause) && typeof cause.code === 'string' && { code: cause.code }),
  })
}
