/** Where figures are missing, and where their marks go. Pure. */
import { slotShift } from './bar-series.ts'
import { xOf } from './layout.ts'
import type { Layout } from './plot.ts'
import { slotOf, slotsOf, stateAt } from './series.ts'
import type { ChartSeries } from './types.ts'

/** Widest band, in pixels. */
export const MAX_BAND = 64
/** Crosses of two categories stand at least so far from each other, in pixels. */
const BETWEEN_CROSSES = 6

export interface GapMark {
  readonly index: number
  /** The band of the category, when nothing at all came in it. */
  readonly band: { readonly x: number; readonly width: number } | null
  /** Where a cross stands on the axis: under each bar that is missing, or in the middle for lines. */
  readonly crosses: readonly number[]
}

/**
 * One mark per category with a missing figure of either period; the band where nothing came in one of them. Where
 * nothing of the reference period came at all, a mark on every category would only hide the other one: words say it.
 */
export function gapMarks(series: readonly ChartSeries[], count: number, layout: Layout): GapMark[] {
  // There may be a million categories, and nothing missing.
  const isHoled = ({ states }: ChartSeries) => states?.includes('missing') === true
  if (!series.some(isHoled)) return []
  const isMissing = (one: ChartSeries, index: number) => stateAt(one, index) === 'missing'
  const comparing = series.filter(({ period }) => period !== 'reference')
  const reference = series.filter(({ period }) => period === 'reference')
  const isBlank = comparing.length > 0 && reference.every((one) => isAllOf(count, (index) => isMissing(one, index)))
  const periods = [comparing, ...(isBlank ? [] : [reference])].filter((one) => one.length > 0)
  const shown = periods.flat()
  const slots = slotsOf(series)
  const { plot, pitch } = layout
  const half = Math.min(pitch, MAX_BAND) / 2
  const marks: GapMark[] = []
  let lastCross = Number.NEGATIVE_INFINITY
  for (let index = 0; index < count; index++) {
    if (!shown.some((one) => isMissing(one, index))) continue
    const missing = shown.filter((one) => isMissing(one, index))
    const x = xOf(layout, index)
    const isNear = x - lastCross < BETWEEN_CROSSES
    if (!isNear) lastCross = x
    const bars = new Set(missing.filter(({ type }) => type === 'bar').map((one) => slotOf(slots, one)))
    const left = Math.max(plot.left, x - half)
    const isEmpty = periods.some((one) => one.every((each) => isMissing(each, index)))
    const own = bars.size === 0 ? [x] : [...bars].map((slot) => x + slotShift(pitch, slots.length, slot))
    marks.push({
      index,
      band: isEmpty ? { x: left, width: Math.min(plot.right, x + half) - left } : null,
      crosses: isNear ? [] : own,
    })
  }
  return marks
}

function isAllOf(count: number, holds: (index: number) => boolean): boolean {
  for (let index = 0; index < count; index++) if (!holds(index)) return false
  return true
}
