/**
 * The fetch scheduler (engine.md, section 4). One job per question, at most five in flight; a fan-out
 * holds one of the five and sends its steps through three store lanes that rest after each step. Clock, chance and
 * transport are injected, everything else is synchronous, so a virtual clock can prove the invariants.
 */
import { WIDGET_LANE } from '../document/constants.ts'
import { issue } from '../document/issue.ts'
import { createAnswerCache } from './scheduler-cache.ts'
import { createCalls } from './scheduler-calls.ts'
import { isOver, newJob, ordered, revived, emit, triesOf, wakeNow } from './scheduler-job.ts'
import type { Channel, Entry, Job, Part, Subscriber } from './scheduler-job.ts'
import { createSteps } from './scheduler-steps.ts'
import type { Scheduler, SchedulerOptions } from './scheduler-types.ts'
import { answerEvent, createEnds } from './scheduler-ends.ts'
import { createQuestions } from './scheduler-questions.ts'

export * from './scheduler-types.ts'

export function createScheduler(options: SchedulerOptions): Scheduler {
  const queue = createQueue(options)
  const { channels, cache, begin, pump } = queue

  /** What is known of a question is told at once; what is old or not whole is asked again. */
  function emitKnown(channel: Channel, subscriber: Subscriber, entry: Entry): void {
    const { key, source } = channel.spec
    const isStale = cache.isStale(key, entry, source)
    const known = { at: entry.at, from: isStale ? ('stale cache' as const) : ('cache' as const), attempts: 0, ms: 0 }
    const wasAsked = channel.job !== undefined
    subscriber.listener(answerEvent(entry, known))
    if (wasAsked || !channel.subscribers.has(subscriber)) return
    if (isStale) begin(channel)
    else if (entry.ref !== undefined && entry.partial !== undefined) begin(channel, revived(entry))
  }

  /** It has been asked already: how far that is. */
  function emitProgress(channel: Channel, job: Job, listener: Subscriber['listener']): void {
    if (job.state === 'queued') listener({ kind: 'queued', position: job.position })
    else if (job.parts !== undefined) queue.report(channel)
    else
      listener({
        kind: 'loading',
        attempt: job.attempts,
        of: triesOf(channel.spec.source),
        since: job.since ?? options.clock.now(),
      })
  }

  function cancel(channel: Channel, subscriber: Subscriber): void {
    if (!channel.subscribers.delete(subscriber) || channel.subscribers.size > 0) return
    queue.abort(channel)
    if (channels.get(channel.spec.key) === channel) channels.delete(channel.spec.key)
    cache.trim()
    pump()
  }

  return {
    subscribe(spec, rank, listener) {
      if (queue.isClosed()) {
        listener({ kind: 'failed', issue: issue('SOURCE_UNAUTHORIZED', ''), attempts: 0, ms: 0 })
        return { joined: false, rank: () => undefined, cancel: () => undefined }
      }
      const subscriber: Subscriber = { rank, listener }
      const channel = channels.get(spec.key) ?? { spec, subscribers: new Set(), job: undefined }
      channels.set(spec.key, channel)
      channel.subscribers.add(subscriber)
      const { job } = channel
      const entry = cache.find(spec.key)
      if (entry !== undefined) emitKnown(channel, subscriber, entry)
      else if (job === undefined) begin(channel)
      else emitProgress(channel, job, listener)
      pump()
      return {
        joined: job !== undefined,
        rank(next) {
          subscriber.rank = next
        },
        cancel: () => cancel(channel, subscriber),
      }
    },

    retry(key) {
      const channel = channels.get(key)
      if (queue.isClosed() || channel === undefined) return
      const entry = cache.find(key)
      if (channel.job !== undefined) wakeNow(channel.job)
      else begin(channel, entry && revived(entry))
      pump()
    },

    refresh(key) {
      const channel = channels.get(key)
      if (queue.isClosed() || channel === undefined || channel.job !== undefined) return
      begin(channel)
      pump()
    },

    outdate: cache.outdate,
    stats: queue.stats,

    dispose() {
      queue.close((channel) => channel.subscribers.clear())
      channels.clear()
      cache.clear()
    },
  }
}

/** The questions and their jobs: which goes next, what becomes of it, and how all of them end. */
function createQueue({ clock, random, transport, merge, release, onUnauthorized }: SchedulerOptions) {
  const channels = new Map<string, Channel>()
  const cache = createAnswerCache({ clock, release, isShown: (key) => channels.has(key) })
  const calls = createCalls({ clock, transport, release })
  const { settle, giveUp } = createEnds({ clock, cache })
  const around = { clock, random, calls, pump, settle, giveUp, leave, releaseBuffer }
  const { ask } = createQuestions(around)
  const steps = createSteps({
    ...around,
    merge,
    release,
    running: () => inState('running'),
    holdsPart: cache.holdsPart,
  })
  let running = 0
  let seq = 0
  let closed = false

  function inState(state: Job['state']): Channel[] {
    return [...channels.values()].filter(({ job }) => job?.state === state)
  }

  function begin(channel: Channel, parts?: Part[]): void {
    channel.job = newJob(channel.spec, seq++, clock.now(), parts)
  }

  function releaseBuffer(job: Job): void {
    if (job.state === 'running') running--
  }

  /** Fills the free places, then tells the rest where they stand. */
  function pump(): void {
    if (closed) return
    const queue = ordered(inState('queued'))
    while (running < WIDGET_LANE) {
      const next = queue.shift()
      if (next === undefined) break
      start(next)
    }
    steps.pump()
    ordered(inState('queued')).forEach((channel, i) => {
      const job = channel.job
      if (job === undefined || job.position === i + 1) return
      job.position = i + 1
      if (job.attempts === 0) emit(channel, { kind: 'queued', position: i + 1 })
    })
  }

  function start(channel: Channel): void {
    const job = channel.job as Job
    job.state = 'running'
    job.position = 0
    job.since ??= clock.now()
    running++
    if (job.parts === undefined) {
      ask(channel, job)
      return
    }
    steps.report(channel)
    if (job.parts.every(isOver)) steps.finish(channel, job)
  }

  /** Ends what a job does, and gives its place back. Says nothing. */
  function abort(channel: Channel): void {
    const job = channel.job
    if (job === undefined) return
    channel.job = undefined
    releaseBuffer(job)
    job.stop?.()
    for (const part of job.parts ?? []) {
      part.stop?.()
      if (part.ref !== undefined && !cache.holdsPart(channel.spec.key, part.ref)) release(part.ref.id)
    }
  }

  /** Nothing is sent any more. */
  function close(last: (channel: Channel) => void): void {
    closed = true
    for (const channel of Array.from(channels.values())) {
      abort(channel)
      last(channel)
    }
    calls.stopWaiting()
    steps.stop()
  }

  /** 401: nothing is asked any more until there is a new session. */
  function leave(): void {
    if (closed) return
    const why = issue('SOURCE_UNAUTHORIZED', '')
    close((channel) => emit(channel, { kind: 'failed', issue: why, attempts: 0, ms: 0 }))
    onUnauthorized()
  }

  return {
    channels,
    cache,
    begin,
    pump,
    abort,
    close,
    report: steps.report,
    isClosed: () => closed,
    stats: () => ({
      running,
      ...steps.stats(),
      queued: inState('queued').length,
      waiting: inState('waiting').length,
      cached: cache.size(),
    }),
  }
}
