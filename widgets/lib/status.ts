/** Footscan status as widgets show it: read from frames, said in words, never by colour alone. */
import {
  DEVICE_STATUSES,
  isHealthReason,
  statusOfCode,
  type DeviceStatus,
  type HealthReason,
} from '#domain/device-status'
import { cellOf, columnIndex } from '#domain/frame-build'
import type { Cell, Frame } from '#domain/frame'
import type { Passport, ProjectionContext } from '#engine/types'

/** The dot of `#ui` for a status. */
const DOTS = { UP: 'up', DOWN: 'down', CLOSED: 'closed' } as const
export const dotOf = (status: DeviceStatus | null) => (status === null ? 'unknown' : DOTS[status])

export const statusWord = ({ t }: ProjectionContext, status: DeviceStatus | null): string =>
  t(status === null ? 'status:unknown' : `status:${status}`)

/** Why, with the hour from which it is so. */
export function reasonText({ t }: ProjectionContext, reason: HealthReason | null, hour: number | null): string | null {
  if (reason === null) return null
  const why = t(`status:reason.${reason}`)
  return hour === null ? why : `${why} · ${t('status:since', { hour: `${String(hour).padStart(2, '0')}:00` })}`
}

export interface DeviceRow {
  readonly device: number
  readonly local: number
  readonly day: number
  /** Its name, or its MAC. */
  readonly name: string
  readonly mac: string
  readonly today: DeviceStatus | null
  readonly yesterday: DeviceStatus | null
  readonly lastWeek: DeviceStatus | null
  readonly reason: HealthReason | null
  /** Hour of the day from which it is down. */
  readonly hour: number | null
  /** Day and hour at which its outage began. */
  readonly downDay: number | null
  readonly downHour: number | null
  /** Open seconds that the outage has taken. */
  readonly lostS: number | null
  /** The day is not over. */
  readonly running: boolean
}

const isHour = (cell: Cell): cell is number =>
  typeof cell === 'number' && Number.isInteger(cell) && cell >= 0 && cell < 24

/** Footscans of the newest workday of a frame; rows without a footscan, a local or a day are no footscans. */
export function deviceRows(frame: Frame): DeviceRow[] {
  const at = (id: string) => columnIndex(frame, id)
  const columns = {
    device: at('device'),
    local: at('local'),
    day: at('day'),
    name: at('name'),
    mac: at('mac'),
    today: at('status'),
    yesterday: at('statusYesterday'),
    lastWeek: at('statusLastWeek'),
    reason: at('reason'),
    since: at('since'),
    running: at('running'),
    downDay: at('downDay'),
    downHour: at('downHour'),
    lostS: at('lostS'),
  }
  const cell = (column: number, row: number): Cell => (column < 0 ? null : cellOf(frame, column, row))
  let newest = -Infinity
  for (let row = 0; row < frame.rows; row++) {
    const day = cell(columns.day, row)
    if (typeof day === 'number' && day > newest) newest = day
  }
  const rows: DeviceRow[] = []
  for (let row = 0; row < frame.rows; row++) {
    const [device, local, day] = [cell(columns.device, row), cell(columns.local, row), cell(columns.day, row)]
    if (day !== newest || typeof device !== 'number' || typeof local !== 'number' || typeof day !== 'number') continue
    const number = (column: number) => {
      const value = cell(column, row)
      return typeof value === 'number' ? value : null
    }
    const downHour = cell(columns.downHour, row)
    const [mac, name, reason, since] = [
      cell(columns.mac, row),
      cell(columns.name, row),
      cell(columns.reason, row),
      cell(columns.since, row),
    ]
    const address = typeof mac === 'string' ? mac : `#${device}`
    rows.push({
      device,
      local,
      day,
      mac: address,
      name: typeof name === 'string' && name !== '' ? name : address,
      today: statusOfCode(cell(columns.today, row)),
      yesterday: statusOfCode(cell(columns.yesterday, row)),
      lastWeek: statusOfCode(cell(columns.lastWeek, row)),
      reason: isHealthReason(reason) ? reason : null,
      hour: isHour(since) ? since : null,
      downDay: number(columns.downDay),
      downHour: isHour(downHour) ? downHour : null,
      lostS: countOf(number(columns.lostS)),
      running: Number(cell(columns.running, row)) > 0,
    })
  }
  return rows
}

/** Place in a list that puts what needs a look first. */
export const urgency = (status: DeviceStatus | null): number =>
  status === null ? DEVICE_STATUSES.length : DEVICE_STATUSES.indexOf(status)

/** A count of a frame: nothing below zero. */
export const countOf = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.max(0, value)

/** Share of the open time in which footscans reported. */
export function passportOfTime(
  coveredS: number | null | undefined,
  openS: number | null | undefined,
  isRunning: boolean,
): Passport {
  const [covered, open] = [countOf(coveredS) ?? 0, countOf(openS) ?? 0]
  const share = open > 0 ? covered / open : NaN
  return {
    coverage: Number.isFinite(share) ? Math.min(1, share) : null,
    estimatedShare: 0,
    state: isRunning ? 'partial' : 'final',
    definitions: [],
    asOf: null,
  }
}

/** The same of an answer about footscans or about their days, whose rows hold the open and the covered seconds. */
export function passportOfRows(frame: Frame | undefined): Passport {
  const sum = (id: string): number | null => {
    const at = frame === undefined ? -1 : columnIndex(frame, id)
    if (frame === undefined || at < 0) return null
    let total = 0
    for (let row = 0; row < frame.rows; row++) total += Math.max(0, Number(cellOf(frame, at, row) ?? 0))
    return total
  }
  return passportOfTime(sum('coveredS'), sum('openS'), (sum('running') ?? 0) > 0)
}
