/** The days of the week in the reader's language, Monday first. */
import { WEEK_DAYS } from '#domain/schedule'
import type { Translate } from '#ui'

export interface DayName { readonly day: number; readonly letter: string; readonly short: string; readonly long: string }

/** A Monday. */
const MONDAY = Date.UTC(2026, 10, 16)
const DAY_MS = 86_400_000

export function dayNames(locale: string, t: Translate): DayName[] {
  const letters = t('schedule:letters').split(' ')
  const [short, long] = (['short', 'long'] as const).map((weekday) => new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })) as [Intl.DateTimeFormat, Intl.DateTimeFormat]
  return WEEK_DAYS.map((day) => {
    const at = MONDAY + (day - 1) * DAY_MS
    return { day, letter: letters[day - 1] ?? '', short: short.format(at).replace('.', ''), long: long.format(at) }
  })
}
