/** When a report is sent, in words. */
import type { ReportCadence } from '#schemas/generated/entities/report.ts'

/** 2026-11-02 was a Monday. */
const MONDAY = Date.UTC(2026, 10, 2)

export const weekdayName = (weekday: number, locale: string): string => new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(MONDAY + (weekday - 1) * 86_400_000)

export const hourName = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

export function cadenceWords({ every, weekday, day, hour }: ReportCadence, t: (key: string, params?: Record<string, string | number>) => string, locale: string): string {
  return t(`reports:when.${every}`, { hour: hourName(hour), ...(every === 'week' && { weekday: weekdayName(weekday, locale) }), ...(every === 'month' && { day }) })
}
