/**
 * Sorting columns without a comparator: a stable radix sort over integer ranks, least significant 16 bits first. One million
 * rows of row objects take half a second with `sort`; this takes a few tens of milliseconds because nothing is called per pair.
 */
import { columnData, isNull } from './frame-build.ts'
import type { ColumnData, Frame, NumberData, TextData } from './frame.ts'

export interface SortKey { readonly column: string; readonly desc?: boolean }

/**
 * Order of rows by some columns, the first one deciding. Stable; nulls last, rising or falling; text by `locale`.
 * Throws COLUMN_UNKNOWN.
 */
export function sortOrder(frame: Frame, by: readonly SortKey[], locale?: string): Uint32Array {
  let order = identity(frame.rows)
  // Least significant key first; each pass keeps the order of the one before among equals.
  for (const { column, desc = false } of [...by].reverse()) order = sortBy(order, columnData(frame, column), desc, locale)
  return order
}

function identity(rows: number): Uint32Array {
  const order = new Uint32Array(rows)
  for (let row = 0; row < rows; row++) order[row] = row
  return order
}

function sortBy(order: Uint32Array, data: ColumnData, desc: boolean, locale?: string): Uint32Array {
  if (data.kind === 'text') return radix(order, textRanks(data, desc, locale), 32)
  return data.values instanceof Float64Array || data.values instanceof Float32Array ? sortFloats(order, data, desc) : sortIntegers(order, data, desc)
}

const NULL_RANK = 0xffffffff

/** Rank of each row's text in the collation of the language; equal texts share a rank. */
function textRanks({ codes, dictionary }: TextData, desc: boolean, locale?: string): Uint32Array {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const sorted = [...dictionary.keys()].sort((a, b) => compare(dictionary[a] as string, dictionary[b] as string))
  const rankOf = new Uint32Array(dictionary.length)
  let rank = 0
  sorted.forEach((code, at) => {
    if (at > 0 && compare(dictionary[sorted[at - 1] as number] as string, dictionary[code] as string) !== 0) rank++
    rankOf[code] = rank
  })
  return Uint32Array.from(codes, (code) => (code < 0 ? NULL_RANK : desc ? rank - (rankOf[code] as number) : (rankOf[code] as number)))
}

/** Integers as their distance from the smallest (or the largest): few distinct high bits, so most passes are skipped. */
function sortIntegers(order: Uint32Array, data: NumberData, desc: boolean): Uint32Array {
  const { values, valid } = data
  let [min, max] = [Infinity, -Infinity]
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number
    if (value < min) min = value
    if (value > max) max = value
  }
  // The full 32-bit range leaves no rank for nulls; such columns are rare enough for the slower way.
  if (max - min >= NULL_RANK) return sortFloats(order, data, desc)
  const ranks = new Uint32Array(values.length)
  for (let row = 0; row < values.length; row++) ranks[row] = desc ? max - (values[row] as number) : (values[row] as number) - min
  if (valid) for (let row = 0; row < values.length; row++) if (isNull(data, row)) ranks[row] = NULL_RANK
  return radix(order, ranks, valid ? 32 : bits(max - min))
}

const bits = (range: number) => (range < 0x10000 ? 16 : 32)

/** Doubles as two 32-bit words whose unsigned order is the numeric one: flip all bits of negatives, the sign of the rest. */
function sortFloats(order: Uint32Array, data: NumberData, desc: boolean): Uint32Array {
  const rows = data.values.length
  const bytes = new Uint32Array(Float64Array.from(data.values).buffer)
  const [low, high] = [new Uint32Array(rows), new Uint32Array(rows)]
  for (let row = 0; row < rows; row++) {
    let [l, h] = [bytes[2 * row] as number, bytes[2 * row + 1] as number]
    if (h === 0x80000000 && l === 0) h = 0 // -0 equals 0
    const flip = h >>> 31 ? 0xffffffff : 0
    l ^= flip
    h ^= flip || 0x80000000
    low[row] = desc ? ~l : l
    high[row] = desc ? ~h : h
    if (data.valid && isNull(data, row)) low[row] = high[row] = NULL_RANK
  }
  return radix(radix(order, low, 32), high, 32)
}

/** Stable counting sorts of 16 bits each; a pass in which all rows agree is skipped. */
function radix(order: Uint32Array, ranks: Uint32Array, width: 16 | 32): Uint32Array {
  let [from, to]: [Uint32Array, Uint32Array] = [order, new Uint32Array(order.length)]
  const counts = new Uint32Array(0x10000)
  for (let shift = 0; shift < width; shift += 16) {
    counts.fill(0)
    for (let i = 0; i < ranks.length; i++) counts[((ranks[i] as number) >>> shift) & 0xffff]!++
    if (counts[((ranks[0] ?? 0) >>> shift) & 0xffff] === ranks.length) continue
    let sum = 0
    for (let digit = 0; digit < 0x10000; digit++) {
      const count = counts[digit] as number
      counts[digit] = sum
      sum += count
    }
    for (let i = 0; i < from.length; i++) {
      const row = from[i] as number
      to[counts[((ranks[row] as number) >>> shift) & 0xffff]!++] = row
    }
    ;[from, to] = [to, from === order ? new Uint32Array(order.length) : from]
  }
  return from
}
