/**
 * Sorting columns without a comparator: stable counting sorts over integer ranks, least significant digits first. A
 * million rows of row objects take a quarter of a second and more with `sort`; this takes 5 to 40 ms because nothing is
 * called per pair.
 */
import { bitAt, columnData } from './frame-build.ts'
import type { ColumnData, Frame, NumberData, TextData } from './frame.ts'

export interface SortKey {
  readonly column: string
  readonly desc?: boolean
}

/** Sort keys of the rows: equal rows have equal ranks, none is above `most`. */
interface Ranks {
  readonly ranks: Uint8Array | Uint16Array | Uint32Array
  readonly most: number
}

const MAX_RANK = 0xffffffff
/** Wider digits are fewer passes; with more counters than these a pass costs more than the one it saves. */
const MAX_DIGIT_BITS = 18

/**
 * Order of rows by some columns, the first one deciding. Stable; nulls last, rising or falling; text by `locale`.
 * Throws COLUMN_UNKNOWN.
 */
export function sortOrder(frame: Frame, by: readonly SortKey[], locale?: string): Uint32Array {
  // Null is the rows' own order: the first pass then reads its ranks one after the other.
  let order: Uint32Array | null = null
  // Least significant key first; each pass keeps the order of the one before among equals.
  for (const { column, desc = false } of [...by].reverse())
    order = sortBy(order, columnData(frame, column), desc, locale)
  return order ?? Uint32Array.from({ length: frame.rows }, (_, row) => row)
}

function sortBy(order: Uint32Array | null, data: ColumnData, desc: boolean, locale?: string): Uint32Array | null {
  if (data.kind === 'text') return radix(order, textRanks(data, desc, locale), desc)
  const ranks =
    data.values instanceof Float64Array || data.values instanceof Float32Array ? null : integerRanks(data, desc)
  return ranks === null ? sortFloats(order, data, desc) : radix(order, ranks, desc)
}

/**
 * Rank of each row's text in the collation of the language; equal texts share a rank. Nulls are at the end that comes
 * last.
 */
function textRanks({ codes, dictionary }: TextData, desc: boolean, locale?: string): Ranks {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const sorted = [...dictionary.keys()].sort((a, b) => compare(dictionary[a] as string, dictionary[b] as string))
  const rankOf = new Uint32Array(dictionary.length)
  let rank = 1
  sorted.forEach((code, at) => {
    if (at > 0 && compare(dictionary[sorted[at - 1] as number] as string, dictionary[code] as string) !== 0) rank++
    rankOf[code] = rank
  })
  const none = desc ? 0 : rank + 1
  const ranks = new Uint32Array(codes.length)
  for (let row = 0; row < ranks.length; row++) {
    const code = codes[row] as number
    ranks[row] = code < 0 ? none : (rankOf[code] as number)
  }
  return { ranks, most: rank + 1 }
}

/**
 * Integers as their distance from the smallest, nulls at the end that comes last. Null when the distances leave no rank
 * for nulls.
 */
function integerRanks({ values, valid }: NumberData, desc: boolean): Ranks | null {
  // Narrow columns are their own ranks.
  if (valid === undefined && values instanceof Uint8Array) return { ranks: values, most: 0xff }
  if (valid === undefined && values instanceof Uint16Array) return { ranks: values, most: 0xffff }
  let [min, max] = [Infinity, -Infinity]
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number
    if (value < min) min = value
    if (value > max) max = value
  }
  if (max - min >= MAX_RANK - 1) return null
  const ranks = new Uint32Array(values.length)
  const base = min - 1
  for (let row = 0; row < ranks.length; row++) ranks[row] = (values[row] as number) - base
  const most = max - base + 1
  if (valid !== undefined)
    for (let row = 0; row < ranks.length; row++) if (!bitAt(valid, row)) ranks[row] = desc ? 0 : most
  return { ranks, most }
}

