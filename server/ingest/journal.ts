/**
 * What was accepted and is not in the facts yet, in files that only grow. An entry is answered after the disk has it: all who wait
 * share one sync, and while it runs the next group gathers, so no timer is needed.
 */
import { constants } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat, truncate, mkdir } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeRecord, lengthAt, nextRecord } from './record.ts'
import type { JournalRecord } from './record.ts'

/** Behind a record: the segment's number and the byte after it. */
export interface Position { readonly segment: number; readonly place: number }

export interface Entry { readonly record: JournalRecord; readonly after: Position }

/** Damage that was found: bytes that are no record, between records or at the end. */
export interface Damage { readonly file: string; readonly at: number; readonly bytes: number; readonly kind: 'torn tail' | 'damaged' }

export interface Journal {
  /** Resolves when the record is on disk. `onDurable` is called before that, for all entries in the order of their positions. */
  append(bytes: Buffer, onDurable: (after: Position) => void): Promise<void>
  /** Entries behind a position, of one segment at a time and at most so many bytes; empty = there are no more on disk. */
  read(from: Position, mostBytes: number): Promise<{ entries: Entry[]; end: Position }>
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

interface Waiting { readonly bytes: Buffer; readonly onDurable: (after: Position) => void; readonly resolve: () => void; readonly reject: (cause: unknown) => void }

const { O_CREAT, O_DSYNC, O_TRUNC, O_WRONLY } = constants
/**
 * On Linux a write to a file that was opened so returns as late as an `fdatasync` behind it would, for one way to the thread and back instead of
 * two. Elsewhere it promises less than the call does (macOS: not the cache of the disk).
 */
const SYNCED_BY_WRITE = process.platform === 'linux' && O_DSYNC !== undefined

const SEGMENT_BYTES = 64 * 1024 * 1024
export const segmentName = (segment: number) => `${String(segment).padStart(10, '0')}.journal`
/** The number of a segment by its file's name; null = it is none. */
export const segmentIn = (name: string): number | null => (/^\d{10}\.journal$/.test(name) ? Number(name.slice(0, 10)) : null)
/** Segments that are in the facts wait here, so that a restored backup can be brought further than its own time. */
export const KEPT = 'kept'

export const isBefore = (a: Position, b: Position) => a.segment < b.segment || (a.segment === b.segment && a.place < b.place)

export interface JournalOptions {
  readonly folder: string
  /** Up to where the facts have it: what lies before is not needed. */
  readonly applied: Position
  readonly onDamage?: (damage: Damage) => void
  readonly segmentBytes?: number
  /** Bytes of segments to keep after they are in the facts; the oldest go first. */
  readonly keptBytes?: number
  /** Whether the disk has room for them; without it, none is kept. */
  readonly hasRoom?: () => boolean
}

/** Opens the folder, cuts what a crash left half written, and begins a new segment. */
export async function openJournal({ folder, applied, onDamage = () => undefined, segmentBytes = SEGMENT_BYTES, keptBytes = 0, hasRoom = () => true }: JournalOptions): Promise<Journal> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const sizes = new Map<number, number>()
  const listed = (await readdir(folder)).flatMap((name) => segmentIn(name) ?? []).sort((a, b) => a - b)
  if (keptBytes > 0) await mkdir(join(folder, KEPT), { recursive: true, mode: 0o700 })
  for (const segment of listed) sizes.set(segment, await mend(join(folder, segmentName(segment)), onDamage))

