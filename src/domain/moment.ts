/**
 * Moments in digits, in the reader's own time zone; the form depends on the place (spec 1, section 9), never on the
 * screen. In sentences dates are written in words.
 */
import { tableDay } from './day-digits.ts'
import { dayNumber } from './days.ts'
import { NOTHING } from './format.ts'
import { type DateForm, writtenMoment } from './written.ts'

const PLAIN_DAY = /^\d{4}-\d{2}-\d{2}$/

/** A plain day (`2026-01-06`) has no time zone, and no time. A dash where nothing can be read. */
function written(value: unknown, moment: DateForm): string {
  if (typeof value === 'string' && PLAIN_DAY.test(value)) return tableDay(dayNumber(value))
  if (value === '' || (typeof value !== 'number' && typeof value !== 'string')) return NOTHING
  const at = new Date(value).getTime()
  return Number.isNaN(at) ? NOTHING : writtenMoment(at, moment)
}

/**
 * Tables, lists and facts of a record: `DD-MM-YYYY` of epoch ms, ISO text or a plain day. A dash where there is none.
 */
export const tableDate = (value: unknown): string => written(value, 'tableDate')

/** Tables, lists and facts of a record: `DD-MM-YYYY HH:mm:ss`; a plain day has no time. */
export const tableMoment = (value: unknown): string => written(value, 'tableMoment')

/** Bar and login history: `DD/MM/YYYY` of an epoch in ms. */
export const barDate = (ms: number): string => writtenMoment(ms, 'barDate')

/** Bar and login message: `DD/MM/YYYY HH:mm:ss` of an epoch in ms. */
export const barMoment = (ms: number): string => writtenMoment(ms, 'barMoment')

/** `HH:mm:ss` of an epoch in ms. */
export const clockTime = (ms: number): string => writtenMoment(ms, 'clockSeconds')
