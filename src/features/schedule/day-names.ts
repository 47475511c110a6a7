/** The days of the week in the reader's language, Monday first. */
import { weekdayName } from '#domain/written'
import { WEEK_DAYS } from '#domain/schedule'
import type { Translate } from '#ui'

export interface DayName {
  readonly day: number
  readonly letter: string
  readonly short: string
  readonly long: string
}

export function dayNames(locale: string, t: Translate): DayName[] {
  const letters = t('schedule:letters').split(' ')
  return WEEK_DAYS.map((day) => ({
    day,
    letter: letters[day - 1] ?? '',
    short: weekdayName(day, locale, 'short').replace('.', ''),
    long: weekdayName(day, locale),
  }))
}
