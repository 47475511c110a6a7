/** What the scheduler keeps of a question: who asks it, the job that answers it, and the order of the queue. */
import type { FrameRef, Issue, SourceDefinition } from '../../types.ts'
import { STORE_RETRIES, WIDGET_RETRIES } from '../document/constants.ts'
import type { JobEvent, JobSpec, Partial, Rank } from './scheduler-types.ts'

export interface Subscriber {
  rank: Rank
  readonly listener: (event: JobEvent) => void
}

/** One step of a fan-out: the question for one value of its list. */
export interface Part {
  readonly value: string | number
  state: 'pending' | 'running' | 'waiting' | 'done' | 'empty' | 'failed'
  attempts: number
  ref?: FrameRef
  issue?: Issue
  stop?: () => void
}

export interface Job {
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

export interface Channel {
  readonly spec: JobSpec
  readonly subscribers: Set<Subscriber>
  job: Job | undefined
}

/** A kept answer; without `ref` the server has no such data. */
export type Entry = { readonly at: number } & (
  | { readonly ref: FrameRef; readonly partial?: Partial; readonly parts?: readonly Part[] }
  | { readonly ref?: undefined }
)

export const isOver = ({ state }: Part) => state === 'done' || state === 'empty' || state === 'failed'

export const triesOf = (source: SourceDefinition) =>
  1 + (source.lane === 'store' || source.fanOut !== undefined ? STORE_RETRIES : WIDGET_RETRIES)

/** A job at the end of the queue. `parts`: the steps of an earlier answer that are kept. */
export function newJob({ source, args }: JobSpec, seq: number, born: number, parts?: Part[]): Job {
  const { fanOut } = source
  const values = fanOut === undefined ? undefined : ([args[fanOut] ?? []].flat() as (string | number)[])
  const own = parts ?? values?.map((value): Part => ({ value, state: 'pending', attempts: 0 }))
  return {
    seq,
    born,
    since: undefined,
    state: 'queued',
    attempts: 0,
    position: 0,
    errors: [],
    ...(own && { parts: own }),
  }
}

/** The parts of a partial answer, the failed ones ready to be asked again. */
export function revived(entry: Entry): Part[] | undefined {
  if (entry.ref === undefined) return undefined
  return entry.parts?.map((part) =>
    part.state === 'failed' ? { value: part.value, state: 'pending', attempts: 0 } : { ...part },
  )
}

/** What waits goes on at once. */
export function wakeNow(job: Job): void {
  for (const part of job.parts ?? [])
    if (part.state === 'waiting') {
      part.stop?.()
      delete part.stop
      part.state = 'pending'
    }
  if (job.state !== 'waiting') return
  job.stop?.()
  delete job.stop
  job.state = 'queued'
}

export function emit(channel: Channel, event: JobEvent): void {
  for (const subscriber of Array.from(channel.subscribers))
    if (channel.subscribers.has(subscriber)) subscriber.listener(event)
}

/** A question ranks as the best of those who ask it; equal ranks go by age. */
export const ordered = (channels: readonly Channel[]): Channel[] =>
  channels
    .map((channel) => ({ channel, rank: rankOf(channel) }))
    .toSorted((a, b) => byRank(a.rank, b.rank) || (a.channel.job?.seq ?? 0) - (b.channel.job?.seq ?? 0))
    .map(({ channel }) => channel)

const rankOf = ({ subscribers }: Channel): Rank =>
  [...subscribers].map(({ rank }) => rank).toSorted(byRank)[0] ?? [9, 0, 0]

const byRank = (a: Rank, b: Rank): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
