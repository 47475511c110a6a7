import { statfs } from 'node:fs/promises'

/** Below the smaller of the two a store may fail in the middle of a write; a share alone would refuse large disks. */
const LEAST_FREE_BYTES = 200 * 1024 ** 2
const LEAST_FREE_SHARE = 0.05

export interface DiskSpace { readonly freeBytes: number; readonly enough: boolean }

export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  const freeBytes = bavail * bsize
  return { freeBytes, enough: freeBytes >= Math.min(LEAST_FREE_BYTES, blocks * bsize * LEAST_FREE_SHARE) }
}
