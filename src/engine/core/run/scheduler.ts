/**
 * The fetch scheduler (engine.md, section 4). One job per question, at most five on their way at a time; a fan-out
 * holds one of the five and sends its steps through three store lanes that rest after each step. Clock, chance and
 * transport are injected, everything else is synchronous, so a virtual clock can prove the invariants.
 */
import type { FrameRef, Issue, SourceDefinition } from '../../types.ts'
import type { Args } from '../graph/args.ts'
import {
  CACHE_BYTES,
  CACHE_ENTRIES,
  STALE_MS,
  STORE_LANE,
  STORE_RETRIES,
  STORE_STEP_DELAY_MS,
  TIMEOUT_MS,
  WIDGET_LANE,
  WIDGET_RETRIES,
} from '../document/constants.ts'
import type { Clock } from '../params/ports.ts'
import { issue } from '../document/issue.ts'
import { backoff, CallTimeout, verdictOf } from './retry.ts'

/** Class (0 lists, 1 visible, 2 offscreen), then row, then column. Smaller goes first; equal goes by age. */
export type Rank = readonly [number, number, number]

export interface JobSpec {
  readonly key: string
  readonly source: SourceDefinition
  readonly args: Args
  /**
   * Steps that whoever asks will take of the answer; asked for when the call goes out. A fan-out's parts are merged
   * first and have none.
   */
  readonly ahead?: () => readonly (readonly unknown[])[]
}

export interface Partial {
  readonly failed: readonly string[]
  readonly done: number
  readonly total: number
  readonly issue: Issue
}

/**
 * What became of a question in the end, with all that was answered on the way: the last answer explains less than all
 * of them.
 */
export class FetchFailed extends Error {
  /** Errors of the calls behind it, in order; of a fan-out those of each part. */
  readonly responses: readonly unknown[]
  constructor(message: string, responses: readonly unknown[]) {
    super(message, { cause: responses.at(-1) })
    this.name = 'FetchFailed'
    this.responses = responses
  }
}

export type JobEvent =
  | { readonly kind: 'queued'; readonly position: number }
  | {
      readonly kind: 'loading'
      readonly attempt: number
      readonly of: number
      readonly since: number
      readonly done?: number
      readonly total?: number
      readonly retryAt?: number
      readonly reason?: Issue
    }
  | {
      readonly kind: 'done'
      readonly ref: FrameRef
      readonly at: number
      readonly from: 'network' | 'cache' | 'stale cache'
      readonly attempts: number
      readonly ms: number
      readonly partial?: Partial
    }
  | {
      readonly kind: 'notFound'
      readonly at: number
      readonly from: 'network' | 'cache' | 'stale cache'
      readonly attempts: number
      readonly ms: number
    }
  | {
      readonly kind: 'failed'
      readonly issue: Issue
      readonly error?: FetchFailed
      readonly attempts: number
      readonly ms: number
    }

export interface Subscription {
  /** True when somebody else had asked already and the answer was still on its way. */
  readonly joined: boolean
  rank(rank: Rank): void
  cancel(): void
}

export interface Scheduler {
  /**
   * Asks. Events come at once for what is known and later for the rest, always for this key and never after `cancel`.
   */
  subscribe(spec: JobSpec, rank: Rank, listener: (event: JobEvent) => void): Subscription
  /**
   * Tries again what failed: a failed job wholly, a partial one only its failed parts, a waiting one without the wait.
   */
  retry(key: string): void
  /** Asks again whatever the age of the answer. */
  refresh(key: string): void
  /**
   * Something was written on the server: what is kept is not fresh any more. What is shown stays, and is asked again
   * when it is next wanted.
   */
  outdate(): void
  stats(): {
    readonly running: number
    readonly steps: number
    readonly resting: number
    readonly queued: number
    readonly waiting: number
    readonly cached: number
  }
  /** Aborts everything; nothing is sent or told any more. */
  dispose(): void
}

export interface SchedulerOptions {
  readonly clock: Clock
  readonly random: () => number
  /**
   * `arrived`: to be called, where that is known, when the answer is here and only has to be opened. Its place is free
   * then.
   */
  readonly transport: (
    source: SourceDefinition,
    args: Args,
    signal: AbortSignal,
    on: { readonly ahead?: readonly (readonly unknown[])[]; readonly arrived?: () => void },
  ) => Promise<FrameRef>
  /** Puts the parts of a fan-out together. */
  readonly merge: (parts: readonly FrameRef[]) => Promise<FrameRef>
  /** An answer nobody will look at again. */
  readonly release: (id: string) => void
  readonly onUnauthorized: () => void
}

