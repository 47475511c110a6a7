/** What a chart refuses to draw: it says where, what is there and what was expected, for playground and card alike. */
import type { CartesianOption, ChartSeries, DonutSlice } from './types.ts'

/** What may be expected in a place; the page words it. */
export type Expected = 'list' | 'number'

const EXPECTED: Readonly<Record<Expected, string>> = {
  list: 'a list',
  number: 'a number or null',
}

/** Characters of a value that a sentence shows. */
const MAX_SHOWN = 60

/** A value as a sentence shows it. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'not there'
  if (typeof value === 'function') return 'a function'
  const text = JSON.stringify(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

export const wrongValue = (place: string, value: unknown, expected: string): string =>
  `${place} is ${shownValue(value)}; expected ${expected}.`

/** Thrown where a chart is rendered: the frame around its widget words the code. */
export class ChartDataError extends TypeError {
  override readonly name = 'ChartDataError'
  readonly code = 'CHART_DATA_INVALID'
  readonly details: { readonly place: string; readonly value: string; readonly expected: Expected }

  constructor(place: string, value: unknown, expected: Expected) {
    super(wrongValue(place, value, EXPECTED[expected]))
    this.details = { place, value: typeof value === 'function' ? 'function' : shownValue(value), expected }
  }
}

/** Points that the library is given one by one, at most: so many take 1.2 s and 125 MB as stacked areas. */
export const MAX_POINTS = 500_000

/**
 * Points of lines and bars, which it is given as the extremes of each pixel: a leap year of minutes beside the year
 * before it takes 0.4 s and 23 MB (decision 10).
 */
export const MAX_SAMPLED_POINTS = 2 * 366 * 24 * 60

/** Whether only what a pixel shows of it is drawn. */
const isSampled = ({ type, stack }: ChartSeries): boolean => type === 'bar' || stack === undefined

/** So many points that the page would hang. */
export class ChartPointsError extends RangeError {
  override readonly name = 'ChartPointsError'
  readonly code = 'CHART_POINTS_EXCEEDED'
  readonly details: { readonly count: number; readonly max: number }

  constructor(count: number, max: number) {
    super(`The chart has ${count} points; at most ${max} are drawn.`)
    this.details = { count, max }
  }
}

function refuseNoList(value: unknown, place: string): asserts value is readonly unknown[] {
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) throw new ChartDataError(place, value, 'list')
}

function refuseNoNumber(value: unknown, place: string): void {
  if (value != null && typeof value !== 'number') throw new ChartDataError(place, value, 'number')
}

/** A sum over a function draws nothing, or throws an error without a sentence. */
export function refuseNoNumbers(values: unknown, place: string): asserts values is readonly (number | null)[] {
  refuseNoList(values, place)
  // The place is worded only where it is needed: there may be a million.
  for (let at = 0; at < values.length; at++)
    if (values[at] != null && typeof values[at] !== 'number') refuseNoNumber(values[at], `${place}[${at}]`)
}

const known = new WeakSet<CartesianOption>()

/** The option, once it is known to be plain data. */
export function plainOption(option: CartesianOption): CartesianOption {
  if (known.has(option)) return option
  const { xAxis, yAxis, series, under } = option
  refuseNoList(xAxis.data, 'xAxis.data')
  refuseNoList(yAxis, 'yAxis')
  refuseNoList(series, 'series')
  // Before anything is looked at one by one.
  const count = xAxis.data.length * series.length
  const max = under === undefined && series.every(isSampled) ? MAX_SAMPLED_POINTS : MAX_POINTS
  if (count > max) throw new ChartPointsError(count, max)
  for (const [at, { data }] of series.entries()) refuseNoNumbers(data, `series[${at}].data`)
  known.add(option)
  return option
}

/** The slices of a ring, once they are known to be plain data. */
export function plainSlices(slices: readonly DonutSlice[]): readonly DonutSlice[] {
  refuseNoList(slices, 'slices')
  for (const [at, { value }] of slices.entries()) refuseNoNumber(value, `slices[${at}].value`)
  return slices
}

/** Of any option of the library: it takes a function for no data, and draws nothing. */
export function refuseUndrawable({ series }: { readonly series?: unknown }): void {
  const all: readonly { readonly data?: unknown }[] = Array.isArray(series) ? series : []
  for (const [at, { data }] of all.entries())
    if (typeof data === 'function') throw new ChartDataError(`series[${at}].data`, data, 'list')
  const count = all.reduce((sum, { data }) => sum + (Array.isArray(data) ? data.length : 0), 0)
  if (count > MAX_POINTS) throw new ChartPointsError(count, MAX_POINTS)
}
