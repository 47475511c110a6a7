/**
 * The hours of each local-day side by side, so that hour questions add whole rows of numbers without reading a key.
 *
 * Two to four hours share one double, like digits of a number in a large base: one addition adds them all, and exactly,
 * as long as no digit overflows. The sums are taken apart every `block` rows, before that can happen. This makes
 * JavaScript as fast as SIMD on counts, with no WebAssembly, which a strict content security policy would forbid.
 */
import { bitAt } from '../frame-build.ts'
import type { NumberData } from '../frame.ts'

export interface Cube {
  /** [local-day][word]: `wordsPerDay` words per local-day. */
  readonly words: Float64Array
  readonly wordsPerDay: number
  readonly hoursPerWord: number
  /** A word is hour 0 + base x hour 1 + base^2 x hour 2 ... */
  readonly base: number
  /** So many words can be added before a digit could overflow. */
  readonly block: number
  /** Bit h of a local-day: some row of that hour is not null. Left out when every row is. */
  readonly present?: Uint32Array
}

/** Where the rows of a cube come from. */
export interface CubeRows {
  /** Local-day of each row. */
  readonly dayOf: Uint32Array
  readonly hour: ArrayLike<number>
  readonly firstHour: number
  readonly hours: number
  readonly days: number
}

/** Local-days of each group, one after the other: group g is days[at[g]] to days[at[g + 1]]. */
export interface Lists {
  readonly days: Uint32Array
  readonly at: Uint32Array
}

export function makeCube(data: NumberData, rows: CubeRows): Cube {
  const cells = cellsOf(data, rows)
  const packing = packingOf(cells)
  const wordsPerDay = evenUp(Math.ceil(rows.hours / packing.hoursPerWord))
  const words = pack(cells, rows, wordsPerDay, packing)
  const present = data.valid && presentHours(data.valid, rows)
  return { words, wordsPerDay, ...packing, ...(present && { present }) }
}

function pack(
  cells: Float64Array,
  { days, hours }: CubeRows,
  wordsPerDay: number,
  { hoursPerWord, base }: Pick<Cube, 'hoursPerWord' | 'base'>,
): Float64Array {
  const words = new Float64Array(days * wordsPerDay)
  for (let day = 0; day < days; day++) {
    const from = day * hours
    let to = day * wordsPerDay
    for (let h = 0; h < hours; h += hoursPerWord) {
      // Highest digit first, as a number is read.
      let word = 0
      for (let digit = Math.min(hoursPerWord, hours - h) - 1; digit >= 0; digit--)
        word = word * base + (cells[from + h + digit] as number)
      words[to++] = word
    }
  }
  return words
}

/** Rows of the same local, day and hour (areas, the repeated hour of autumn) are added. */
function cellsOf({ values }: NumberData, { dayOf, hour, firstHour, hours, days }: CubeRows): Float64Array {
  const cells = new Float64Array(days * hours)
  for (let row = 0; row < dayOf.length; row++)
    cells[(dayOf[row] as number) * hours + (hour[row] as number) - firstHour]! += values[row] as number
  return cells
}

function presentHours(valid: Uint8Array, { dayOf, hour, firstHour, days }: CubeRows): Uint32Array {
  const present = new Uint32Array(days)
  for (let row = 0; row < dayOf.length; row++)
    if (bitAt(valid, row)) present[dayOf[row] as number]! |= 1 << ((hour[row] as number) - firstHour)
  return present
}

/** Taking sums apart must stay rare beside adding. */
const LEAST_BLOCK = 64

/** As many hours in a word as the largest cell allows; one when a cell is negative or no whole number. */
function packingOf(cells: Float64Array): Pick<Cube, 'hoursPerWord' | 'base' | 'block'> {
  let largest = 1
  let packable = true
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] as number
    if (cell > largest) largest = cell
    if (cell < 0 || cell !== Math.floor(cell)) packable = false
  }
  for (const hoursPerWord of packable ? [4, 3, 2] : []) {
    const base = 2 ** Math.floor(53 / hoursPerWord)
    const block = Math.floor((base - 1) / largest)
    if (block >= LEAST_BLOCK) return { hoursPerWord, base, block }
  }
  return { hoursPerWord: 1, base: 1, block: Infinity }
}

const evenUp = (n: number) => n + (n & 1)

/** Sum of each hour over the local-days of each group: [group][hour]. */
export function sumHours(cube: Cube, hours: number, lists: Lists): Float64Array {
  const sums = new Float64Array((lists.at.length - 1) * hours)
  const row = new Float64Array(cube.wordsPerDay)
  for (let group = 0; group < lists.at.length - 1; group++) {
    const end = lists.at[group + 1] as number
    for (let begin = lists.at[group] as number; begin < end; begin += cube.block) {
      addDays(cube, lists.days, begin, Math.min(begin + cube.block, end), row)
      takeApart(cube, row, sums, group * hours, hours)
    }
  }
  return sums
}

/** Four words at a time, then two, stay in registers while the days go by. */
function addDays({ words, wordsPerDay }: Cube, days: Uint32Array, begin: number, end: number, row: Float64Array): void {
  let word = 0
  for (; word + 4 <= wordsPerDay; word += 4) {
    let [a, b, c, d] = [0, 0, 0, 0]
    for (let n = begin; n < end; n++) {
      const from = (days[n] as number) * wordsPerDay + word
      a += words[from] as number
      b += words[from + 1] as number
      c += words[from + 2] as number
      d += words[from + 3] as number
    }
    row[word] = a
    row[word + 1] = b
    row[word + 2] = c
    row[word + 3] = d
  }
  if (word === wordsPerDay) return
  let [a, b] = [0, 0]
  for (let n = begin; n < end; n++) {
    const from = (days[n] as number) * wordsPerDay + word
    a += words[from] as number
    b += words[from + 1] as number
  }
  row[word] = a
  row[word + 1] = b
}

function takeApart(
  { hoursPerWord, base }: Cube,
  row: Float64Array,
  sums: Float64Array,
  to: number,
  hours: number,
): void {
  for (let h = 0; h < hours; h += hoursPerWord) {
    let rest = row[h / hoursPerWord] as number
    for (let digit = Math.min(hoursPerWord, hours - h) - 1; digit > 0; digit--) {
      const place = base ** digit
      const sum = Math.floor(rest / place)
      sums[to + h + digit]! += sum
      rest -= sum * place
    }
    sums[to + h]! += rest
  }
}
