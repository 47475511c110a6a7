/**
 * Accepted messages that are not in the facts yet, in append-only files. An entry is answered after the disk has it:
 * all who wait share one sync, and while it runs the next group gathers, so no timer is needed.
 */
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat, truncate, mkdir } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { decodeRecord, lengthAt, nextRecord } from './record.ts'
import type { JournalRecord } from './record.ts'

/** Behind a record: the segment's number and the byte after it. */
export interface Position {
  readonly segment: number
  readonly place: number
}

export interface Entry {
  readonly record: JournalRecord
  readonly after: Position
}

/**
 * Damage that was found. `torn tail`: a message that was being written, and not answered. `damaged`: bytes that are no
 * record, between records. `cut`: bytes at the end that had been answered are gone. `missing`: the same of a whole
 * file; `bytes` 0 = not known how many.
 */
export interface Damage {
  readonly file: string
  readonly at: number
  readonly bytes: number
  readonly kind: 'torn tail' | 'damaged' | 'cut' | 'missing'
}

export interface Journal {
  /**
   * Resolves when the record is on disk. `onDurable` is called before that, for all entries in the order of their
   * positions.
   */
  append(bytes: Buffer, onDurable: (after: Position) => void): Promise<void>
  /**
   * Entries behind a position, of one segment at a time and at most so many bytes; empty = there are no more on disk.
   */
  read(from: Position, maxBytes: number): Promise<{ entries: Entry[]; end: Position }>
  /** Where the newest synced record ends. */
  readonly synced: Position
  /** Lets go of all segments that end at or before a position: they go to the kept ones, or are removed. */
  release(applied: Position): Promise<void>
  /** Bytes on disk behind a position. */
  bytesBehind(applied: Position): number
  /** How long each sync took, ms, since the last call. */
  onSync(listener: (ms: number) => void): void
  close(): Promise<void>
}

interface Waiting {
  readonly bytes: Buffer
  readonly onDurable: (after: Position) => void
  readonly resolve: () => void
  readonly reject: (cause: unknown) => void
}

const { O_CREAT, O_DSYNC, O_TRUNC, O_WRONLY } = constants
/**
 * On Linux a write to a file that was opened so returns as late as an `fdatasync` behind it would, for one way to the
 * thread and back instead of two. Elsewhere it promises less than the call does (macOS: not the cache of the disk).
 */
const SYNCED_BY_WRITE = process.platform === 'linux' && O_DSYNC !== undefined

const SEGMENT_BYTES = 64 * 1024 * 1024
export const segmentName = (segment: number) => `${String(segment).padStart(10, '0')}.journal`
/** The number of a segment by its file's name; null = no segment. */
export const segmentIn = (name: string): number | null =>
  /^\d{10}\.journal$/.test(name) ? Number(name.slice(0, 10)) : null
/** Segments that are in the facts wait here, so that a restored backup can be brought further than its own time. */
export const KEPT = 'kept'

export const isBefore = (a: Position, b: Position) =>
  a.segment < b.segment || (a.segment === b.segment && a.place < b.place)

export interface JournalOptions {
  readonly folder: string
  /** Up to where the facts have it: what lies before is not needed. */
  readonly applied: Position
  readonly onDamage?: (damage: Damage) => void
  readonly segmentBytes?: number
  /** Bytes of segments to keep after they are in the facts; the oldest go first. */
  readonly keptBytes?: number
  /** Whether the disk has room for them; without it, none is kept. */
  readonly hasRoom?: () => boolean | Promise<boolean>
}

