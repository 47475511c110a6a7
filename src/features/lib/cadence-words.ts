/** When a report is sent, in words; with its time zone where that is not the reader's, whose clock its dates go by. */
import { weekdayName } from '#domain/written'
import type { ReportCadence } from '#schemas/generated/entities/report-cadence.ts'

export const hourName = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

export function cadenceWords(
  { every, weekday, day, hour }: ReportCadence,
  t: (key: string, params?: Record<string, string | number>) => string,
  locale: string,
  timeZone: string,
): string {
  const words = t(`reports:when.${every}`, {
    hour: hourName(hour),
    ...(every === 'week' && { weekday: weekdayName(weekday, locale) }),
    ...(every === 'month' && { day }),
  })
  return timeZone === Intl.DateTimeFormat().resolvedOptions().timeZone ? words : `${words} (${timeZone})`
}
