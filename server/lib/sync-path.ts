import { open } from 'node:fs/promises'

/** What was written to a file, or into a folder, is on the disk when this resolves. */
export async function syncPath(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
