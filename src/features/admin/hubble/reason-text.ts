/** Why a reading was set apart, in words. */
import type { Translate } from '#ui'

/** The reasons of the ingest; docs/ingest.md explains them. */
export const APART_REASONS = [
  'DEVICE_UNKNOWN',
  'DEVICE_DISABLED',
  'FUTURE',
  'TOO_OLD',
  'INTERVAL_INVALID',
  'LONGER_THAN_AN_HOUR',
  'NEGATIVE',
  'NOT_A_COUNT',
  'ABSURD',
  'SIGHTING_UNSUPPORTED',
  'INS_NOT_BOUNCES_PLUS_VISITS',
  'VISITS_ABOVE_INS',
  'RANGES_NOT_INS',
  'LOCAL_REPETITIONS_ABOVE_VISITS',
  'CLIENT_REPETITIONS_ABOVE_VISITS',
  'LOCAL_REPETITIONS_ABOVE_CLIENT',
  'IDENTIFIED_ABOVE_VISITS',
  'READING_INVALID',
  'TIME_UNREADABLE',
  'COUNT_UNREADABLE',
  'FIELD_MISSING',
  'LINE_UNREADABLE',
  'TIME_AMBIGUOUS',
] as const

/** Those of rows of files and of hours besides; docs/errors.md explains them. */
const ROW_REASONS = [
  'HOUR_MISSING',
  'SENSOR_MISSING',
  'CELLS_MISSING',
  'OFFSET_WRONG',
  'TIME_SKIPPED',
  'HOUR_INCOMPLETE',
  'KEY_INVALID',
  'INSTANT_MISMATCH',
  'SENTINEL',
  'MERGED_INVARIANT',
] as const

const KNOWN: ReadonlySet<string> = new Set([...APART_REASONS, ...ROW_REASONS])

/** A reason that this page does not know yet is written as the server names it. */
export const reasonText = (reason: string, t: Translate): string =>
  KNOWN.has(reason) ? t(`fleet:reason.${reason}`) : reason
