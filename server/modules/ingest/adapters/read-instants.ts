import { parseTimestamp } from '../../imports/reading/timestamp.ts'

/** Instants that a clock can mean at all; whether one is plausible is asked behind the adapters. */
const FIRST_MS = 0
const LAST_MS = Date.UTC(2200, 0, 1)

/** A number, also as a text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^[+-]?\d{1,15}(\.\d{1,9})?$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

const within = (ms: number): number | null =>
  Number.isFinite(ms) && ms >= FIRST_MS && ms <= LAST_MS ? Math.round(ms) : null

/** Epoch ms, as a number or digits. */
export function instantMs(value: unknown): number | null {
  const number = numberOf(value)
  return number === null ? null : within(number)
}

/** Epoch seconds, with or without a fraction. */
export function instantS(value: unknown): number | null {
  const number = numberOf(value)
  return number === null ? null : within(number * 1000)
}

/** A date and time that says how far it is from UTC: `2026-03-29T01:30:00+01:00`, `…Z`, with any fraction. */
export function isoInstant(value: unknown): number | null {
  if (typeof value !== 'string' || value.length > 40) return null
  const civil = parseTimestamp(value)
  if (civil === null || civil.offset === null || civil.dateOnly) return null
  const fraction = /:\d{2}\.(\d{1,3})/.exec(value)?.[1] ?? ''
  return within((civil.civil - civil.offset) * 1000 + Number(fraction.padEnd(3, '0')))
}