/** Opens the folder, cuts what a crash left half written, and begins a new segment. */
export async function openJournal({
  folder,
  applied,
  onDamage = () => undefined,
  segmentBytes = SEGMENT_BYTES,
  keptBytes = 0,
  hasRoom = () => true,
}: JournalOptions): Promise<Journal> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const listed = segmentsIn(await readdir(folder))
  const mark = openMark(folder)
  const sizes = await truncateTornSegments(folder, listed, { applied, marked: mark.known, onDamage })
  if (keptBytes > 0) await mkdir(join(folder, KEPT), { recursive: true, mode: 0o700 })

  let segment = Math.max(applied.segment, listed.at(-1) ?? 0, mark.known?.segment ?? 0) + 1
  let place = 0
  let file = await create(folder, segment)
  sizes.set(segment, 0)
  let synced: Position = { segment, place }
  let waiting: Waiting[] = []
  let running: Promise<void> | null = null
  let broken = false
  let closed = false
  const listeners: ((ms: number) => void)[] = []

  async function rotate(): Promise<void> {
    const next = await create(folder, segment + 1)
    await file.close()
    file = next
    segment += 1
    place = 0
    sizes.set(segment, 0)
    broken = false
  }

  async function flush(group: readonly Waiting[]): Promise<void> {
    // After a failed write it is not known what is in the file behind the last sync; a new one is begun, and the old
    // one is cut there.
    if (broken) {
      await file.truncate(synced.segment === segment ? synced.place : 0)
      await rotate()
    } else if (place >= segmentBytes) await rotate()
    const began = performance.now()
    const parts = group.map(({ bytes }) => bytes)
    await writeAll(file, parts, place)
    if (!SYNCED_BY_WRITE) await file.datasync()
    for (const listener of listeners) listener(performance.now() - began)
    for (const { bytes, onDurable } of group) {
      place += bytes.length
      synced = { segment, place }
      onDurable(synced)
    }
    sizes.set(segment, place)
    mark.write(synced)
  }

  async function drain(): Promise<void> {
    // Messages parsed in the same turn of the loop are written together.
    await new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      try {
        await flush(group)
        for (const { resolve } of group) resolve()
      } catch (cause) {
        broken = true
        for (const { reject } of group) reject(cause)
      }
    }
    running = null
  }

  return {
    get synced() {
      return synced
    },
    append(bytes, onDurable) {
      if (closed) return Promise.reject(new Error('The journal was closed.'))
      return new Promise<void>((resolve, reject) => {
        waiting.push({ bytes, onDurable, resolve, reject })
        running ??= drain()
      })
    },
    async read(from, maxBytes) {
      const here =
        sizes.has(from.segment) && from.place < (sizes.get(from.segment) ?? 0)
          ? from
          : { segment: nextOf(sizes, from.segment), place: 0 }
      const size = sizes.get(here.segment)
      if (here.segment > synced.segment || size === undefined) return { entries: [], end: synced }
      const end = here.segment === synced.segment ? synced.place : size
      return readEntries(join(folder, segmentName(here.segment)), here, end, maxBytes)
    },
    async release(applied) {
      for (const [number, size] of sizes) {
        if (number >= segment || isBefore(applied, { segment: number, place: size })) continue
        const file = join(folder, segmentName(number))
        if (keptBytes > 0) await rename(file, join(folder, KEPT, segmentName(number)))
        else await rm(file, { force: true })
        sizes.delete(number)
        await dropKept(join(folder, KEPT), (await hasRoom()) ? keptBytes : 0)
      }
    },
    bytesBehind: (applied) => bytesBehind(sizes, applied),
    onSync: (listener) => {
      listeners.push(listener)
    },
    async close() {
      closed = true
      await running
      await file.close()
      mark.close()
    },
  }
}

function bytesBehind(sizes: ReadonlyMap<number, number>, applied: Position): number {
  let bytes = 0
  for (const [number, size] of sizes) {
    if (number > applied.segment) bytes += size
    else if (number === applied.segment) bytes += Math.max(0, size - applied.place)
  }
  return bytes
}

/** Cuts what a crash left half written, and says what is lost. Bytes of each segment. */
async function truncateTornSegments(
  folder: string,
  listed: readonly number[],
  {
    applied,
    marked,
    onDamage,
  }: { readonly applied: Position; readonly marked: Position | null; readonly onDamage: (damage: Damage) => void },
): Promise<Map<number, number>> {
  const sizes = new Map<number, number>()
  for (const segment of listed) {
    const path = join(folder, segmentName(segment))
    const damage: Damage[] = []
    const end = await truncateTorn(path, (one) => damage.push(one))
    sizes.set(segment, end)
    withCut(path, segment, { end, damage }, applied, marked).forEach(onDamage)
  }
  for (const damage of missingOf(folder, listed, applied, marked)) onDamage(damage)
  return sizes
}

