import { isFullScaleFault } from '../facts/checks.ts'
import { NULL } from '../facts/columns.ts'
import type { Count, Reading } from './counts.ts'
import type { DuplicateRule, Preset } from './preset.ts'

/** One hour of one area of one place, made of one or more lines. */
export interface ImportedHour {
  readonly place: number
  readonly area: number
  readonly day: number
  readonly hour: number
  readonly fold: 0 | 1
  readonly instant: number
  /** In the order of `Reading.atoms`. */
  readonly values: number[]
  /** The first line; names the hour in reports. */
  readonly from: Count
}

/** What became of the lines that were read: each is one of these. */
export interface Merging {
  readonly hours: readonly ImportedHour[]
  /** Lines that became an hour. */
  readonly taken: number
  /** Lines that joined an hour which another line had begun. */
  readonly merged: { readonly duplicates: number; readonly skippedHour: number; readonly partsOfHour: number }
  /** Lines whose values did not count because another line of the same hour did. */
  readonly outvoted: readonly Count[]
  readonly apart: readonly { readonly count: Count; readonly reason: 'SENTINEL' | 'HOUR_INCOMPLETE' }[]
  /** Minutes that one count covers. */
  readonly minutes: number
}

const AROUND_DAYS = 7

/**
 * Makes hours of counts: counters at their full scale are kept apart, two rows of one hour become one by the rule of the
 * format, counts of part of an hour are added up, and a skipped civil time is added to the hour that followed it. An hour of
 * which a part is missing is not known, so its parts are kept apart.
 */
export function mergeHours({ counts, areas }: Reading, preset: Preset): Merging {
  const minutes = binMinutes(counts)
  const bins = 60 / minutes
  const stream = (count: Count) => count.place * areas.length + count.area
  const faults = fullScaleFaults(counts, stream, preset.fullScale)
  const apart: { count: Count; reason: 'SENTINEL' | 'HOUR_INCOMPLETE' }[] = []
  const outvoted: Count[] = []
  const slots = new Map<number, Slot>()
  let duplicates = 0

  for (const count of counts) {
    if (faults.has(count)) {
      apart.push({ count, reason: 'SENTINEL' })
      continue
    }
    let key = hourKey(stream(count), count)
    let slot = slots.get(key)
    const bin = Math.floor(count.minute / minutes) + (count.odd === 'skipped' ? bins : 0)
    if (slot?.bins[bin] && count.odd === 'repeated' && preset.repeatedHour === 'pair') {
      // The second row of an hour that happened twice is its second pass.
      const second: Count = { ...count, fold: 1, instant: count.instant + 3600 }
      key = hourKey(stream(second), second)
      const again = slots.get(key)
      if (!again?.bins[bin]) {
        put(slots, key, again, bin, second, bins)
        continue
      }
      slot = again
    }
    const there = slot?.bins[bin]
    if (!there) put(slots, key, slot, bin, count, bins)
    else {
      duplicates += 1
      slot!.bins[bin] = resolve(there, count, preset.duplicates, outvoted)
    }
  }

  const hours: ImportedHour[] = []
  let taken = 0
  let skippedHour = 0
  let partsOfHour = 0
  for (const { bins: parts } of slots.values()) {
    const plain = parts.slice(0, bins).filter((part) => part !== undefined)
    const skipped = parts.slice(bins).filter((part) => part !== undefined)
    const first = (plain[0] ?? skipped[0])!
    const isWhole = plain.length === 0 || (plain.length === bins && first.values.every((_, a) => allOrNone(plain, a)))
    if (!isWhole) {
      for (const count of [...plain, ...skipped]) apart.push({ count, reason: 'HOUR_INCOMPLETE' })
      continue
    }
    const { place, area, day, hour, fold, instant } = first
    hours.push({ place, area, day, hour, fold, instant, from: first, values: first.values.map((_, a) => total([...plain, ...skipped], a)) })
    taken += 1
    partsOfHour += Math.max(0, plain.length - 1)
    skippedHour += plain.length ? skipped.length : skipped.length - 1
  }
  // Lines that lost against another line of an hour that is kept apart are still duplicates of it.
  return { hours, taken, merged: { duplicates, skippedHour, partsOfHour }, outvoted, apart, minutes }
}

interface Slot {
  /** Parts of the hour in order, then the parts of a skipped hour that were moved here. */
  readonly bins: (Count | undefined)[]
}

/** Place and area, then hours since 1970 and the pass: below 2^53 for two million streams. */
const hourKey = (stream: number, { day, hour, fold }: Count) => (stream * 0x200000 + day * 24 + hour) * 2 + fold

function put(slots: Map<number, Slot>, key: number, slot: Slot | undefined, bin: number, count: Count, bins: number) {
  const target = slot ?? { bins: Array.from<Count | undefined>({ length: bins * 2 }) }
  target.bins[bin] = count
  if (!slot) slots.set(key, target)
}

function resolve(there: Count, next: Count, rule: DuplicateRule, outvoted: Count[]): Count {
  const known = (count: Count) => count.values.some((value) => value !== NULL)
  const equal = there.values.every((value, a) => value === next.values[a])
  if (equal && rule !== 'sum') {
    outvoted.push(next)
    return there
  }
  if (rule === 'sum') return { ...there, values: there.values.map((_, a) => total([there, next], a)) }
  const nextWins = !known(there) || (known(next) && (rule === 'last' || (rule === 'max' && sum(next) > sum(there))))
  outvoted.push(nextWins ? there : next)
  return nextWins ? next : there
}

const sum = ({ values }: Count) => values.reduce((all, value) => all + (value === NULL ? 0 : value), 0)

function total(parts: readonly Count[], a: number): number {
  const known = parts.map(({ values }) => values[a]!).filter((value) => value !== NULL)
  return known.length ? known.reduce((all, value) => all + value, 0) : NULL
}

const allOrNone = (parts: readonly Count[], a: number) => {
  const known = parts.filter(({ values }) => values[a] !== NULL).length
  return known === 0 || known === parts.length
}

/** Minutes between the counts of an hour: 60 when all begin at the same minute. */
function binMinutes(counts: readonly Count[]): number {
  const minutes = new Set(counts.map(({ minute }) => minute))
  if (minutes.size <= 1) return 60
  const step = [...minutes].reduce((a, b) => gcd(a, b), 60)
  return 60 % step === 0 ? step : 60
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))

function fullScaleFaults(counts: readonly Count[], stream: (count: Count) => number, fullScale: readonly number[]): ReadonlySet<Count> {
  const suspects = counts.filter(({ values }) => values.some((value) => fullScale.includes(value)))
  if (suspects.length === 0) return new Set()
  const streams = new Set(suspects.map(stream))
  const byStream = Map.groupBy(counts.filter((count) => streams.has(stream(count))), stream)
  const around = new Map<string, number[]>()
  return new Set(suspects.filter((suspect) => suspect.values.some((value, a) => {
    if (!fullScale.includes(value)) return false
    const key = `${stream(suspect)} ${suspect.day} ${a}`
    let values = around.get(key)
    if (!values) {
      values = byStream.get(stream(suspect))!
        .filter(({ day }) => Math.abs(day - suspect.day) <= AROUND_DAYS).map((count) => count.values[a]!)
        .filter((near) => near !== NULL && !fullScale.includes(near))
      around.set(key, values)
    }
    return isFullScaleFault(value, values, fullScale)
  })))
}
