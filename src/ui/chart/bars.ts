/** Where bars stand, on whole pixels. Pure. */
import type { Grain } from './grain.ts'
import { type Layout, xOf, yOf } from './layout.ts'
import { type Spans, stateAt } from './series.ts'
import type { ChartSeries } from './types.ts'

/** Widest bar, in pixels. */
const MOST = 30
/** Part of a category that its bars fill. */
const FILLED = 0.72
/** Between two bars, in bars. */
const GAP = 0.1

/** Pixels of one of `slots` bars side by side. */
export const barWidth = (pitch: number, slots: number): number =>
  Math.min(MOST, (FILLED * pitch) / Math.max(1, slots + GAP * (slots - 1)))

/** From the middle of a category to the middle of one of its bars. */
export const slotShift = (pitch: number, slots: number, slot: number): number =>
  (slot - (slots - 1) / 2) * barWidth(pitch, slots) * (1 + GAP)

/** How finished a bar looks. */
export const BAR_LOOKS = ['final', 'partial', 'settling', 'estimated'] as const
export type BarLook = (typeof BAR_LOOKS)[number]

const lookAt = (one: ChartSeries, index: number): BarLook => {
  const state = stateAt(one, index)
  return state === 'partial' || state === 'settling' || state === 'estimated' ? state : 'final'
}

/** Four numbers a bar: left edge, width, and the heights of its foot and its tip. */
export type Boxes = Float64Array

export interface BarPlace {
  readonly layout: Layout
  readonly slots: number
  readonly slot: number
  readonly grain: Grain
}

/**
 * The bars of one series by their look. All are equally wide and equally far from their neighbours; what stands on the
 * axis is at least a hair high, for something is never drawn as nothing. Parts of a stack leave a hair between them.
 * Zero and null have no bar.
 */
export function barBoxes(
  one: ChartSeries,
  { from, to }: Spans,
  { layout, slots, slot, grain }: BarPlace,
): ReadonlyMap<BarLook, Boxes> {
  const { plot, pitch } = layout
  const { ratio, hair, snap } = grain
  const wanted = barWidth(pitch, slots)
  // Thinner than a pixel there is nothing to put on pixels.
  const width = wanted * ratio < 1 ? wanted : Math.floor(wanted * ratio) / ratio
  const put = wanted * ratio < 1 ? (at: number) => at : snap
  const step = width + put(wanted * GAP)
  const first = (slots * step - (step - width)) / 2
  const height = (value: number) => snap(Math.max(plot.top, Math.min(plot.bottom, yOf(layout, one.axis ?? 0, value))))
  const found = new Map<BarLook, number[]>()
  for (let index = 0; index < to.length; index++) {
    const [begin = 0, end = Number.NaN] = [from[index], to[index]]
    if (Number.isNaN(end) || begin === end) continue
    let foot = height(begin)
    let tip = height(end)
    const up = end < begin ? -1 : 1
    if (begin === 0 && foot === tip) tip -= up * hair
    else if (begin !== 0 && Math.abs(foot - tip) > 2 * hair) foot -= up * hair
    const look = lookAt(one, index)
    const boxes = found.get(look) ?? []
    found.set(look, boxes)
    boxes.push(put(xOf(layout, index) - first) + slot * step, width, foot, tip)
  }
  return new Map([...found].map(([look, boxes]) => [look, Float64Array.from(boxes)]))
}
