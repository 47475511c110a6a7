/** Status of devices from their messages, one for each until it is in the facts. */
import { endOf, shiftOf } from './checks.ts'
import type { Device } from './device-repo.ts'
import { flagBits } from './device-flags.ts'
import type { AcceptedMessage } from './validate-readings.ts'

/** Status of a device from its messages. */
export interface StagedContact {
  /** Where it stood at the newest of its messages. */
  device: Device
  firstAt: number
  lastAt: number
  lastData: number | null
  messages: number
  sequence: number | null
  missed: number
  /** Sequence of the first of these messages. */
  firstSequence: number | null
  skewMs: number | null
  /** Of the newest heartbeat, and its time. */
  flags: number | null
  flagsAt: number
  firmware: string | null
  battery: number | null
}

export function addContact(
  contacts: Map<number, StagedContact>,
  { device, message, receivedAt, skewMs, readings }: AcceptedMessage,
): void {
  const known = contacts.get(device.id)
  const contact: StagedContact = known ?? {
    device,
    firstAt: receivedAt,
    lastAt: receivedAt,
    lastData: null,
    messages: 0,
    sequence: null,
    missed: 0,
    firstSequence: message.sequence ?? null,
    skewMs: null,
    flags: null,
    flagsAt: -Infinity,
    firmware: null,
    battery: null,
  }
  if (known === undefined) contacts.set(device.id, contact)
  contact.device = device
  contact.firstAt = Math.min(contact.firstAt, receivedAt)
  contact.lastAt = Math.max(contact.lastAt, receivedAt)
  contact.messages += 1
  if (message.sequence !== undefined) {
    contact.firstSequence ??= message.sequence
    if (contact.sequence !== null && message.sequence > contact.sequence + 1)
      contact.missed += message.sequence - contact.sequence - 1
    contact.sequence = message.sequence
  }
  if (message.sentAt !== undefined) contact.skewMs = receivedAt - message.sentAt
  const shift = shiftOf(skewMs)
  for (const reading of readings) {
    const end = endOf(reading) + shift
    if (contact.lastData === null || end > contact.lastData) contact.lastData = end
    if (reading.kind !== 'heartbeat' || end < contact.flagsAt) continue
    contact.flags = flagBits(reading.flags)
    contact.flagsAt = end
    contact.firmware = reading.firmware?.slice(0, 100) ?? contact.firmware
    contact.battery =
      reading.battery === undefined ? contact.battery : Math.round(Math.max(0, Math.min(100, reading.battery)))
  }
}
