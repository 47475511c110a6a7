/**
 * CloudTrax and Open Mesh presence reports (Datto and EnGenius send the same fields): probes by access point, signed
 * with HMAC.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '#domain/days'
import type { Adapter } from '../reading.ts'
import { fieldsOf, gather, invalid, isFields, listOf, macOf, shown } from './read.ts'
import { instantS } from './read-instants.ts'
import { dbmOf } from './signal.ts'

export const openMesh: Adapter = {
  name: 'open-mesh',
  label: 'CloudTrax / Open Mesh',
  takes: 'json',
  types: ['application/json'],

  parse(body) {
    // The list is a field of the body; which one depends on the firmware.
    const lists = Array.isArray(body)
      ? [body]
      : isFields(body)
        ? Object.values(body).filter((value) => Array.isArray(value))
        : null
    if (lists === null) throw invalid(`The body is ${shown(body)}; expected the JSON of a presence report.`)
    const messages = gather(['mac'])
    for (const item of lists.flatMap((list) => listOf(list))) {
      const {
        node_mac: node,
        mac,
        first_seen: first,
        last_seen: last,
        max_signal: strongest,
        avg_signal: average,
        associated,
      } = fieldsOf(item)
      const device = macOf(node)
      if (device === null) {
        messages.missHomeless('FIELD_MISSING', item, 'node_mac as a MAC address')
        continue
      }
      const draft = messages.of(device)
      const visitor = macOf(mac)
      const [from, to] = [instantS(first ?? last), instantS(last ?? first)]
      const rssi = dbmOf(strongest ?? average)
      if (visitor === null) draft.miss('FIELD_MISSING', item, 'mac as a MAC address')
      else if (from === null || to === null || to < from || to - from > DAY_MS)
        draft.miss('TIME_UNREADABLE', item, 'first_seen and last_seen in epoch seconds, at most a day apart')
      else if (rssi === null) draft.miss('COUNT_UNREADABLE', item, 'max_signal in dBm')
      else draft.add({ kind: 'sighting', visitor, first: from, last: to, rssi, associated: associated === true })
    }
    return messages.messages()
  },

  /** HMAC-SHA-256 of the body in hex, in the header `Signature`. */
  verify(raw, headers, secret) {
    const given = (headers.signature ?? '')
      .trim()
      .toLowerCase()
      .replace(/^sha256=/, '')
    const expected = createHmac('sha256', secret).update(raw).digest()
    return /^[0-9a-f]{64}$/.test(given) && timingSafeEqual(Buffer.from(given, 'hex'), expected)
  },
}
