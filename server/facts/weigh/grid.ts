import { WHOLE_DAY } from '#domain/fact-query'
import { releaseBuffer } from '../../lib/release-buffer.ts'
import { NULL } from '../columns.ts'
import type { ExpectedSpan } from '../expected.ts'
import { hoursOfDay, type CivilHour } from '../zone.ts'

/**
 * Flags of an hour of the grid. `second`: behind it is the second pass of a repeated hour. `added`: it has no row yet
 * and gets one.
 */
export const FLAG = { exists: 1, open: 2, down: 4, second: 8, added: 16 } as const

/** No typical count. */
export const NONE = 0xffff_ffff

/** The hours of one counter, as they are laid out in the grid: days from `baseDay` on, of `width` hours each. */
export interface Series {
  /** Its place in `spans`. */
  readonly local: number
  readonly area: number
  /** The place of its first hour. */
  readonly first: number
  readonly baseDay: number
  readonly days: number
  /** First hour of its days. */
  readonly lo: number
  readonly width: number
  /** Its typical counts are complete: no hour of it needs those of its kind. */
  isComplete: boolean
}

/** The work of one call: some days of some locals, and the weeks around them. */
export interface GridSpan extends ExpectedSpan {
  readonly baseDay: number
  /** Last day that is read. */
  readonly aheadDay: number
  /** First and last hour of the day that is open at any time, or has a count. */
  readonly lo: number
  readonly hi: number
  /** Its counters: those that report, and those that have rows. */
  readonly areas: readonly number[]
}

/**
 * Columns of the hours of many counters, one place for each hour of each day whether there is a row or not: the hour a
 * week before is found by
 * subtraction, and nothing has to be sorted. Second passes of repeated hours are behind all others.
 */
export interface HourGrid {
  readonly spans: readonly GridSpan[]
  readonly series: readonly Series[]
  readonly counted: Int32Array
  readonly flags: Uint8Array
  /** Twice the typical count of the counter itself, which may be half a person; `NONE` when there is none. */
  readonly own: Uint32Array
  /** The second pass behind an hour. */
  second(slot: number): number | undefined
  /** The same; made when there is none. */
  makeSecond(slot: number): number
  readonly civilDay: (zone: string, day: number) => CivilDay
  /** Gives its memory back at once; it is of no use afterwards. */
  release(): void
}

/** @param seconds so many second passes have rows; those that may be added come on top */
export function createGrid(spans: readonly GridSpan[], seconds: number): HourGrid {
  const series: Series[] = []
  const civilDay = createCivilDays()
  let total = 0
  spans.forEach(({ areas, baseDay, aheadDay, lo, hi }, local) => {
    const [days, width] = [aheadDay - baseDay + 1, hi - lo + 1]
    for (const area of areas) {
      series.push({ local, area, first: total, baseDay, days, lo, width, isComplete: true })
      total += days * width
    }
  })
  const capacity = total + seconds + plannedSeconds(spans, civilDay)
  const extra = new Map<number, number>()
  const grid: HourGrid = {
    spans,
    series,
    counted: new Int32Array(capacity).fill(NULL),
    flags: new Uint8Array(capacity),
    own: new Uint32Array(capacity),
    second: (slot) => extra.get(slot),
    makeSecond(slot) {
      let found = extra.get(slot)
      if (found === undefined) {
        found = total + extra.size
        extra.set(slot, found)
        grid.flags[slot]! |= FLAG.second
      }
      return found
    },
    civilDay,
    release() {
      for (const column of [grid.counted, grid.flags, grid.own]) releaseBuffer(column)
    },
  }
  return grid
}

/** Second passes of repeated hours in the spans, of all counters. */
function plannedSeconds(spans: readonly GridSpan[], civilDay: HourGrid['civilDay']): number {
  let seconds = 0
  for (const {
    local: { timeZone },
    areas,
    fromDay,
    toDay,
  } of spans) {
    for (let day = fromDay; day <= toDay; day += 1) seconds += civilDay(timeZone, day).seconds * areas.length
  }
  return seconds
}

interface CivilDay {
  readonly hours: readonly CivilHour[]
  /** The row of a day without known hours. */
  readonly whole: readonly CivilHour[]
  /** How many of its hours are second passes. */
  readonly seconds: number
}

/** Hours of days, each made once: all counters of a zone have the same. */
function createCivilDays(): HourGrid['civilDay'] {
  const zones = new Map<string, Map<number, CivilDay>>()
  return (zone, day) => {
    let days = zones.get(zone)
    if (days === undefined) zones.set(zone, (days = new Map<number, CivilDay>()))
    let found = days.get(day)
    if (found === undefined) {
      const hours = hoursOfDay(zone, day)
      days.set(
        day,
        (found = {
          hours,
          whole: [{ hour: WHOLE_DAY, fold: 0, instant: hours.at(-1)!.instant }],
          seconds: hours.filter(({ fold }) => fold === 1).length,
        }),
      )
    }
    return found
  }
}

/** Lets others have their turn when this has had the thread for a while. */
export function createBreath(maxMs = 10): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < maxMs) return undefined
    return new Promise<void>((resolve) => {
      setImmediate(() => {
        since = performance.now()
        resolve()
      })
    })
  }
}
