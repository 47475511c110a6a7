/**
 * Whether the fact file and its write-ahead log are what DuckDB wrote, by the sums that DuckDB keeps in them. For a
 * file that no process has open. Blocks of a file that is open are checked by DuckDB itself whenever it reads one.
 */
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs'

/** Three headers, then blocks. */
const HEADER_BYTES = 4096
const HEADERS = 3
export const BLOCKS_AT = HEADERS * HEADER_BYTES
export const BLOCK_BYTES = 262_144
const SUM_BYTES = 8

const MASK = (1n << 64n) - 1n
const WORD = 0xbf58476d1ce4e5b9n
const M = 0xc6a4a7935bd1e995n
const SEED = 0xe17a1465n
const R = 47n

/** DuckDB's checksum: src/common/checksum.cpp. */
function checksum(bytes: Buffer): bigint {
  const words = bytes.length >> 3
  let sum = 5381n
  for (let i = 0; i < words; i += 1) sum ^= (bytes.readBigUInt64LE(i * 8) * WORD) & MASK
  return words * 8 === bytes.length ? sum : sum ^ remainder(bytes.subarray(words * 8))
}

/** Fewer than eight bytes. */
function remainder(bytes: Buffer): bigint {
  let hash = SEED ^ ((BigInt(bytes.length) * M) & MASK)
  for (let i = bytes.length - 1; i >= 0; i -= 1) hash ^= BigInt(bytes[i]!) << BigInt(8 * i)
  hash = (hash * M) & MASK
  hash ^= hash >> R
  hash = (hash * M) & MASK
  return hash ^ (hash >> R)
}

/** A header or a block whose sum is not that of its content. */
export interface DamagedBlock {
  readonly at: number
  readonly bytes: number
  /** From 0 on; null = a header. */ readonly block: number | null
}

export function* checkBlocks(path: string): Generator<DamagedBlock | null> {
  if (!existsSync(path)) return
  const file = openSync(path, 'r')
  try {
    const { size } = statSync(path)
    const piece = Buffer.alloc(BLOCK_BYTES)
    for (let at = 0; at < size; at += at < BLOCKS_AT ? HEADER_BYTES : BLOCK_BYTES) {
      const length = at < BLOCKS_AT ? HEADER_BYTES : BLOCK_BYTES
      const read = readSync(file, piece, 0, length, at)
      const content = piece.subarray(SUM_BYTES, length)
      const isGood = read === length && piece.readBigUInt64LE(0) === checksum(content)
      yield isGood ? null : { at, bytes: length, block: at < BLOCKS_AT ? null : (at - BLOCKS_AT) / BLOCK_BYTES }
    }
  } finally {
    closeSync(file)
  }
}

export interface FactsLog {
  /** Bytes up to the end of the last transaction that is whole. */
  readonly goodBytes: number
  readonly bytes: number
  /** False: what is before the first entry is not what it was, and is known. */
  readonly isHeadGood: boolean
  /**
   * Whether something whole lies behind what is not: only damage leaves that. Else the end was being written when the
   * process ended, or is damaged.
   */
  readonly isDamaged: boolean
}

/** The header that this version of DuckDB writes before the first entry: type 98, version 2. It has no checksum. */
export const LOG_HEAD = Buffer.from([0x64, 0, 98, 0x65, 0, 2, 0xff, 0xff])
/** Types of the entries that end a transaction, and of the one that says that all of it is in the file. */
const ENDS = [99, 100]
const ENTRY_HEAD = 16

const entryAt = (bytes: Buffer, at: number): number => {
  if (at + ENTRY_HEAD > bytes.length) return 0
  const size = bytes.readBigUInt64LE(at)
  if (size < 1n || size > BigInt(bytes.length - at - ENTRY_HEAD)) return 0
  const end = at + ENTRY_HEAD + Number(size)
  return checksum(bytes.subarray(at + ENTRY_HEAD, end)) === bytes.readBigUInt64LE(at + 8) ? end : 0
}

/** Type of an entry: the first field of it, whose number is 100. */
const typeOf = (bytes: Buffer, at: number): number => bytes[at + ENTRY_HEAD + 2] ?? 0

/** Null where there is no log, as after a clean end, or where it is of a version that is not known here. */
export function checkFactsLog(factsPath: string): FactsLog | null {
  const path = `${factsPath}.wal`
  if (!existsSync(path) || statSync(path).size === 0) return null
  const bytes = readFileSync(path)
  const isHeadGood = bytes.subarray(0, LOG_HEAD.length).equals(LOG_HEAD)
  let at = LOG_HEAD.length
  if (!isHeadGood && entryAt(bytes, at) === 0)
    return bytes.length <= at ? { goodBytes: 0, bytes: bytes.length, isHeadGood: true, isDamaged: false } : null
  let good = at
  for (let end = entryAt(bytes, at); end > 0; end = entryAt(bytes, at)) {
    if (ENDS.includes(typeOf(bytes, at))) good = end
    at = end
  }
  return {
    goodBytes: good,
    bytes: bytes.length,
    isHeadGood,
    isDamaged: !isHeadGood || (at < bytes.length && hasEntryBehind(bytes, at + 1)),
  }
}

function hasEntryBehind(bytes: Buffer, from: number): boolean {
  // The size of an entry is small: its upper bytes are zero, which rules out most places at once.
  for (let at = from; at + ENTRY_HEAD < bytes.length; at += 1) {
    if (bytes.readUInt32LE(at + 4) === 0 && entryAt(bytes, at) > 0) return true
  }
  return false
}
