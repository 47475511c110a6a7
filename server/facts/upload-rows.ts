/** Rows that were understood, as columns, each key once. A second row of a key that says the same is let pass. */
import { releaseBuffer } from '../lib/release-buffer.ts'
import { FILE_LIMITS, tooMuch } from '../lib/file-problem.ts'

/** A power of two. */
const MAX = FILE_LIMITS.rows

/** A value that a row does not give: it leaves what is known. */
export const UNREPORTED = -1

/** One understood row. */
export interface NewRow {
  readonly client: number
  /** 0 = none: an investment is the client's. */
  readonly local: number
  readonly day: number
  /** Start of the hour, seconds since 1970-01-01 UTC; 0 where there is none. */
  readonly instant: number
  /** Place of the concept or company in the list of the domain, from 1 on; 0 where there is none. */
  readonly label: number
  /** Tickets, offers, or cents. */
  readonly first: number
  /** Orders, or the sales of tickets in hundredths. */
  readonly second: number
  /** Units of tickets. */
  readonly third: number
}

const NAMES = ['client', 'local', 'day', 'instant', 'label', 'first', 'second', 'third'] as const
/** The values of a row. */
const SIDES = ['first', 'second', 'third'] as const
/** Only money exceeds 32 bits. */
export type RowColumns = { readonly [name in (typeof NAMES)[number]]: Int32Array | Float64Array }

/**
 * Columns, and an index of their keys in typed arrays: a million rows are 40 MB here and would be several hundred as
 * objects.
 */
export function createRows({ isMoney }: { isMoney: boolean }) {
  // Room for the largest file at once: what is not written takes no memory, and growing would copy everything again and
  // again.
  const columns = columnsFor(MAX, isMoney)
  /** Place of a row + 1; 0 = free. */
  const slots = new Int32Array(roomFor(MAX * 2 * Int32Array.BYTES_PER_ELEMENT))
  const slotCount = slots.length
  let length = 0

  const hashOf = (local: number, day: number, instant: number, label: number) => {
    const mixed =
      Math.imul(local, 0x9e3779b1) ^
      Math.imul(instant === 0 ? day : instant / 900, 0x85ebca6b) ^
      Math.imul(label + 1, 0xc2b2ae35)
    return Math.imul(mixed ^ (mixed >>> 15), 0x27d4eb2f) >>> 0
  }
  const same = (at: number, { local, day, instant, label, client }: NewRow) =>
    columns.local[at] === local &&
    columns.day[at] === day &&
    columns.instant[at] === instant &&
    columns.label[at] === label &&
    columns.client[at] === client

  return {
    /** Null, or the value of which an earlier row says otherwise about the same. */
    add(row: NewRow): (typeof SIDES)[number] | null {
      let slot = hashOf(row.local, row.day, row.instant, row.label) & (slotCount - 1)
      for (; slots[slot] !== 0; slot = (slot + 1) & (slotCount - 1)) {
        const at = slots[slot]! - 1
        if (!same(at, row)) continue
        for (const side of SIDES) {
          if (row[side] === UNREPORTED) continue
          if (columns[side][at] !== UNREPORTED && columns[side][at] !== row[side]) return side
          columns[side][at] = row[side]
        }
        return null
      }
      if (length === MAX) throw tooMuch('more than 1,048,576 rows', '1,048,576 rows')
      // A zero is there already; writing it would take the memory of a page.
      for (const name of NAMES) if (row[name] !== 0) columns[name][length] = row[name]
      length += 1
      slots[slot] = length
      return null
    },
    /** Gives all memory back: the rows are not needed any more. */
    drop(): null {
      releaseBuffer(slots)
      releaseColumns(columns)
      return null
    },
    /** The columns, as long as the rows are and in the order of their days; nothing may be added afterwards. */
    finish(): { columns: RowColumns; length: number } {
      releaseBuffer(slots)
      const order = orderOf(columns.day.subarray(0, length))
      const ordered = columnsFor(length, isMoney)
      // One after the other, so that no more than one is there twice.
      for (const name of NAMES) {
        const [from, to] = [columns[name], ordered[name]]
        for (let at = 0; at < length; at += 1) {
          const value = from[order[at]!]!
          if (value !== 0) to[at] = value
        }
        releaseBuffer(from)
      }
      return { columns: ordered, length }
    },
  }
}

/** Places of the days in their order; of the same day, as they came. */
function orderOf(days: Int32Array | Float64Array): Int32Array {
  let [first, last] = [Infinity, -Infinity]
  for (const day of days) {
    if (day < first) first = day
    if (day > last) last = day
  }
  const place = new Int32Array(Math.max(0, last - first + 2))
  for (const day of days) place[day - first + 1]! += 1
  for (let at = 1; at < place.length; at += 1) place[at]! += place[at - 1]!
  const order = new Int32Array(days.length)
  for (let at = 0; at < days.length; at += 1) order[place[days[at]! - first]!++] = at
  return order
}

/**
 * Memory that may shrink is pages of its own, which the system gets back; what the allocator of a process lends it
 * keeps for later.
 */
const roomFor = (bytes: number) => new ArrayBuffer(bytes, { maxByteLength: bytes })

function columnsFor(rows: number, isMoney: boolean): Record<(typeof NAMES)[number], Int32Array | Float64Array> {
  const int = () => new Int32Array(roomFor(rows * Int32Array.BYTES_PER_ELEMENT))
  return {
    client: int(),
    local: int(),
    day: int(),
    instant: int(),
    label: int(),
    first: isMoney ? new Float64Array(roomFor(rows * Float64Array.BYTES_PER_ELEMENT)) : int(),
    second: int(),
    third: int(),
  }
}

/** Gives the memory of columns back at once, not when it is missed; they are empty then. */
export function releaseColumns(columns: RowColumns): void {
  for (const name of NAMES) releaseBuffer(columns[name])
}
