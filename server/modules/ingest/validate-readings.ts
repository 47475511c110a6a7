/** Validates messages: which readings are accepted, which are quarantined, and when a message is refused. */
import { isRecord } from '#domain/record'
import { AppError } from '../../lib/errors.ts'
import { brokenReading, EXPECTED, shiftOf, skewOf } from './checks.ts'
import type { ReadingQuarantineReason } from '#domain/reading-quarantine-reasons'
import type { Device } from './device-repo.ts'
import type { DeviceMessage, Reading } from './reading.ts'
import type { UnreadReason } from '#domain/unread-reasons'

/** Who sends: a client, and the one footscan of a key that is bound to it. */
export interface Sender {
  readonly client: number
  readonly footscan: number
}

export interface AcceptedMessage {
  readonly device: Device
  readonly message: DeviceMessage
  readonly receivedAt: number
  readonly skewMs: number
  readonly readings: readonly Reading[]
  /** False for readings released by a person: they do not count as contact. */ readonly isFromDevice: boolean
}

export interface QuarantinedInput {
  readonly client: number
  /** 0 = not known. */
  readonly local: number
  readonly device: string
  readonly reason: ReadingQuarantineReason | UnreadReason
  readonly adapter: string
  /** An unreadable one, as it was sent. */
  readonly reading: Reading | Readonly<Record<string, unknown>>
}

/** A reading that is not counted, by its index in the message. */
export interface RejectedReading {
  readonly index: number
  readonly reason: string
  readonly expected: string
}

export interface ValidatedReadings {
  readonly accepted: readonly AcceptedMessage[]
  readonly quarantined: readonly QuarantinedInput[]
  /** The first 100 of `quarantined`, for the sender. */ readonly rejected: readonly RejectedReading[]
  /** Number of readings, unreadable ones included. */ readonly received: number
}

export interface ValidationOptions {
  readonly receivedAt: number
  readonly readingDays: number
  readonly adapter: string
  readonly takesSightings: boolean
  /** Read again from the journal: readings of a device that changed its client are quarantined, none is refused. */
  readonly isReplay?: boolean
}

/** Adapter name of readings that are released from quarantine. */
export const RELEASED = 'release'

/**
 * Throws DEVICE_KEY_MISMATCH when any device belongs to another client, except in a replay. Nothing is accepted then.
 */
export function validateReadings(
  messages: readonly DeviceMessage[],
  devices: ReadonlyMap<string, Device>,
  sender: Sender,
  { receivedAt, readingDays, adapter, takesSightings, isReplay = false }: ValidationOptions,
): ValidatedReadings {
  if (!isReplay) requireOwn(messages, devices, sender)
  const accepted: AcceptedMessage[] = []
  const quarantined: QuarantinedInput[] = []
  const rejected: RejectedReading[] = []
  let received = 0
  const refuse = (index: number, reason: string, expected: string) => {
    if (rejected.length < MAX_REJECTED) rejected.push({ index, reason, expected })
  }
  const isFromDevice = adapter.replace(/^=+/, '') !== RELEASED
  for (const message of messages) {
    const begin = received
    received += message.readings.length + message.unread.length
    const found = devices.get(message.device)
    const device = found !== undefined && isOwn(found, sender) ? found : undefined
    const skewMs = skewOf(message.sentAt, receivedAt)
    const options = { receivedAt, shiftMs: shiftOf(skewMs), readingDays }
    const keep = (reading: QuarantinedInput['reading'], reason: QuarantinedInput['reason']) => {
      quarantined.push({
        client: sender.client,
        local: device?.local ?? 0,
        device: message.device,
        reason,
        adapter,
        reading,
      })
    }
    for (const [at, { reason, expected, index, what }] of message.unread.entries()) {
      refuse(index ?? begin + message.readings.length + at, reason, expected)
      keep(asSent(what), reason)
    }
    const reasonOf = (reading: Reading): ReadingQuarantineReason | null =>
      device === undefined
        ? 'DEVICE_UNKNOWN'
        : !device.enabled
          ? 'DEVICE_DISABLED'
          : reading.kind === 'sighting' && !takesSightings
            ? 'SIGHTING_UNSUPPORTED'
            : brokenReading(reading, options)
    // Nearly always all of them are valid.
    let readings = message.readings
    const first = readings.findIndex((reading) => reasonOf(reading) !== null)
    if (first >= 0) {
      const good = readings.slice(0, first)
      const places = placesOf(message, begin)
      for (const [at, reading] of readings.entries()) {
        if (at < first) continue
        const reason = reasonOf(reading)
        if (reason === null) {
          good.push(reading)
          continue
        }
        refuse(places[at] ?? begin + at, reason, EXPECTED[reason])
        keep(reading, reason)
      }
      readings = good
    }
    if (device !== undefined && device.enabled)
      accepted.push({ device, message, receivedAt, skewMs, readings, isFromDevice })
  }
  return { accepted, quarantined, rejected: rejected.toSorted((a, b) => a.index - b.index), received }
}

/** The first ones are enough for a sender to find its error. */
const MAX_REJECTED = 100

/** Indexes of a message's readings among all that were sent, unreadable ones included. */
function placesOf({ readings, unread }: DeviceMessage, begin: number): number[] {
  const taken = new Set(unread.flatMap(({ index }) => index ?? []))
  let place = begin - 1
  return readings.map(() => {
    do place += 1
    while (taken.has(place))
    return place
  })
}

/** Longest part that is stored of an unreadable reading. */
const MAX_SENT = 10_000

function asSent(what: unknown): Readonly<Record<string, unknown>> {
  const text = JSON.stringify(what) ?? 'null'
  if (text.length > MAX_SENT) return { sent: text.slice(0, MAX_SENT) }
  return isRecord(what) ? what : { sent: what }
}

/** A footscan's key is no longer valid once the footscan belongs to another client. */
const isOwn = ({ id, client }: Device, sender: Sender) =>
  client === sender.client && (sender.footscan === 0 || id === sender.footscan)

function requireOwn(messages: readonly DeviceMessage[], devices: ReadonlyMap<string, Device>, sender: Sender): void {
  for (const { device: name } of messages) {
    const device = devices.get(name)
    if (device === undefined ? sender.footscan !== 0 : !isOwn(device, sender))
      throw new AppError(
        'DEVICE_KEY_MISMATCH',
        `This key may not speak for the device ${name}; none of the message was stored.`,
        { device: name },
      )
  }
}
