import { open } from 'node:fs/promises'

/** Resolves when the writes to a file, or into a folder, are on the disk. */
export async function syncPath(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
