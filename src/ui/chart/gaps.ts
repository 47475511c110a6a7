/** Where figures are missing, and where their marks go. Pure. */
import { slotShift } from './bars.ts'
import { type Layout, xOf } from './layout.ts'
import { slotOf, slotsOf, stateAt } from './series.ts'
import type { ChartSeries } from './types.ts'

export interface GapMark {
  readonly index: number
  /** The band of the category, when nothing at all came in it. */
  readonly band: { readonly x: number; readonly width: number } | null
  /** Where a cross stands on the axis: under each bar that is missing, or in the middle for lines. */
  readonly crosses: readonly number[]
}

/** One mark per category with a missing figure of the comparing period; of the reference one where the chart shows nothing else. */
export function gapMarks(series: readonly ChartSeries[], count: number, layout: Layout): GapMark[] {
  const comparing = series.filter(({ period }) => period !== 'reference')
  const shown = comparing.length === 0 ? series : comparing
  const slots = slotsOf(series)
  const { plot, pitch } = layout
  const half = Math.min(pitch, 64) / 2
  const marks: GapMark[] = []
  for (let index = 0; index < count; index++) {
    const missing = shown.filter((one) => stateAt(one, index) === 'missing')
    if (missing.length === 0) continue
    const x = xOf(layout, index)
    const bars = new Set(missing.filter(({ mark }) => mark === 'bar').map((one) => slotOf(slots, one)))
    const left = Math.max(plot.left, x - half)
    marks.push({
      index,
      band: missing.length === shown.length ? { x: left, width: Math.min(plot.right, x + half) - left } : null,
      crosses: bars.size === 0 ? [x] : [...bars].map((slot) => x + slotShift(pitch, slots.length, slot)),
    })
  }
  return marks
}

/** Size and height of the crosses. */
const crossSize = ({ pitch }: Layout) => Math.min(3.5, Math.max(2, pitch / 4))
export const crossPath = (x: number, layout: Layout): string => {
  const size = crossSize(layout)
  const y = layout.plot.bottom - size - 5
  return `M${x - size} ${y - size}L${x + size} ${y + size}M${x - size} ${y + size}L${x + size} ${y - size}`
}
