/** Takes a message apart: what is counted, what is kept apart, what is refused, and when all of it is. */
import { isRecord } from '#domain/record'
import { AppError } from '../../lib/errors.ts'
import { brokenReading, EXPECTED, shiftOf, skewOf } from './checks.ts'
import type { ApartReason } from '#domain/apart-reasons'
import type { Device } from './device-repo.ts'
import type { DeviceMessage, Reading } from './reading.ts'
import type { UnreadReason } from '#domain/unread-reasons'

/** Who sends: a client, and the one footscan of a key that is bound to it. */
export interface Sender {
  readonly client: number
  readonly footscan: number
}

export interface Spoken {
  readonly device: Device
  readonly message: DeviceMessage
  readonly receivedAt: number
  readonly skewMs: number
  readonly readings: readonly Reading[]
  /** The device itself sent it; what a person releases is no sign of life. */ readonly heard: boolean
}

export interface Apart {
  readonly client: number
  /** 0 = not known. */
  readonly local: number
  readonly device: string
  readonly reason: ApartReason | UnreadReason
  readonly adapter: string
  /** One that could not be read is as it was sent. */
  readonly reading: Reading | Readonly<Record<string, unknown>>
}

/** A reading that does not count, by its place in the message. */
export interface Refused {
  readonly index: number
  readonly reason: string
  readonly expected: string
}

export interface Judged {
  readonly spoken: readonly Spoken[]
  readonly apart: readonly Apart[]
  /** What is in `apart`, the first 100 of them. */ readonly refused: readonly Refused[]
  /** Readings, and what could not be read. */ readonly received: number
}

export interface JudgeOptions {
  readonly receivedAt: number
  readonly readingDays: number
  readonly adapter: string
  readonly takesSightings: boolean
  /** It was accepted before: what belongs to another client by now is kept apart, and nothing is refused. */
  readonly again?: boolean
}

/** In the place of an adapter: readings that had been kept apart. */
export const RELEASED = 'release'

/**
 * Throws DEVICE_KEY_MISMATCH, unless it is read again, when anything in it belongs to another client: then nothing of
 * it is taken.
 */
export function judge(
  messages: readonly DeviceMessage[],
  devices: ReadonlyMap<string, Device>,
  sender: Sender,
  { receivedAt, readingDays, adapter, takesSightings, again = false }: JudgeOptions,
): Judged {
  if (!again) requireOwn(messages, devices, sender)
  const spoken: Spoken[] = []
  const apart: Apart[] = []
  const refused: Refused[] = []
  let received = 0
  const refuse = (index: number, reason: string, expected: string) => {
    if (refused.length < MAX_REFUSED) refused.push({ index, reason, expected })
  }
  const heard = adapter.replace(/^=+/, '') !== RELEASED
  for (const message of messages) {
    const begin = received
    received += message.readings.length + message.unread.length
    const found = devices.get(message.device)
    const device = found !== undefined && isOwn(found, sender) ? found : undefined
    const skewMs = skewOf(message.sentAt, receivedAt)
    const options = { receivedAt, shiftMs: shiftOf(skewMs), readingDays }
    const keep = (reading: Apart['reading'], reason: Apart['reason']) => {
      apart.push({ client: sender.client, local: device?.local ?? 0, device: message.device, reason, adapter, reading })
    }
    for (const [at, { reason, expected, index, what }] of message.unread.entries()) {
      refuse(index ?? begin + message.readings.length + at, reason, expected)
      keep(asSent(what), reason)
    }
    const reasonOf = (reading: Reading): ApartReason | null =>
      device === undefined
        ? 'DEVICE_UNKNOWN'
        : !device.enabled
          ? 'DEVICE_DISABLED'
          : reading.kind === 'sighting' && !takesSightings
            ? 'SIGHTING_UNSUPPORTED'
            : brokenReading(reading, options)
    // Nearly always all of them can be counted.
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
    if (device !== undefined && device.enabled) spoken.push({ device, message, receivedAt, skewMs, readings, heard })
  }
  return { spoken, apart, refused: refused.toSorted((a, b) => a.index - b.index), received }
}

/** A sender learns from the first ones what is wrong with its messages. */
const MAX_REFUSED = 100

/** Where the readings of a message are among all that was sent: between those that could not be read. */
function placesOf({ readings, unread }: DeviceMessage, begin: number): number[] {
  const taken = new Set(unread.flatMap(({ index }) => index ?? []))
  let place = begin - 1
  return readings.map(() => {
    do place += 1
    while (taken.has(place))
    return place
  })
}

/** The longest piece that is kept of a reading that cannot be read. */
const MAX_SENT = 10_000

function asSent(what: unknown): Readonly<Record<string, unknown>> {
  const text = JSON.stringify(what) ?? 'null'
  if (text.length > MAX_SENT) return { sent: text.slice(0, MAX_SENT) }
  return isRecord(what) ? what : { sent: what }
}

/** The key of a footscan ends when the footscan goes to another client, also for holders of the key. */
const isOwn = ({ id, client }: Device, sender: Sender) =>
  client === sender.client && (sender.footscan === 0 || id === sender.footscan)

function requireOwn(messages: readonly DeviceMessage[], devices: ReadonlyMap<string, Device>, sender: Sender): void {
  for (const { device: name } of messages) {
    const device = devices.get(name)
    if (device === undefined ? sender.footscan !== 0 : !isOwn(device, sender))
      throw new AppError(
        'DEVICE_KEY_MISMATCH',
        `This key may not speak for the device ${name}; nothing of the message was taken.`,
        { device: name },
      )
  }
}
