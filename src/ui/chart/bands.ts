/** Where named stretches of a chart stand, and on which line their names. Pure. */
import { xOf } from './layout.ts'
import type { Layout } from './plot.ts'
import type { ChartBand } from './types.ts'

/** Height of one line of names over the plot. */
export const BAND_LINE_PX = 17
const MAX_LINES = 2
/** Of the smallest text. */
export const LETTER_PX = 6.4

/** Edges of a stretch of categories, inside the plot. */
export function edgesOf(layout: Layout, from: number, to: number): { x: number; width: number } {
  const { plot, pitch } = layout
  const left = Math.max(plot.left, Math.min(plot.right, xOf(layout, from) - pitch / 2))
  const right = Math.max(plot.left, Math.min(plot.right, xOf(layout, to) + pitch / 2))
  return { x: left, width: Math.max(2, right - left) }
}

/** Lines of names that so many stretches need: a name may run on until the next one begins. */
export function bandLines(bands: readonly ChartBand[], pitch: number): number[] {
  const ends: number[] = []
  return bands.map(({ from, label }) => {
    const begin = from * pitch
    const free = ends.findIndex((end) => end <= begin)
    const line = free < 0 ? Math.min(ends.length, MAX_LINES - 1) : free
    ends[line] = Math.max(ends[line] ?? 0, begin + label.length * LETTER_PX + 14)
    return line
  })
}
