import { FUTURE_LIMIT_S, OLDEST_INSTANT_S } from '../../../facts/checks.ts'
import { civilAt, instantOf, lastHourOf, offsetAt } from '../../../facts/zone.ts'
import { FLAG, isWholeDay, slotOf, wholeDayOf } from './stage.ts'

/** An hour of the civil calendar in which a count falls. */
export interface Placement {
  /** Civil day * 24 + hour. */
  readonly hour: number
  /** Of `FLAG`: moved out of a skipped time; at a repeated time, with the pass unknown; known to be the second pass. */
  readonly flags: number
  readonly wrong: 'FUTURE' | 'TOO_OLD' | null
  /** The offset of the text is not one of the zone at that instant. Offset 0 is UTC and right everywhere. */
  readonly isOffsetWrong: boolean
}

/** Hours of a century; a file has no more. */
const REMEMBERED = 1_000_000

/**
 * Places civil times, remembering each hour.
 *
 * @param nowS the clock, seconds since 1970-01-01 UTC
 */
export function createClock(zone: string, nowS: number) {
  const known = new Map<number, Placement>()
  const byInstant = new Map<string, Placement>()
  let lastBegin = Number.NaN
  let last: Placement | null = null
  const wrongAt = (instant: number) =>
    instant > nowS + FUTURE_LIMIT_S ? 'FUTURE' : instant < OLDEST_INSTANT_S ? 'TOO_OLD' : null

  const placeCivil = (begin: number): Placement => {
    const { instant, kind } = instantOf(zone, begin)
    // A skipped time is moved into the hour that followed it.
    const { day, hour } = civilAt(zone, instant)
    return {
      hour: day * 24 + hour,
      flags: kind === 'gap' ? FLAG.skipped : kind === 'repeated' ? FLAG.repeated : 0,
      wrong: wrongAt(instant),
      isOffsetWrong: false,
    }
  }
  const placeInstant = (at: number, offset: number): Placement => {
    const { day, hour, second } = civilAt(zone, at)
    const instant = at - second
    const first = instantOf(zone, day * 86_400 + hour * 3600)
    return {
      hour: day * 24 + hour,
      flags: first.kind === 'repeated' && instant > first.instant ? FLAG.secondPass : 0,
      wrong: wrongAt(instant),
      isOffsetWrong: offset !== 0 && offsetAt(zone, at) !== offset,
    }
  }

  return {
    /** @param civil seconds of the civil time; its own offset is unknown */
    civil(civil: number): Placement {
      const begin = civil - (((civil % 3600) + 3600) % 3600)
      if (begin === lastBegin) return last!
      let placed = known.get(begin)
      if (!placed) {
        if (known.size > REMEMBERED) known.clear()
        known.set(begin, (placed = placeCivil(begin)))
      }
      lastBegin = begin
      return (last = placed)
    },
    /** The day of a civil time, as a whole. */
    wholeDay(civil: number): Placement {
      const day = Math.floor(civil / 86_400)
      return { hour: wholeDayOf(day), flags: 0, wrong: wrongAt(day * 86_400), isOffsetWrong: false }
    },
    /** A civil time with its offset from UTC, in seconds. */
    withOffset(civil: number, offset: number): Placement {
      // Offsets are whole quarters of an hour, and so are the instants at which they change.
      const key = `${Math.floor((civil - offset) / 900)} ${offset}`
      let placed = byInstant.get(key)
      if (!placed) {
        if (byInstant.size > REMEMBERED) byInstant.clear()
        byInstant.set(key, (placed = placeInstant(Math.floor((civil - offset) / 900) * 900, offset)))
      }
      return placed
    },
    /** Second of the civil hour of an instant. */
    secondOf: (instant: number) => (((instant + offsetAt(zone, instant)) % 3600) + 3600) % 3600,
  }
}

export type ImportClock = ReturnType<typeof createClock>

/** Start of a placed hour, seconds since 1970-01-01 UTC. */
export function createInstants(zone: string): (hour: number, fold: number) => number {
  let [lastHour, lastFold, last] = [-1, -1, 0]
  return (hour, fold) => {
    if (hour !== lastHour || fold !== lastFold) {
      ;[lastHour, lastFold] = [hour, fold]
      last = isWholeDay(hour)
        ? lastHourOf(zone, slotOf(hour).day)
        : instantOf(zone, hour * 3600, fold === 1 ? 1 : 0).instant
    }
    return last
  }
}
