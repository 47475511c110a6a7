import { HOUR_STATE } from '../hour-state.ts'
import { NULL, SETTLING_MS } from '../columns.ts'
import { FLAG, NONE, type HourGrid, type Series } from './grid.ts'
import { placeOf, type Kindred } from './kindred.ts'
import type { Typical } from './typical.ts'

/** Below this share of its usual traffic, the observed part of a day says nothing about its level. */
const LEVEL_FROM = 0.1
/** Times the median absolute deviation: the standard deviation of a normal distribution. */
const MAD_TO_DEVIATION = 1.4826
const MAX = 0x7fff_ffff

const { final, partial, settling, estimated, missing, closed, outside } = HOUR_STATE

/** The stored values of an hour; `NULL` means null. */
export interface Outcome {
  expected: number
  observed: number
  estimatedIns: number
  estimatedDev: number
  state: number
}

export interface OutcomeParts {
  readonly typical: Typical
  readonly kindred: Kindred
  readonly scale: (client: number) => number
  /** Newest hour with a count of a local, seconds; undefined = none. */
  readonly marks: ReadonlyMap<number, number>
  readonly nowMs: number
}

/**
 * Decides the outcome of the hours of the grid in turn.
 *
 * @returns a function whose result is valid until it is called again
 */
export function createOutcomes(grid: HourGrid, { typical, kindred, scale, marks, nowMs }: OutcomeParts) {
  const { counted, flags, own, second } = grid
  const out: Outcome = { expected: NULL, observed: NULL, estimatedIns: NULL, estimatedDev: NULL, state: missing }
  const scales = grid.spans.map(({ local: { client } }) => scale(client))
  const newest = grid.spans.map(({ local: { local } }) => marks.get(local) ?? -Infinity)
  const types = grid.spans.map(({ local: { type } }) => type)
  /** Levels of days, each worked out when an estimate asks for it. */
  const levels = new Map<number, number>()

  const typicalOf = (local: number, slot: number, place: number) =>
    own[slot] === NONE ? kindred.typicalOf(types[local]!, place) : own[slot]! / 2

  /** How much more or less came on this day than usual, by the hours that came. */
  function levelOf({ local, first, baseDay, lo, width }: Series, day: number): number {
    const from = first + (day - baseDay) * width
    const known = levels.get(from)
    if (known !== undefined) return known
    let [usualSeen, seen, usualAll] = [0, 0, 0]
    const add = (slot: number, place: number) => {
      if ((flags[slot]! & FLAG.open) === 0) return
      const usual = typicalOf(local, slot, place) ?? 0
      const basis = typical.basisOf(slot)
      usualAll += usual
      if (basis === NULL) return
      usualSeen += usual
      seen += basis
    }
    const place = placeOf(day, lo)
    for (let hour = 0; hour < width; hour += 1) {
      add(from + hour, place + hour)
      if ((flags[from + hour]! & FLAG.second) !== 0) add(second(from + hour)!, place + hour)
    }
    const level = usualAll > 0 && usualSeen >= LEVEL_FROM * usualAll ? seen / usualSeen : 1
    levels.set(from, level)
    return level
  }

  /**
   * @param slot the hour, as the first pass
   * @param isSecond it is the second pass
   */
  return (series: Series, day: number, slot: number, isSecond: boolean, instant: number): Outcome => {
    const at = isSecond ? second(slot)! : slot
    const isKnown = counted[at] !== NULL
    out.estimatedIns = NULL
    out.estimatedDev = NULL
    if ((flags[at]! & FLAG.open) === 0) {
      out.expected = 0
      out.observed = 0
      out.state = isKnown ? outside : closed
      return out
    }
    const overMs = (instant + 3600) * 1000
    if (overMs > nowMs) {
      out.expected = NULL
      out.observed = NULL
      out.state = partial
      return out
    }
    const place = placeOf(day, series.lo + ((slot - series.first) % series.width))
    const weight = Math.round((1e6 * (typicalOf(series.local, at, place) ?? 0)) / scales[series.local]!)
    out.expected = Math.min(MAX, Math.max(1, weight))
    out.observed = isKnown ? out.expected : 0
    // No later hour has come yet and there is still time.
    if (overMs + SETTLING_MS > nowMs && newest[series.local]! <= instant) out.state = settling
    else if (isKnown) out.state = final
    else if (own[at] === NONE) out.state = missing
    else {
      out.state = estimated
      const [usual, level] = [own[at]! / 2, levelOf(series, day)]
      out.estimatedIns = Math.min(MAX, Math.round(usual * level))
      out.estimatedDev = Math.min(
        MAX,
        Math.ceil(
          Math.max(MAD_TO_DEVIATION * typical.spreadOf(series, slot, isSecond) * level, Math.sqrt(usual * level)),
        ),
      )
    }
    return out
  }
}
