import { weekday } from '#domain/days'
import { WHOLE_DAY } from '#domain/fact-query'
import type { OpeningHour } from '#schemas/generated/entities/opening-hour.ts'
import { hoursOfDay, lastHourOf } from './zone.ts'

/** The data of a local from which the fact store computes its expected hours. */
export interface ExpectedLocal {
  readonly client: number
  readonly local: number
  /** Areas that report. */
  readonly areas: readonly number[]
  readonly timeZone: string
  readonly type: string
  /** First and last day of business; null = not known. */
  readonly openedDay: number | null
  readonly closedDay: number | null
  /**
   * Open hours by weekday (1 = Monday), or null when no schedule is known: then nothing is expected and all that comes
   * counts.
   */
  readonly week: Week | null
  /** Days that do not follow the week: true = closed. */
  readonly holidays: ReadonlyMap<number, boolean>
}

/** `week[weekday][hour]` is 1 when the local is open in that hour; index 0 is the union of the week. */
export type Week = readonly Uint8Array[]

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/**
 * Hours of the week with at least two minutes of opening. The last minute given is still open, so that a shop that
 * closes at 21:00 is not expected to count at nine.
 */
export function openWeek(shifts: readonly Pick<OpeningHour, 'weekDay' | 'opening' | 'closing'>[]): Week | null {
  if (shifts.length === 0) return null
  const week = Array.from({ length: 8 }, () => new Uint8Array(24))
  for (const { weekDay, opening, closing } of shifts) {
    const from = minutes(opening)
    const to = closing === '23:59' ? 1440 : minutes(closing) + 1
    for (let hour = 0; hour < 24; hour += 1) {
      if (Math.min(to, hour * 60 + 60) - Math.max(from, hour * 60) < 2) continue
      week[weekDay]![hour] = 1
      week[0]![hour] = 1
    }
  }
  return week
}

/** Hours of a day: open ones, and on a closed day the hours in which the local is open on other days. */
export function plannedHours(
  local: Pick<ExpectedLocal, 'week' | 'holidays'>,
  day: number,
): { hours: Uint8Array; open: boolean } {
  const { week, holidays } = local
  if (!week) return { hours: new Uint8Array(24), open: false }
  const usual = week[weekday(day)]!
  const holiday = holidays.get(day)
  const openToday = usual.includes(1)
  if (holiday === true || (holiday === undefined && !openToday)) return { hours: week[0]!, open: false }
  return { hours: openToday ? usual : week[0]!, open: true }
}

/** Columns of the expected hours of some locals, one row per local, area and hour. */
export interface CalendarColumns {
  readonly client: Int32Array
  readonly local: Int32Array
  readonly area: Int32Array
  readonly day: Int32Array
  readonly hour: Int32Array
  readonly fold: Int32Array
  readonly instant: Uint32Array
  /** 1 = open, 0 = closed although it is open at this hour on other days. */
  readonly open: Int32Array
  /** 1 = a row must exist: within the life of the local and over. */
  readonly due: Int32Array
  length: number
}

export interface ExpectedSpan {
  readonly local: ExpectedLocal
  readonly fromDay: number
  readonly toDay: number
  /**
   * First reported day of each area, for locals with several or without a stated opening day: a counter is expected
   * from its first word on.
   */
  readonly since?: ReadonlyMap<number, number>
  /** Days that are known as a whole, without hours; see `whole-days.ts`. */
  readonly isWhole?: (day: number) => boolean
  /** Its rows come with an import and are not in the facts yet. */
  readonly isIncoming?: boolean
}

/**
 * The hours of each local between two days, both included.
 *
 * @param nowS hours that end later are planned but not due
 *
 * @internal for tests
 */
export function calendarOf(wanted: readonly ExpectedSpan[], nowS: number): CalendarColumns {
  const capacity = wanted.reduce(
    (total, { local, fromDay, toDay }) => total + Math.max(0, toDay - fromDay + 1) * 25 * local.areas.length,
    0,
  )
  const integers = () => new Int32Array(capacity)
  const out: CalendarColumns = {
    client: integers(),
    local: integers(),
    area: integers(),
    day: integers(),
    hour: integers(),
    fold: integers(),
    instant: new Uint32Array(capacity),
    open: integers(),
    due: integers(),
    length: 0,
  }
  for (const { local, fromDay, toDay, since, isWhole } of wanted) {
    for (let day = fromDay; day <= toDay; day += 1) {
      const { hours, open } = plannedHours(local, day)
      const alive = day >= (local.openedDay ?? day) && day <= (local.closedDay ?? day)
      for (const { hour, fold, instant } of isWhole?.(day) === true
        ? wholeDay(local.timeZone, day, hours)
        : hoursOfDay(local.timeZone, day)) {
        if (hour !== WHOLE_DAY && !hours[hour]) continue
        for (const area of local.areas) {
          const i = out.length
          out.client[i] = local.client
          out.local[i] = local.local
          out.area[i] = area
          out.day[i] = day
          out.hour[i] = hour
          out.fold[i] = fold
          out.instant[i] = instant
          out.open[i] = open ? 1 : 0
          out.due[i] = alive && day >= (since ? (since.get(area) ?? Infinity) : day) && instant + 3600 <= nowS ? 1 : 0
          out.length += 1
        }
      }
    }
  }
  return out
}

/** The one row of a day without hours, where the local has opening hours; it ends with the day. */
const wholeDay = (timeZone: string, day: number, hours: Uint8Array) =>
  hours.includes(1) ? [{ hour: WHOLE_DAY, fold: 0, instant: lastHourOf(timeZone, day) }] : []
