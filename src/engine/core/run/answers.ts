/**
 * Answers of one session, which outlive the page that asked for them: figures are taken again for an hour, lists for
 * half an hour.
 */
import type { Compute } from '../../types.ts'
import type { Clock } from '../params/ports.ts'
import { createScheduler } from './scheduler.ts'
import type { Scheduler } from './scheduler-types.ts'

export interface AnswersOptions {
  readonly clock: Clock
  /** 0 to 1, for the jitter of retries. */
  readonly random: () => number
  readonly compute: Compute
  /** 401: everything was cancelled; leave to login. */
  readonly onUnauthorized?: (() => void) | undefined
}

/** Hands questions out and keeps their answers; their maker ends them, with the session. */
export type Answers = Scheduler

export const createAnswers = ({ clock, random, compute, onUnauthorized }: AnswersOptions): Answers =>
  createScheduler({
    clock,
    random,
    transport: (source, args, signal, on) => source.load(args, { signal, ...on }),
    merge: (parts) => compute.merge(parts),
    release: (id) => compute.release(id),
    onUnauthorized: () => onUnauthorized?.(),
  })
