/** Takes a message apart: what is counted, what is kept apart, what is refused, and when all of it is. */
import { AppError } from '../errors.ts'
import { brokenReading, shiftOf, skewOf } from './checks.ts'
import type { ApartReason } from './checks.ts'
import type { Device } from './device-repo.ts'
import type { DeviceMessage, Reading } from './reading.ts'

/** Who sends: a client, and the one footscan of a key that is bound to it. */
export interface Sender { readonly client: number; readonly footscan: number }

export interface Spoken { readonly device: Device; readonly message: DeviceMessage; readonly receivedAt: number; readonly skewMs: number; readonly readings: readonly Reading[]; /** The device itself sent it; what a person releases is no sign of life. */ readonly heard: boolean }

export interface Apart {
  readonly client: number
  /** 0 = nobody knows. */
  readonly local: number
  readonly device: string
  readonly reason: ApartReason
  readonly adapter: string
  readonly reading: Reading
}

export interface Refused { readonly index: number; readonly reason: string; readonly expected: string }

export interface Judged { readonly spoken: readonly Spoken[]; readonly apart: readonly Apart[]; readonly refused: readonly Refused[]; /** Readings, and what could not be read. */ readonly received: number }

export interface JudgeOptions { readonly receivedAt: number; readonly readingDays: number; readonly adapter: string; readonly takesSightings: boolean; /** It was accepted before: what belongs to somebody else by now is kept apart, and nothing is refused. */ readonly again?: boolean }

/** In the place of an adapter: readings that had been kept apart. */
export const RELEASED = 'release'

/** Throws DEVICE_FOREIGN, unless it is read again, when anything in it belongs to somebody else: then nothing of it is taken. */
export function judge(messages: readonly DeviceMessage[], devices: ReadonlyMap<string, Device>, sender: Sender, { receivedAt, readingDays, adapter, takesSightings, again = false }: JudgeOptions): Judged {
  if (!again) requireOwn(messages, devices, sender)
  const spoken: Spoken[] = []
  const apart: Apart[] = []
  const refused: Refused[] = []
  let received = 0
  const heard = adapter.replace(/^=+/, '') !== RELEASED
  for (const message of messages) {
    received += message.readings.length + message.unread.length
    for (const { reason, expected, index } of message.unread) refused.push({ index: index ?? refused.length, reason, expected })
    const found = devices.get(message.device)
    const device = found !== undefined && isOwn(found, sender) ? found : undefined
    const skewMs = skewOf(message.sentAt, receivedAt)
    const options = { receivedAt, shiftMs: shiftOf(skewMs), readingDays }
    const keep = (reading: Reading, reason: ApartReason) => { apart.push({ client: sender.client, local: device?.local ?? 0, device: message.device, reason, adapter, reading }) }
    const reasonOf = (reading: Reading): ApartReason | null => (device === undefined ? 'DEVICE_UNKNOWN' : !device.enabled ? 'DEVICE_DISABLED'
      : reading.kind === 'sighting' && !takesSightings ? 'SIGHTING_UNSUPPORTED' : brokenReading(reading, options))
    // Nearly always all of them can be counted.
    let readings = message.readings
    const first = readings.findIndex((reading) => reasonOf(reading) !== null)
    if (first >= 0) {
      const good = readings.slice(0, first)
      for (const reading of readings.slice(first)) {
        const reason = reasonOf(reading)
        if (reason === null) good.push(reading)
        else keep(reading, reason)
      }
      readings = good
    }
    if (device !== undefined && device.enabled) spoken.push({ device, message, receivedAt, skewMs, readings, heard })
  }
  return { spoken, apart, refused, received }
}

/** The key of a footscan ends when the footscan goes to another client, whoever remembers the key. */
const isOwn = ({ id, client }: Device, sender: Sender) => client === sender.client && (sender.footscan === 0 || id === sender.footscan)

function requireOwn(messages: readonly DeviceMessage[], devices: ReadonlyMap<string, Device>, sender: Sender): void {
  for (const { device: name } of messages) {
    const device = devices.get(name)
    if (device === undefined ? sender.footscan !== 0 : !isOwn(device, sender)) throw new AppError('DEVICE_FOREIGN', `This key may not speak for the device ${name}; nothing of the message was taken.`, { device: name })
  }
}
