/** Removes what a process that ended left of files on their way. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

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
