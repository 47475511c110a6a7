/** Names of days, weeks and months on an axis, in the reader's language. Tables keep the whole date. */
import type { Cell } from '#domain/frame'
import { monthNumber } from '#domain/periods'
import { axisDay } from '#domain/day-digits'
import { writtenDay } from '#domain/written'
import type { CategoryAxis } from '#ui/chart/types.ts'

/** With this much room for each, a day is named with its weekday. */
const WEEKDAY_PX = 64

/**
 * The days of a chart are those of its neighbours and of the change before: each is written once. Two periods of ten
 * years are 7320.
 */
const MAX_DAYS = 10_000

const short = keptDays(axisDay)

function keptDays(write: (day: number) => string): (day: number) => string {
  const known = new Map<number, string>()
  return (day) => {
    let text = known.get(day)
    if (text === undefined) {
      if (known.size >= MAX_DAYS) known.clear()
      known.set(day, (text = write(day)))
    }
    return text
  }
}

/** `days` are first days of stretches of equal length; a weekday helps only where they are single days with room. */
export function dayLabels(days: readonly Cell[], locale: string, width: number): string[] {
  const known = days.filter((day) => typeof day === 'number')
  const steps = known.slice(1).map((day, at) => day - (known[at] ?? 0))
  const single = steps.every((step) => step === 1)
  const months = !single && known.slice(1).every((day, at) => monthNumber(day) === monthNumber(known[at] ?? 0) + 1)
  return days.map((day) => {
    if (typeof day !== 'number') return '–'
    if (months) return writtenDay(day, 'monthYear', locale)
    return single && width / days.length >= WEEKDAY_PX
      ? `${writtenDay(day, 'weekdayShort', locale)} ${short(day)}`
      : short(day)
  })
}

/** Days as the categories of an axis: their names follow the room for them, their keys do not. */
export const dayAxis = (days: readonly Cell[], locale: string, width: number): Pick<CategoryAxis, 'data' | 'keys'> => ({
  data: dayLabels(days, locale, width),
  keys: days.map((day) => (typeof day === 'number' ? day : null)),
})
