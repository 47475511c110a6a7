/** Everything that arrives in one go is taken in one go, after the code that caused it. */
export interface Batch {
  schedule(run: () => void): void
  isWaiting(): boolean
  dispose(): void
}

/** `after`: once for all that was taken. */
export function createBatch(after: () => void): Batch {
  let waiting: (() => void)[] = []
  let disposed = false

  function takeAll(): void {
    if (disposed) return
    for (let batch = waiting; batch.length > 0; batch = waiting) {
      waiting = []
      for (const one of batch) one()
    }
    after()
  }

  return {
    schedule(run) {
      waiting.push(run)
      if (waiting.length === 1) queueMicrotask(takeAll)
    },
    isWaiting: () => waiting.length > 0,
    dispose() {
      disposed = true
    },
  }
}
