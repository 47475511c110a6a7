/** A question that is asked whole: sent, and sent again after what may pass. */
import type { Issue } from '../../types.ts'
import { backoff, verdictOf } from './retry.ts'
import type { Calls } from './scheduler-calls.ts'
import { emit, triesOf } from './scheduler-job.ts'
import type { Channel, Entry, Job } from './scheduler-job.ts'
import type { SchedulerOptions } from './scheduler-types.ts'

interface Options extends Pick<SchedulerOptions, 'clock' | 'random'> {
  readonly calls: Calls
  readonly pump: () => void
  /** Gives the place back that a running job holds. */
  readonly releaseBuffer: (job: Job) => void
  readonly settle: (channel: Channel, job: Job, entry: Entry) => void
  readonly giveUp: (channel: Channel, job: Job, why: Issue) => void
  /** 401. */
  readonly leave: () => void
}

export function createQuestions({ clock, random, calls, pump, releaseBuffer, settle, giveUp, leave }: Options) {
  function ask(channel: Channel, job: Job): void {
    const { source, args, ahead } = channel.spec
    job.attempts++
    emit(channel, { kind: 'loading', attempt: job.attempts, of: triesOf(source), since: job.since ?? job.born })
    if (channel.job !== job) return
    job.stop = calls.call(source, args, {
      ahead: ahead?.(),
      arrived() {
        releaseBuffer(job)
        job.state = 'opening'
        pump()
      },
      done(ref) {
        releaseBuffer(job)
        settle(channel, job, { ref, at: clock.now() })
        pump()
      },
      failed(error) {
        releaseBuffer(job)
        failed(channel, job, error)
        pump()
      },
    })
  }

  function failed(channel: Channel, job: Job, error: unknown): void {
    delete job.stop
    // It holds no place any more.
    job.state = 'waiting'
    job.errors.push(error)
    const verdict = verdictOf(error)
    const of = triesOf(channel.spec.source)
    if (verdict.kind === 'unauthorized') leave()
    else if (verdict.kind === 'notFound') settle(channel, job, { at: clock.now() })
    else if (verdict.kind === 'stop' || job.attempts >= of) giveUp(channel, job, verdict.issue)
    else {
      const wait = verdict.afterMs ?? backoff(job.attempts, random)
      job.stop = calls.later(wait, () => {
        delete job.stop
        job.state = 'queued'
        pump()
      })
      emit(channel, {
        kind: 'loading',
        attempt: job.attempts,
        of,
        since: job.since ?? job.born,
        retryAt: clock.now() + wait,
        reason: verdict.issue,
      })
    }
  }

  return { ask }
}
