/**
 * Civil time of a place, by the zone rules that Node carries. Only offsets at instants are asked of Intl; all
 * arithmetic is on whole seconds. Days of 23, 24, 25, 23.5 and 24.5 hours, days without midnight and days that do not
 * exist all follow.
 */
const DAY_S = 86_400

interface Span {
  /** First instant of this offset, seconds UTC. */
  readonly from: number
  /** Civil time minus UTC, seconds. */
  readonly offset: number
}

/** A year in UTC and the offsets that hold in it, the first from its beginning on. */
interface Year {
  readonly begin: number
  readonly end: number
  readonly spans: readonly Span[]
}

const formats = new Map<string, Intl.DateTimeFormat>()
const years = new Map<string, Year>()
/**
 * The year that was asked last: a file of a million rows asks again and again, and would leave a date and a text of
 * each question behind.
 */
const latest = new Map<string, Year>()

/** Civil time minus UTC at an instant, in seconds. @throws {RangeError} for a zone that Intl does not know */
export function offsetAt(zone: string, instant: number): number {
  let year = latest.get(zone)
  if (year === undefined || instant < year.begin || instant >= year.end) {
    year = yearOf(zone, new Date(instant * 1000).getUTCFullYear())
    latest.set(zone, year)
  }
  const { spans } = year
  let at = spans.length - 1
  while (at > 0 && spans[at]!.from > instant) at -= 1
  return spans[at]!.offset
}

/** Whether the zone is known. */
export function isZone(zone: string): boolean {
  try {
    format(zone)
    return true
  } catch {
    return false
  }
}

export interface CivilHour {
  readonly hour: number
  /** 1 for the second pass through a repeated hour. */
  readonly fold: 0 | 1
  /** Start, seconds since 1970-01-01 UTC. */
  readonly instant: number
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const odd = new Map<string, readonly CivilHour[]>()

/** The hours of a civil day in the order in which they happen: 23 or 25 of them on the days the clocks change. */
export function hoursOfDay(zone: string, day: number): readonly CivilHour[] {
  const midnight = day * DAY_S
  const offset = offsetAt(zone, midnight - 14 * 3600)
  if (offset === offsetAt(zone, midnight + DAY_S + 14 * 3600)) {
    return HOURS.map((hour) => ({ hour, fold: 0, instant: midnight + hour * 3600 - offset }))
  }
  const key = `${zone} ${day}`
  let hours = odd.get(key)
  if (!hours) odd.set(key, (hours = walk(zone, day)))
  return hours
}

/** Start of the last hour of a civil day: the hour of the row of a day without hours, so that it ends with the day. */
export const lastHourOf = (zone: string, day: number): number => hoursOfDay(zone, day).at(-1)!.instant

/** Goes through the day in quarters of an hour and notes where a new civil hour begins. */
function walk(zone: string, day: number): CivilHour[] {
  const hours: CivilHour[] = []
  let last = -1
  for (let instant = day * DAY_S - 15 * 3600; instant < (day + 1) * DAY_S + 13 * 3600; instant += 900) {
    const civil = instant + offsetAt(zone, instant)
    if (Math.floor(civil / DAY_S) !== day) continue
    const hour = Math.floor((civil - day * DAY_S) / 3600)
    // A half-hour change makes one hour longer or shorter; only an hour that begins again is a repeated hour.
    if (hour !== last || civil % 3600 === 0)
      hours.push({ hour, fold: hours.some((seen) => seen.hour === hour) ? 1 : 0, instant })
    last = hour
  }
  return hours
}

export interface Placed {
  readonly instant: number
  /** `gap`: this civil time was skipped, and the instant is the one as much later; `repeated`: it happened twice. */
  readonly kind: 'plain' | 'gap' | 'repeated'
}

/**
 * Instant of a civil time (seconds since 1970-01-01 as if it were UTC); of a repeated one, the pass given by `fold`.
 */
export function instantOf(zone: string, civil: number, fold: 0 | 1 = 0): Placed {
  const before = offsetAt(zone, civil - DAY_S)
  const after = offsetAt(zone, civil + DAY_S)
  if (before === after) return { instant: civil - before, kind: 'plain' }
  const first = civil - before
  const second = civil - after
  const holds = [first, second].filter((instant) => instant + offsetAt(zone, instant) === civil).sort((a, b) => a - b)
  if (holds.length === 2) return { instant: holds[fold]!, kind: 'repeated' }
  return holds.length === 1 ? { instant: holds[0]!, kind: 'plain' } : { instant: first, kind: 'gap' }
}

/** Civil day, hour and seconds past the hour of an instant. */
export function civilAt(zone: string, instant: number): { day: number; hour: number; second: number } {
  const civil = instant + offsetAt(zone, instant)
  const day = Math.floor(civil / DAY_S)
  return { day, hour: Math.floor((civil - day * DAY_S) / 3600), second: civil % 3600 }
}

function yearOf(zone: string, year: number): Year {
  const key = `${zone} ${year}`
  const known = years.get(key)
  if (known) return known
  const begin = Date.UTC(year, 0, 1) / 1000
  const end = Date.UTC(year + 1, 0, 1) / 1000
  const spans: Span[] = [{ from: begin, offset: ask(zone, begin) }]
  // A week is short enough for every pair of changes in the zone data since 1990 (Ramadan in Morocco takes a month).
  for (let at = begin; at < end; at += 7 * DAY_S) {
    const next = Math.min(at + 7 * DAY_S, end)
    const offset = ask(zone, next)
    if (offset !== spans.at(-1)!.offset) spans.push({ from: changeBetween(zone, at, next), offset })
  }
  const made = { begin, end, spans }
  years.set(key, made)
  return made
}

function changeBetween(zone: string, from: number, to: number): number {
  const before = ask(zone, from)
  let low = from
  let high = to
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (ask(zone, middle) === before) low = middle
    else high = middle
  }
  return high
}

function format(zone: string): Intl.DateTimeFormat {
  let made = formats.get(zone)
  if (!made) {
    made = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, made)
  }
  return made
}

function ask(zone: string, instant: number): number {
  const part: Record<string, number> = {}
  for (const { type, value } of format(zone).formatToParts(instant * 1000)) part[type] = Number(value)
  return Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second) / 1000 - instant
}