  let segment = Math.max(applied.segment, listed.at(-1) ?? 0) + 1
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
    // After a failed write nobody knows what is in the file behind the last sync; a new one is begun, and the old one is cut there.
    if (broken) {
      await file.truncate(synced.segment === segment ? synced.place : 0)
      await rotate()
    } else if (place >= segmentBytes) await rotate()
    const began = performance.now()
    await writeAll(file, group.map(({ bytes }) => bytes), place)
    if (!SYNCED_BY_WRITE) await file.datasync()
    for (const listener of listeners) listener(performance.now() - began)
    for (const { bytes, onDurable } of group) {
      place += bytes.length
      synced = { segment, place }
      onDurable(synced)
    }
    sizes.set(segment, place)
  }

  async function drain(): Promise<void> {
    // What was parsed in the same turn of the loop comes along.
    await new Promise<void>((resolve) => { setImmediate(resolve) })
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
    get synced() { return synced },
    append(bytes, onDurable) {
      if (closed) return Promise.reject(new Error('The journal was closed.'))
      return new Promise<void>((resolve, reject) => {
        waiting.push({ bytes, onDurable, resolve, reject })
        running ??= drain()
      })
    },
    async read(from, mostBytes) {
      const here = sizes.has(from.segment) && from.place < (sizes.get(from.segment) ?? 0) ? from : { segment: nextOf(sizes, from.segment), place: 0 }
      const size = sizes.get(here.segment)
      if (here.segment > synced.segment || size === undefined) return { entries: [], end: synced }
      const end = here.segment === synced.segment ? synced.place : size
      return readEntries(join(folder, segmentName(here.segment)), here, end, mostBytes)
    },
    async release(applied) {
      for (const [number, size] of sizes) {
        if (number >= segment || isBefore(applied, { segment: number, place: size })) continue
        const file = join(folder, segmentName(number))
        if (keptBytes > 0) await rename(file, join(folder, KEPT, segmentName(number)))
        else await rm(file, { force: true })
        sizes.delete(number)
        await dropKept(join(folder, KEPT), hasRoom() ? keptBytes : 0)
      }
    },
    bytesBehind(applied) {
      let bytes = 0
      for (const [number, size] of sizes) {
        if (number > applied.segment) bytes += size
        else if (number === applied.segment) bytes += Math.max(0, size - applied.place)
      }
      return bytes
    },
    onSync: (listener) => { listeners.push(listener) },
    async close() {
      closed = true
      await running
      await file.close()
    },
  }
}

/** Removes the oldest kept segments until they fit. */
async function dropKept(folder: string, mostBytes: number): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  let bytes = 0
  for (const name of names.filter((one) => segmentIn(one) !== null).sort().reverse()) {
    bytes += (await stat(join(folder, name))).size
    if (bytes > mostBytes) await rm(join(folder, name), { force: true })
  }
}

const nextOf = (sizes: ReadonlyMap<number, number>, after: number) => [...sizes.keys()].filter((number) => number > after).sort((a, b) => a - b)[0] ?? after + 1

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
  const file = await open(join(folder, segmentName(segment)), O_CREAT | O_TRUNC | O_WRONLY | (SYNCED_BY_WRITE ? O_DSYNC : 0), 0o600)
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
  return file
}

/** Reports damage between records, and cuts what is behind the last whole one. Returns the length that counts. */
async function mend(path: string, onDamage: (damage: Damage) => void): Promise<number> {
  const bytes = await readFile(path)
  let at = 0
  while (at < bytes.length) {
    const whole = lengthAt(bytes, at)
    if (whole > 0) {
      at += whole
      continue
    }
    const next = nextRecord(bytes, at + 1)
    onDamage({ file: path, at, bytes: (next < 0 ? bytes.length : next) - at, kind: next < 0 ? 'torn tail' : 'damaged' })
    if (next < 0) {
      await truncate(path, at)
      break
    }
    at = next
  }
  return at
}

async function readEntries(path: string, { segment, place }: Position, end: number, mostBytes: number): Promise<{ entries: Entry[]; end: Position }> {
  const file = await open(path, 'r')
  try {
    const want = Math.min(end - place, mostBytes)
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
    if (entries.length === 0 && want < end - place) return await readEntries(path, { segment, place }, end, mostBytes * 8)
    const stop = place + at >= end || (entries.length === 0 && want === end - place) ? end : place + at
    return { entries, end: { segment, place: stop } }
  } finally {
    await file.close()
  }
}
