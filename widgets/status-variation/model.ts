/**
 * Each store today beside yesterday and the same weekday of last week: the store is down as soon as one of its
 * footscans is.
 */
import {
  changeOf,
  isNews,
  STATUS_CHANGES,
  statusOfAll,
  type DeviceStatus,
  type StatusChange,
} from '#domain/device-status'
import type { Cell } from '#domain/frame'
import type { Frames, Project, Projection, ProjectionContext } from '#engine/types'
import { localLabel } from '../lib/locals.ts'
import { textColumn } from '../lib/measure.ts'
import { deviceRows, passportOfRows, statusWord, type DeviceRow, urgency } from '../lib/status.ts'
import type { StatusVariationOptions } from './generated/options.ts'

interface Past {
  readonly yesterday: DeviceStatus | null
  readonly lastWeek: DeviceStatus | null
}

export interface StoreLine extends Past {
  readonly local: number
  readonly today: DeviceStatus | null
  /** Changes of its footscans, against the day of the option; opening hours are no change. */
  readonly changed: boolean
}

/** Same order as the rows. */
export interface VariationProjection extends Projection {
  readonly stores: readonly StoreLine[]
  /** Footscans of all stores by status: what is looked for first. */
  readonly counts: Readonly<Record<DeviceStatus, number>>
  readonly note: string | null
}

export const isVariation = (projection: Projection): projection is VariationProjection => 'stores' in projection

const PLACES = ['today', 'yesterday', 'lastWeek'] as const
const HEADS = { today: 'onTheDate', yesterday: 'before.yesterday', lastWeek: 'before.lastWeek' } as const

export const project = ((options, { rows }: Frames, context): VariationProjection => {
  const devices = rows === undefined ? [] : deviceRows(rows)
  const all = [...Map.groupBy(devices, ({ local }) => local)].map(([local, own]) =>
    storeOf(local, own, options, context),
  )
  const shown = all.filter(({ line }) => options.show === 'all' || line.changed)
  shown.sort(
    (a, b) =>
      urgency(a.line.today) - urgency(b.line.today) ||
      Number(b.line.changed) - Number(a.line.changed) ||
      a.name.localeCompare(b.name, context.locale),
  )
  const running = devices.some((device) => device.running)
  const count = (status: DeviceStatus) => all.filter(({ line }) => line.today === status).length
  const footscans = (status: DeviceStatus) => devices.filter(({ today }) => today === status).length
  return {
    columns: [
      textColumn('local', context.t('local')),
      ...PLACES.map((place) => textColumn(place, context.t(HEADS[place]))),
      textColumn('change', context.t(`changed.${options.versus}`)),
    ],
    rows: shown.map(({ cells }) => cells),
    states: shown.map(() => (running ? 'partial' : 'final')),
    category: 'local',
    summary:
      all.length === 0
        ? context.t('noFootscans')
        : context.t('summary.counts', {
            up: count('UP'),
            down: count('DOWN'),
            closed: count('CLOSED'),
            changed: all.filter(({ line }) => line.changed).length,
          }),
    passport: passportOfRows(rows),
    stores: shown.map(({ line }) => line),
    counts: { DOWN: footscans('DOWN'), UP: footscans('UP'), CLOSED: footscans('CLOSED') },
    note: running ? context.t('status:running') : null,
  }
}) satisfies Project<StatusVariationOptions>

function storeOf(
  local: number,
  own: readonly DeviceRow[],
  { versus }: Required<StatusVariationOptions>,
  context: ProjectionContext,
): { name: string; line: StoreLine; cells: Cell[] } {
  const name = localLabel(context, local)
  const status = (place: (typeof PLACES)[number]) =>
    statusOfAll(own.flatMap((device) => (device[place] === null ? [] : [device[place]])))
  const changes = own.flatMap((device): StatusChange[] => {
    const change = changeOf(device[versus], device.today)
    return isNews(change) ? [change] : []
  })
  const line: StoreLine = {
    local,
    today: status('today'),
    yesterday: status('yesterday'),
    lastWeek: status('lastWeek'),
    changed: changes.length > 0,
  }
  return {
    name,
    line,
    cells: [
      name,
      ...PLACES.map((place) =>
        cellOf(
          line[place],
          own.map((device) => device[place]),
          context,
        ),
      ),
      changeText(changes, own.length, context),
    ],
  }
}

/** "Down · 2 of 5": how many footscans make it so; the word alone where all of them do. */
function cellOf(
  status: DeviceStatus | null,
  each: readonly (DeviceStatus | null)[],
  context: ProjectionContext,
): string {
  const word = statusWord(context, status)
  const known = each.filter((one) => one !== null)
  const n = known.filter((one) => one === status).length
  return status === null || n === known.length ? word : context.t('status:of', { word, n, total: known.length })
}

function changeText(changes: readonly StatusChange[], devices: number, { t }: ProjectionContext): string | null {
  const words = STATUS_CHANGES.flatMap((change) => {
    const n = changes.filter((one) => one === change).length
    return n === 0 ? [] : [devices === 1 ? t(`status:change.${change}`) : `${t(`status:change.${change}`)}: ${n}`]
  })
  return words.length === 0 ? null : words.join(' · ')
}
