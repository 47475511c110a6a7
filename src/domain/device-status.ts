/**
 * The state of a footscan's workday (spec 2 section 4, metrics.md 5.9): UP when open and no alert, DOWN when open with
 * alert, CLOSED when not open. Each day is compared with the day before and with the same weekday of the week before,
 * footscan by footscan.
 */

/** The codes of frames and of the fact file: append, never renumber. */
export const STATUS_CODE = { DOWN: 0, UP: 1, CLOSED: 2 } as const
export type DeviceStatus = keyof typeof STATUS_CODE
/** In frames: no word on that day, because the footscan was not there yet. */
export const UNKNOWN_STATUS = -1

export const DEVICE_STATUSES = ['DOWN', 'UP', 'CLOSED'] as const satisfies readonly DeviceStatus[]

/**
 * Why a footscan is down, or what is odd about one that is up. The place in this list is the code in frames and on
 * disk.
 */
export const HEALTH_REASONS = ['offline', 'silent', 'stuck', 'oneWay', 'jump', 'clockSkew', 'fault'] as const
export type HealthReason = (typeof HEALTH_REASONS)[number]

export const isHealthReason = (value: unknown): value is HealthReason => HEALTH_REASONS.includes(value as HealthReason)

export function statusOf(open: boolean, alert: boolean): DeviceStatus {
  if (!open) return 'CLOSED'
  return alert ? 'DOWN' : 'UP'
}

/** Status of a code in a frame; null for a footscan that was not there, and for anything that is no code. */
export const statusOfCode = (code: unknown): DeviceStatus | null =>
  typeof code === 'number' ? (DEVICE_STATUSES[code] ?? null) : null

/** How far back a day is compared: one day and one week from the workday. */
export const VERSUS_DAYS = { yesterday: 1, lastWeek: 7 } as const

/**
 * The change between two days. A footscan that did not exist before has not changed: it is new.
 *
 * `down` went down, `back` came back from being down, `opened` and `closed` follow the opening hours.
 */
export type StatusChange = 'down' | 'back' | 'opened' | 'closed'

export const STATUS_CHANGES = ['down', 'back', 'opened', 'closed'] as const satisfies readonly StatusChange[]

export function changeOf(before: DeviceStatus | null, now: DeviceStatus | null): StatusChange | null {
  if (before === null || now === null || before === now) return null
  if (now === 'DOWN') return 'down'
  if (now === 'CLOSED') return 'closed'
  return before === 'DOWN' ? 'back' : 'opened'
}

/** Changes worth a notice: opening hours open and close on schedule. */
export const isNews = (change: StatusChange | null): change is 'down' | 'back' => change === 'down' || change === 'back'

/** One footscan on one workday. */
export interface Workday {
  readonly device: number
  readonly day: number
  readonly status: DeviceStatus
}

export interface WorkdayWithPast extends Workday {
  readonly yesterday: DeviceStatus | null
  readonly lastWeek: DeviceStatus | null
}

/** Each workday beside the same footscan one day and one week before. */
export function withPast(days: readonly Workday[]): WorkdayWithPast[] {
  const known = new Map(days.map(({ device, day, status }) => [`${device} ${day}`, status]))
  const at = (device: number, day: number) => known.get(`${device} ${day}`) ?? null
  return days.map((one) => ({
    ...one,
    yesterday: at(one.device, one.day - VERSUS_DAYS.yesterday),
    lastWeek: at(one.device, one.day - VERSUS_DAYS.lastWeek),
  }))
}

export interface News {
  readonly day: number
  readonly up: number
  readonly down: number
}

/**
 * Footscans that came back and footscans that went down since the day before, by date. The first date of the
 * range is left out: there is nothing in the range to compare it with.
 *
 * @specified and asked by no screen yet
 */
export function newsOf(days: readonly Workday[]): News[] {
  const dates = [...new Set(days.map(({ day }) => day))].sort((a, b) => a - b)
  const counts = new Map(dates.slice(1).map((day) => [day, { day, up: 0, down: 0 }]))
  for (const { day, status, yesterday } of withPast(days)) {
    const count = counts.get(day)
    const change = changeOf(yesterday, status)
    if (count === undefined || !isNews(change)) continue
    count[change === 'down' ? 'down' : 'up'] += 1
  }
  return [...counts.values()]
}

/** A place is down as soon as one of its footscans is, and closed when all are; null without footscans. */
export function statusOfAll(statuses: readonly DeviceStatus[]): DeviceStatus | null {
  if (statuses.length === 0) return null
  if (statuses.includes('DOWN')) return 'DOWN'
  return statuses.includes('UP') ? 'UP' : 'CLOSED'
}
