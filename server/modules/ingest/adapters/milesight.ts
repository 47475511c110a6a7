/** Milesight VS series: LoRaWAN frames through a network server, and the JSON of VS121-P. */
import { isZone } from '../../../facts/zone.ts'
import type { HealthFlag } from '../../../facts/health-flags.ts'
import type { Adapter, AdapterContext } from '../reading.ts'
import { hexOf, readUplinks, type Uplink } from './lora.ts'
import { readFrame, type Frame } from './milesight-frame.ts'
import {
  civilSeconds,
  countOf,
  deviceOf,
  fieldsOf,
  gather,
  isFields,
  listOf,
  textOf,
  type Draft,
  type Fields,
} from './read.ts'
import { placeNear } from './place-time.ts'

const LOW_BATTERY = 10

export const milesight: Adapter = {
  name: 'milesight',
  label: 'Milesight VS series',
  takes: 'json',
  types: ['application/json'],

  parse(body, context) {
    if (isFields(body) && isFields(body.device_info)) return readRegionJson(body, body.device_info, context)
    return readUplinks(body, context, readUplink)
  },
}

function readUplink(draft: Draft, uplink: Uplink & { readonly bytes: Uint8Array }) {
  const frame = readFrame(uplink.bytes)
  const at = frame.at !== undefined && frame.at > 0 ? frame.at : uplink.at
  addCounters(draft, frame, at)
  addPeriods(draft, frame, uplink, at)
  if (frame.people !== undefined) draft.add({ kind: 'occupancy', line: '', at, people: frame.people })
  for (const [region, people] of frame.regions) draft.add({ kind: 'occupancy', line: `region-${region}`, at, people })
  if (frame.stoppedAt !== undefined)
    draft.miss(
      'FIELD_MISSING',
      { data: hexOf(uplink.bytes.subarray(frame.stoppedAt)), byte: frame.stoppedAt },
      'a channel of VS121, VS133, VS135 or VS350 with all its bytes',
    )
  // A frame without counts, such as the one after a join, is a sign of life.
  const flags: HealthFlag[] = frame.battery !== undefined && frame.battery <= LOW_BATTERY ? ['lowBattery'] : []
  const battery = frame.battery !== undefined && frame.battery <= 100 ? { battery: frame.battery } : {}
  draft.add({
    kind: 'heartbeat',
    at,
    flags,
    ...battery,
    ...(frame.firmware !== undefined && { firmware: frame.firmware }),
  })
}

/** The first line has no name, so that a device with one line has one stream, for every model. */
const nameOf = (line: number) => (line === 1 ? '' : String(line))

function addCounters(draft: Draft, frame: Frame, at: number) {
  for (const [line, { in: totalIn = null, out: totalOut = null, bits }] of frame.totals) {
    draft.add({ kind: 'counter', line: nameOf(line), at, totalIn, totalOut, bits })
  }
  for (const { at: then, in: entered, out, totalIn, totalOut } of frame.history) {
    if (totalIn !== undefined && totalOut !== undefined)
      draft.add({ kind: 'counter', line: '', at: then, totalIn, totalOut, bits: 16 })
    else draft.add({ kind: 'event', line: '', at: then, in: entered, out, sequence: 0 })
  }
}

/**
 * A period is the same people as the difference of two totals, so it only counts where no totals are sent. VS133 and
 * VS135 send the two in frames of their own: there the totals are the count, and periods are left out.
 */
function addPeriods(draft: Draft, frame: Frame, uplink: Uplink, at: number) {
  if (frame.periods.size === 0 || frame.totals.size > 0) return
  const model = frame.model || (/vs13[35]/.test(uplink.model) ? 'vs13x' : (/vs(350|121)/.exec(uplink.model)?.[0] ?? ''))
  const only = frame.periods.get(1)
  if (model === 'vs13x' || only === undefined) return
  if (model === '')
    draft.miss(
      'LINE_UNREADABLE',
      { period: only },
      'totals switched on in the device, or VS350 or VS121 in the model or name of the envelope',
    )
  else draft.add({ kind: 'event', line: '', at, in: only.in, out: only.out, sequence: uplink.counter ?? 0 })
}

/** VS121-P, "Region People Counting": people now, in all and in each region, in the civil time of the device. */
function readRegionJson(body: Fields, info: Fields, context: AdapterContext) {
  const messages = gather()
  const device = deviceOf(info.device_mac, 'device_info.device_mac')
  const draft = messages.of(device)
  const time = fieldsOf(body.time_info)
  const at = instantOfDevice(time, context, device)
  if (typeof at === 'string') {
    draft.miss(at, time, 'time_info.end_time as YYYY/MM/DD HH:MM:SS with timezone as UTC+H:MM')
    return messages.messages()
  }
  draft.sentAt = at
  const people = countOf(body.current_total)
  if (people === null)
    draft.miss('COUNT_UNREADABLE', { current_total: body.current_total }, 'current_total as a whole number')
  else draft.add({ kind: 'occupancy', line: '', at, people })
  const numbers = listOf(body.numbering_regions)
  listOf(body.current_counted).forEach((value, i) => {
    const count = countOf(value)
    if (count === null) draft.miss('COUNT_UNREADABLE', { region: i + 1, value }, 'current_counted as whole numbers')
    else draft.add({ kind: 'occupancy', line: `region-${textOf(numbers[i]) || i + 1}`, at, people: count })
  })
  return messages.messages()
}

function instantOfDevice(
  time: Fields,
  context: AdapterContext,
  device: string,
): number | 'TIME_UNREADABLE' | 'TIME_AMBIGUOUS' {
  const civil = civilSeconds(time.end_time)
  if (civil === null) return 'TIME_UNREADABLE'
  const match = /^UTC\s*([+-])(\d{1,2})(?::(\d{2}))?$/i.exec(textOf(time.timezone))
  const offset = match ? (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 3600 + Number(match[3] ?? 0) * 60) : null
  const isSummer = [true, 1, '1', 'true', 'on', 'enable', 'enabled'].includes(time.dst_status as string)
  if (offset !== null && !isSummer) return (civil - offset) * 1000
  // With summer time switched on, only the zone of the local knows when it holds.
  const zone = context.zoneOf(device)
  if (zone !== undefined && isZone(zone)) return placeNear(zone, civil, context.receivedAt)
  return 'TIME_UNREADABLE'
}
