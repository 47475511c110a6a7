/** Rows that were understood, as columns, each key once. A second row of a key that says the same is let pass. */
import { FILE_LIMITS, tooMuch } from './problem.ts'

/** A power of two. */
const MOST = FILE_LIMITS.rows

/** A value that a row does not give: it leaves what is known. */
export const UNTOLD = -1

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
  /** Orders. */
  readonly second: number
}

const NAMES = ['client', 'local', 'day', 'instant', 'label', 'first', 'second'] as const
/** What does not fit 32 bits is money only. */
export type RowColumns = { readonly [name in (typeof NAMES)[number]]: Int32Array | Float64Array }

/**
 * Columns, and an index of their keys in typed arrays: a million rows are 40 MB here and would be several hundred as objects.
 */
export function createRows({ isMoney }: { isMoney: boolean }) {
  // Room for the largest file at once: what is not written takes no memory, and growing would copy everything again and again.
  const columns: Record<(typeof NAMES)[number], Int32Array | Float64Array> = {
    client: new Int32Array(MOST), local: new Int32Array(MOST), day: new Int32Array(MOST), instant: new Int32Array(MOST), label: new Int32Array(MOST),
    first: isMoney ? new Float64Array(MOST) : new Int32Array(MOST), second: new Int32Array(MOST),
  }
  /** Place of a row + 1; 0 = free. */
  const slots = new Int32Array(MOST * 2)
  let length = 0

  const hashOf = (local: number, day: number, instant: number, label: number) => {
    const mixed = Math.imul(local, 0x9e3779b1) ^ Math.imul(instant === 0 ? day : instant / 900, 0x85ebca6b) ^ Math.imul(label + 1, 0xc2b2ae35)
    return Math.imul(mixed ^ (mixed >>> 15), 0x27d4eb2f) >>> 0
  }
  const same = (at: number, { local, day, instant, label, client }: NewRow) =>
    columns.local[at] === local && columns.day[at] === day && columns.instant[at] === instant && columns.label[at] === label && columns.client[at] === client

  return {
    /** False when an earlier row says otherwise about the same. */
    add(row: NewRow): boolean {
      let slot = hashOf(row.local, row.day, row.instant, row.label) & (slots.length - 1)
      for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
        const at = slots[slot]! - 1
        if (!same(at, row)) continue
        for (const side of ['first', 'second'] as const) {
          if (row[side] === UNTOLD) continue
          if (columns[side][at] !== UNTOLD && columns[side][at] !== row[side]) return false
          columns[side][at] = row[side]
        }
        return true
      }
      if (length === MOST) throw tooMuch('more than 1,048,576 rows', '1,048,576 rows')
      for (const name of NAMES) columns[name][length] = row[name]
      length += 1
      slots[slot] = length
      return true
    },
    /** Gives all memory back: nobody wants the rows. */
    drop(): null {
      slots.buffer.transfer(0)
      releaseColumns(columns)
      return null
    },
    /** The columns, as long as the rows are and in the order of their days; nothing may be added afterwards. */
    finish(): { columns: RowColumns; length: number } {
      slots.buffer.transfer(0)
      const order = orderOf(columns.day.subarray(0, length))
      // One after the other, so that no more than one is there twice.
      for (const name of NAMES) {
        const column = columns[name]
        const ordered = column instanceof Int32Array ? new Int32Array(length) : new Float64Array(length)
        for (let at = 0; at < length; at += 1) ordered[at] = column[order[at]!]!
        columns[name] = ordered
        ;(column.buffer as ArrayBuffer).transfer(0)
      }
      return { columns, length }
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

/** Gives the memory of columns back at once, not when it is missed; they are empty then. */
export function releaseColumns(columns: RowColumns): void {
  for (const name of NAMES) (columns[name].buffer as ArrayBuffer).transfer(0)
}

