/**
 * What is asked of a series: its values, their states, and where each begins and ends when series stand on each other.
 * Pure.
 */
import type { Completeness } from '../format.ts'
import type { ChartSeries } from './types.ts'

/** Null for what is missing and for what is no number. */
export function valueAt({ data }: ChartSeries, index: number): number | null {
  const value = data[index] ?? null
  return value === null || !Number.isFinite(value) ? null : value
}

/** The state by which a point is drawn. */
export const stateAt = ({ states, slight }: ChartSeries, index: number): Completeness =>
  slight?.[index] === true ? 'final' : (states?.[index] ?? 'final')

/** How a series is drawn, in one word. */
export const markOf = ({ type, areaStyle }: Pick<ChartSeries, 'type' | 'areaStyle'>): 'bar' | 'line' | 'area' =>
  type === 'line' && areaStyle !== undefined ? 'area' : type

/** States of a figure that may still change: never drawn as if it were the last word. */
const UNSURE: ReadonlySet<Completeness> = new Set(['partial', 'settling', 'estimated'])
export const isUnsureAt = (one: ChartSeries, index: number): boolean => UNSURE.has(stateAt(one, index))

/** Stacks never mix the two periods. */
export const stackOf = ({ stack, period = 'comparing', yAxisIndex = 0 }: ChartSeries): string =>
  `${stack}|${period}|${yAxisIndex}`

const slotKey = (one: ChartSeries) => (one.stack === undefined ? one.id : stackOf(one))

/** Bars that stand side by side in one category, from left to right; a stack is one of them. */
export const slotsOf = (series: readonly ChartSeries[]): string[] => [
  ...new Set(series.filter(({ type }) => type === 'bar').map(slotKey)),
]
export const slotOf = (slots: readonly string[], one: ChartSeries): number => slots.indexOf(slotKey(one))

/** In units of the axis, one per category; NaN where there is no value. Alone, everything begins at zero. */
export interface Spans {
  readonly from: Float64Array
  readonly to: Float64Array
}

/** What is below zero is stacked downwards, so that a negative part never eats into a positive one. */
export function spansOf(series: readonly ChartSeries[], count: number): Map<ChartSeries, Spans> {
  const spans = new Map<ChartSeries, Spans>()
  const sums = new Map<string, { up: Float64Array; down: Float64Array }>()
  for (const one of series) {
    const from = new Float64Array(count).fill(Number.NaN)
    const to = new Float64Array(count).fill(Number.NaN)
    const key = stackOf(one)
    let sum = one.stack === undefined ? undefined : sums.get(key)
    if (one.stack !== undefined && sum === undefined)
      sums.set(key, (sum = { up: new Float64Array(count), down: new Float64Array(count) }))
    for (let index = 0; index < count; index++) {
      const value = valueAt(one, index)
      if (value === null) continue
      const below = value < 0 ? sum?.down : sum?.up
      from[index] = below?.[index] ?? 0
      to[index] = (below?.[index] ?? 0) + value
      if (below !== undefined) below[index] = to[index] as number
    }
    spans.set(one, { from, to })
  }
  return spans
}

/**
 * Highest and lowest end of the series on one axis, stacks summed; infinite the wrong way round when there is no value.
 */
export function extent(series: readonly ChartSeries[], count: number): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const { to } of spansOf(series, count).values()) {
    for (let index = 0; index < to.length; index++) {
      const at = to[index] as number
      if (at < low) low = at
      if (at > high) high = at
    }
  }
  return { low, high }
}
