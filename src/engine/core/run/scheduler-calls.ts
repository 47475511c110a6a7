/** Calls with a time limit, and waits that all end at once when the scheduler closes. */
import type { FrameRef, SourceDefinition } from '../../types.ts'
import { TIMEOUT_MS } from '../document/constants.ts'
import type { Args } from '../graph/args.ts'
import { CallTimeout } from './retry.ts'
import type { SchedulerOptions } from './scheduler-types.ts'

export interface CallEvents {
  readonly done: (ref: FrameRef) => void
  readonly failed: (error: unknown) => void
  readonly ahead?: readonly (readonly unknown[])[] | undefined
  /** The answer is here and only has to be opened. */
  readonly arrived?: () => void
}

export interface Calls {
  /** Runs later, unless the returned function is called before. */
  later(ms: number, run: () => void): () => void
  /** Exactly one of `done` and `failed` is called, unless the returned function stops the call before. */
  call(source: SourceDefinition, args: Args, on: CallEvents): () => void
  /** Nothing that waits runs any more. */
  stopWaiting(): void
}

export function createCalls({
  clock,
  transport,
  release,
}: Pick<SchedulerOptions, 'clock' | 'transport' | 'release'>): Calls {
  const timers = new Set<() => void>()

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

  return {
    later,

    call(source, args, { done, failed, ahead, arrived }) {
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
          failed(new CallTimeout(timeoutMs))
        }
      })
      const opening = () => {
        if (!over) arrived?.()
      }
      let answer: Promise<FrameRef>
      try {
        answer = transport(source, args, abort.signal, {
          ...(ahead && { ahead }),
          ...(arrived && { arrived: opening }),
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
          if (end()) failed(error)
        },
      )
      return () => {
        if (end()) abort.abort()
      }
    },

    stopWaiting() {
      for (const stop of Array.from(timers)) stop()
    },
  }
}
