/** Who waits until the facts have all up to a position of the journal. */
import { isBefore, type Position } from './journal.ts'

interface Waiter {
  readonly upTo: Position
  readonly resolve: () => void
  readonly reject: (cause: unknown) => void
}

export function positionWaiters() {
  const waiting: Waiter[] = []

  return {
    get isEmpty() {
      return waiting.length === 0
    },

    wait: (upTo: Position) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ upTo, resolve, reject })
      }),

    /** The facts have all before `done`. */
    settle(done: Position): void {
      for (let i = waiting.length - 1; i >= 0; i -= 1)
        if (!isBefore(done, waiting[i]!.upTo)) waiting.splice(i, 1)[0]!.resolve()
    },

    /** Nothing more will come. */
    refuse(cause: unknown): void {
      for (const { reject } of waiting.splice(0)) reject(cause)
    },
  }
}
