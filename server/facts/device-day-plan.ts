/**
 * When each area is open, to the minute, as the judgement of its footscans needs it: a few profiles and which day has
 * which.
 */
import { dayNumber, weekday } from '#domain/days'
import { civilAt, hoursOfDay, offsetAt } from './zone.ts'

export interface HealthShift {
  readonly area: number | null
  readonly weekDay: number
  readonly opening: string
  readonly closing: string
}

/** A footscan with what decides when it is expected to count. */
export interface HealthDevice {
  readonly device: number
  readonly area: number
  readonly local: number
  readonly client: number
  /** Seconds between two messages. */
  readonly reportS: number
  /** First day on which it is expected at its place; days before it are not judged. */
  readonly fromDay: number
}

export interface HealthLocal {
  readonly local: number
  readonly timeZone: string
  readonly openedDay: number | null
  readonly closedDay: number | null
  readonly shifts: readonly HealthShift[]
  /** Days that do not follow the week: true = closed. */
  readonly holidays: ReadonlyMap<number, boolean>
}

/** Open seconds of each hour, and how many seconds of the hour pass before it opens. */
export interface Profile {
  readonly open: Int32Array
  readonly after: Int32Array
}

const seconds = (time: string) => Number(time.slice(0, 2)) * 3600 + Number(time.slice(3, 5)) * 60

/** The open stretches of one weekday. `23:59` is the end of the day. */
export function profileOf(shifts: readonly Pick<HealthShift, 'opening' | 'closing'>[]): Profile {
  const open = new Int32Array(24)
  const after = new Int32Array(24)
  for (const { opening, closing } of shifts) {
    const from = seconds(opening)
    const to = closing.startsWith('23:59') ? 86_400 : seconds(closing)
    for (let hour = Math.floor(from / 3600); hour * 3600 < to && hour < 24; hour += 1) {
      const begin = Math.max(from, hour * 3600)
      const length = Math.min(to, hour * 3600 + 3600) - begin
      if (length <= 0) continue
      after[hour] = open[hour] === 0 ? begin - hour * 3600 : Math.min(after[hour]!, begin - hour * 3600)
      open[hour] = Math.min(3600, open[hour]! + length)
    }
  }
  return { open, after }
}

/** No schedule is known: the hours in which the area usually reports are its opening hours. */
export const LEARNED = -1

export interface HealthPlan {
  /** By number. */
  readonly profiles: readonly Profile[]
  /**
   * One row per area and day on which its footscans exist, in columns; `profile` -2 = closed. `base` is the instant of
   * 00:00, `elapsed` the seconds of the day that have passed, `skipped` the hour that the change of the clocks left
   * out, or -1.
   */
  readonly area: Int32Array
  readonly day: Int32Array
  readonly profile: Int32Array
  readonly base: Uint32Array
  readonly elapsed: Int32Array
  readonly skipped: Int32Array
  readonly length: number
}

const CLOSED = -2
/** A past day, of any length. */
export const OVER_S = 100_000

/**
 * The days of every area in a span, up to today in its own zone.
 *
 * @param since first day on which an area's footscans are expected; areas that are left out have none
 */
export function healthPlan(
  locals: readonly HealthLocal[],
  areas: ReadonlyMap<number, readonly number[]>,
  since: ReadonlyMap<number, number>,
  fromDay: number,
  toDay: number,
  nowS: number,
): HealthPlan {
  const capacity =
    locals.reduce((sum, { local }) => sum + (areas.get(local)?.length ?? 0), 0) * Math.max(0, toDay - fromDay + 1)
  const [area, day, profile, elapsed, skipped] = [0, 0, 0, 0, 0].map(() => new Int32Array(capacity)) as [
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
  ]
  const base = new Uint32Array(capacity)
  const profiles: Profile[] = []
  const known = new Map<string, number>()
  const numbered = (shifts: readonly HealthShift[]) => {
    if (shifts.length === 0) return CLOSED
    const key = shifts
      .map(({ opening, closing }) => `${opening}-${closing}`)
      .sort()
      .join(' ')
    let number = known.get(key)
    if (number === undefined) known.set(key, (number = profiles.push(profileOf(shifts)) - 1))
    return number
  }
  let length = 0
  for (const local of locals) {
    const now = civilAt(local.timeZone, nowS)
    const bases = new Map<number, number>()
    for (const id of areas.get(local.local) ?? []) {
      const own = local.shifts.filter((shift) => shift.area === id)
      const shifts = own.length > 0 ? own : local.shifts.filter((shift) => shift.area === null)
      const week = Array.from({ length: 8 }, (_, weekDay) =>
        numbered(shifts.filter((shift) => shift.weekDay === weekDay)),
      )
      const first = Math.max(fromDay, since.get(id) ?? Infinity, local.openedDay ?? -Infinity)
      const last = Math.min(toDay, now.day, local.closedDay ?? Infinity)
      for (let at = first; at <= last; at += 1) {
        const usual = week[weekday(at)]!
        const holiday = local.holidays.get(at)
        area[length] = id
        day[length] = at
        // A special opening day follows the hours of its weekday; without any, its hours are not known.
        profile[length] = holiday === true ? CLOSED : shifts.length === 0 ? LEARNED : usual
        let midnight = bases.get(at)
        // By the offset at noon: after the change of the clocks, before the doors open.
        if (midnight === undefined)
          bases.set(at, (midnight = at * 86_400 - offsetAt(local.timeZone, at * 86_400 + 43_200)))
        base[length] = midnight
        skipped[length] = skippedHour(local.timeZone, at)
        elapsed[length] = at < now.day ? OVER_S : now.hour * 3600 + now.second
        length += 1
      }
    }
  }
  return { profiles, area, day, profile, base, elapsed, skipped, length }
}

/** The hour of a day that never was, or -1: no device is expected to count in it. */
function skippedHour(zone: string, day: number): number {
  const hours = hoursOfDay(zone, day)
  if (hours.length >= 24) return -1
  const there = new Set(hours.map(({ hour }) => hour))
  return hours.findIndex((_, hour) => !there.has(hour))
}

export const dayOrNull = (text: string | null): number | null => (text === null ? null : dayNumber(text))
