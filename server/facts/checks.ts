import { WHOLE_DAY } from '#domain/fact-query'
import { FIRST_YEAR } from '#domain/period-options'
import type { TrafficBatch } from './batch.ts'
import { ATOM_COLUMNS, NULL } from './columns.ts'

/** Why a row was quarantined. The codes are stored, sent and translated; the sentences are in docs/errors.md. */
const QUARANTINE_REASONS = [
  'KEY_INVALID',
  'INSTANT_MISMATCH',
  'FUTURE',
  'TOO_OLD',
  'NEGATIVE',
  'NOT_A_COUNT',
  'ABSURD',
  'SENTINEL',
  'INS_NOT_BOUNCES_PLUS_VISITS',
  'VISITS_ABOVE_INS',
  'RANGES_NOT_INS',
  'LOCAL_REPETITIONS_ABOVE_VISITS',
  'CLIENT_REPETITIONS_ABOVE_VISITS',
  'LOCAL_REPETITIONS_ABOVE_CLIENT',
  'IDENTIFIED_ABOVE_VISITS',
  'MERGED_INVARIANT',
  'DAY_HAS_HOURS',
] as const
export type QuarantineReason = (typeof QUARANTINE_REASONS)[number]

/** No door, street or station passes this many people in an hour; the largest real hour seen is under 24 000. */
export const MAX_PEOPLE_AN_HOUR = 200_000
/** Seconds are sums over people: a full hall staying for hours, still within 32 bits. */
export const MAX_SECONDS_AN_HOUR = 2_000_000_000
/** A clock may be ahead by a zone mistake; more than a day is invalid. */
export const FUTURE_LIMIT_S = 86_400
/** Devices that lost their clock report 1970 or 2000. */
export const OLDEST_INSTANT_S = Date.UTC(FIRST_YEAR, 0, 1) / 1000
/** Full scale of 12 and 13 bit counters: a broken sensor reports exactly this. */
export const SENTINELS: readonly number[] = [4095, 8191]

/** Hundredths of a currency; within 32 bits. */
export const MAX_SALES = 2_000_000_000

const PEOPLE = ATOM_COLUMNS.filter((atom) => atom !== 'insTimeS' && atom !== 'visitTimeS' && atom !== 'sales')

const sum = (values: readonly number[]) =>
  values.includes(NULL) ? NULL : values.reduce((total, value) => total + value, 0)

/**
 * The invariants of metrics.md 5.0 point 6 on one row, each only where all its parts were reported.
 *
 * @param nowS the server's clock, seconds since 1970-01-01 UTC
 * @returns the first broken rule, or null when the row may be counted
 */
export function brokenRule(batch: TrafficBatch, i: number, nowS: number): QuarantineReason | null {
  return brokenKey(batch, i, nowS) ?? brokenAtoms(batch, i)
}

/** The same on the counts alone, for any hour. */
export function brokenAtoms(batch: TrafficBatch, i: number): QuarantineReason | null {
  return brokenCount(batch, i) ?? brokenInvariant(batch, i)
}

/** The same of an hour of which only `ins` can be known: no invariant is about it alone. */
export function brokenIns(ins: number, isWholeDay: boolean): QuarantineReason | null {
  if (ins === NULL) return null
  return ins < 0 ? 'NEGATIVE' : ins > maxPeople(isWholeDay) ? 'ABSURD' : null
}

const maxPeople = (isWholeDay: boolean) => MAX_PEOPLE_AN_HOUR * (isWholeDay ? WHOLE_DAY : 1)

function brokenKey(batch: TrafficBatch, i: number, nowS: number): QuarantineReason | null {
  const hour = batch.hour[i]!
  const fold = batch.fold[i]!
  const instant = batch.instant[i]!
  if (
    batch.client[i]! <= 0 ||
    batch.local[i]! <= 0 ||
    batch.area[i]! < 0 ||
    hour < 0 ||
    hour > WHOLE_DAY ||
    fold < 0 ||
    fold > (hour === WHOLE_DAY ? 0 : 1)
  )
    return 'KEY_INVALID'
  if (!Number.isInteger(instant)) return 'KEY_INVALID'
  if (instant > nowS + FUTURE_LIMIT_S) return 'FUTURE'
  if (instant < OLDEST_INSTANT_S) return 'TOO_OLD'
  // Civil time minus UTC is a zone's offset: between -12 h and +14 h, in quarters of an hour.
  const offset = batch.day[i]! * 86_400 + Math.min(hour, LAST_HOUR) * 3600 - instant
  return offset < -43_200 || offset > 50_400 || offset % 900 !== 0 ? 'INSTANT_MISMATCH' : null
}

