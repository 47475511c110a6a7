/** Removes unfinished files that an ended process left. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Job } from './jobs.ts'

/** Files into which nothing was written for so long are of a process that ended: a request arrives in ten minutes. */
const ARRIVING_MS = 3_600_000

/**
 * Entries of a folder whose name fits and that nothing was written into since a time. A folder that is not there is
 * empty. How many were removed.
 */
export async function sweepFiles(folder: string, isPart: (name: string) => boolean, before: number): Promise<number> {
  let removed = 0
  for (const name of (await readdir(folder).catch(() => [])).filter(isPart)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found === null || found.mtimeMs >= before) continue
    await rm(path, { recursive: true, force: true })
    removed += 1
  }
  return removed
}

/** Removes files of requests that a crash cut off; the clock of files is that of the system. */
export const crashedFilesJob = (name: string, sweep: (before: number) => Promise<unknown>): Job => ({
  name,
  everyMs: ARRIVING_MS,
  run: () => sweep(Date.now() - ARRIVING_MS),
  // Files older than this process belong to one that ended.
  first: () => sweep(performance.timeOrigin),
})
