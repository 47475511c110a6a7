/**
 * A question that is asked in parts, one for each value of a list: three steps at a time over all such questions, each
 * lane rests after its step. The parts that came are merged; those that did not are said, and can be asked again.
 */
import type { Issue } from '../../types.ts'
import { STORE_LANE, STORE_STEP_DELAY_MS } from '../document/constants.ts'
import { backoff, verdictOf } from './retry.ts'
import { isOver, ordered, triesOf } from './scheduler-job.ts'
import type { Channel, Job, Part } from './scheduler-job.ts'
import { createFinish, report } from './scheduler-fan-out.ts'
import type { Steps, StepsOptions } from './scheduler-steps-types.ts'

export function createSteps(options: StepsOptions): Steps {
  const { random, calls } = options
  let steps = 0
  let resting = 0

  const finish = createFinish(options)

  function pump(): void {
    for (const channel of ordered(options.running())) {
      const job = channel.job
      for (const part of job?.parts ?? []) {
        if (steps + resting >= STORE_LANE) return
        if (part.state === 'pending' && job !== undefined) step(channel, job, part)
      }
    }
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
