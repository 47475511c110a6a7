/**
 * A sum of every page of the catalog, in a file beside it, because SQLite has none: a bit that turns on the disk would
 * be a wrong name, a wrong right or a wrong opening hour that is not noticed. Decision 54.
 *
 * Pages change in the file only when the write-ahead log is folded in, and that is done here: the new sums are those of
 * the log, whose frames have sums of their own. They are never taken from the file, which would bless what turned
 * meanwhile.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { readWal } from './sqlite-wal.ts'
import type { Wal } from './sqlite-wal.ts'

const MAGIC = 'AFSUMS01'
const HEAD_BYTES = 16
const MARK_MAGIC = 'AFMARK01'
const MARK_BYTES = 32
/** Of the index of the log: where the number of its last committed frame is, and its salts. */
const SHM_FRAMES = 16
const SHM_SALTS = 32
const LOCK_WAIT_MS = 2000

const sumsOf = (path: string) => `${path}.sums`
const markOf = (path: string) => `${path}.mark`

export interface PageSums {
  readonly pageSize: number
  readonly sums: Uint32Array
}

/** Null where there are none, or where the file is not what was written. */
export function readSums(path: string): PageSums | null {
  let bytes: Buffer
  try {
    bytes = readFileSync(sumsOf(path))
  } catch {
    return null
  }
  if (
    bytes.length < HEAD_BYTES + 4 ||
    bytes.toString('latin1', 0, 8) !== MAGIC ||
    crc32(bytes.subarray(0, -4)) !== bytes.readUInt32LE(bytes.length - 4)
  )
    return null
  const sums = new Uint32Array(bytes.readUInt32LE(12))
  for (let i = 0; i < sums.length; i += 1) sums[i] = bytes.readUInt32LE(HEAD_BYTES + 4 * i)
  return { pageSize: bytes.readUInt32LE(8), sums }
}

/**
 * Writes sums beside those that hold, and gives what puts them in their place, which takes no room. Throws where the
 * disk is full.
 */
function prepareSums(path: string, { pageSize, sums }: PageSums): { keep(): void; drop(): void } {
  const bytes = Buffer.alloc(HEAD_BYTES + 4 * sums.length + 4)
  bytes.write(MAGIC, 0, 'latin1')
  bytes.writeUInt32LE(pageSize, 8)
  bytes.writeUInt32LE(sums.length, 12)
  sums.forEach((sum, i) => bytes.writeUInt32LE(sum, HEAD_BYTES + 4 * i))
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4)
  const next = `${sumsOf(path)}.next`
  writeFileSync(next, bytes, { mode: 0o600 })
  const file = openSync(next, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return {
    keep: () => {
      renameSync(next, sumsOf(path))
    },
    drop: () => {
      rmSync(next, { force: true })
    },
  }
}

/** The sums of the file as it is. Only for a file that was never summed, after SQLite has checked it. */
function sumFile(path: string): PageSums {
  const file = readFileSync(path)
  const pageSize = pageSizeOf(file)
  const sums = new Uint32Array(Math.ceil(file.length / pageSize))
  sums.forEach((_, i) => {
    sums[i] = crc32(file.subarray(i * pageSize, (i + 1) * pageSize))
  })
  return { pageSize, sums }
}

function pageSizeOf(file: Buffer): number {
  const size = file.length < 18 ? 0 : file.readUInt16BE(16)
  return size === 1 ? 65_536 : size === 0 ? 4096 : size
}

/** How far the log was when the last commit was acknowledged: a log that ends before it has lost something. */
interface Mark {
  readonly salts: string
  readonly frames: number
}

function readMark(path: string): Mark | null {
  try {
    const bytes = readFileSync(markOf(path))
    if (
      bytes.length !== MARK_BYTES ||
      bytes.toString('latin1', 0, 8) !== MARK_MAGIC ||
      crc32(bytes.subarray(0, 28)) !== bytes.readUInt32LE(28)
    )
      return null
    return { salts: bytes.toString('hex', 8, 16), frames: bytes.readUInt32LE(16) }
  } catch {
    return null
  }
}

