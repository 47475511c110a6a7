/** The settings of Wi-Fi presence at one local (metrics.md 5.1, 5.3): those of the local, or of its type. */
import type { LocalParams } from '#schemas/generated/entities/local-params.ts'
import type { OpeningHour } from '#schemas/generated/entities/opening-hour.ts'
import { SETTINGS } from '#domain/metrics/settings'

export interface PresenceSettings extends Pick<
  LocalParams,
  | 'local'
  | 'bounceThresholdS'
  | 'dwellEdgesMin'
  | 'repetitionEdgesDays'
  | 'rssiIgnoreDbm'
  | 'rssiFrontDbm'
  | 'rssiInsideDbm'
  | 'frontMode'
> {
  /** IANA. */
  readonly timeZone: string
  /** Whole hour of the civil day at which a business day begins: shifts past midnight belong to the day they opened. */
  readonly dayStartHour: number
  /** Absence of at least so many seconds closes a session. */
  readonly absenceS: number
}

/** A business day begins at noon at the latest, for any shifts. */
const LATEST_START = 12

export function presenceSettings(
  params: LocalParams,
  timeZone: string,
  shifts: readonly Pick<OpeningHour, 'weekDay' | 'opening' | 'closing'>[] = [],
): PresenceSettings {
  const {
    local,
    bounceThresholdS,
    dwellEdgesMin,
    repetitionEdgesDays,
    rssiIgnoreDbm,
    rssiFrontDbm,
    rssiInsideDbm,
    frontMode,
  } = params
  return {
    local,
    bounceThresholdS,
    dwellEdgesMin,
    repetitionEdgesDays,
    rssiIgnoreDbm,
    rssiFrontDbm,
    rssiInsideDbm,
    frontMode,
    timeZone,
    dayStartHour: dayStartHour(shifts),
    absenceS: SETTINGS.sessionAbsenceS.value,
  }
}

/**
 * The hour at which the longest night shift ends: a shift that passes midnight is kept as two, to 23:59 and from 00:00
 * of the next weekday. A local that never closes has civil days.
 */
export function dayStartHour(shifts: readonly Pick<OpeningHour, 'weekDay' | 'opening' | 'closing'>[]): number {
  let start = 0
  for (const { weekDay, opening, closing } of shifts) {
    const before = weekDay === 1 ? 7 : weekDay - 1
    const goesOn =
      opening === '00:00' &&
      closing !== '23:59' &&
      shifts.some((shift) => shift.weekDay === before && shift.closing === '23:59' && shift.opening !== '00:00')
    if (goesOn) start = Math.max(start, Number(closing.slice(0, 2)) + 1)
  }
  return Math.min(start, LATEST_START)
}
