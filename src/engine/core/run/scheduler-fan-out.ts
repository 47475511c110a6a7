/** The end of a question that was asked in parts: what came is merged, what did not is said. */
import type { FrameRef, Issue } from '../../types.ts'
import { issue } from '../document/issue.ts'
import { isOver, emit, triesOf } from './scheduler-job.ts'
import type { Channel, Job, Part } from './scheduler-job.ts'
import type { Partial } from './scheduler-types.ts'
import type { StepsOptions } from './scheduler-steps-types.ts'

/** Tells how far a fan-out is. */
export function report(channel: Channel, reason?: Issue): void {
  const job = channel.job
  if (job?.parts === undefined) return
  const waits = job.state === 'waiting'
  emit(channel, {
    kind: 'loading',
    attempt: Math.max(1, ...job.parts.map(({ attempts }) => attempts)),
    of: triesOf(channel.spec.source),
    since: job.since ?? job.born,
    done: job.parts.filter(isOver).length,
    total: job.parts.length,
    ...(waits && reason && { reason }),
  })
}

type Options = Pick<
  StepsOptions,
  'clock' | 'merge' | 'release' | 'releaseBuffer' | 'settle' | 'giveUp' | 'holdsPart' | 'pump'
>

export function createFinish(options: Options) {
  const { clock } = options

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

  return finish
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
