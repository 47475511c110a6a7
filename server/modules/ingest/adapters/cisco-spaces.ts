/**
 * Cisco Spaces (DNA Spaces) Firehose: newline-delimited JSON events, forwarded by the process that holds the stream
 * open. A device is a location of Spaces: its id is the footscan's external id.
 */
import { createHash } from 'node:crypto'
import { DAY_MS } from '#domain/days'
import type { Adapter } from '../reading.ts'
import { fieldsOf, gather, invalid, isFields, macOf, textOf, type Fields } from './read.ts'
import { instantMs } from './read-instants.ts'
import { dbmOf } from './signal.ts'

const LINES_LIMIT = 200_000
/** Spaces has decided itself that the phone is at the location: stronger than any threshold. */
const PRESENT_DBM = 0
const HIDDEN = ['device', 'rawUserId', 'userId', 'macAddress', 'ipAddress', 'mobile', 'email']

/** Events that say where a phone was, and the object each carries. */
const PRESENCE: ReadonlyMap<string, string> = new Map([
  ['DEVICE_ENTRY', 'deviceEntry'],
  ['DEVICE_EXIT', 'deviceExit'],
  ['DEVICE_PRESENCE', 'devicePresence'],
  ['DEVICE_LOCATION_UPDATE', 'deviceLocationUpdate'],
])

export const ciscoSpaces: Adapter = {
  name: 'cisco-spaces',
  label: 'Cisco Spaces Firehose',
  takes: 'bytes',
  types: ['application/x-ndjson', 'application/json', 'text/plain', 'application/octet-stream'],

  parse(body) {
    if (!(body instanceof Uint8Array))
      throw invalid('The body was not read as bytes; send it as newline-delimited JSON.')
    const lines = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
      .toString('utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
    if (lines.length > LINES_LIMIT)
      throw invalid(`The body has ${lines.length} events; at most ${LINES_LIMIT} are read at once.`)
    const messages = gather(HIDDEN)
    const seen = new Set<string>()
    lines.forEach((line, i) => {
      const event = eventOf(line)
      if (event === null) {
        messages.missHomeless('FIELD_MISSING', { line: i + 1 }, 'one JSON object a line')
        return
      }
      const uid = textOf(event.recordUid)
      if (uid !== '' && seen.has(uid)) return
      seen.add(uid)
      const name = PRESENCE.get(textOf(event.eventType))
      if (name !== undefined) readPresence(messages, event, fieldsOf(event[name]))
    })
    return messages.messages()
  },
}

function eventOf(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(line)
    return isFields(value) ? value : null
  } catch {
    return null
  }
}

/** An entry is a moment, an exit the whole stay. Zero means that a field is not set. */
function readPresence(messages: ReturnType<typeof gather>, event: Fields, presence: Fields) {
  const location = textOf(fieldsOf(presence.location).locationId)
  if (location === '') {
    messages.missHomeless('FIELD_MISSING', event, 'location.locationId')
    return
  }
  const draft = messages.of(location)
  const { macAddress, deviceId } = fieldsOf(presence.device)
  const visitor = macOf(macAddress) ?? madeUpMac(textOf(deviceId))
  const set = (value: unknown) => instantMs(value) || null
  const entry = set(presence.entryTimestamp)
  const moment = set(presence.lastSeenTime) ?? set(event.recordTimestamp)
  const isExit = event.eventType === 'DEVICE_EXIT' || /EXIT/.test(textOf(presence.presenceEventType))
  const last = isExit ? (set(presence.exitTimestamp) ?? moment) : moment
  const first = isExit ? (entry ?? last) : last
  if (visitor === null) draft.miss('FIELD_MISSING', event, 'device.macAddress or device.deviceId')
  else if (first === null || last === null || last < first || last - first > DAY_MS)
    draft.miss('TIME_UNREADABLE', event, 'recordTimestamp, entryTimestamp or exitTimestamp in epoch ms')
  else
    draft.add({
      kind: 'sighting',
      visitor,
      first,
      last,
      rssi: dbmOf(presence.maxDetectedRssi) ?? PRESENT_DBM,
      associated: textOf(presence.ssid) !== '',
    })
}

/**
 * Where Spaces hides the address it gives an id of its own: it identifies the phone as an address that is marked as
 * made up.
 */
function madeUpMac(deviceId: string): string | null {
  if (deviceId === '') return null
  const bytes = createHash('sha256').update(deviceId).digest().subarray(0, 6)
  bytes[0] = (bytes[0]! & 0xfc) | 0x02
  return macOf(bytes.toString('hex'))
}
