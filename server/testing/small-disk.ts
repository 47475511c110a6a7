/** A file system of a few MB that is really full when it is full. For tests and drills only. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  readonly folder: string
  /** Takes what is left, to the last block that can be written. */
  fill(): void
  /** Gives it back. */
  free(): void
  remove(): void
}

const SIZE_MB = 70
/** The usual size of a container's shared memory; a larger one is no small disk. */
const SHM = '/dev/shm'
const SHM_MOST_BYTES = 300 * 1024 ** 2
const FILLER = 'filler'

/** A tmpfs where mounting is allowed, else the shared memory of a container; null where there is neither. */
export function smallDisk(): SmallDisk | null {
  if (process.platform !== 'linux') return null
  const mounted = mkdtempSync(join(tmpdir(), 'aforo-small-disk-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', mounted]).status === 0) {
    return disk(mounted, () => {
      spawnSync('umount', ['--lazy', mounted])
      rmSync(mounted, { recursive: true, force: true })
    })
  }
  rmSync(mounted, { recursive: true, force: true })
  if (!existsSync(SHM)) return null
  const { blocks, bsize, type } = statfsSync(SHM)
  if (type !== TMPFS || blocks * bsize > SHM_MOST_BYTES) return null
  const folder = mkdtempSync(join(SHM, 'aforo-small-disk-'))
  return disk(folder, () => {
    rmSync(folder, { recursive: true, force: true })
  })
}

/** Of statfs(2). */
const TMPFS = 0x01021994

export const NO_SMALL_DISK =
  'Left out: a tmpfs cannot be mounted on this machine, and /dev/shm is none of at most 300 MB.'

function disk(folder: string, remove: () => void): SmallDisk {
  const filler = join(folder, FILLER)
  return {
    folder,
    fill() {
      for (const piece of [1024 ** 2, 4096, 1]) {
        try {
          for (;;) writeFileSync(filler, Buffer.alloc(piece), { flag: 'a' })
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        }
      }
    },
    free() {
      rmSync(filler, { force: true })
    },
    remove,
  }
}
