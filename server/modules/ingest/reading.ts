/**
 * Readings of sensors, in one form. Every adapter turns its vendor's payload into these, and nothing behind this file
 * knows a vendor. All instants are epoch ms, UTC. `line` names a counting line or zone of the device; '' when it has
 * only one.
 */
import type { HealthFlag } from '../../facts/health-flags.ts'
import type { ReadingAtom } from '../../facts/atoms.ts'
import type { UnreadReason } from '#domain/unread-reasons'

/**
 * People between two instants. `in` and `out` are as the device sees them; the footscan's `reversed` is applied later.
 */
export interface CountReading {
  readonly kind: 'count'
  readonly line: string
  readonly start: number
  readonly end: number
  readonly in: number | null
  readonly out: number | null
  /** Atoms that only some devices know, for example visits and dwell bins. Seconds are sums. `ins` is `in`. */
  readonly atoms?: Readonly<Partial<Record<ReadingAtom, number>>>
  /** A later word on the same interval: the higher revision wins, in any order of arrival. Default 0. */
  readonly revision?: number
  /**
   * The sender knows that it is divided evenly over its hours; without it, one over more than an hour is quarantined.
   */
  readonly spread?: boolean
}

/** A counter that only grows, until a reboot or an overflow. What passed is the difference to the reading before it. */
export interface CounterReading {
  readonly kind: 'counter'
  readonly line: string
  readonly at: number
  readonly totalIn: number | null
  readonly totalOut: number | null
  /** Where the counter wraps, 2^bits. Without it a drop is a restart. */
  readonly bits?: 16 | 32
}

/** One passage, or several at the same instant. `sequence` distinguishes two events of one millisecond. */
export interface EventReading {
  readonly kind: 'event'
  readonly line: string
  readonly at: number
  readonly in: number
  readonly out: number
  readonly sequence: number
}

export interface OccupancyReading {
  readonly kind: 'occupancy'
  /** The zone. */
  readonly line: string
  readonly at: number
  readonly people: number
}

/** A phone seen by an access point. The address is hashed before anything is written. */
export interface SightingReading {
  readonly kind: 'sighting'
  readonly visitor: string
  readonly first: number
  readonly last: number
  /** dBm, the strongest. */
  readonly rssi: number
  readonly associated: boolean
}

/** The device lives, and how it feels. Every other reading is a sign of life too. */
export interface HeartbeatReading {
  readonly kind: 'heartbeat'
  readonly at: number
  readonly flags: readonly HealthFlag[]
  readonly firmware?: string
  /** Percent. */
  readonly battery?: number
}

export type Reading =
  | CountReading
  | CounterReading
  | EventReading
  | OccupancyReading
  | SightingReading
  | HeartbeatReading

/** The readings of one device in one message. */
export interface DeviceMessage {
  /** Strict MAC, or for LoRaWAN the EUI-64 as 16 upper-case hex digits (the footscan's external id). */
  readonly device: string
  /** The device's clock when it sent this, if it says so: the difference to the server's is its skew. */
  readonly sentAt?: number
  /** Counts up by one a message; a gap is a known unknown. */
  readonly sequence?: number
  readonly readings: readonly Reading[]
  /** Unreadable parts, one by one; the rest is kept. `what` is a piece of the payload, as JSON. */
  readonly unread: readonly {
    readonly reason: UnreadReason
    readonly what: unknown
    readonly expected: string
    /** Its place in the payload, where that is known. */ readonly index?: number
  }[]
}

export interface AdapterContext {
  /** Epoch ms: when the request arrived. */
  readonly receivedAt: number
  /** IANA zone of a device's local, for payloads in local time; undefined for an unknown device. */
  readonly zoneOf: (device: string) => string | undefined
  readonly headers: Readonly<Record<string, string | undefined>>
}

/**
 * `body` is a parsed JSON value, or the raw bytes where `takes` is `bytes`. Throws IngestError PAYLOAD_INVALID when
 * nothing can be read.
 */
export interface Adapter {
  /** Last part of the path, `/api/ingest/<name>`, and the footscan's `kind`. */
  readonly name: string
  /** Shown to people. */
  readonly label: string
  readonly takes: 'json' | 'bytes'
  /** Media types it accepts. */
  readonly types: readonly string[]
  parse(body: unknown, context: AdapterContext): DeviceMessage[]
  /**
   * Whether the body is signed as it should be, for vendors that sign; `secret` is the shared one. Without it nothing
   * of them is taken.
   */
  verify?(raw: Buffer, headers: AdapterContext['headers'], secret: string): boolean
}
