/** For the tests of presence. */
import type { Sighting } from '../../facts/visits/sessions.ts'
import type { PresenceSettings } from '../../facts/visits/settings.ts'

export const SETTINGS_OF_TEST: PresenceSettings = {
  local: 1,
  timeZone: 'Europe/Madrid',
  dayStartHour: 0,
  absenceS: 10_800,
  rssiIgnoreDbm: -92,
  rssiFrontDbm: -80,
  rssiInsideDbm: -68,
  bounceThresholdS: 120,
  dwellEdgesMin: [5, 15, 30],
  repetitionEdgesDays: [7, 15, 30, 60],
  frontMode: 'exclusive',
}

/** 2024-07-01, a Monday, 10:00 in Madrid. */
export const TEN = Date.UTC(2024, 6, 1, 8)
export const DAY = 19_905
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000

/** A phone received inside for some minutes after ten. */
export const seen = (minute: number, change: Partial<Sighting> & { minutes?: number } = {}): Sighting => {
  const { minutes = 0, ...given } = change
  const first = TEN + minute * MINUTE_MS
  return { visitor: 7n, random: false, area: 3, first, last: first + minutes * MINUTE_MS, rssi: -60, ...given }
}