/**
 * Floats as words whose unsigned order is the numeric one: flip all bits of negatives, the sign of the rest. Doubles
 * are two words.
 */
function sortFloats(order: Uint32Array | null, { values, valid }: NumberData, desc: boolean): Uint32Array | null {
  const wide =
    values instanceof Float32Array ? null : values instanceof Float64Array ? values : new Float64Array(values)
  const bits = new Uint32Array(
    (wide ?? values).buffer,
    (wide ?? values).byteOffset,
    values.length * (wide === null ? 1 : 2),
  )
  const step = wide === null ? 1 : 2
  const [low, high] = [new Uint32Array(wide === null ? 0 : values.length), new Uint32Array(values.length)]
  for (let row = 0; row < high.length; row++) {
    let sign = bits[step * row + step - 1] as number
    if (sign === 0x80000000 && values[row] === 0) sign = 0 // -0 equals 0.
    const flip = sign >>> 31 ? MAX_RANK : 0
    high[row] = sign ^ (flip || 0x80000000)
    if (wide !== null) low[row] = (bits[2 * row] as number) ^ flip
  }
  const none = desc ? 0 : MAX_RANK
  if (valid !== undefined)
    for (let row = 0; row < high.length; row++) if (!bitAt(valid, row)) low[row] = high[row] = none
  return radix(
    wide === null ? order : radix(order, { ranks: low, most: MAX_RANK }, desc),
    { ranks: high, most: MAX_RANK },
    desc,
  )
}

/**
 * Counting sorts of as few digits as the ranks have; falling counts from the last digit. A pass in which all rows agree
 * is skipped.
 */
function radix(order: Uint32Array | null, { ranks, most }: Ranks, desc: boolean): Uint32Array | null {
  const bits = 32 - Math.clz32(most)
  const width = Math.ceil(bits / Math.ceil(bits / MAX_DIGIT_BITS))
  const digits = { shift: 0, mask: (1 << width) - 1 }
  const places = new Uint32Array(digits.mask + 1)
  let from = order
  for (; digits.shift < bits; digits.shift += width) {
    places.fill(0)
    countDigits(places, ranks, digits)
    if (places[((ranks[0] ?? 0) >>> digits.shift) & digits.mask] === ranks.length) continue
    if (desc) places.reverse()
    addUp(places)
    if (desc) places.reverse()
    from = from === null ? placeRows(places, ranks, digits) : placeOrder(from, places, ranks, digits)
  }
  return from
}

// Each long loop is a separate function: the engine then keeps its compiled code for the next sort, whichever way
// that goes. In one function, the first falling sort threw the code of the first rising one away and ran three times as
// long.

interface Digits {
  readonly shift: number
  readonly mask: number
}

function countDigits(counts: Uint32Array, ranks: Ranks['ranks'], { shift, mask }: Digits): void {
  for (let row = 0; row < ranks.length; row++) counts[((ranks[row] as number) >>> shift) & mask]!++
}

/** From how many rows have a digit to where the first of them goes. */
function addUp(counts: Uint32Array): void {
  let sum = 0
  for (let digit = 0; digit < counts.length; digit++) {
    const count = counts[digit] as number
    counts[digit] = sum
    sum += count
  }
}

function placeRows(places: Uint32Array, ranks: Ranks['ranks'], { shift, mask }: Digits): Uint32Array {
  const to = new Uint32Array(ranks.length)
  for (let row = 0; row < to.length; row++) to[places[((ranks[row] as number) >>> shift) & mask]!++] = row
  return to
}

function placeOrder(
  from: Uint32Array,
  places: Uint32Array,
  ranks: Ranks['ranks'],
  { shift, mask }: Digits,
): Uint32Array {
  const to = new Uint32Array(from.length)
  for (let at = 0; at < to.length; at++) {
    const row = from[at] as number
    to[places[((ranks[row] as number) >>> shift) & mask]!++] = row
  }
  return to
}
