/** How a question ends: with an answer that is kept and timing, or without one. */
import type { Issue } from '../../types.ts'
import type { AnswerCache } from './scheduler-cache.ts'
import { emit } from './scheduler-job.ts'
import type { Channel, Entry, Job } from './scheduler-job.ts'
import { FetchFailed } from './scheduler-types.ts'
import type { JobEvent, SchedulerOptions } from './scheduler-types.ts'

interface Options extends Pick<SchedulerOptions, 'clock'> {
  readonly cache: Pick<AnswerCache, 'put' | 'trim'>
}

export function createEnds({ clock, cache }: Options) {
  function giveUp(channel: Channel, { errors, attempts, born }: Job, why: Issue): void {
    channel.job = undefined
    emit(channel, {
      kind: 'failed',
      issue: why,
      error: new FetchFailed(why.text, errors),
      attempts,
      ms: clock.now() - born,
    })
  }

  function settle(channel: Channel, { attempts, born }: Job, entry: Entry): void {
    channel.job = undefined
    const letGo = cache.put(channel.spec.key, entry)
    emit(channel, answerEvent(entry, { at: entry.at, from: 'network', attempts, ms: clock.now() - born }))
    letGo()
    cache.trim()
  }

  return { giveUp, settle }
}

type AnswerTiming = Pick<Extract<JobEvent, { kind: 'done' }>, 'at' | 'from' | 'attempts' | 'ms'>

export const answerEvent = (entry: Entry, timing: AnswerTiming): JobEvent =>
  entry.ref === undefined
    ? { kind: 'notFound', ...timing }
    : { kind: 'done', ref: entry.ref, ...timing, ...(entry.partial && { partial: entry.partial }) }
