/**
 * The thread that answers comes before those that compute: statements of the facts, passwords, compression. Without it
 * the system shares the processors evenly among all of them, and of two it has a third of one (decision 65).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

const BEHIND_THE_ANSWERING = 10
const TASKS = '/proc/self/task'
/** Node's threads for work; those that DuckDB starts are children of theirs and have their name. */
const COMPUTING = 'libuv-worker'

/**
 * Only on Linux, where each thread has a priority of its own; elsewhere nothing is changed. To be called when the
 * stores are open: threads that are started later have the priority of the one that starts them.
 *
 * @returns the threads that give way
 */
export function letComputingGiveWay(): readonly number[] {
  if (process.platform !== 'linux') return []
  return readdirSync(TASKS)
    .map(Number)
    .filter((thread) => {
      try {
        if (readFileSync(`${TASKS}/${thread}/comm`, 'utf8').trim() !== COMPUTING) return false
        setPriority(thread, BEHIND_THE_ANSWERING)
        return true
      } catch {
        // It has ended meanwhile, or the system does not let us: all is as before.
        return false
      }
    })
}
