/** How values are written, for every part: `#domain/format` in the reader's language, plus what axes need. */
import { formatter, NOTHING, type ValueFormat, type WrittenFormat } from '#domain/format'
import { tableDay } from '#domain/day-digits'
import type { Completeness } from '#domain/completeness'

export type { Completeness, ValueFormat, WrittenFormat }
export type CellValue = string | number | boolean | null

/** How one axis writes its ticks: the unit is said once, in the axis's name. */
export interface AxisFormat {
  readonly unit: string
  readonly write: (value: number) => string
}

export interface UiFormat {
  /** As a figure is alone, with its unit; counts above 1000 take a k. Null is a dash. */
  value(value: CellValue | undefined, format: WrittenFormat): string
  /** Every digit, for tables and tooltips. */
  exact(value: CellValue | undefined, format: WrittenFormat): string
  /** Ticks of an axis that reaches `max` in steps of `step`, with the decimals that tell its ticks apart. */
  axis(format: ValueFormat, max: number, step?: number): AxisFormat
  /**
   * The change from `reference` to `value`: points for percentages, percent for the rest. Null when it cannot be said.
   */
  change(
    value: number | null,
    reference: number | null,
    format: ValueFormat,
  ): { readonly text: string; readonly sign: -1 | 0 | 1 } | null
}

/** More would be noise on an axis. */
const MAX_DECIMALS = 3

const made = new Map<string, UiFormat>()

/** Formats of a language, made once. */
export function formatterFor(locale: string): UiFormat {
  let found = made.get(locale)
  if (found === undefined) made.set(locale, (found = make(locale)))
  return found
}

function make(locale: string): UiFormat {
  const plain = formatter(locale)
  const digits: Intl.NumberFormat[] = []
  /** Numbers with as many decimals as multiples of the step have, at least `least`. */
  const written = (step: number, least: number) => {
    let most = least
    while (most < MAX_DECIMALS && Math.abs(step * 10 ** most - Math.round(step * 10 ** most)) >= 1e-6) most++
    const chosen = (digits[most] ??= new Intl.NumberFormat(locale, { maximumFractionDigits: most }))
    return (value: number) => chosen.format(value)
  }
  const write = (value: CellValue | undefined, format: WrittenFormat) =>
    plain.cell(value === undefined ? null : value, format)
  return {
    value: write,
    exact: (value, format) => {
      if (typeof value !== 'number' || !Number.isFinite(value)) return write(value, format)
      return format === 'count' ? plain.exact(value) : format === 'day' ? tableDay(value) : write(value, format)
    },
    axis: (format, max, step = 1) => {
      switch (format) {
        case 'percent':
        case 'delta':
          return { unit: '%', write: written(step, 1) }
        case 'points':
          return { unit: plain.points(0).replace(/^[\d.,]+\s*/, ''), write: written(step, 1) }
        case 'duration': {
          const seconds = max > 3600 ? 3600 : 60
          const one = written(step / seconds, max > 3600 ? 2 : 1)
          return { unit: max > 3600 ? 'h' : 'min', write: (value) => one(value / seconds) }
        }
        // Ticks of one axis have the same decimals, also the zero.
        case 'mean':
          return { unit: '', write: written(step, 0) }
        // All ticks in thousands or none: 1.000 beside 2k reads as two kinds of number.
        case 'count': {
          const thousands = written(step / 1000, 2)
          return max > 1000
            ? { unit: '', write: (value) => (value === 0 ? '0' : `${thousands(value / 1000)}k`) }
            : { unit: '', write: (value) => write(value, format) }
        }
        default:
          return { unit: '', write: (value) => write(value, format) }
      }
    },
    change: (value, reference, format) => {
      if (value === null || reference === null || !Number.isFinite(value) || !Number.isFinite(reference)) return null
      if (format === 'percent') {
        const points = value - reference
        return { text: plain.points(points), sign: signOf(points, 0.05) }
      }
      if (reference === 0) return null
      const percent = ((value - reference) / Math.abs(reference)) * 100
      return { text: plain.delta(percent), sign: signOf(percent, 0.05) }
    },
  }
}

/** A value written as 0.0 has no sign. */
const signOf = (value: number, least: number): -1 | 0 | 1 => (value >= least ? 1 : value <= -least ? -1 : 0)

export { NOTHING }
