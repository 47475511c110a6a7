/**
 * Axis: the Retail Data push, and what AXIS People Counter and AXIS P8815-2 answer when they are asked (posted on by a
 * script).
 */
import { DAY_MS } from '#domain/days'
import { isZone } from '../../../facts/zone.ts'
import type { Adapter, AdapterContext } from '../reading.ts'
import {
  civilSeconds,
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
import { placeCivil, placeNear } from './place-time.ts'
import { instantMs, isoInstant } from './read-instants.ts'

const ROWS_LIMIT = 200_000
/**
 * Names the camera of a body that does not: `text/csv; device=00408CAC512B`. The type is the one header that is kept
 * with the body.
 */
const DEVICE_PARAMETER = /;\s*device="?([0-9A-Fa-f:-]{12,17})"?/
const deviceOfType = (context: AdapterContext) => DEVICE_PARAMETER.exec(context.headers['content-type'] ?? '')?.[1]

export const axis: Adapter = {
  name: 'axis',
  label: 'Axis',
  takes: 'bytes',
  types: ['application/json', 'text/csv', 'text/plain', 'application/octet-stream'],

  parse(body, context) {
    const text = textOfBody(body)
    if (!/^\s*[[{]/.test(text)) return readCsv(text, context)
    const json = jsonOf(text)
    if (isFields(json) && isFields(json.sensor)) return readPush(json, json.sensor)
    if (isFields(json) && json.timestamp !== undefined && json.in !== undefined) return readLiveSum(json, context)
    if (isFields(json) && json.timestamp !== undefined && json.direction !== undefined)
      return readPassage(json, context)
    return readExport(json, context)
  },
}

function textOfBody(body: unknown): string {
  if (!(body instanceof Uint8Array)) throw invalid('The body was not read as bytes; send it as JSON or CSV.')
  const nul = body.indexOf(0)
  if (nul >= 0) throw invalid(`Byte ${nul + 1} is zero; expected plain UTF-8 text, not UTF-16.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (cause) {
    throw invalid('The body is not UTF-8.', undefined, cause)
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalid('The body begins like JSON and cannot be read as JSON.', undefined, cause)
  }
}

/** Retail Data push: each measurement has items by direction. Children are in `count`; `adults` is a part of it. */
function readPush(body: Fields, sensor: Fields) {
  const messages = gather()
  const draft = messages.of(deviceOf(sensor.serial, 'sensor.serial'))
  const sent = isoInstant(body.utcSent)
  if (sent !== null) draft.sentAt = sent
  let newest: number | null = null
  for (const measurement of listOf(fieldsOf(body.data).measurements)) {
    const { kind, utcFrom, utcTo, items } = fieldsOf(measurement)
    if (kind !== 'people-counts') continue
    const start = isoInstant(utcFrom)
    const end = isoInstant(utcTo)
    if (start === null || end === null || end <= start || end - start > DAY_MS) {
      draft.miss('TIME_UNREADABLE', measurement, 'utcFrom and utcTo as ISO times in UTC, at most a day apart')
      continue
    }
    const of = (direction: string) =>
      sumOf(
        listOf(items)
          .map(fieldsOf)
          .filter((item) => item.direction === direction),
      )
    const entered = of('in')
    const left = of('out')
    if (entered === 'wrong' || left === 'wrong' || (entered === null && left === null))
      draft.miss('COUNT_UNREADABLE', measurement, 'items with direction in or out and count as a whole number')
    else {
      draft.add({ kind: 'count', line: '', start, end, in: entered, out: left })
      newest = Math.max(newest ?? end, end)
    }
  }
  // At the end of its counts: sent again later, the message says the same.
  const firmware = textOf(sensor.applicationVersion)
  const at = newest ?? sent
  if (firmware !== '' && at !== null) draft.add({ kind: 'heartbeat', at, flags: [], firmware })
  return messages.messages()
}

/** Null when there is nothing to add up. */
function sumOf(items: readonly Fields[]): number | null | 'wrong' {
  let sum: number | null = null
  for (const { count } of items) {
    const people = countOf(count)
    if (people === null) return 'wrong'
    sum = (sum ?? 0) + people
  }
  return sum
}

/** `live-sum.json` of AXIS People Counter: counters since local midnight, in local time. Midnight is a restart. */
function readLiveSum(body: Fields, context: AdapterContext) {
  const messages = gather()
  const device = deviceOf(body.serial, 'serial')
  const draft = messages.of(device)
  const civil = compactCivil(body.timestamp)
  const zone = context.zoneOf(device)
  const at =
    civil === null || zone === undefined || !isZone(zone)
      ? 'TIME_UNREADABLE'
      : placeNear(zone, civil, context.receivedAt)
  const totalIn = countOf(body.in)
  const totalOut = countOf(body.out)
  if (typeof at === 'string')
    draft.miss(at, body, 'timestamp as YYYYMMDDhhmmss, of a camera whose local has a time zone')
  else if (totalIn === null || totalOut === null) draft.miss('COUNT_UNREADABLE', body, 'in and out as whole numbers')
  else {
    draft.sentAt = at
    draft.add({ kind: 'counter', line: '', at, totalIn, totalOut })
  }
  return messages.messages()
}

/** AXIS Direction Detector, one passage a message. */
function readPassage(body: Fields, context: AdapterContext) {
  const messages = gather()
  const serial = [body.device, body.serial, deviceOfType(context)].find((value) => macOf(value) !== null)
  const draft = messages.of(deviceOf(serial ?? body.device, 'device'))
  const at = instantMs(body.timestamp)
  const direction = textOf(body.direction).toLowerCase()
  if (at === null) draft.miss('TIME_UNREADABLE', body, 'timestamp in epoch ms')
  else if (direction !== 'in' && direction !== 'out') draft.miss('COUNT_UNREADABLE', body, 'direction in or out')
  else
    draft.add({
      kind: 'event',
      line: '',
      at,
      in: direction === 'in' ? 1 : 0,
      out: direction === 'out' ? 1 : 0,
      sequence: 0,
    })
  return messages.messages()
}

/** Civil seconds of `YYYYMMDDhhmmss` or `YYYYMMDDhhmm`. */
function compactCivil(value: unknown): number | null {
  const match = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?$/.exec(textOf(value))
  return match ? civilSeconds(`${match[1]}-${match[2]}-${match[3]} ${match[4]}:${match[5]}:${match[6] ?? '00'}`) : null
}

interface Row {
  readonly from: string
  readonly to: string
  readonly in: unknown
  readonly out: unknown
  /** Its camera, where it names one. */
  readonly serial: unknown
  readonly what: unknown
}

/** Exports as JSON: a list of intervals, alone or in one of these fields. */
function readExport(json: unknown, context: AdapterContext) {
  const fields = fieldsOf(json)
  const list = Array.isArray(json)
    ? json
    : ['data', 'counts', 'measurements', 'intervals'].map((name) => fields[name]).find(Array.isArray)
  if (list === undefined)
    throw invalid(
      'There is none of sensor, timestamp with in and out, and a list of intervals; expected a push or an export of ' +
        'Axis.',
    )
  const rows = list.map((item): Row => {
    const row = fieldsOf(item)
    return {
      from: textOf(row.from ?? row.start ?? row.timestamp ?? row.time),
      to: textOf(row.to ?? row.end ?? row.stop),
      in: row.in,
      out: row.out,
      serial: row.serial,
      what: item,
    }
  })
  return readRows(rows, fields.serial ?? rows[0]?.serial, context)
}

/** Exports as CSV: a header line with a time and the two counts, then one line an interval. */
function readCsv(text: string, context: AdapterContext) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const head = (lines[0] ?? '').split(/[,;\t]/).map((name) => name.trim().replaceAll('"', '').toLowerCase())
  const column = (names: readonly string[]) => head.findIndex((name) => names.includes(name))
  const [from, to, entered, left] = [
    column(['from', 'start', 'timestamp', 'time', 'date']),
    column(['to', 'end', 'stop']),
    column(['in', 'in_count', 'count in']),
    column(['out', 'out_count', 'count out']),
  ]
  if (from < 0 || entered < 0 || left < 0)
    throw invalid(`Line 1 is ${shown(lines[0] ?? '')}; expected column names with a time (start), in and out.`, {
      line: 1,
    })
  const serial = column(['serial', 'mac'])
  const rows = lines.slice(1).map((line): Row => {
    const cells = line.split(/[,;\t]/).map((cell) => cell.trim().replaceAll('"', ''))
    return {
      from: cells[from] ?? '',
      to: to < 0 ? '' : (cells[to] ?? ''),
      in: cells[entered],
      out: cells[left],
      serial: cells[serial],
      what: { line },
    }
  })
  return readRows(rows, rows[0]?.serial, context)
}

/**
 * In civil time of the camera, unless a time says its offset. An interval without an end is as long as the shortest
 * step of its camera. A row that names no camera is of `serial`.
 */
function readRows(rows: readonly Row[], serial: unknown, context: AdapterContext) {
  if (rows.length > ROWS_LIMIT)
    throw invalid(`The export has ${rows.length} rows; at most ${ROWS_LIMIT} are read at once.`)
  const messages = gather()
  const first = deviceOf(
    macOf(serial) === null ? deviceOfType(context) : serial,
    'serial, or device in the content type,',
  )
  messages.of(first)
  for (const [device, own] of Map.groupBy(rows, (row) => macOf(row.serial) ?? first))
    readRowsOf(messages.of(device), own, context.zoneOf(device))
  return messages.messages()
}

function readRowsOf(draft: Draft, rows: readonly Row[], zone: string | undefined) {
  const place = (text: string) => instantOfText(text, zone)
  const starts = rows.map(({ from }) => place(from))
  const usual = stepOf(starts)
  rows.forEach((row, i) => {
    const start = starts[i]!
    const stated = row.to === '' ? null : place(row.to)
    const end = typeof stated === 'number' ? stated : typeof start === 'number' && usual !== null ? start + usual : null
    addRow(draft, row, start, end)
  })
}

function addRow(draft: Draft, row: Row, start: number | string, end: number | null) {
  const entered = countOf(row.in)
  const left = countOf(row.out)
  if (typeof start === 'string')
    draft.miss(
      start === 'TIME_AMBIGUOUS' ? 'TIME_AMBIGUOUS' : 'TIME_UNREADABLE',
      row.what,
      'a time with its offset, or a local time that came once in the zone of the local',
    )
  else if (end === null || end <= start || end - start > DAY_MS)
    draft.miss('TIME_UNREADABLE', row.what, 'an end of the interval, or several rows with equal steps')
  else if (entered === null || left === null) draft.miss('COUNT_UNREADABLE', row.what, 'in and out as whole numbers')
  else draft.add({ kind: 'count', line: '', start, end, in: entered, out: left })
}

function instantOfText(text: string, zone: string | undefined): number | 'TIME_AMBIGUOUS' | 'TIME_UNREADABLE' {
  const exact = isoInstant(text)
  if (exact !== null) return exact
  const civil = compactCivil(text) ?? civilSeconds(text)
  return civil === null || zone === undefined || !isZone(zone) ? 'TIME_UNREADABLE' : placeCivil(zone, civil)
}

/** The resolution of an export without ends: the shortest step between two rows that follow each other. */
function stepOf(starts: readonly (number | string)[]): number | null {
  let step: number | null = null
  for (let i = 1; i < starts.length; i += 1) {
    const [before, after] = [starts[i - 1]!, starts[i]!]
    if (typeof before === 'number' && typeof after === 'number' && after > before)
      step = Math.min(step ?? Infinity, after - before)
  }
  return step
}
