/** Footscan rows for tests, as the workday call answers them. */
import { STATUS_CODE, UNKNOWN_STATUS, type DeviceStatus } from '#domain/device-status'
import { fromRows } from '#domain/frame-build'
import type { Cell, Column, Frame } from '#domain/frame'

export interface Device {
  device: number
  local: number
  day?: number
  today: DeviceStatus
  yesterday?: DeviceStatus
  lastWeek?: DeviceStatus
  reason?: string
  hour?: number
  name?: string
  mac?: string
  running?: boolean
  downDay?: number
  downHour?: number
  lostS?: number
}

export const WORKDAY = 20_772
const dim = (id: string, type: Column['type'] = 'int'): Column => ({ id, type, role: 'dim' })
const COLUMNS: readonly Column[] = [
  dim('day', 'day'),
  dim('local'),
  dim('device'),
  dim('status'),
  dim('statusYesterday'),
  dim('statusLastWeek'),
  dim('reason', 'text'),
  dim('since'),
  dim('name', 'text'),
  dim('mac', 'text'),
  { id: 'running', type: 'int', role: 'measure' },
  dim('downDay', 'day'),
  dim('downHour'),
  { id: 'lostS', type: 'int', role: 'measure', unit: 'seconds' },
]
const code = (status: DeviceStatus | undefined) => (status === undefined ? UNKNOWN_STATUS : STATUS_CODE[status])

export const devicesFrame = (devices: readonly Device[]): Frame =>
  fromRows(
    COLUMNS,
    devices.map(
      ({
        device,
        local,
        day = WORKDAY,
        today,
        yesterday,
        lastWeek,
        reason,
        hour,
        name,
        mac,
        running,
        downDay,
        downHour,
        lostS,
      }): Cell[] => [
        day,
        local,
        device,
        code(today),
        code(yesterday),
        code(lastWeek),
        reason ?? null,
        hour ?? null,
        name ?? null,
        mac ?? `02:AF:0E:00:00:${String(device).padStart(2, '0')}`,
        running === true ? 1 : 0,
        downDay ?? null,
        downHour ?? null,
        lostS ?? null,
      ],
    ),
  )

const SUMMARY: readonly Column[] = [
  dim('day', 'day'),
  ...['up', 'down', 'closed', 'newUp', 'newDown', 'running', 'pings', 'expectedPings'].map((id): Column => ({
    id,
    type: 'int',
    role: 'measure',
  })),
]

/** One row a date from WORKDAY on: up, down, closed, newUp, newDown, running, pings, expectedPings. */
export const summaryFrame = (rows: readonly (readonly (number | null)[])[]): Frame =>
  fromRows(
    SUMMARY,
    rows.map((row, at) => [WORKDAY + at, ...row]),
  )