interface Subscriber {
  rank: Rank
  readonly listener: (event: JobEvent) => void
}
interface Part {
  readonly value: string | number
  state: 'pending' | 'running' | 'waiting' | 'done' | 'empty' | 'failed'
  attempts: number
  ref?: FrameRef
  issue?: Issue
  stop?: () => void
}
interface Job {
  readonly seq: number
  readonly born: number
  since: number | undefined
  /** Only `running` holds one of the places; `opening` and `merging` have their answers. */
  state: 'queued' | 'running' | 'opening' | 'waiting' | 'merging'
  attempts: number
  position: number
  /** Errors of its calls so far. */
  readonly errors: unknown[]
  /** Present for a fan-out. */
  readonly parts?: Part[]
  /** Ends the call or the wait that is under way, without a word. */
  stop?: () => void
}
interface Channel {
  readonly spec: JobSpec
  readonly subscribers: Set<Subscriber>
  job: Job | undefined
}
type Entry = { readonly at: number } & (
  | { readonly ref: FrameRef; readonly partial?: Partial; readonly parts?: readonly Part[] }
  | { readonly ref?: undefined }
)

export function createScheduler({
  clock,
  random,
  transport,
  merge,
  release,
  onUnauthorized,
}: SchedulerOptions): Scheduler {
  const channels = new Map<string, Channel>()
  const cache = new Map<string, Entry>()
  /** Keys whose answer is from before something was written. */
  const outdated = new Set<string>()
  let running = 0
  let steps = 0
  let resting = 0
  let seq = 0
  let closed = false
  const timers = new Set<() => void>()

  const triesOf = (source: SourceDefinition) =>
    1 + (source.lane === 'store' || source.fanOut !== undefined ? STORE_RETRIES : WIDGET_RETRIES)

  function later(ms: number, run: () => void): () => void {
    const cancel = clock.after(ms, () => {
      timers.delete(stop)
      run()
    })
    const stop = () => {
      timers.delete(stop)
      cancel()
    }
    timers.add(stop)
    return stop
  }

  function tell(channel: Channel, event: JobEvent): void {
    for (const subscriber of Array.from(channel.subscribers))
      if (channel.subscribers.has(subscriber)) subscriber.listener(event)
  }

  // ------------------------------------------------------------ queue

  const rankOf = ({ subscribers }: Channel): Rank =>
    [...subscribers].map(({ rank }) => rank).toSorted(byRank)[0] ?? [9, 0, 0]
  const inState = (state: Job['state']) => [...channels.values()].filter(({ job }) => job?.state === state)
  const ordered = (list: readonly Channel[]) =>
    list
      .map((channel) => ({ channel, rank: rankOf(channel) }))
      .toSorted((a, b) => byRank(a.rank, b.rank) || (a.channel.job?.seq ?? 0) - (b.channel.job?.seq ?? 0))
      .map(({ channel }) => channel)

  function begin(channel: Channel, parts?: Part[]): void {
    const { fanOut } = channel.spec.source
    const values = fanOut === undefined ? undefined : ([channel.spec.args[fanOut] ?? []].flat() as (string | number)[])
    const own = parts ?? values?.map((value): Part => ({ value, state: 'pending', attempts: 0 }))
    channel.job = {
      seq: seq++,
      born: clock.now(),
      since: undefined,
      state: 'queued',
      attempts: 0,
      position: 0,
      errors: [],
      ...(own && { parts: own }),
    }
  }

  /** Fills the free slots, then tells the rest where they stand. */
  function pump(): void {
    if (closed) return
    const queue = ordered(inState('queued'))
    while (running < WIDGET_LANE) {
      const next = queue.shift()
      if (next === undefined) break
      start(next)
    }
    pumpSteps()
    ordered(inState('queued')).forEach((channel, i) => {
      const job = channel.job
      if (job === undefined || job.position === i + 1) return
      job.position = i + 1
      if (job.attempts === 0) tell(channel, { kind: 'queued', position: i + 1 })
    })
  }

  function start(channel: Channel): void {
    const job = channel.job as Job
    job.state = 'running'
    job.position = 0
    job.since ??= clock.now()
    running++
    if (job.parts !== undefined) {
      report(channel)
      if (job.parts.every(isOver)) finish(channel, job)
      return
    }
    job.attempts++
    tell(channel, { kind: 'loading', attempt: job.attempts, of: triesOf(channel.spec.source), since: job.since })
    if (channel.job !== job) return
    const free = () => {
      if (job.state === 'running') running--
    }
    job.stop = call(
      channel.spec.source,
      channel.spec.args,
      (ref) => {
        free()
        settle(channel, job, { ref, at: clock.now() })
        pump()
      },
      (error) => {
        free()
        failed(channel, job, error)
        pump()
      },
      {
        ahead: channel.spec.ahead?.(),
        arrived: () => {
          free()
          job.state = 'opening'
          pump()
        },
      },
    )
  }

  /** One call with its timeout. Exactly one of the two is called, unless it is stopped. */
  function call(
    source: SourceDefinition,
    args: Args,
    done: (ref: FrameRef) => void,
    fail: (error: unknown) => void,
    { ahead, arrived }: { ahead?: readonly (readonly unknown[])[] | undefined; arrived?: () => void } = {},
  ): () => void {
    const abort = new AbortController()
    const timeoutMs = source.timeoutMs > 0 ? source.timeoutMs : TIMEOUT_MS
    let over = false
    const end = (): boolean => {
      if (over) return false
      over = true
      cancelTimer()
      return true
    }
    const cancelTimer = later(timeoutMs, () => {
      if (end()) {
        abort.abort()
        fail(new CallTimeout(timeoutMs))
      }
    })
    let answer: Promise<FrameRef>
    try {
      answer = transport(source, args, abort.signal, {
        ...(ahead && { ahead }),
        ...(arrived && {
          arrived: () => {
            if (!over) arrived()
          },
        }),
      })
    } catch (error) {
      answer = Promise.reject(error instanceof Error ? error : new Error(String(error)))
    }
    answer.then(
      (ref) => {
        if (end()) done(ref)
        else release(ref.id)
      },
      (error: unknown) => {
        if (end()) fail(error)
      },
    )
    return () => {
      if (end()) abort.abort()
    }
  }

  function failed(channel: Channel, job: Job, error: unknown): void {
    delete job.stop
    // It holds no slot any more, whatever comes next.
    job.state = 'waiting'
    job.errors.push(error)
    const verdict = verdictOf(error)
    if (verdict.kind === 'unauthorized') {
      leave()
      return
    }
    if (verdict.kind === 'notFound') {
      settle(channel, job, { at: clock.now() })
      return
    }
    const of = triesOf(channel.spec.source)
    if (verdict.kind === 'stop' || job.attempts >= of) {
      giveUp(channel, job, verdict.issue)
      return
    }
    const wait = verdict.afterMs ?? backoff(job.attempts, random)
    job.stop = later(wait, () => {
      delete job.stop
      job.state = 'queued'
      pump()
    })
    tell(channel, {
      kind: 'loading',
      attempt: job.attempts,
      of,
      since: job.since ?? job.born,
      retryAt: clock.now() + wait,
      reason: verdict.issue,
    })
  }

  function giveUp(channel: Channel, job: Job, why: Issue): void {
    channel.job = undefined
    tell(channel, {
      kind: 'failed',
      issue: why,
      error: new FetchFailed(why.text, job.errors),
      attempts: job.attempts,
      ms: clock.now() - job.born,
    })
  }

  function settle(channel: Channel, job: Job, entry: Entry): void {
    channel.job = undefined
    const old = cache.get(channel.spec.key)
    cache.delete(channel.spec.key)
    cache.set(channel.spec.key, entry)
    outdated.delete(channel.spec.key)
    const event = { at: entry.at, from: 'network' as const, attempts: job.attempts, ms: clock.now() - job.born }
    tell(
      channel,
      entry.ref === undefined
        ? { kind: 'notFound', ...event }
        : { kind: 'done', ref: entry.ref, ...event, ...(entry.partial && { partial: entry.partial }) },
    )
    if (old !== undefined) discard(old, entry)
    trim()
  }

  // ------------------------------------------------------------ fan-out

  const isOver = ({ state }: Part) => state === 'done' || state === 'empty' || state === 'failed'

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

  /** Gives free store lanes to the next steps, best fan-out first. */
  function pumpSteps(): void {
    for (const channel of ordered(inState('running'))) {
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
      later(STORE_STEP_DELAY_MS, () => {
        resting--
        pumpSteps()
      })
    }
    const stop = call(
      source,
      { ...args, [name]: source.args[name]?.type === 'ids' ? [part.value] : part.value },
      (ref) => {
        free()
        part.state = 'done'
        part.ref = ref
        advance(channel, job)
      },
      (error) => {
        free()
        partFailed(channel, job, part, error)
      },
    )
    part.stop = () => {
      stop()
      free()
    }
  }

  function partFailed(channel: Channel, job: Job, part: Part, error: unknown): void {
    job.errors.push(error)
    const verdict = verdictOf(error)
    if (verdict.kind === 'unauthorized') {
      leave()
      return
    }
    if (verdict.kind === 'notFound') part.state = 'empty'
    else if (verdict.kind === 'stop' || part.attempts >= triesOf(channel.spec.source)) {
      part.state = 'failed'
      part.issue = verdict.issue
    } else {
      part.state = 'waiting'
      part.stop = later(verdict.afterMs ?? backoff(part.attempts, random), () => {
        delete part.stop
        wake(channel, job, part)
      })
    }
    advance(channel, job, verdict.kind === 'notFound' ? undefined : verdict.issue)
  }

  function wake(channel: Channel, job: Job, part: Part): void {
    part.state = 'pending'
    if (job.state === 'waiting') job.state = 'queued'
    pump()
    if (channel.job === job) report(channel)
  }

  /** After each step: done, go on, or give the slot back while every step that is left waits. */
  function advance(channel: Channel, job: Job, reason?: Issue): void {
    const parts = job.parts ?? []
    if (parts.every(isOver)) {
      finish(channel, job)
      pump()
      return
    }
    if (job.state === 'running' && !parts.some(({ state }) => state === 'pending' || state === 'running')) {
      job.state = 'waiting'
      running--
    }
    report(channel, reason)
    pump()
  }

  function finish(channel: Channel, job: Job): void {
    if (job.state === 'running') running--
    const parts = job.parts ?? []
    const refs = parts.flatMap(({ ref }) => (ref === undefined ? [] : [ref]))
    const bad = parts.filter(({ state }) => state === 'failed')
    if (refs.length === 0) {
      const why = bad[0]?.issue
      if (why === undefined) settle(channel, job, { at: clock.now() })
      else giveUp(channel, job, why)
      return
    }
    const partial: Partial | undefined =
      bad.length === 0
        ? undefined
        : {
            failed: bad.map(({ value }) => String(value)),
            done: parts.length - bad.length,
            total: parts.length,
            issue: bad[0]?.issue ?? issue('SOURCE_NETWORK', ''),
          }
    job.state = 'merging'
    let over = false
    job.stop = () => {
      over = true
    }
    merge(refs).then(
      (ref) => {
        if (over) {
          release(ref.id)
          return
        }
        // The parts are kept only while some are still missing.
        if (partial === undefined)
          for (const one of refs) if (one.id !== ref.id && !keptInCache(channel.spec.key, one)) release(one.id)
        settle(channel, job, { ref, at: clock.now(), ...(partial && { partial, parts }) })
        pump()
      },
      (cause: unknown) => {
        if (over) return
        giveUp(
          channel,
          job,
          issue('SOURCE_UNREADABLE', '', { reason: cause instanceof Error ? cause.message : String(cause) }),
        )
        pump()
      },
    )
  }

  // ------------------------------------------------------------ stop

  /** Ends what a job does, and gives its slot back. Says nothing. */
  function abort(channel: Channel): void {
    const job = channel.job
    if (job === undefined) return
    channel.job = undefined
    if (job.state === 'running') running--
    job.stop?.()
    for (const part of job.parts ?? []) {
      part.stop?.()
      if (part.ref !== undefined && !keptInCache(channel.spec.key, part.ref)) release(part.ref.id)
    }
  }

  const keptInCache = (key: string, ref: FrameRef): boolean => {
    const entry = cache.get(key)
    return entry?.ref !== undefined && (entry.parts ?? []).some((part) => part.ref?.id === ref.id)
  }

  /** 401: nobody asks any more until there is a new session. */
  function leave(): void {
    if (closed) return
    closed = true
    const why = issue('SOURCE_UNAUTHORIZED', '')
    for (const channel of Array.from(channels.values())) {
      abort(channel)
      tell(channel, { kind: 'failed', issue: why, attempts: 0, ms: 0 })
    }
    for (const stop of Array.from(timers)) stop()
    resting = 0
    onUnauthorized()
  }

  function discard(entry: Entry, except?: Entry): void {
    if (entry.ref === undefined) return
    const kept = new Set([
      except?.ref?.id,
      ...((except?.ref !== undefined ? except.parts : undefined) ?? []).map(({ ref }) => ref?.id),
    ])
    for (const id of new Set([
      entry.ref.id,
      ...(entry.parts ?? []).flatMap(({ ref }) => (ref === undefined ? [] : [ref.id])),
    ]))
      if (!kept.has(id)) release(id)
  }

  /** Lists made in the page tell no bytes, and are small. */
  const bytesOf = ({ ref }: Entry) => ref?.bytes ?? 0

  function forget(key: string, entry: Entry): void {
    cache.delete(key)
    outdated.delete(key)
    discard(entry)
  }

  /** The longest unused goes first; what is shown stays. */
  function trim(): void {
    let bytes = [...cache.values()].reduce((sum, entry) => sum + bytesOf(entry), 0)
    for (const [key, entry] of cache) {
      if (cache.size <= CACHE_ENTRIES && bytes <= CACHE_BYTES) return
      if (channels.has(key)) continue
      bytes -= bytesOf(entry)
      forget(key, entry)
    }
  }

  // ------------------------------------------------------------ door

  return {
    subscribe(spec, rank, listener) {
      const subscriber: Subscriber = { rank, listener }
      const cancelled = { rank: () => undefined, cancel: () => undefined }
      if (closed) {
        listener({ kind: 'failed', issue: issue('SOURCE_UNAUTHORIZED', ''), attempts: 0, ms: 0 })
        return { joined: false, ...cancelled }
      }
      const channel = channels.get(spec.key) ?? { spec, subscribers: new Set(), job: undefined }
      channels.set(spec.key, channel)
      channel.subscribers.add(subscriber)
      const joined = channel.job !== undefined
      const entry = cache.get(spec.key)
      if (entry !== undefined) {
        cache.delete(spec.key)
        cache.set(spec.key, entry)
        const isStale = outdated.has(spec.key) || clock.now() - entry.at >= (spec.source.freshMs ?? STALE_MS)
        const known = {
          at: entry.at,
          from: isStale ? ('stale cache' as const) : ('cache' as const),
          attempts: 0,
          ms: 0,
        }
        listener(
          entry.ref === undefined
            ? { kind: 'notFound', ...known }
            : { kind: 'done', ref: entry.ref, ...known, ...(entry.partial && { partial: entry.partial }) },
        )
        const again = isStale ? 'all' : entry.ref !== undefined && entry.partial !== undefined ? 'failed' : undefined
        if (again !== undefined && !joined && channel.subscribers.has(subscriber))
          begin(channel, again === 'failed' ? revived(entry) : undefined)
      } else if (!joined) begin(channel)
      else if (channel.job?.state === 'queued') listener({ kind: 'queued', position: channel.job.position })
      else if (channel.job?.parts !== undefined) report(channel)
      else
        listener({
          kind: 'loading',
          attempt: channel.job?.attempts ?? 1,
          of: triesOf(spec.source),
          since: channel.job?.since ?? clock.now(),
        })
      pump()
      return {
        joined,
        rank(next) {
          subscriber.rank = next
        },
        cancel() {
          if (!channel.subscribers.delete(subscriber)) return
          if (channel.subscribers.size > 0) return
          abort(channel)
          if (channels.get(spec.key) === channel) channels.delete(spec.key)
          trim()
          pump()
        },
      }
    },

    retry(key) {
      const channel = channels.get(key)
      if (closed || channel === undefined) return
      const job = channel.job
      if (job === undefined) {
        const entry = cache.get(key)
        begin(channel, entry === undefined ? undefined : revived(entry))
      } else {
        for (const part of job.parts ?? [])
          if (part.state === 'waiting') {
            part.stop?.()
            delete part.stop
            part.state = 'pending'
          }
        if (job.state === 'waiting') {
          job.stop?.()
          delete job.stop
          job.state = 'queued'
        }
      }
      pump()
    },

    refresh(key) {
      const channel = channels.get(key)
      if (closed || channel === undefined || channel.job !== undefined) return
      begin(channel)
      pump()
    },

    outdate() {
      for (const [key, entry] of cache) {
        if (channels.has(key)) outdated.add(key)
        else forget(key, entry)
      }
    },

    stats: () => ({
      running,
      steps,
      resting,
      queued: inState('queued').length,
      waiting: inState('waiting').length,
      cached: cache.size,
    }),

    dispose() {
      closed = true
      for (const channel of Array.from(channels.values())) {
        abort(channel)
        channel.subscribers.clear()
      }
      channels.clear()
      for (const stop of Array.from(timers)) stop()
      resting = 0
      for (const [key, entry] of cache) forget(key, entry)
    },
  }
}

/** The parts of a partial answer, the failed ones ready to be asked again. */
function revived(entry: Entry): Part[] | undefined {
  if (entry.ref === undefined) return undefined
  return entry.parts?.map((part) =>
    part.state === 'failed' ? { value: part.value, state: 'pending', attempts: 0 } : { ...part },
  )
}

function byRank(a: Rank, b: Rank): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}
