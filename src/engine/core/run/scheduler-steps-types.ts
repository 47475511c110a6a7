/** What steps are asked, and what they need. */
import type { FrameRef, Issue } from '../../types.ts'
import type { Calls } from './scheduler-calls.ts'
import type { Channel, Entry, Job } from './scheduler-job.ts'
import type { SchedulerOptions } from './scheduler-types.ts'

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
