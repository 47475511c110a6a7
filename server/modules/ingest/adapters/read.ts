/** Small readers that all adapters share: what comes from outside is `unknown` until one of these has seen it. */
import { strictMac } from '#domain/mac'
import { parseTimestamp } from '../../imports/reading/timestamp.ts'
import { IngestError } from '../ingest-error.ts'
import type { DeviceMessage, Reading } from '../reading.ts'
import type { UnreadReason } from '#domain/unread-reasons'

export type Fields = Readonly<Record<string, unknown>>

/** Counters of 32 bits are the widest that any device has. */
const MAX = 2 ** 32 - 1

const TEXT_LIMIT = 200
const PIECE_LIMIT = 40
const PIECE_DEPTH = 4
const WORST_LISTED = 1000

export function invalid(message: string, details?: Fields, cause?: unknown): IngestError {
  return new IngestError('PAYLOAD_INVALID', message, details, cause === undefined ? undefined : { cause })
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A text, trimmed and cut, or a number as text; '' for anything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? value.trim().slice(0, TEXT_LIMIT) : ''
}

/** A whole number of people, also as digits in a text; null for anything else. */
export function countOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= MAX ? number : null
}

/** Civil seconds of a date and time without an offset; null when it is no such thing. */
export function civilSeconds(value: unknown): number | null {
  if (typeof value !== 'string' || value.length > 40) return null
  const civil = parseTimestamp(value)
  return civil === null || civil.dateOnly || civil.offset !== null ? null : civil.civil
}

export function macOf(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 40 ? strictMac(value.replaceAll('.', '')) : null
}

/** An EUI-64 as 16 upper-case digits; null for anything else. */
export function euiOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 60) return null
  const digits = value.replaceAll(/[\s:-]/g, '').toUpperCase()
  return /^[0-9A-F]{16}$/.test(digits) ? digits : null
}

/**
 * The device of a message that has only one. Throws PAYLOAD_INVALID: without it, it is not known whose counts these
 * are.
 */
export function deviceOf(value: unknown, field: string): string {
  const mac = macOf(value)
  if (mac === null) throw invalid(`${field} is ${shown(value)}; expected a MAC address of 12 hex digits.`, { field })
  return mac
}

/** A value in a sentence: short, and never more than a line. */
export function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  if (typeof value === 'object') return value === null ? 'null' : Array.isArray(value) ? 'a list' : 'an object'
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60))
  return typeof value === 'number' || typeof value === 'boolean' ? JSON.stringify(String(value)) : typeof value
}

/** A piece of the payload to keep beside the reason: what is deep or long is cut, so that it can always be written. */
export function piece(value: unknown, hidden: readonly string[] = [], depth = PIECE_DEPTH): unknown {
  if (typeof value === 'string') return value.slice(0, TEXT_LIMIT)
  if (typeof value !== 'object' || value === null) return value ?? null
  if (depth === 0) return '…'
  if (Array.isArray(value)) return value.slice(0, PIECE_LIMIT).map((item) => piece(item, hidden, depth - 1))
  const kept: [string, unknown][] = []
  for (const key in value) {
    if (kept.length === PIECE_LIMIT) break
    kept.push([
      key.slice(0, TEXT_LIMIT),
      hidden.includes(key) ? '(hidden)' : piece((value as Fields)[key], hidden, depth - 1),
    ])
  }
  return Object.fromEntries(kept)
}

export interface Draft {
  add(reading: Reading): void
  /** Keeps apart what could not be understood. */
  miss(reason: UnreadReason, what: unknown, expected: string): void
  sentAt?: number
  sequence?: number
}

interface Kept {
  readonly readings: Reading[]
  readonly unread: { reason: UnreadReason; what: unknown; expected: string }[]
  readonly draft: Draft
}

/**
 * Gathers readings by device, in the order in which devices are first named.
 *
 * @param hidden fields that say who a person is: they are not kept, not even beside a reason
 */
export function gather(hidden: readonly string[] = []) {
  const devices = new Map<string, Kept>()
  const homeless: Kept['unread'] = []

  const of = (device: string): Draft => {
    const known = devices.get(device)
    if (known) return known.draft
    const readings: Reading[] = []
    const unread: Kept['unread'] = []
    const draft: Draft = {
      add: (reading) => {
        readings.push(reading)
      },
      miss: (reason, what, expected) => {
        unread.push({ reason, what: unread.length < WORST_LISTED ? piece(what, hidden) : null, expected })
      },
    }
    devices.set(device, { readings, unread, draft })
    return draft
  }

  return {
    of,
    /** For an element that names no device: it is kept with the first device of the message, so that it is not lost. */
    missHomeless(reason: UnreadReason, what: unknown, expected: string) {
      homeless.push({ reason, what: homeless.length < WORST_LISTED ? piece(what, hidden) : null, expected })
    },
    /** Throws PAYLOAD_INVALID when no device was named at all, unless the message was empty. */
    messages(): DeviceMessage[] {
      const first = devices.values().next().value
      if (first) for (const lost of homeless) first.unread.push(lost)
      else if (homeless[0])
        throw invalid(`No element names its device: ${homeless[0].expected}`, { elements: homeless.length })
      return [...devices].map(([device, { readings, unread, draft }]) => ({
        device,
        ...(draft.sentAt !== undefined && { sentAt: draft.sentAt }),
        ...(draft.sequence !== undefined && { sequence: draft.sequence }),
        readings,
        unread,
      }))
    },
  }
}
