/**
 * Footscans whose status differs from the day before, or from the same weekday of last week: failures first, the
 * longest before the others.
 */
import { changeOf, isNews, STATUS_CHANGES, type DeviceStatus, type StatusChange } from '#domain/device-status'
import { formatter } from '#domain/format'
import type { Frames, Project, Projection, ProjectionContext } from '#engine/types'
import { localLabel } from '../lib/locals.ts'
import { textColumn } from '../lib/measure.ts'
import { deviceRows, passportOfRows, reasonText, statusWord, type DeviceRow } from '../lib/status.ts'
import type { StatusChangesOptions } from './generated/options.ts'

export interface ChangeLine {
  readonly device: number
  readonly local: number
  readonly mac: string
  readonly before: DeviceStatus | null
  readonly now: DeviceStatus | null
  readonly change: StatusChange
}

/** Same order as the rows. */
export interface ChangesProjection extends Projection {
  readonly lines: readonly ChangeLine[]
  readonly note: string | null
}

export const isChanges = (projection: Projection): projection is ChangesProjection => 'lines' in projection

interface Changed {
  readonly device: DeviceRow
  readonly change: StatusChange
  readonly local: string
}

export const project = ((options, { rows }: Frames, context): ChangesProjection => {
  const devices = rows === undefined ? [] : deviceRows(rows)
  const changed = devices
    .flatMap((device): Changed[] => {
      const change = changeOf(device[options.versus], device.today)
      if (change === null || (!options.openings && !isNews(change))) return []
      return [{ device, change, local: localLabel(context, device.local) }]
    })
    .sort(
      (a, b) =>
        STATUS_CHANGES.indexOf(a.change) - STATUS_CHANGES.indexOf(b.change) ||
        (b.device.lostS ?? 0) - (a.device.lostS ?? 0) ||
        a.local.localeCompare(b.local, context.locale) ||
        a.device.name.localeCompare(b.device.name, context.locale),
    )
  const running = devices.some((device) => device.running)
  return {
    columns: [
      textColumn('device', context.t('device')),
      textColumn('local', context.t('local')),
      textColumn('change', context.t('change')),
      textColumn('reason', context.t('reason')),
      textColumn('since', context.t('since')),
      { id: 'lost', label: context.t('lost'), format: 'duration', role: 'measure', unit: 'seconds' },
      textColumn('before', context.t(`before.${options.versus}`)),
      textColumn('now', context.t('onTheDate')),
    ],
    rows: changed.map(({ device, change, local }) => [
      device.name,
      local,
      context.t(`status:change.${change}`),
      reasonText(context, device.reason, null),
      sinceText(context, device),
      device.lostS,
      statusWord(context, device[options.versus]),
      statusWord(context, device.today),
    ]),
    states: changed.map(() => (running ? 'partial' : 'final')),
    category: 'device',
    summary:
      changed.length === 0
        ? context.t(`none.${options.versus}`)
        : context.t(`summary.${options.versus}`, {
            n: changed.length,
            down: changed.filter(({ change }) => change === 'down').length,
            back: changed.filter(({ change }) => change === 'back').length,
          }),
    passport: passportOfRows(rows),
    lines: changed.map(({ device, change }) => ({
      device: device.device,
      local: device.local,
      mac: device.mac,
      before: device[options.versus],
      now: device.today,
      change,
    })),
    note: running ? context.t('status:running') : null,
  }
}) satisfies Project<StatusChangesOptions>

/** "09:00" of the day itself; of an outage that is older its day too, and which day of it this is. */
function sinceText({ locale, t }: ProjectionContext, { day, hour, downDay, downHour }: DeviceRow): string | null {
  const { day: date, hour: time, exact } = formatter(locale)
  const from = downHour ?? hour
  if (downDay === null || downDay >= day) return from === null ? null : time(from)
  return t('sinceDay', {
    from: downHour === null ? date(downDay) : `${date(downDay)} ${time(downHour)}`,
    days: exact(day - downDay + 1),
  })
}