const MARK = 'journal.mark'
const MARK_BYTES = 20

/** Null at the first start, after a release that had no mark, and where it is not what was written. */
function readMark(folder: string): Position | null {
  try {
    const bytes = readFileSync(join(folder, MARK))
    if (bytes.length !== MARK_BYTES || crc32(bytes.subarray(0, -4)) !== bytes.readUInt32LE(MARK_BYTES - 4)) return null
    return { segment: bytes.readDoubleLE(0), place: bytes.readDoubleLE(8) }
  } catch {
    return null
  }
}

/**
 * Where the journal ended when the last message was answered. Not synced: a power cut may take it back, but never ahead
 * of the journal.
 */
function openMark(folder: string): { readonly known: Position | null; write(synced: Position): void; close(): void } {
  const known = readMark(folder)
  const file = openSync(join(folder, MARK), constants.O_CREAT | constants.O_RDWR, 0o600)
  const bytes = Buffer.alloc(MARK_BYTES)
  return {
    known,
    write({ segment, place }) {
      bytes.writeDoubleLE(segment, 0)
      bytes.writeDoubleLE(place, 8)
      bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), MARK_BYTES - 4)
      try {
        writeSync(file, bytes, 0, MARK_BYTES, 0)
      } catch {
        // A full disk: the mark says less than there is, and the messages themselves are on the disk.
      }
    },
    close() {
      closeSync(file)
    },
  }
}

/**
 * Files between where the facts are and the end that are gone. The one in which the facts are may be gone too, once all
 * of it was counted.
 */
function missingOf(folder: string, listed: readonly number[], applied: Position, mark: Position | null): Damage[] {
  const last = Math.max(mark?.segment ?? 0, listed.at(-1) ?? 0)
  const missing: Damage[] = []
  for (let segment = Math.max(1, applied.segment + 1); segment <= last; segment += 1) {
    if (!listed.includes(segment))
      missing.push({
        file: join(folder, segmentName(segment)),
        at: 0,
        bytes: mark?.segment === segment ? mark.place : 0,
        kind: 'missing',
      })
  }
  // Of the very file that was being written something always stays: the server never removes it.
  if (applied.segment > 0 && listed.length === 0)
    missing.push({
      file: join(folder, segmentName(applied.segment)),
      at: applied.place,
      bytes: mark?.segment === applied.segment ? Math.max(0, mark.place - applied.place) : 0,
      kind: 'missing',
    })
  return missing
}

/** Removes the oldest kept segments until they fit. */
async function dropKept(folder: string, maxBytes: number): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  let bytes = 0
  for (const name of names
    .filter((one) => segmentIn(one) !== null)
    .sort()
    .reverse()) {
    bytes += (await stat(join(folder, name))).size
    if (bytes > maxBytes) await rm(join(folder, name), { force: true })
  }
}

const nextOf = (sizes: ReadonlyMap<number, number>, after: number) =>
  [...sizes.keys()].filter((number) => number > after).sort((a, b) => a - b)[0] ?? after + 1

/** One call for all of them, as a rule: nothing is copied together first. */
async function writeAll(file: FileHandle, buffers: readonly Buffer[], at: number): Promise<void> {
  const total = buffers.reduce((sum, { length }) => sum + length, 0)
  let { bytesWritten: written } = await file.writev(buffers, at)
  if (written === total) return
  const all = Buffer.concat(buffers, total)
  while (written < total) written += (await file.write(all, written, total - written, at + written)).bytesWritten
}

/** The folder is synced too: a file that has no name after a power cut is no file. */
async function create(folder: string, segment: number): Promise<FileHandle> {
  const file = await open(
    join(folder, segmentName(segment)),
    O_CREAT | O_TRUNC | O_WRONLY | (SYNCED_BY_WRITE ? O_DSYNC : 0),
    0o600,
  )
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
  return file
}