/** Keeps the mark of one open catalog. Not synced: a power cut may take it back, but never ahead of the log. */
export function createMark(path: string) {
  const mark = openSync(markOf(path), existsSync(markOf(path)) ? 'r+' : 'w+', 0o600)
  let index: number | null = null
  const bytes = Buffer.alloc(MARK_BYTES)
  const head = Buffer.alloc(SHM_SALTS + 8)
  const write = (salts: Buffer, frames: number) => {
    bytes.write(MARK_MAGIC, 0, 'latin1')
    salts.copy(bytes, 8)
    bytes.writeUInt32LE(frames, 16)
    bytes.writeUInt32LE(crc32(bytes.subarray(0, 28)), 28)
    writeSync(mark, bytes, 0, MARK_BYTES, 0)
  }
  /** Frames in the log, as its index in shared memory has it. */
  const frames = (): number => {
    try {
      index ??= openSync(`${path}-shm`, 'r')
    } catch {
      return 0
    }
    if (readSync(index, head, 0, head.length, 0) < head.length) return 0
    return IS_LITTLE ? head.readUInt32LE(SHM_FRAMES) : head.readUInt32BE(SHM_FRAMES)
  }
  return {
    frames,
    /** After a commit. Gives the frames in the log. */
    committed(): number {
      const reached = frames()
      if (reached > 0) write(head.subarray(SHM_SALTS, SHM_SALTS + 8), reached)
      return reached
    },
    /** All of the log is in the file. */
    folded(): void {
      write(Buffer.alloc(8), 0)
    },
    close(): void {
      if (index !== null) closeSync(index)
      closeSync(mark)
    },
  }
}
const IS_LITTLE = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

export type WalMark = ReturnType<typeof createMark>

/** The log of the running server is not what was written to it. */
class LogDamagedError extends Error {
  constructor(path: string) {
    super(
      `${path}-wal is not what was written to it: the catalog cannot be folded; stop the server and run the doctor.`,
    )
    this.name = 'LogDamagedError'
  }
}

/**
 * Folds the log into the file and writes the sums of what changed. False when another process does it, or still reads
 * what was before: then nothing has changed for who checks, and it is done the next time. @param waits for the other
 * one, in the thread that asked
 */
export function foldLog(
  database: DatabaseSync,
  path: string,
  mark: WalMark,
  { waits }: { readonly waits: boolean },
): boolean {
  const lock = lockSums(path, waits ? LOCK_WAIT_MS : 0)
  if (lock === null) return false
  try {
    // From here to the end of the checkpoint this process does not write: it is one turn of the event loop.
    const known = readSums(path)
    const wal = existsSync(`${path}-wal`) ? readWal(readFileSync(`${path}-wal`)) : null
    const frames = mark.frames()
    // SQLite copies a log without looking at its sums; one that is not whole must not reach the file.
    if (frames > 0 && wal?.frames.length !== frames) throw new LogDamagedError(path)
    const next =
      known !== null && wal !== null && frames > 0 ? prepareSums(path, withFrames(known, wal.frames, wal.pages)) : null
    const folded = database.prepare('pragma wal_checkpoint(passive)').get() as {
      busy: number
      log: number
      checkpointed: number
    }
    // Partly copied pages are known by the frames of the log, which stays as it is until all of it was.
    if (folded.busy !== 0 || folded.log !== folded.checkpointed || (next !== null && folded.log !== frames)) {
      next?.drop()
      return false
    }
    next?.keep()
    if (known === null && !existsSync(sumsOf(path))) prepareSums(path, sumFile(path)).keep()
    mark.folded()
    return true
  } finally {
    lock.close()
  }
}

function withFrames(
  { pageSize, sums: before }: PageSums,
  frames: readonly { page: number; sum: number }[],
  pages: number,
): PageSums {
  const sums = new Uint32Array(pages)
  sums.set(before.subarray(0, pages))
  for (const { page, sum } of frames) if (page <= pages) sums[page - 1] = sum
  return { pageSize, sums }
}

/** One process at a time writes sums. A lock of the operating system, as in `lockDataDir`: it ends with the process. */
function lockSums(path: string, waitMs: number): DatabaseSync | null {
  const lock = new DatabaseSync(`${sumsOf(path)}-lock`, { timeout: waitMs })
  try {
    lock.exec('pragma journal_mode = delete; begin exclusive')
    return lock
  } catch {
    lock.close()
    return null
  }
}

export interface CatalogFinding {
  /**
   * `page`: its content is not what was written. `sums`: the file of sums is not. `log`: acknowledged writes are
   * missing at the end of the log. `length`: the file is shorter or longer than it was.
   */
  readonly kind: 'page' | 'sums' | 'log' | 'length'
  /** The page, from 1 on; how many frames are missing. */
  readonly number: number
}

