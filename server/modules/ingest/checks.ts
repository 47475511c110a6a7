/**
 * Which readings may be counted. Everything here follows from the reading and the time it arrived, so a replay decides
 * alike.
 */
import { DAY_MS } from '#domain/days'
import { createBatch } from '../../facts/batch.ts'
import {
  brokenRule,
  FUTURE_LIMIT_S,
  MAX_PEOPLE_AN_HOUR,
  MAX_SECONDS_AN_HOUR,
  OLDEST_INSTANT_S,
} from '../../facts/checks.ts'
import type { CountReading, Reading } from './reading.ts'
import { READING_ATOMS } from '../../facts/atoms.ts'
import type { ReadingQuarantineReason } from '#domain/reading-quarantine-reasons'

const CONSISTENT = 'atoms that agree with each other; see docs/ingest.md'
/** The expected value, for the sender. */
export const EXPECTED: Readonly<Record<ReadingQuarantineReason, string>> = {
  DEVICE_UNKNOWN: 'a device that is a footscan of the client',
  DEVICE_DISABLED: 'a footscan that is switched on',
  FUTURE: 'an instant at most 24 hours ahead of the server',
  TOO_OLD: 'an instant since 2001 and within the days that readings are kept',
  INTERVAL_INVALID: 'an interval of 1 second to 25 hours',
  LONGER_THAN_AN_HOUR:
    'an interval of at most an hour, or "spread": true when the count may be divided evenly over its hours',
  NEGATIVE: 'a count of 0 or more',
  NOT_A_COUNT: 'a whole number',
  ABSURD: 'at most 200000 people an hour',
  SIGHTING_UNSUPPORTED: 'a server that makes visits of sightings',
  INS_NOT_BOUNCES_PLUS_VISITS: CONSISTENT,
  VISITS_ABOVE_INS: CONSISTENT,
  RANGES_NOT_INS: CONSISTENT,
  LOCAL_REPETITIONS_ABOVE_VISITS: CONSISTENT,
  CLIENT_REPETITIONS_ABOVE_VISITS: CONSISTENT,
  LOCAL_REPETITIONS_ABOVE_CLIENT: CONSISTENT,
  IDENTIFIED_ABOVE_VISITS: CONSISTENT,
}

/** Beyond this a clock is not trusted, and not corrected. */
const SKEW_LIMIT_MS = 10 * 60_000
/** Less than this is the way through the network. */
const SKEW_NOTED_MS = 60_000
/** The longest interval: a local day when the clocks go back. */
const LONGEST_MS = 25 * 3_600_000
/**
 * The longest interval whose count is divided over hours without being asked: an hour, and a minute for devices that
 * close it late.
 */
const LONGEST_DIVIDED_MS = 3_660_000
const MAX_TOTAL = 2 ** 40

/** Difference of the server's clock to a device's, ms; 0 when it is too small to matter or not known. */
export function skewOf(sentAt: number | undefined, receivedAt: number): number {
  if (sentAt === undefined) return 0
  const skew = receivedAt - sentAt
  if (Math.abs(skew) <= SKEW_NOTED_MS) return 0
  return Math.max(-2_000_000_000, Math.min(2_000_000_000, Math.round(skew)))
}

/** The correction of a device's instants: all of a small skew, none of a large one. */
export const shiftOf = (skewMs: number): number => (Math.abs(skewMs) <= SKEW_LIMIT_MS ? skewMs : 0)

/** From when to when a reading speaks, by the device's clock. */
const beginOf = (reading: Reading): number =>
  reading.kind === 'count' ? reading.start : reading.kind === 'sighting' ? reading.first : reading.at
export const endOf = (reading: Reading): number =>
  reading.kind === 'count' ? reading.end : reading.kind === 'sighting' ? reading.last : reading.at

export interface CheckOptions {
  /** Epoch ms: when the message arrived. */
  readonly receivedAt: number
  readonly shiftMs: number
  /** 0 = for ever. */
  readonly readingDays: number
}

/** The first thing that is wrong with a reading, or null when it may be counted. */
export function brokenReading(
  reading: Reading,
  { receivedAt, shiftMs, readingDays }: CheckOptions,
): ReadingQuarantineReason | null {
  const from = beginOf(reading)
  const to = endOf(reading)
  if (!Number.isFinite(from) || !Number.isFinite(to)) return 'INTERVAL_INVALID'
  if (to + shiftMs > receivedAt + FUTURE_LIMIT_S * 1000) return 'FUTURE'
  if (
    from + shiftMs < OLDEST_INSTANT_S * 1000 ||
    (readingDays > 0 && from + shiftMs < receivedAt - readingDays * DAY_MS)
  )
    return 'TOO_OLD'
  if (reading.kind === 'count' && (to - from < 1000 || to - from > LONGEST_MS)) return 'INTERVAL_INVALID'
  if (reading.kind === 'count' && to - from > LONGEST_DIVIDED_MS && reading.spread !== true)
    return 'LONGER_THAN_AN_HOUR'
  if (reading.kind === 'sighting' && to < from) return 'INTERVAL_INVALID'
  return brokenNumbers(reading, MAX_PEOPLE_AN_HOUR * Math.max(1, (to - from) / 3_600_000))
}

/** `people`: the most in so long a time. */
function brokenNumbers(reading: Reading, people: number): ReadingQuarantineReason | null {
  switch (reading.kind) {
    case 'count': {
      const broken = brokenNumber(reading.in, people) ?? brokenNumber(reading.out, people)
      if (broken !== null || reading.atoms === undefined) return broken
      for (const value of Object.values(reading.atoms)) {
        // Some of them are seconds.
        const absurd = brokenNumber(value, Math.max(people, MAX_SECONDS_AN_HOUR))
        if (absurd !== null) return absurd
      }
      return brokenAtoms(reading)
    }
    case 'event':
      return brokenNumber(reading.in, people) ?? brokenNumber(reading.out, people)
    case 'counter':
      return brokenNumber(reading.totalIn, MAX_TOTAL) ?? brokenNumber(reading.totalOut, MAX_TOTAL)
    case 'occupancy':
      return brokenNumber(reading.people, people)
    case 'heartbeat':
    case 'sighting':
      return null
  }
}

function brokenNumber(value: number | null, most: number): ReadingQuarantineReason | null {
  if (value === null) return null
  if (!Number.isInteger(value)) return 'NOT_A_COUNT'
  if (value < 0) return 'NEGATIVE'
  return value > most ? 'ABSURD' : null
}

const ONE = createBatch(1)

/** The invariants of an hour, on the atoms of one reading. */
function brokenAtoms({ in: ins, atoms = {} }: CountReading): ReadingQuarantineReason | null {
  ONE.length = 1
  ONE.client[0] = ONE.local[0] = 1
  ONE.instant[0] = OLDEST_INSTANT_S
  ONE.day[0] = OLDEST_INSTANT_S / 86_400
  ONE.ins[0] = ins ?? -2147483648
  for (const atom of READING_ATOMS) ONE[atom][0] = atoms[atom] ?? -2147483648
  return brokenRule(ONE, 0, OLDEST_INSTANT_S) as ReadingQuarantineReason | null
}
