/**
 * Cisco Meraki Scanning API, versions 3 and 2: which access points received which phone, with which signal. Its secret,
 * in the body, is the device key.
 */
import type { Adapter } from '../reading.ts'
import { fieldsOf, gather, invalid, isFields, listOf, macOf, shown, type Fields } from './read.ts'
import { instantMs, instantS, isoInstant } from './read-instants.ts'
import { dbmOf } from './signal.ts'

/** Fields that identify a person; `secret` is ours and is not kept either. */
const HIDDEN = ['clientMac', 'clientId', 'userId', 'ipv4', 'ipv6', 'secret', 'name']

export const meraki: Adapter = {
  name: 'meraki',
  label: 'Cisco Meraki Scanning',
  takes: 'json',
  types: ['application/json'],

  parse(body) {
    if (!isFields(body) || !isFields(body.data))
      throw invalid(`data is ${shown(fieldsOf(body).data)}; expected the JSON of the Scanning API.`)
    const messages = gather(HIDDEN)
    const isVersion2 =
      body.type === 'DevicesSeen' ||
      (body.data.apMac !== undefined && body.type !== 'Bluetooth' && body.type !== 'BluetoothDevicesSeen')
    if (isVersion2) readVersion2(messages, body.data)
    else if (body.type === 'WiFi') readVersion3(messages, body.data)
    // Bluetooth tags are things, not visitors.
    else if (body.type !== 'Bluetooth' && body.type !== 'BluetoothDevicesSeen')
      throw invalid(`type is ${shown(body.type)}; expected WiFi or DevicesSeen.`)
    return messages.messages()
  },
}

type Messages = ReturnType<typeof gather>

/** Version 2: one message an access point. */
function readVersion2(messages: Messages, data: Fields) {
  const device = macOf(data.apMac)
  if (device === null)
    throw invalid(`data.apMac is ${shown(data.apMac)}; expected the MAC address of the access point.`)
  const draft = messages.of(device)
  for (const item of listOf(data.observations)) {
    const seen = fieldsOf(item)
    const at = instantS(seen.seenEpoch) ?? isoInstant(seen.seenTime)
    const visitor = macOf(seen.clientMac)
    const rssi = dbmOf(seen.rssi)
    if (visitor === null) draft.miss('FIELD_MISSING', item, 'clientMac as a MAC address')
    // An epoch of 0 marks clients that were never received.
    else if (at === null || at === 0)
      draft.miss('TIME_UNREADABLE', item, 'seenEpoch in seconds or seenTime as an ISO time')
    else if (rssi === null) draft.miss('COUNT_UNREADABLE', item, 'rssi in dB above -95 dBm')
    else draft.add({ kind: 'sighting', visitor, first: at, last: at, rssi, associated: isText(seen.ssid) })
  }
}

/** Version 3: one message a network, by client; each location lists the access points that received it. */
function readVersion3(messages: Messages, data: Fields) {
  for (const item of listOf(data.observations)) {
    const { clientMac, ssid, locations, latestRecord } = fieldsOf(item)
    const visitor = macOf(clientMac)
    if (visitor === null) {
      messages.missHomeless('FIELD_MISSING', item, 'clientMac as a MAC address')
      continue
    }
    const latest = fieldsOf(latestRecord)
    const sightings = [
      ...listOf(locations)
        .map(fieldsOf)
        .flatMap(({ time, rssiRecords }) =>
          listOf(rssiRecords).map((record) => ({
            time,
            ap: fieldsOf(record).apMac,
            rssi: fieldsOf(record).rssi,
            what: record,
          })),
        ),
      ...(isFields(latestRecord)
        ? [{ time: latest.time, ap: latest.nearestApMac, rssi: latest.nearestApRssi, what: latestRecord as unknown }]
        : []),
    ]
    for (const { time, ap, rssi: signal, what } of sightings) {
      const device = macOf(ap)
      if (device === null) {
        messages.missHomeless('FIELD_MISSING', what, 'apMac as a MAC address')
        continue
      }
      const draft = messages.of(device)
      const at = isoInstant(time) ?? instantMs(time)
      const rssi = dbmOf(signal)
      if (at === null) draft.miss('TIME_UNREADABLE', { time, what }, 'time as an ISO time')
      else if (rssi === null) draft.miss('COUNT_UNREADABLE', what, 'rssi in dBm')
      else draft.add({ kind: 'sighting', visitor, first: at, last: at, rssi, associated: isText(ssid) })
    }
  }
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''
