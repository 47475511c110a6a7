/** Everything that arrives in one go is taken in one go, after the code that caused it. */
export interface Batch {
  schedule(run: () => void): void
  /** Also while it is taken: what it leads to is known with the last of it. */
  isWaiting(): boolean
  dispose(): void
}

/** `after`: once for all that was taken. */
export function createBatch(after: () => void): Batch {
  let waiting: (() => void)[] = []
  let taking = false
  let disposed = false

  function takeAll(): void {
    if (disposed) return
    taking = true
    try {
      for (let batch = waiting; batch.length > 0; batch = waiting) {
        waiting = []
        for (const one of batch) one()
      }
    } finally {
      taking = false
    }
    after()
  }

  return {
    schedule(run) {
      waiting.push(run)
      if (waiting.length === 1 && !taking) queueMicrotask(takeAll)
    },
    isWaiting: () => taking || waiting.length > 0,
    dispose() {
      disposed = true
    },
  }
}