/** Reports damage between records, and cuts what is behind the last whole one. Returns the length that counts. */
async function truncateTorn(path: string, onDamage: (damage: Damage) => void): Promise<number> {
  const { end, damage } = scan(path, await readFile(path))
  damage.forEach(onDamage)
  if (damage.at(-1)?.kind === 'torn tail') await truncate(path, end)
  return end
}

/** Where the last whole record ends, and what is no record. */
function scan(
  path: string,
  bytes: Buffer,
): { readonly end: number; readonly records: number; readonly damage: readonly Damage[] } {
  const damage: Damage[] = []
  let at = 0
  let records = 0
  while (at < bytes.length) {
    const whole = lengthAt(bytes, at)
    if (whole > 0) {
      at += whole
      records += 1
      continue
    }
    const next = nextRecord(bytes, at + 1)
    damage.push({
      file: path,
      at,
      bytes: (next < 0 ? bytes.length : next) - at,
      kind: next < 0 ? 'torn tail' : 'damaged',
    })
    if (next < 0) break
    at = next
  }
  return { end: at, records, damage }
}

/** Looks at the journal and changes nothing: for a folder that no process has open. */
export async function checkJournal(
  folder: string,
  applied: Position,
): Promise<{ readonly files: number; readonly records: number; readonly damage: readonly Damage[] }> {
  // A folder that is gone is one without files: whether that is a loss is known by what the facts have.
  const listed = segmentsIn(await readdir(folder).catch(() => []))
  const mark = readMark(folder)
  const damage: Damage[] = []
  let records = 0
  for (const segment of listed) {
    const path = join(folder, segmentName(segment))
    const found = scan(path, await readFile(path))
    records += found.records
    damage.push(...withCut(path, segment, found, applied, mark))
  }
  return { files: listed.length, records, damage: [...damage, ...missingOf(folder, listed, applied, mark)] }
}

const segmentsIn = (names: readonly string[]) => names.flatMap((name) => segmentIn(name) ?? []).sort((a, b) => a - b)

/**
 * Acknowledged messages are before the mark; bytes that are missing there are no message that was just being written.
 */
function withCut(
  file: string,
  segment: number,
  { end, damage }: { readonly end: number; readonly damage: readonly Damage[] },
  applied: Position,
  mark: Position | null,
): Damage[] {
  const counted = applied.segment > segment ? Infinity : applied.segment === segment ? applied.place : 0
  const lost = mark?.segment === segment ? mark.place - Math.max(end, counted) : 0
  return lost > 0
    ? [...damage.filter(({ kind }) => kind !== 'torn tail'), { file, at: end, bytes: lost, kind: 'cut' }]
    : [...damage]
}

async function readEntries(
  path: string,
  { segment, place }: Position,
  end: number,
  maxBytes: number,
): Promise<{ entries: Entry[]; end: Position }> {
  const file = await open(path, 'r')
  try {
    const want = Math.min(end - place, maxBytes)
    let bytes: Buffer = Buffer.alloc(want)
    bytes = bytes.subarray(0, (await file.read(bytes, 0, want, place)).bytesRead)
    const entries: Entry[] = []
    let at = 0
    while (at < bytes.length) {
      const whole = lengthAt(bytes, at)
      if (whole > 0) {
        entries.push({ record: decodeRecord(bytes, at, whole), after: { segment, place: place + at + whole } })
        at += whole
        continue
      }
      const next = nextRecord(bytes, at + 1)
      if (next < 0) break
      at = next
    }
    // A record longer than the piece that was read: once more with more room.
    if (entries.length === 0 && want < end - place)
      return await readEntries(path, { segment, place }, end, maxBytes * 8)
    const stop = place + at >= end || (entries.length === 0 && want === end - place) ? end : place + at
    return { entries, end: { segment, place: stop } }
  } finally {
    await file.close()
  }
}
