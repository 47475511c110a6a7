import { open, rm, stat, statfs } from 'node:fs/promises'
import { rmSync, statfsSync } from 'node:fs'
import { randomFillSync } from 'node:crypto'
import { join } from 'node:path'

/** Below the smaller of the two a store may fail in the middle of a write; a share alone would refuse large disks. */
const LEAST_FREE_BYTES = 200 * 1024 ** 2
const LEAST_FREE_SHARE = 0.05

export interface DiskSpace {
  readonly freeBytes: number
  readonly enough: boolean
}

export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { freeBytes, neededBytes } = await spaceOf(folder)
  return { freeBytes, enough: freeBytes >= neededBytes }
}

const measured = ({ bavail, blocks, bsize }: { bavail: number; blocks: number; bsize: number }) => ({
  freeBytes: bavail * bsize,
  neededBytes: Math.min(LEAST_FREE_BYTES, blocks * bsize * LEAST_FREE_SHARE),
})

const spaceOf = async (folder: string) => measured(await statfs(folder))

const BALLAST = 'ballast'
const BALLAST_BYTES = 16 * 1024 ** 2
/** With less than this a database cannot even delete; the ballast is let go. */
const LAST_BYTES = 8 * 1024 ** 2
/** Maximum age of the free disk space that a write checks. */
const KNOWN_MS = 1000

export interface DiskWatch {
  /** Whether there is room for what writes. Where the ballast is out, its room is not counted: it is for deleting. */
  hasRoom(): Promise<boolean>
  /** Lets the ballast go where the disk is full, and makes it again once there is room for it and for what writes. */
  runMaintenance(): Promise<void>
}

const lastOf = (neededBytes: number) => Math.min(LAST_BYTES, neededBytes)

/** Before anything is opened: on a full disk no database could be. True where there was a ballast to let go. */
export function releaseBallast(folder: string): boolean {
  try {
    const { freeBytes, neededBytes } = measured(statfsSync(folder))
    if (freeBytes >= lastOf(neededBytes)) return false
    rmSync(join(folder, BALLAST))
    return true
  } catch {
    // No folder yet, or no ballast in it.
    return false
  }
}

interface DiskWatchParts {
  readonly folder: string
  /** Keep 16 MB that are let go when the disk is full, so that one can still delete and sign in. */
  readonly withBallast?: boolean
  readonly log?: { error(fields: object, message: string): void; info(fields: object, message: string): void }
}

/** Watches the disk of the data. Sends nothing away itself; see `registerRoom`. */
export function createDiskWatch({ folder, withBallast = false, log }: DiskWatchParts): DiskWatch {
  const path = join(folder, BALLAST)
  let known = { at: Number.NEGATIVE_INFINITY, room: true }
  let looking: Promise<void> | null = null
  let wasFull = false

  const ballastBytes = () =>
    stat(path).then(
      ({ size }) => size,
      () => 0,
    )

  async function look(): Promise<void> {
    const { freeBytes, neededBytes } = await spaceOf(folder)
    const owed = withBallast ? BALLAST_BYTES - Math.min(BALLAST_BYTES, await ballastBytes()) : 0
    // A ballast that there never was room for is not owed.
    const room = freeBytes >= neededBytes + (wasFull ? owed : 0)
    known = { at: performance.now(), room }
    if (!room && !wasFull)
      log?.error(
        { freeBytes, neededBytes },
        'the disk is full: what writes is refused until there is space; reading and sign-in go on',
      )
    if (room && wasFull) log?.info({ freeBytes }, 'there is space on the disk again')
    wasFull = !room
    if (!withBallast) return
    if (freeBytes < lastOf(neededBytes) && owed < BALLAST_BYTES) {
      await rm(path, { force: true })
      log?.error({ bytes: BALLAST_BYTES - owed }, 'the ballast was let go, so that something can be deleted')
    } else if (room && owed > 0 && freeBytes >= neededBytes + BALLAST_BYTES)
      await fill(path).catch(() => rm(path, { force: true }))
  }

  const lookOnce = () =>
    (looking ??= look().finally(() => {
      looking = null
    }))

  return {
    async hasRoom() {
      if (performance.now() - known.at > KNOWN_MS) await lookOnce()
      return known.room
    },
    runMaintenance: lookOnce,
  }
}

/** Random bytes, which no file system keeps in less room than they take. */
async function fill(path: string): Promise<void> {
  const piece = Buffer.alloc(1024 ** 2)
  const file = await open(path, 'w', 0o600)
  try {
    for (let written = 0; written < BALLAST_BYTES; written += piece.length) await file.write(randomFillSync(piece))
    await file.sync()
  } finally {
    await file.close()
  }
}
