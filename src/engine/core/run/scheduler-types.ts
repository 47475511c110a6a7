/** What the fetch scheduler is asked and what it tells. */
import type { FrameRef, Issue, SourceDefinition } from '../../types.ts'
import type { Args } from '../graph/args.ts'
import type { Clock } from '../params/ports.ts'

/** Class (0 lists, 1 visible, 2 offscreen), then row, then column. Smaller goes first; equal goes by age. */
export type Rank = readonly [number, number, number]

export interface JobSpec {
  readonly key: string
  readonly source: SourceDefinition
  readonly args: Args
  /**
   * Steps that the caller will take of the answer; asked for when the call goes out. A fan-out's parts are merged
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
  /** True when it had been asked already and the answer was still in flight. */
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
  /** Refetches an answer of any age. */
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
  /** An answer that is not needed any more. */
  readonly release: (id: string) => void
  readonly onUnauthorized: () => void
}
