/**
 * Messages forwarded by a LoRaWAN network server: its own envelope around the device's few bytes. Read are The Things
 * Stack v3, ChirpStack v4 and a plain form, `{ devEUI, fPort, data, time?, fCnt?, model? }`, one or a list of them.
 */
import type { AdapterContext, DeviceMessage } from '../reading.ts'
import {
  countOf,
  euiOf,
  fieldsOf,
  gather,
  invalid,
  isFields,
  piece,
  shown,
  textOf,
  type Draft,
  type Fields,
} from './read.ts'
import { instantMs, isoInstant } from './read-instants.ts'

export interface Uplink {
  /** 16 upper-case hex digits; null when the envelope does not say it. */
  readonly device: string | null
  readonly port: number | null
  /** Null for an envelope without payload, for example of a join. */
  readonly bytes: Uint8Array | null
  /** Epoch ms: when the gateway or server received it, else when the request arrived. */
  readonly at: number
  readonly counter: number | null
  /** The model in the envelope, lower case; '' when there is none. */
  readonly model: string
}

/** An application payload of LoRaWAN has at most 242 bytes; some servers join two. */
const BYTES_LIMIT = 512
const BATCH_LIMIT = 20_000

/**
 * Reads each uplink of a body. `read` adds what the bytes say; an uplink without bytes is a sign of life.
 *
 * @throws {IngestError} PAYLOAD_INVALID when the body is no envelope or names no device
 */
export function readUplinks(
  body: unknown,
  context: AdapterContext,
  read: (draft: Draft, uplink: Uplink & { readonly bytes: Uint8Array }) => void,
  deviceIn?: (bytes: Uint8Array) => string | null,
): DeviceMessage[] {
  const envelopes = Array.isArray(body) ? body : [body]
  if (envelopes.length > BATCH_LIMIT)
    throw invalid(`The list has ${envelopes.length} uplinks; at most ${BATCH_LIMIT} are read at once.`)
  const messages: DeviceMessage[] = []
  const homeless: unknown[] = []
  for (const envelope of envelopes) {
    const uplink = uplinkOf(envelope, context.receivedAt)
    const device = uplink.device ?? (uplink.bytes === null ? null : (deviceIn?.(uplink.bytes) ?? null))
    if (device === null) {
      homeless.push(envelope)
      continue
    }
    // One message an uplink: each has its own counter.
    const gathered = gather()
    const draft = gathered.of(device)
    if (uplink.counter !== null) draft.sequence = uplink.counter
    const { bytes } = uplink
    if (bytes === null) {
      if (hasPayload(envelope))
        draft.miss('COUNT_UNREADABLE', envelope, `data as hex or base64 of at most ${BYTES_LIMIT} bytes`)
      else draft.add({ kind: 'heartbeat', at: uplink.at, flags: [] })
    } else read(draft, { ...uplink, bytes })
    messages.push(...gathered.messages())
  }
  const [first] = messages
  if (first === undefined && homeless.length > 0)
    throw invalid(
      `No uplink names its device: devEUI is ${shown(fieldsOf(homeless[0]).devEUI)}; expected 16 hex digits.`,
    )
  if (first === undefined || homeless.length === 0) return messages
  const lost = homeless.map((what) => ({
    reason: 'FIELD_MISSING' as const,
    what: piece(what),
    expected: 'devEUI as 16 hex digits',
  }))
  return [{ ...first, unread: [...first.unread, ...lost] }, ...messages.slice(1)]
}

function hasPayload(envelope: unknown): boolean {
  const fields = fieldsOf(envelope)
  return [fields.data, fields.payload, fieldsOf(fields.uplink_message).frm_payload].some(
    (value) => value !== undefined && value !== null && value !== '',
  )
}

function uplinkOf(envelope: unknown, receivedAt: number): Uplink {
  if (!isFields(envelope)) return { device: null, port: null, bytes: null, at: receivedAt, counter: null, model: '' }
  if (isFields(envelope.end_device_ids)) return ofThingsStack(envelope, envelope.end_device_ids, receivedAt)
  if (isFields(envelope.deviceInfo)) return ofChirpStack(envelope, envelope.deviceInfo, receivedAt)
  const model = textOf(envelope.model).toLowerCase()
  const at = instantMs(envelope.time) ?? isoInstant(envelope.time) ?? receivedAt
  return {
    device: euiOf(envelope.devEUI ?? envelope.devEui ?? envelope.dev_eui),
    port: countOf(envelope.fPort ?? envelope.port),
    bytes: bytesOf(envelope.data ?? envelope.payload, envelope.encoding),
    at,
    counter: countOf(envelope.fCnt),
    model,
  }
}

function ofThingsStack(envelope: Fields, ids: Fields, receivedAt: number): Uplink {
  const message = fieldsOf(envelope.uplink_message)
  const at = isoInstant(message.received_at) ?? isoInstant(envelope.received_at) ?? receivedAt
  return {
    device: euiOf(ids.dev_eui),
    port: countOf(message.f_port),
    bytes: bytesOf(message.frm_payload, 'base64'),
    at,
    counter: countOf(message.f_cnt),
    model: `${textOf(fieldsOf(message.version_ids).model_id)} ${textOf(ids.device_id)}`.trim().toLowerCase(),
  }
}

function ofChirpStack(envelope: Fields, info: Fields, receivedAt: number): Uplink {
  return {
    device: euiOf(info.devEui),
    port: countOf(envelope.fPort),
    bytes: bytesOf(envelope.data, 'base64'),
    at: isoInstant(envelope.time) ?? receivedAt,
    counter: countOf(envelope.fCnt),
    model: `${textOf(fieldsOf(info.tags).model)} ${textOf(info.deviceProfileName)} ${textOf(info.deviceName)}`
      .trim()
      .toLowerCase(),
  }
}

/** Hex or base64; without a word on it, what can be hex is hex. */
function bytesOf(value: unknown, encoding: unknown): Uint8Array | null {
  if (typeof value !== 'string' || value.length > BYTES_LIMIT * 3) return null
  const text = value.replaceAll(/\s/g, '')
  const isHex = /^([0-9a-f]{2})+$/i.test(text)
  if (encoding !== 'base64' && isHex) return limited(Buffer.from(text, 'hex'))
  if (encoding === 'hex' || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return null
  return limited(Buffer.from(text, 'base64'))
}

const limited = (bytes: Uint8Array) => (bytes.length > 0 && bytes.length <= BYTES_LIMIT ? bytes : null)

/** Bytes as text, for messages. */
export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()
