/** Work that no answer waits for: an answer that came later for known names would reveal that they are known. */
import type { FastifyBaseLogger } from 'fastify'

export interface Background {
  run(name: string, work: () => Promise<unknown>): void
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>
}

export function backgroundWork(log: Pick<FastifyBaseLogger, 'error'>): Background {
  const running = new Set<Promise<void>>()
  return {
    run(name, work) {
      // One turn of the loop later, so that the answer is sent first.
      const task = new Promise<void>((resolve) => {
        setImmediate(resolve)
      })
        .then(work)
        .then(
          () => undefined,
          (error: unknown) => {
            log.error({ err: error }, `${name} failed`)
          },
        )
        .finally(() => running.delete(task))
      running.add(task)
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
