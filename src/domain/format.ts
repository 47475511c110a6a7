/**
 * How values are written, by the reader's language. Formatters are made once per language, each with its first use:
 * making one costs 50 times a call.
 */
import type { Cell } from './frame.ts'
import { axisDay, headDay } from './day-digits.ts'

export type ValueFormat =
  | 'text'
  | 'count'
  | 'percent'
  | 'points'
  | 'duration'
  | 'day'
  | 'hour'
  | 'delta'
  | 'number'
  | 'mean'

/** As figures are written together: `number` of a column that has others than whole ones is `hundredths`. */
export type WrittenFormat = ValueFormat | 'hundredths'

/** Shown for a null: not reported, or no denominator. */
export const NOTHING = '–'

/** Percentage points; Intl has no unit for them. */
const POINTS: Readonly<Record<string, string>> = {
  es: 'p. p.',
  en: 'pp',
  pt: 'p.p.',
  cs: 'p. b.',
  ca: 'p. p.',
  it: 'p.p.',
}
/** Counts above this are shown in thousands. */
const SUFFIX_ABOVE = 1000
/** Durations above this are shown in hours with 2 decimals. */
const HOURS_ABOVE_S = 3600

/** Above this a change in percent only says how little was there before, not how much there is now. */
const MAX_CHANGE = 999

export interface Formatter {
  /** 987, 1.2k, 12.3k: short, for cards and axes. */
  readonly count: (value: number) => string
  /** 12,345: every digit, for tables. */
  readonly exact: (value: number) => string
  /** Given in percent: 21.2 is written 21.2%. */
  readonly percent: (value: number) => string
  /** Signed difference of two percentages. */
  readonly points: (value: number) => string
  /** Seconds; over 60 minutes as hours with 2 decimals. */
  readonly duration: (seconds: number) => string
  /** Day number as DD/MM. */
  readonly day: (day: number) => string
  /** Day number as DD/MM/YYYY, in headings of dashboards; tables have `tableDay`. */
  readonly date: (day: number) => string
  /** 9 is written 09:00. */
  readonly hour: (hour: number) => string
  /** Signed change in percent; above 999 % only that it is more. */
  readonly delta: (value: number) => string
  readonly number: (value: number) => string
  readonly hundredths: (value: number) => string
  /** A mean of people: whole from ten on, where a tenth of a person is noise. */
  readonly mean: (value: number) => string
  /** Any cell in a format; text passes, null is a dash. */
  readonly cell: (value: Cell, format: WrittenFormat) => string
}

const made = new Map<string, Formatter>()

export function formatter(locale: string): Formatter {
  let found = made.get(locale)
  if (found === undefined) made.set(locale, (found = make(locale)))
  return found
}

function make(locale: string): Formatter {
  const format = (options: Intl.NumberFormatOptions) => {
    let writer: Intl.NumberFormat | undefined
    // -0 would be written with its sign.
    return (value: number) => (writer ??= new Intl.NumberFormat(locale, options)).format(value === 0 ? 0 : value)
  }
  const unit = (name: string, digits: number, least = 0) =>
    format({
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
      minimumFractionDigits: least,
    })
  const exact = format({ maximumFractionDigits: 0, useGrouping: 'always' })
  const oneTenth = format({ minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const tenths = format({ maximumFractionDigits: 1, useGrouping: 'always' })
  // From a million on, a tenth of a thousand is noise.
  const thousands = (value: number) => (Math.abs(value) >= 1000 ? exact : tenths)(value)
  const percent = format({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const delta = format({
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  const most = format({ style: 'percent', maximumFractionDigits: 0, signDisplay: 'always' })
  const points = format({ minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  // As many decimals in all rows of a column: 38,20 under 47,06. Whole ranks and sizes have none.
  const hundredths = format({
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: 'always',
    signDisplay: 'negative',
  })
  const number = (value: number) => (Number.isInteger(value) ? exact : hundredths)(value)
  const [seconds, minutes, hours] = [unit('second', 0), unit('minute', 1), unit('hour', 2, 2)]
  const pp = POINTS[locale.split('-')[0] ?? 'en'] ?? POINTS.en

  const formats: Omit<Formatter, 'cell'> = {
    count: (value) => (Math.abs(value) > SUFFIX_ABOVE ? `${thousands(value / 1000)}k` : exact(value)),
    exact,
    percent: (value) => percent(value / 100),
    points: (value) => `${points(value)} ${pp}`,
    duration: (value) =>
      value > HOURS_ABOVE_S ? hours(value / 3600) : value < 60 ? seconds(value) : minutes(value / 60),
    day: axisDay,
    date: headDay,
    hour: (value) => `${two(value)}:00`,
    delta: (value) => (value > MAX_CHANGE ? `> ${most(MAX_CHANGE / 100)}` : delta(value / 100)),
    number,
    hundredths,
    mean: (value) => (Math.abs(value) < 9.95 ? oneTenth : exact)(value),
  }
  return {
    ...formats,
    cell: (value, as) => {
      if (value === null) return NOTHING
      if (typeof value !== 'number' || as === 'text') return String(value)
      return Number.isFinite(value) ? formats[as](value) : NOTHING
    },
  }
}

/** The one format of figures shown together: a whole one among others has their decimals. */
export const formatTogether = (format: ValueFormat, cells: Iterable<Cell | undefined>): WrittenFormat =>
  format === 'number' && [...cells].some(isBroken) ? 'hundredths' : format

/** Columns with their figures, as a projection has them. */
interface Written {
  readonly columns: readonly { readonly format?: ValueFormat | undefined; readonly unit?: string | undefined }[]
  readonly rows: readonly (readonly Cell[])[]
}

/** Figures of one unit are written alike; a column of several metrics has none, and each is written as it is. */
export function writtenFormat({ columns, rows }: Written, at: number): WrittenFormat {
  const { format = 'text', unit } = columns[at] ?? {}
  return unit === undefined
    ? format
    : formatTogether(
        format,
        rows.map((row) => row[at]),
      )
}

const isBroken = (cell: Cell | undefined) => Number.isFinite(cell) && !Number.isInteger(cell)

const two = (value: number) => String(value).padStart(2, '0')

/** The decimal sign of a language. */
export const decimalOf = (locale: string): '.' | ',' =>
  new Intl.NumberFormat(locale).formatToParts(1.1).find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
