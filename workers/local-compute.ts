/** The same as the data workers, in the page: for tests, stories and machines without workers. Nothing is copied. */
import { aboutOf } from './data-api.ts'
import { createDataJob } from './data-job.ts'
import type { Held } from './data-job.ts'
import type { DataCompute } from './data.ts'

export function createLocalCompute(): DataCompute {
  const job = createDataJob()
  let count = 0
  const refer = async (make: (id: string) => Held | Promise<Held>) => {
    const id = `f${++count}`
    return { id, ...aboutOf(await make(id)) }
  }
  return {
    open: async (bytes, contentType, asOf) => refer((id) => job.open(id, bytes, contentType, asOf)),
    adopt: async (frame, asOf) => refer((id) => job.keep(id, frame, asOf)),
    run: async ({ id }, steps, joins, signal) => {
      signal.throwIfAborted()
      const names = Object.fromEntries(Object.entries(joins).map(([query, ref]) => [query, ref.id]))
      return job.run(`j${++count}`, id, steps, names, async () => signal.throwIfAborted())
    },
    merge: async (parts) =>
      refer((id) =>
        job.merge(
          id,
          parts.map((part) => part.id),
        ),
      ),
    release: (id) => job.release(id),
    close: () => undefined,
  }
}
