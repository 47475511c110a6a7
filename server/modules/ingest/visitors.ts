/** Addresses of phones are made unreadable before anything of them is written. */
import { strictMac } from '#domain/mac'
import { isRecord } from '#domain/record'
import { PRESENCE_ADAPTERS } from './adapters/index.ts'
import type { Arrival } from './arrival.ts'
import { READ } from './read-record.ts'
import type { DeviceMessage, Reading } from './reading.ts'

type HashVisitor = (mac: string, at: number, client: number) => string

/** Addresses of phones leave here as something else. */
export function hideVisitors(arrival: Arrival, hash: HashVisitor): Arrival {
  // A vendor's payload may name phones of which no sighting came out.
  if (
    !PRESENCE_ADAPTERS.has(arrival.adapter) &&
    !arrival.messages.some(
      ({ readings, unread }) => readings.some(isSighting) || unread.some(({ what }) => namesVisitor(what)),
    )
  )
    return arrival
  const messages = arrival.messages.map((message): DeviceMessage => ({
    ...message,
    unread: message.unread.map((unread) => ({ ...unread, what: null })),
    // One that was quarantined and is released has been hidden already.
    readings: message.readings.map((reading) =>
      reading.kind === 'sighting' && isAddress(reading.visitor)
        ? { ...reading, visitor: hash(reading.visitor, reading.first, arrival.sender.client) }
        : reading,
    ),
  }))
  return {
    ...arrival,
    messages,
    adapter: `${READ}${arrival.adapter}`,
    type: 'application/json',
    body: Buffer.from(JSON.stringify(messages)),
  }
}

const isSighting = ({ kind }: Reading) => kind === 'sighting'

/** A reading that cannot be read may name a phone nevertheless. */
const namesVisitor = (what: unknown) => isRecord(what) && (what['kind'] === 'sighting' || 'visitor' in what)

/** MAC, or EUI-64 as it is read; a hash is neither. */
const isAddress = (visitor: string) => strictMac(visitor) !== null || /^[0-9A-F]{16}$/i.test(visitor)
