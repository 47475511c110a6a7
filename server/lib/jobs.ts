/** Background jobs: each runs again and again, one at a time, and a failure is a line in the log. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  readonly run: () => Promise<unknown>
  /** Once, as soon as the server listens. */
  readonly first?: () => Promise<unknown>
}

/**
 * Starts the jobs; the first run of each is one interval away. The answer stops them and waits for the one that runs.
 */
export function startJobs(jobs: readonly Job[], onFailure: (job: string, error: unknown) => void): () => Promise<void> {
  const running = new Map<string, Promise<unknown>>()
  const timers = jobs.map(({ name, everyMs, run }) =>
    setInterval(() => {
      // A slow run is not overtaken by the next one.
      if (running.has(name)) return
      running.set(
        name,
        run()
          .catch((error: unknown) => {
            onFailure(name, error)
          })
          .finally(() => running.delete(name)),
      )
    }, everyMs).unref(),
  )
  return async () => {
    timers.forEach((timer) => {
      clearInterval(timer)
    })
    await Promise.all(running.values())
  }
}
