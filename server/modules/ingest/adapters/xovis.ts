/**
 * Xovis 3D sensors: the data pushes of firmware 3/4 (interval and event) and of firmware 5 (logics, live data, status).
 */
import { DAY_MS } from '#domain/days'
import type { HealthFlag } from '../../../facts/health-flags.ts'
import type { Adapter } from '../reading.ts'
import {
  countOf,
  deviceOf,
  fieldsOf,
  gather,
  invalid,
  isFields,
  listOf,
  macOf,
  shown,
  textOf,
  type Draft,
  type Fields,
} from './read.ts'
import { instantMs, isoInstant } from './read-instants.ts'

export const xovis: Adapter = {
  name: 'xovis',
  label: 'Xovis',
  takes: 'json',
  types: ['application/json'],

  parse(body, context) {
    if (!isFields(body)) throw invalid(`The body is ${shown(body)}; expected the JSON object of a Xovis data push.`)
    const messages = gather()
    if (isFields(body.live_data)) {
      const draft = begin(messages, body.live_data)
      readLive(draft, body.live_data)
    } else if (isFields(body.logics_data)) {
      const draft = begin(messages, body.logics_data)
      readLogics(draft, body.logics_data)
    } else if (isFields(body.status_data)) {
      const draft = begin(messages, body.status_data)
      readStatus(draft, body.status_data, context.receivedAt)
    } else if (isFields(body.content)) {
      const info = fieldsOf(body['sensor-info'])
      const draft = messages.of(deviceOf(info['serial-number'], 'sensor-info.serial-number'))
      const sent = isoInstant(fieldsOf(body['sensor-time']).time)
      if (sent !== null) draft.sentAt = sent
      readIntervals(draft, body.content)
    } else if (Array.isArray(body.values)) {
      readEvents(messages, body)
    } else {
      throw invalid(
        'There is none of content, values, logics_data, live_data and status_data; expected a Xovis data push of ' +
          'firmware 3, 4 or 5.',
      )
    }
    return messages.messages()
  },
}

/** Firmware 5 names the sensor in sensor_info; the package's id counts up by one. */
function begin(messages: ReturnType<typeof gather>, data: Fields): Draft {
  const info = fieldsOf(data.sensor_info)
  const draft = messages.of(deviceOf(info.serial_number ?? info.serial, 'sensor_info.serial_number'))
  const sequence = countOf(fieldsOf(data.package_info).id)
  if (sequence !== null) draft.sequence = sequence
  const sent = instantMs(data.time ?? info.time) ?? isoInstant(data.time ?? info.time)
  if (sent !== null) draft.sentAt = sent
  return draft
}

/** Firmware 3/4, interval push: one measurement a minute and line, its values labelled fw and bw. */
function readIntervals(draft: Draft, content: Fields) {
  for (const element of listOf(content.element)) {
    const { 'element-id': id, 'element-name': name, 'data-type': type, measurement } = fieldsOf(element)
    if (type !== undefined && type !== 'LINE' && type !== 'ZONE') {
      draft.miss('LINE_UNREADABLE', element, 'data-type LINE or ZONE')
      continue
    }
    const line = textOf(id) || textOf(name)
    for (const one of listOf(measurement)) {
      const { from, to, value } = fieldsOf(one)
      const span = spanOf(isoInstant(from), isoInstant(to))
      if (span === null) {
        draft.miss('TIME_UNREADABLE', one, 'from and to as ISO times with an offset, at most a day apart')
        continue
      }
      const counts = labelled(value, 'label')
      if (type === 'ZONE') readZone(draft, line, span.end, value, one)
      else if (counts) draft.add({ kind: 'count', line, ...span, ...counts })
      else draft.miss('COUNT_UNREADABLE', one, 'values labelled fw and bw as whole numbers')
    }
  }
}

/** People in a zone at the end of the interval; other labels (for example of visits) are left out. */
function readZone(draft: Draft, line: string, at: number, value: unknown, what: unknown) {
  const [only] = listOf(value)
    .map(fieldsOf)
    .filter(({ label }) => typeof label !== 'string' || /^(fill|occupancy|count|balance)/i.test(label))
  const people = only === undefined ? null : countOf(only.value)
  if (people === null) draft.miss('COUNT_UNREADABLE', what, 'one value with the people in the zone')
  else draft.add({ kind: 'occupancy', line, at, people })
}

/** Forward is in. Null when neither is there or one is no count. */
function labelled(values: unknown, label: 'label' | 'name'): { in: number | null; out: number | null } | null {
  const of = (wanted: RegExp) => {
    const found = listOf(values)
      .map(fieldsOf)
      .find((value) => wanted.test(textOf(value[label])))
    return found === undefined ? null : (countOf(found.value) ?? Number.NaN)
  }
  const forward = of(/^(fw|forward|in)$/i)
  const backward = of(/^(bw|backward|out)$/i)
  if (Number.isNaN(forward) || Number.isNaN(backward) || (forward === null && backward === null)) return null
  return { in: forward, out: backward }
}

