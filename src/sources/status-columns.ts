/** The columns of the Footscan Status answers, so that layouts can be checked against them before anything is asked. */
import type { Column, Unit } from '#domain/frame'

const dim = (id: string, type: Column['type'] = 'int', unit?: Unit): Column => ({
  id,
  type,
  role: 'dim',
  ...(unit && { unit }),
})
const measures = (unit: Unit, ...ids: string[]): Column[] =>
  ids.map((id) => ({ id, type: 'int', role: 'measure', unit }))

export const WORKDAYS: readonly Column[] = [
  dim('day', 'day', 'day'),
  dim('local', 'int', 'id'),
  dim('device', 'int', 'id'),
  dim('status'),
  dim('statusYesterday'),
  dim('statusLastWeek'),
  dim('reason', 'text'),
  dim('since', 'int', 'hour'),
  dim('downDay', 'day', 'day'),
  dim('downHour', 'int', 'hour'),
  ...measures('count', 'open', 'alert', 'running', 'pings'),
  ...measures('seconds', 'openS', 'coveredS', 'lostS'),
  ...measures('count', 'expectedPings'),
  dim('name', 'text'),
  dim('mac', 'text'),
]
export const STATUS_SUMMARY: readonly Column[] = [
  dim('day', 'day', 'day'),
  ...measures('count', 'up', 'down', 'closed', 'total', 'newUp', 'newDown', 'running', 'pings', 'expectedPings'),
  ...measures('seconds', 'openS', 'coveredS'),
]