const LAST_HOUR = 23

function brokenCount(batch: TrafficBatch, i: number): QuarantineReason | null {
  const most = maxPeople(batch.hour[i] === WHOLE_DAY)
  for (const atom of PEOPLE) {
    const value = batch[atom][i]!
    if (value === NULL) continue
    if (value < 0) return 'NEGATIVE'
    if (value > most) return 'ABSURD'
  }
  if (batch.sales[i]! < 0 && batch.sales[i] !== NULL) return 'NEGATIVE'
  if (batch.sales[i]! > MAX_SALES) return 'ABSURD'
  const stay = Math.max(batch.insTimeS[i]!, batch.visitTimeS[i]!)
  if (stay > MAX_SECONDS_AN_HOUR) return 'ABSURD'
  return (batch.insTimeS[i]! < 0 && batch.insTimeS[i] !== NULL) ||
    (batch.visitTimeS[i]! < 0 && batch.visitTimeS[i] !== NULL)
    ? 'NEGATIVE'
    : null
}

function brokenInvariant(batch: TrafficBatch, i: number): QuarantineReason | null {
  const ins = batch.ins[i]!
  const bounces = batch.bounces[i]!
  const visits = batch.visits[i]!
  if (ins !== NULL && bounces !== NULL && visits !== NULL && ins !== bounces + visits)
    return 'INS_NOT_BOUNCES_PLUS_VISITS'
  if (ins !== NULL && Math.max(bounces, visits) > ins) return 'VISITS_ABOVE_INS'
  const ranges = sum([batch.insInRange0[i]!, batch.insInRange1[i]!, batch.insInRange2[i]!, batch.insInRange3[i]!])
  if (ins !== NULL && ranges !== NULL && ranges !== ins) return 'RANGES_NOT_INS'
  const local = sum([
    batch.localRepRange0[i]!,
    batch.localRepRange1[i]!,
    batch.localRepRange2[i]!,
    batch.localRepRange3[i]!,
  ])
  const client = sum([
    batch.clientRepRange0[i]!,
    batch.clientRepRange1[i]!,
    batch.clientRepRange2[i]!,
    batch.clientRepRange3[i]!,
  ])
  const identified = batch.identifiedVisits[i]!
  if (visits !== NULL && identified > visits) return 'IDENTIFIED_ABOVE_VISITS'
  // New at brand = identified visits - repeated ones, and may not fall below zero (metrics.md 5.3).
  const most = identified === NULL ? visits : identified
  if (most !== NULL && local > most) return 'LOCAL_REPETITIONS_ABOVE_VISITS'
  if (most !== NULL && client > most) return 'CLIENT_REPETITIONS_ABOVE_VISITS'
  return local !== NULL && client !== NULL && local > client ? 'LOCAL_REPETITIONS_ABOVE_CLIENT' : null
}

/**
 * The count above which a full-scale value is a fault: it must jump out of its surroundings, since a busy street may
 * have an honest 4095. Without surroundings nothing can be said and the value is kept.
 *
 * @param around counts of the same stream in nearby hours, without full-scale values
 */
export function faultLimit(around: readonly number[]): number {
  if (around.length === 0) return Infinity
  const sorted = [...around].sort((a, b) => a - b)
  return 3 * sorted[Math.floor((sorted.length - 1) * 0.9)]! + 50
}

/** Hours around a fault in which the other full scales of the same device are faults too. */
export const COMPANION_HOURS = 24

/** Full scale of a counter of any width: a device that breaks shows several of them (2047, 4095, 8191). */
export const isAllOnes = (value: number): boolean => value > 0 && (value & (value + 1)) === 0
