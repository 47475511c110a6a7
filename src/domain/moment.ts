/**
 * Moments in digits, in the reader's own time zone; the form depends on the place (spec 1, section 9), never on the
 * screen. In sentences dates are written in words: `moment` and `dayInWords` of `format.ts`.
 */
import { civil } from './days.ts'
import { NOTHING } from './format.ts'

const two = (n: number) => String(n).padStart(2, '0')
const PLAIN_DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** The day in parts; a plain day (`2026-01-06`) has no time zone. Null where nothing can be read. */
function dateParts(value: unknown): readonly [string, string, string] | null {
  const plain = typeof value === 'string' ? PLAIN_DAY.exec(value) : null
  if (plain !== null) return [plain[3]!, plain[2]!, plain[1]!]
  const at = instantOf(value)
  return at === null ? null : [two(at.getDate()), two(at.getMonth() + 1), String(at.getFullYear())]
}

function instantOf(value: unknown): Date | null {
  if (value === '' || (typeof value !== 'number' && typeof value !== 'string')) return null
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? null : at
}

/**
 * Tables, lists and facts of a record: `DD-MM-YYYY` of epoch ms, ISO text or a plain day. A dash where there is none.
 */
export const tableDate = (value: unknown): string => dateParts(value)?.join('-') ?? NOTHING

/** Tables, lists and facts of a record: `DD-MM-YYYY HH:mm:ss`; a plain day has no time. */
export function tableMoment(value: unknown): string {
  const at = instantOf(value)
  return at === null || (typeof value === 'string' && PLAIN_DAY.test(value))
    ? tableDate(value)
    : `${tableDate(value)} ${clockTime(at.getTime())}`
}

/** `DD-MM-YYYY` of a day number. */
export function tableDay(day: number): string {
  const { year, month, date } = civil(day)
  return `${two(date)}-${two(month)}-${year}`
}

/** Bar and login history: `DD/MM/YYYY` of an epoch in ms. */
export const barDate = (ms: number): string => dateParts(ms)?.join('/') ?? NOTHING

/** Bar and login message: `DD/MM/YYYY HH:mm:ss` of an epoch in ms. */
export const barMoment = (ms: number): string => `${barDate(ms)} ${clockTime(ms)}`

/** `HH:mm:ss` of an epoch in ms. */
export function clockTime(ms: number): string {
  const at = new Date(ms)
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}
