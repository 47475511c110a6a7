/**
 * Our own protocol, docs/ingest.md: JSON that says what the contract of reading.ts says, with instants as epoch ms or
 * RFC 3339.
 */
import { isIngestReading } from '#schemas/generated/api/ingest-reading.ts'
import type { IngestReading } from '#schemas/generated/api/ingest-reading.ts'
import type { IngestReadings } from '#schemas/generated/api/ingest-readings.ts'
import { AppError } from '../../lib/errors.ts'
import { strictMac } from '#domain/mac'
import type { HealthFlag } from '../../facts/health-flags.ts'
import type { DeviceMessage, Reading } from './reading.ts'

type OneDevice = NonNullable<IngestReadings['devices']>[number]
type Sent = IngestReading
type Unread = DeviceMessage['unread'][number]

const STRICT = /^[0-9A-F]{2}(?::[0-9A-F]{2}){5}$/

/** MAC with colons, or EUI-64 as 16 digits; the schema has seen that it is one of them. */
function nameOf(mac: string): string {
  // As most write it.
  if (STRICT.test(mac)) return mac
  return strictMac(mac) ?? mac.replaceAll(/[:-]/g, '').toUpperCase()
}

const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** Epoch ms; NaN for a date that does not exist. */
function instantFrom(value: number | string): number {
  if (typeof value === 'number') return value
  if (!STAMP.test(value)) return NaN
  // Date.parse makes 3 March of 31 February.
  const day = Number(value.slice(8, 10))
  return day > new Date(Date.UTC(Number(value.slice(0, 4)), Number(value.slice(5, 7)), 0)).getUTCDate()
    ? NaN
    : Date.parse(value)
}

const INSTANT_EXPECTED = 'an instant that exists, as epoch milliseconds or like 2026-11-20T10:00:00Z'

const TIME = 'an instant as epoch milliseconds or like 2026-11-20T10:00:00Z'
/** Required fields of each kind of reading; the schema is the whole rule. */
const FORMS: Readonly<Record<Sent['kind'], string>> = {
  count:
    `a count has start and end, each ${TIME}; in and out are whole numbers or null; other fields are line, ` +
    'atoms, revision, spread',
  counter: `a counter has at, ${TIME}; totalIn and totalOut are whole numbers or null; other fields are line, bits`,
  event: `an event has at, ${TIME}; in and out are whole numbers; other fields are line, sequence`,
  occupancy: `an occupancy has at, ${TIME}, and people, a whole number; the other field is line`,
  heartbeat: `a heartbeat has at, ${TIME}; other fields are flags, firmware, battery`,
  sighting:
    `a sighting has first and last, each ${TIME}, visitor, a MAC address, and rssi, a whole number; the ` +
    'other field is associated',
}
const isKind = (kind: unknown): kind is Sent['kind'] => typeof kind === 'string' && Object.hasOwn(FORMS, kind)
const formOf = ({ kind }: { readonly kind?: unknown }) =>
  isKind(kind) ? FORMS[kind] : `a kind: ${Object.keys(FORMS).join(', ')}`

/**
 * Messages of a body that has the schema's form. An invalid reading is reported by its index among all readings.
 */
export function readOwn(body: IngestReadings): DeviceMessage[] {
  const { devices, mac, sequence, readings } = body
  const isOne = mac !== undefined && readings !== undefined
  if (isOne === (devices !== undefined) || (devices !== undefined && (mac ?? sequence ?? readings) !== undefined)) {
    throw new AppError('REQUEST_INVALID', 'body must have either devices, or mac and readings.', { place: 'body' })
  }
  const all: readonly OneDevice[] =
    devices ?? (isOne ? [{ mac, readings, ...(sequence !== undefined && { sequence }) }] : [])
  let place = -1
  return all.map(({ mac, sequence, sentAt: own, readings: sent }) => {
    const sentAt = own ?? body.sentAt
    const readings: Reading[] = []
    const unread: Unread[] = []
    for (const one of sent) {
      place += 1
      if (!isIngestReading(one)) {
        unread.push({ reason: 'READING_INVALID', what: one, expected: formOf(one), index: place })
        continue
      }
      const reading = readingOf(one)
      if (reading === null)
        unread.push({ reason: 'TIME_UNREADABLE', what: one, expected: INSTANT_EXPECTED, index: place })
      else readings.push(reading)
    }
    const clock = sentAt === undefined ? NaN : instantFrom(sentAt)
    return {
      device: nameOf(mac),
      readings,
      unread,
      ...(!Number.isNaN(clock) && { sentAt: clock }),
      ...(sequence !== undefined && { sequence }),
    }
  })
}

function readingOf(sent: Sent): Reading | null {
  switch (sent.kind) {
    case 'count': {
      const { line = '', revision = 0, in: ins = null, out = null, atoms, spread = false } = sent
      const start = instantFrom(sent.start)
      const end = instantFrom(sent.end)
      return Number.isNaN(start + end)
        ? null
        : {
            kind: 'count',
            line,
            start,
            end,
            in: ins,
            out,
            revision,
            ...(spread && { spread }),
            ...(atoms !== undefined && Object.keys(atoms).length > 0 && { atoms }),
          }
    }
    case 'sighting': {
      const [first, last] = [instantFrom(sent.first), instantFrom(sent.last)]
      return Number.isNaN(first + last)
        ? null
        : {
            kind: 'sighting',
            visitor: nameOf(sent.visitor),
            first,
            last,
            rssi: sent.rssi,
            associated: sent.associated ?? false,
          }
    }
    default: {
      const at = instantFrom(sent.at)
      return Number.isNaN(at) ? null : pointOf(sent, at)
    }
  }
}

function pointOf(sent: Exclude<Sent, { kind: 'count' } | { kind: 'sighting' }>, at: number): Reading {
  switch (sent.kind) {
    case 'counter':
      return {
        kind: 'counter',
        line: sent.line ?? '',
        at,
        totalIn: sent.totalIn ?? null,
        totalOut: sent.totalOut ?? null,
        ...(sent.bits !== undefined && { bits: sent.bits }),
      }
    case 'event':
      return {
        kind: 'event',
        line: sent.line ?? '',
        at,
        in: sent.in ?? 0,
        out: sent.out ?? 0,
        sequence: sent.sequence ?? 0,
      }
    case 'occupancy':
      return { kind: 'occupancy', line: sent.line ?? '', at, people: sent.people }
    case 'heartbeat':
      return {
        kind: 'heartbeat',
        at,
        flags: (sent.flags ?? []) as HealthFlag[],
        ...(sent.firmware !== undefined && { firmware: sent.firmware }),
        ...(sent.battery !== undefined && { battery: sent.battery }),
      }
  }
}
