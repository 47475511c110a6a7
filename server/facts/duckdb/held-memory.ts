/**
 * The memory limit of all statements of one file. A large job asks for less of it while it runs, for what it reads and
 * writes once would only fill the memory; a question that then finds too little has the whole of it back.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import { isOutOfMemory } from '../errors.ts'
import type { Megabytes } from '../megabytes.ts'

export interface HeldMemory {
  /** Until `restore`. Never raises it; changes nothing while others need a view of the facts for long. */
  lower(connection: DuckDBConnection, to: Megabytes): Promise<void>
  /** @returns whether there was less than there may be */
  restore(connection: DuckDBConnection): Promise<boolean>
  /** Does the work, and once more when it found too little only because a job had asked for less. */
  enoughFor<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T>
}

const megabytes = (size: Megabytes) => Number.parseFloat(size)

/**
 * @param full what the file was opened with; left out, what DuckDB took by itself
 * @param isNeeded whether a long reading is on, which could not begin again
 */
export function heldMemory(full: Megabytes | undefined, isNeeded: () => boolean): HeldMemory {
  /** The limit to restore. */
  let before: string | null = null
  const set = (connection: DuckDBConnection, to: string) => connection.run(`SET GLOBAL memory_limit = '${to}'`)

  async function restore(connection: DuckDBConnection): Promise<boolean> {
    if (before === null) return false
    const to = before
    before = null
    await set(connection, to)
    return true
  }

  return {
    async lower(connection, to) {
      if (before !== null || isNeeded() || (full !== undefined && megabytes(full) <= megabytes(to))) return
      const [row] = await (await connection.run("SELECT current_setting('memory_limit')")).getRows()
      // Said first: who reads meanwhile may find too little before this is answered.
      before = full ?? String(row?.[0])
      await set(connection, to).catch(async (cause: unknown) => {
        // More than that is held by others at this moment, who need it.
        if (!isOutOfMemory(cause)) throw cause
        await restore(connection)
      })
    },
    restore,
    async enoughFor(connection, work) {
      try {
        return await work()
      } catch (cause) {
        if (isOutOfMemory(cause) && (await restore(connection))) return work()
        throw cause
      }
    },
  }
}
