/**
 * Log lines of requests without a session or key. Anyone can send them, so a minute has room for so many lines; the
 * answers beyond are counted, and each minute leaves one line for each route and status. A flood costs the disk no more
 * than a busy morning.
 */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Clock } from '../lib/clock.ts'
import { rateLimit } from '../lib/rate-limit.ts'

const MINUTE_MS = 60_000
/** Lines of some 220 bytes: 1.6 MB an hour. */
const ANSWERS = 120
/** Failures with their stacks, up to 2 KB each: 2.4 MB an hour. */
const FAILURES = 20
/** Limit of distinct routes and statuses in a minute. */
const MAX_DISTINCT = 60

declare module 'fastify' {
  interface FastifyInstance {
    strangersLog: StrangersLog
  }
}

export interface Answer {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly ms: number
}

export interface StrangersLog {
  /** True when this answer is to have a line of its own; else it is counted. */
  takeAnswer(answer: Answer): boolean
  /** True when this failure is to be logged; its answer is logged or counted either way. */
  takeFailure(): boolean
  /** Writes what was counted since the last time. */
  summarise(): void
}

/** Its sender is not known. */
export const isStranger = ({ caller, device }: FastifyRequest): boolean =>
  (caller ?? null) === null && (device ?? null) === null

export function createStrangersLog(log: Pick<FastifyBaseLogger, 'info'>, clock: Clock): StrangersLog {
  const answers = rateLimit(clock, { most: ANSWERS, perMs: MINUTE_MS })
  const failures = rateLimit(clock, { most: FAILURES, perMs: MINUTE_MS })
  const counted = new Map<
    string,
    { method: string; route: string; status: number; answers: number; slowestMs: number }
  >()
  const rest = { method: '*', route: '(others)', status: 0 }

  function count(answer: Answer): void {
    const known = counted.get(keyOf(answer))
    const { method, route, status } = known ?? (counted.size < MAX_DISTINCT ? answer : rest)
    const sum = known ??
      counted.get(keyOf({ method, route, status })) ?? { method, route, status, answers: 0, slowestMs: 0 }
    counted.set(keyOf(sum), sum)
    sum.answers += 1
    sum.slowestMs = Math.max(sum.slowestMs, answer.ms)
  }

  return {
    takeAnswer(answer) {
      if (answers.take('all')) return true
      count(answer)
      return false
    },
    takeFailure: () => failures.take('all'),
    summarise() {
      const before = [...counted.values()]
      counted.clear()
      for (const sum of before) log.info(sum, 'answered strangers')
    },
  }
}

const keyOf = ({ method, route, status }: Omit<Answer, 'ms'>) => `${method} ${route} ${status}`
