/** When a report is sent, in words. */
import { weekdayName } from '#domain/written'
import type { ReportCadence } from '#schemas/generated/entities/report-cadence.ts'

export const hourName = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

export function cadenceWords(
  { every, weekday, day, hour }: ReportCadence,
  t: (key: string, params?: Record<string, string | number>) => string,
  locale: string,
): string {
  return t(`reports:when.${every}`, {
    hour: hourName(hour),
    ...(every === 'week' && { weekday: weekdayName(weekday, locale) }),
    ...(every === 'month' && { day }),
  })
}
