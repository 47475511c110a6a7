import { open } from 'node:fs/promises'

/** Writes a file that is durable when this resolves, also after a power cut. */
export async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
