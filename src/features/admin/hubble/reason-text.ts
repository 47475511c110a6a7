/** Why a reading was quarantined, in words. */
import { READING_QUARANTINE_REASONS } from '#domain/reading-quarantine-reasons'
import { UNREAD_REASONS } from '#domain/unread-reasons'
import type { Translate } from '#ui'

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

const KNOWN: ReadonlySet<string> = new Set([...READING_QUARANTINE_REASONS, ...UNREAD_REASONS, ...ROW_REASONS])

/** A reason that this page does not know yet is written as the server names it. */
export const reasonText = (reason: string, t: Translate): string =>
  KNOWN.has(reason) ? t(`fleet:reason.${reason}`) : reason