/** Pages that are looked at in one turn of the loop: half a millisecond. */
const PIECE_PAGES = 256

/**
 * Checks every page, in batches. This process does not write the file within a batch, so an open catalog can be checked
 * too. A catalog without checksums has no findings.
 */
function* findings(path: string): Generator<CatalogFinding[]> {
  if (!existsSync(path) || statSync(path).size === 0) return
  const logFrames = () => {
    const wal = existsSync(`${path}-wal`) ? readWal(readFileSync(`${path}-wal`)) : null
    // A page that the log brings may be in the file already, or not yet.
    const sums = new Map<number, Set<number>>()
    for (const { page, sum } of wal?.frames ?? []) sums.set(page, (sums.get(page) ?? new Set()).add(sum))
    return { wal, sums }
  }
  const first = logFrames()
  yield logFindings(readMark(path), first.wal)
  const known = readSums(path)
  if (known === null) {
    if (existsSync(sumsOf(path))) yield [{ kind: 'sums', number: 0 }]
    return
  }
  const { pageSize } = known
  const { size } = statSync(path)
  const expected = known.sums.length * pageSize
  if (size < expected || (size > expected && first.sums.size === 0))
    yield [{ kind: 'length', number: Math.ceil(size / pageSize) }]
  const file = openSync(path, 'r')
  try {
    const piece = Buffer.alloc(pageSize * PIECE_PAGES)
    for (let at = 0; ; at += PIECE_PAGES) {
      // The sums of this moment: what was folded in between two pieces has new ones.
      const sums = readSums(path)?.sums ?? known.sums
      if (at >= sums.length) return
      const read = readSync(file, piece, 0, piece.length, at * pageSize)
      const found: CatalogFinding[] = []
      for (let i = 0; i < PIECE_PAGES && at + i < sums.length && (i + 1) * pageSize <= read; i += 1) {
        const sum = crc32(piece.subarray(i * pageSize, (i + 1) * pageSize))
        if (
          sum !== sums[at + i] &&
          logFrames()
            .sums.get(at + i + 1)
            ?.has(sum) !== true
        )
          found.push({ kind: 'page', number: at + i + 1 })
      }
      yield found
    }
  } finally {
    closeSync(file)
  }
}

function logFindings(mark: Mark | null, wal: Wal | null): CatalogFinding[] {
  if (mark === null)
    return wal !== null && wal.framesBehindDamage > 0 ? [{ kind: 'log', number: wal.framesBehindDamage + 1 }] : []
  if (mark.frames === 0) return []
  // A log that is whole and has other salts was begun anew, which SQLite does only after all of it was folded in.
  const reached = wal === null ? 0 : wal.salts === mark.salts ? wal.frames.length : mark.frames
  return reached < mark.frames ? [{ kind: 'log', number: mark.frames - reached }] : []
}

/** Looks at every page at once. For a catalog that no process has open. */
export const checkPages = (path: string): CatalogFinding[] => [...findings(path)].flat()

/** The same while this process has the catalog open, between what it answers. */
export async function scrubPages(path: string): Promise<CatalogFinding[]> {
  const found: CatalogFinding[] = []
  for (const some of findings(path)) {
    found.push(...some)
    await setImmediate()
  }
  return found
}

/**
 * Deletes the checksums, so that they are computed again from the current file. Only after a person has confirmed that
 * it is intact.
 */
export function forgetSums(path: string): void {
  rmSync(sumsOf(path), { force: true })
  rmSync(markOf(path), { force: true })
}

/**
 * Turns back the one bit of a page that is not what it was: every bit is tried until the sum fits. A CRC-32 finds
 * exactly one such bit in a page of up to 64 KB. False when more than one has turned.
 */
export function repairPage(path: string, page: number): boolean {
  const known = readSums(path)
  const wanted = known?.sums[page - 1]
  if (known === null || wanted === undefined) return false
  const file = openSync(path, 'r+')
  try {
    const bytes = Buffer.alloc(known.pageSize)
    if (readSync(file, bytes, 0, bytes.length, (page - 1) * known.pageSize) < bytes.length) return false
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      bytes[bit >> 3]! ^= 1 << (bit & 7)
      if (crc32(bytes) === wanted) {
        writeSync(file, bytes, 0, bytes.length, (page - 1) * known.pageSize)
        fsyncSync(file)
        return true
      }
      bytes[bit >> 3]! ^= 1 << (bit & 7)
    }
    return false
  } finally {
    closeSync(file)
  }
}
