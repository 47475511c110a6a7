/**
 * A question that is asked in parts, one for each value of a list: three steps at a time over all such questions, each
 * lane rests after its step. The parts that came are merged; those that did not are said, and can be asked again.
 */
import type { FrameRef, Issue } from '../../types.ts'
import { STORE_LANE, STORE_STEP_DELAY_MS } from '../document/constants.ts'
import { issue } from '../document/issue.ts'
import { backoff, verdictOf } from './retry.ts'
import type { Calls } from './scheduler-calls.ts'
import { type Channel, type Entry, isOver, type Job, ordered, type Part, tell, triesOf } from './scheduler-job.ts'
import type { Partial, SchedulerOptions } from './scheduler-types.ts'

/** What the steps need of the scheduler around them. */
export interface StepsOptions extends Pick<SchedulerOptions, 'clock' | 'random' | 'merge' | 'release'> {
  readonly calls: Calls
  /** Fan-outs that hold a place. */
  readonly running: () => readonly Channel[]
  readonly pump: () => void
  /** Gives the place back that a running job holds. */
  readonly releaseBuffer: (job: Job) => void
  readonly settle: (channel: Channel, job: Job, entry: Entry) => void
  readonly giveUp: (channel: Channel, job: Job, why: Issue) => void
  /** 401. */
  readonly leave: () => void
  readonly holdsPart: (key: string, ref: FrameRef) => boolean
}

export interface Steps {
  /** Gives free lanes to the next steps, best fan-out first. */
  pump(): void
  /** Tells how far a fan-out is. */
  report(channel: Channel, reason?: Issue): void
  /** All steps are over. */
  finish(channel: Channel, job: Job): void
  /** Lanes that rest do so no more. */
  stop(): void
  stats(): { readonly steps: number; readonly resting: number }
}

export function createSteps(options: StepsOptions): Steps {
  const { clock, random, calls } = options
  let steps = 0
  let resting = 0

  function pump(): void {
    for (const channel of ordered(options.running())) {
      const job = channel.job
      for (const part of job?.parts ?? []) {
        if (steps + resting >= STORE_LANE) return
        if (part.state === 'pending' && job !== undefined) step(channel, job, part)
      }
    }
  }

  function report(channel: Channel, reason?: Issue): void {
    const job = channel.job
    if (job?.parts === undefined) return
    const waits = job.state === 'waiting'
    tell(channel, {
      kind: 'loading',
      attempt: Math.max(1, ...job.parts.map(({ attempts }) => attempts)),
      of: triesOf(channel.spec.source),
      since: job.since ?? job.born,
      done: job.parts.filter(isOver).length,
      total: job.parts.length,
      ...(waits && reason && { reason }),
    })
  }

  function step(channel: Channel, job: Job, part: Part): void {
    const { source, args } = channel.spec
    const name = source.fanOut as string
    part.state = 'running'
    part.attempts++
    job.attempts = Math.max(job.attempts, part.attempts)
    steps++
    const free = () => {
      delete part.stop
      steps--
      resting++
      calls.later(STORE_STEP_DELAY_MS, () => {
        resting--
        pump()
      })
    }
    const own = source.args[name]?.type === 'ids' ? [part.value] : part.value
    const stop = calls.call(
      source,
      { ...args, [name]: own },
      {
        done(ref) {
          free()
          part.state = 'done'
          part.ref = ref
          advance(channel, job)
        },
        failed(error) {
          free()
          stepFailed(channel, job, part, error)
        },
      },
    )
    part.stop = () => {
      stop()
      free()
    }
  }

  function stepFailed(channel: Channel, job: Job, part: Part, error: unknown): void {
    job.errors.push(error)
    const verdict = verdictOf(error)
    if (verdict.kind === 'unauthorized') {
      options.leave()
      return
    }
    if (verdict.kind === 'notFound') part.state = 'empty'
    else if (verdict.kind === 'stop' || part.attempts >= triesOf(channel.spec.source)) {
      part.state = 'failed'
      part.issue = verdict.issue
    } else {
      part.state = 'waiting'
      part.stop = calls.later(verdict.afterMs ?? backoff(part.attempts, random), () => {
        delete part.stop
        wake(channel, job, part)
      })
    }
    advance(channel, job, verdict.kind === 'notFound' ? undefined : verdict.issue)
  }

  function wake(channel: Channel, job: Job, part: Part): void {
    part.state = 'pending'
    if (job.state === 'waiting') job.state = 'queued'
    options.pump()
    if (channel.job === job) report(channel)
  }

  /** After each step: done, go on, or give the place back while every step that is left waits. */
  function advance(channel: Channel, job: Job, reason?: Issue): void {
    const parts = job.parts ?? []
    if (parts.every(isOver)) {
      finish(channel, job)
      options.pump()
      return
    }
    if (job.state === 'running' && !parts.some(({ state }) => state === 'pending' || state === 'running')) {
      options.releaseBuffer(job)
      job.state = 'waiting'
    }
    report(channel, reason)
    options.pump()
  }

  function finish(channel: Channel, job: Job): void {
    options.releaseBuffer(job)
    const parts = job.parts ?? []
    const refs = parts.flatMap(({ ref }) => (ref === undefined ? [] : [ref]))
    if (refs.length > 0) {
      mergeParts(channel, job, refs)
      return
    }
    const why = parts.find(({ state }) => state === 'failed')?.issue
    if (why === undefined) options.settle(channel, job, { at: clock.now() })
    else options.giveUp(channel, job, why)
  }

  function mergeParts(channel: Channel, job: Job, refs: readonly FrameRef[]): void {
    const parts = job.parts ?? []
    const partial = missingOf(parts)
    job.state = 'merging'
    let over = false
    job.stop = () => {
      over = true
    }
    options.merge(refs).then(
      (ref) => {
        if (over) {
          options.release(ref.id)
          return
        }
        // The parts are kept only while some are still missing.
        if (partial === undefined)
          for (const one of refs)
            if (one.id !== ref.id && !options.holdsPart(channel.spec.key, one)) options.release(one.id)
        options.settle(channel, job, { ref, at: clock.now(), ...(partial && { partial, parts }) })
        options.pump()
      },
      (cause: unknown) => {
        if (over) return
        const reason = cause instanceof Error ? cause.message : String(cause)
        options.giveUp(channel, job, issue('SOURCE_UNREADABLE', '', { reason }))
        options.pump()
      },
    )
  }

  return {
    pump,
    report,
    finish,
    stop() {
      resting = 0
    },
    stats: () => ({ steps, resting }),
  }
}

/** What failed of an answer that is here in part. */
function missingOf(parts: readonly Part[]): Partial | undefined {
  const failed = parts.filter(({ state }) => state === 'failed')
  if (failed.length === 0) return undefined
  return {
    failed: failed.map(({ value }) => String(value)),
    done: parts.length - failed.length,
    total: parts.length,
    issue: failed[0]?.issue ?? issue('SOURCE_NETWORK', ''),
  }
}
