/** How long the first of a group waits for company. Less than a disk sync takes, so it is not noticed. */
const GATHER_MS = 3
/** Rows after which a group is closed, so that one transaction stays short. */
const MAX_ROWS = 200_000

export interface Waiting<Job, Result> {
  readonly job: Job
  readonly rows: number
  readonly alone: boolean
  resolve(result: Result): void
  reject(cause: unknown): void
}

/**
 * Gathers concurrent jobs into groups and runs one group at a time: one transaction and one disk sync answer all its
 * callers. While a group is written the next one fills up, so the group grows with the load and no caller waits for a
 * timer under load.
 *
 * @param run stores a group; answers each job in order, only after all is durable
 */
export function createGroupCommit<Job, Result>(run: (jobs: readonly Job[]) => Promise<readonly Result[]>) {
  const queue: Waiting<Job, Result>[] = []
  let running: Promise<void> | null = null

  const take = (): Waiting<Job, Result>[] => {
    let count = 0
    let rows = 0
    for (const { alone, rows: more } of queue) {
      if (count > 0 && (alone || rows + more > MAX_ROWS)) break
      count += 1
      rows += more
      if (alone) break
    }
    return queue.splice(0, count)
  }

  const drain = async () => {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
    while (queue.length > 0) {
      const group = take()
      try {
        const results = await run(group.map(({ job }) => job))
        group.forEach(({ resolve }, i) => resolve(results[i]!))
      } catch (cause) {
        for (const { reject } of group) reject(cause)
      }
    }
    running = null
  }

  return {
    add: (job: Job, rows: number, alone: boolean) =>
      new Promise<Result>((resolve, reject) => {
        queue.push({ job, rows, alone, resolve, reject })
        running ??= drain()
      }),
    /** Resolves when everything added so far was answered. */
    idle: async () => {
      await running
    },
  }
}