function spanOf(start: number | null, end: number | null): { start: number; end: number } | null {
  return start === null || end === null || end <= start || end - start > DAY_MS ? null : { start, end }
}

/** Firmware 3/4, event push. One crossing gives several events; only LineCount is a count. */
function readEvents(messages: ReturnType<typeof gather>, body: Fields) {
  const home = macOf(fieldsOf(body['sensor-info'])['serial-number'])
  const nth = new Map<string, number>()
  for (const event of listOf(body.values)) {
    const { type, serial, timestamp, direction, countItem, object } = fieldsOf(event)
    const device = macOf(serial) ?? home
    if (device === null) {
      messages.missHomeless('FIELD_MISSING', event, 'serial as a MAC address')
      continue
    }
    const draft = messages.of(device)
    if (textOf(type) !== 'LineCount') continue
    const at = instantMs(timestamp)
    const { id, name } = fieldsOf(countItem)
    const line = textOf(id) || textOf(name)
    if (at === null) draft.miss('TIME_UNREADABLE', event, 'timestamp in epoch ms')
    else if (direction !== 'forward' && direction !== 'backward')
      draft.miss('COUNT_UNREADABLE', event, 'direction forward or backward')
    else
      draft.add(
        crossing(
          line,
          at,
          direction === 'forward',
          countOf(fieldsOf(object).id) ?? next(nth, `${device} ${line} ${at}`),
        ),
      )
  }
}

const crossing = (line: string, at: number, forward: boolean, sequence: number) => ({
  kind: 'event' as const,
  line,
  at,
  in: forward ? 1 : 0,
  out: forward ? 0 : 1,
  sequence,
})

/** Place among the events of one line at one instant, when the device gives no number. */
function next(nth: Map<string, number>, key: string): number {
  const place = nth.get(key) ?? 0
  nth.set(key, place + 1)
  return place
}

/** Firmware 5, logics: minute records, several in one package. */
function readLogics(draft: Draft, data: Fields) {
  for (const logic of listOf(data.logics)) {
    const { id, name, info, records } = fieldsOf(logic)
    const line = textOf(id) || textOf(name)
    const isZone = /ZONE/i.test(textOf(info))
    for (const record of listOf(records)) {
      const { from, to, counts } = fieldsOf(record)
      const span = spanOf(instantMs(from) ?? isoInstant(from), instantMs(to) ?? isoInstant(to))
      const found = labelled(counts, 'name')
      if (span === null) draft.miss('TIME_UNREADABLE', record, 'from and to in epoch ms, from before to')
      else if (found) draft.add({ kind: 'count', line, ...span, ...found })
      else if (isZone)
        readZone(
          draft,
          line,
          span.end,
          listOf(counts).map((count) => ({ ...fieldsOf(count), label: fieldsOf(count).name })),
          record,
        )
      else draft.miss('COUNT_UNREADABLE', record, 'counts named fw and bw as whole numbers')
    }
  }
}

/** Firmware 5, live data: only crossings of lines; tracks and zone events are no counts. */
function readLive(draft: Draft, data: Fields) {
  const nth = new Map<string, number>()
  let newest: number | null = null
  for (const frame of listOf(data.frames)) {
    const { time, events } = fieldsOf(frame)
    const at = instantMs(time) ?? isoInstant(time)
    if (at !== null) newest = Math.max(newest ?? at, at)
    for (const event of listOf(events)) {
      const { type, attributes } = fieldsOf(event)
      const way = /^LINE_CROSS_(FORWARD|BACKWARD)$/.exec(textOf(type))?.[1]
      if (way === undefined) continue
      const { geometry_id: id, geometry_name: name, sequence_number: number } = fieldsOf(attributes)
      const line = textOf(id) || textOf(name)
      if (at === null) draft.miss('TIME_UNREADABLE', event, 'time of its frame in epoch ms')
      else draft.add(crossing(line, at, way === 'FORWARD', countOf(number) ?? next(nth, `${line} ${at}`)))
    }
  }
  if (newest !== null) draft.add({ kind: 'heartbeat', at: newest, flags: [] })
}

/** Firmware 5, status: the device reports itself. */
function readStatus(draft: Draft, data: Fields, receivedAt: number) {
  const states = fieldsOf(data.states)
  const flags: HealthFlag[] = []
  const state = textOf(fieldsOf(fieldsOf(states.device).state).value) || textOf(fieldsOf(states.device).state)
  if (state !== '' && !/^ok/i.test(state)) flags.push('stopped')
  const time = fieldsOf(states.time)
  if (time.ntp === false || fieldsOf(time.ntp).synced === false || /^(not|un)/i.test(textOf(time.ntp)))
    flags.push('clockNotSynced')
  const firmware = textOf(fieldsOf(states.updates).version)
  draft.add({ kind: 'heartbeat', at: draft.sentAt ?? receivedAt, flags, ...(firmware !== '' && { firmware }) })
}
