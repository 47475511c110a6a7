/** Names of days, weeks and months on an axis, in the reader's language. Tables keep the whole date. */
import type { Cell } from '#domain/frame'
import { monthNumber } from '#domain/periods'
import { formatter } from '#domain/format'

const DAY_MS = 86_400_000
/** With this much room for each, a day is named with its weekday. */
const WEEKDAY_PX = 64

/** `days` are first days of stretches of equal length; a weekday helps only where they are single days with room. */
export function dayLabels(days: readonly Cell[], locale: string, width: number): string[] {
  const known = days.filter((day) => typeof day === 'number')
  const steps = known.slice(1).map((day, at) => day - (known[at] ?? 0))
  const single = steps.every((step) => step === 1)
  const months = !single && known.slice(1).every((day, at) => monthNumber(day) === monthNumber(known[at] ?? 0) + 1)
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(locale, { month: 'short', year: '2-digit', timeZone: 'UTC' })
  const { day: short } = formatter(locale)
  return days.map((day) => {
    if (typeof day !== 'number') return '–'
    if (months) return month.format(day * DAY_MS)
    return single && width / days.length >= WEEKDAY_PX ? `${weekday.format(day * DAY_MS)} ${short(day)}` : short(day)
  })
}
