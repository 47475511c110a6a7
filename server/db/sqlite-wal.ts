/**
 * Reads the write-ahead log of SQLite as sqlite.org/fileformat2.html#walformat has it: which pages it brings, and
 * whether it is whole.
 */
import { crc32 } from 'node:zlib'

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAGIC = 0x377f0682

export interface WalFrame {
  readonly page: number
  /** CRC-32 of the page. */ readonly sum: number
}

export interface Wal {
  /** As they are in the file: the two salts, which change when the log begins anew. */
  readonly salts: string
  /** Up to the last commit whose frames are all whole. */
  readonly frames: readonly WalFrame[]
  /**
   * Whole frames behind a broken one: only damage leaves such, or a power cut in a transaction that was not
   * acknowledged.
   */
  readonly framesBehindDamage: number
  /** Pages of the database after the last commit; 0 = nothing was committed. */
  readonly pages: number
}

/** Null for a log that is empty or whose header is not whole: SQLite takes nothing from it. */
export function readWal(bytes: Buffer): Wal | null {
  if (bytes.length < HEADER_BYTES) return null
  const magic = bytes.readUInt32BE(0)
  if ((magic & ~1) >>> 0 !== MAGIC) return null
  const isBigEndian = (magic & 1) === 1
  const pageSize = bytes.readUInt32BE(8)
  if (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0) return null
  const first = checksum(bytes, 0, 24, [0, 0], isBigEndian)
  if (first[0] !== bytes.readUInt32BE(24) || first[1] !== bytes.readUInt32BE(28)) return null

  const salts = bytes.toString('hex', 16, 24)
  const found: WalFrame[] = []
  let seed = first
  let isWhole = true
  let committed = 0
  let pages = 0
  let framesBehindDamage = 0
  for (let at = HEADER_BYTES; at + FRAME_HEADER_BYTES + pageSize <= bytes.length; at += FRAME_HEADER_BYTES + pageSize) {
    const stored: readonly [number, number] = [bytes.readUInt32BE(at + 16), bytes.readUInt32BE(at + 20)]
    const content = at + FRAME_HEADER_BYTES
    const made = checksum(
      bytes,
      content,
      content + pageSize,
      checksum(bytes, at, at + 8, seed, isBigEndian),
      isBigEndian,
    )
    const isFrame = bytes.toString('hex', at + 8, at + 16) === salts && made[0] === stored[0] && made[1] === stored[1]
    if (isWhole && isFrame) {
      found.push({ page: bytes.readUInt32BE(at), sum: crc32(bytes.subarray(content, content + pageSize)) })
      const after = bytes.readUInt32BE(at + 4)
      if (after > 0) {
        committed = found.length
        pages = after
      }
    } else if (isFrame) framesBehindDamage += 1
    else isWhole = false
    // The sums are chained: after a broken frame its own checksum seeds the next.
    seed = isWhole ? made : stored
  }
  return { salts, frames: found.slice(0, committed), framesBehindDamage, pages }
}

function checksum(
  bytes: Buffer,
  from: number,
  to: number,
  [a, b]: readonly [number, number],
  isBigEndian: boolean,
): readonly [number, number] {
  let s0 = a
  let s1 = b
  for (let at = from; at < to; at += 8) {
    s0 = (s0 + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + s1) >>> 0
    s1 = (s1 + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + s0) >>> 0
  }
  return [s0, s1]
}
