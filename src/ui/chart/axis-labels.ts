/** Which categories are named under the plot, and where. Pure. */
import type { Measure } from './plot.ts'
import type { AxisLabel } from './plot.ts'

/** Air between two names, in pixels; the least of it where a name at the edge has moved inwards. */
const AIR = 14
const LEAST_AIR = 8
/** A painted text is now and then a little wider than it was measured. */
const EDGE = 4

export interface LabelRoom {
  /** Pixels of the canvas: no name runs over its edges. */
  readonly width: number
  /** Pixels from one category to the next. */
  readonly pitch: number
  /** Middle of a category. */
  readonly xOf: (index: number) => number
}

/**
 * Every so many categories that the widest name fits; names at the edges move inwards, and one that would touch another
 * then is left out.
 */
export function axisLabels(
  categories: readonly string[],
  { width, pitch, xOf }: LabelRoom,
  measure: Measure,
): AxisLabel[] {
  const widest = Math.max(0, ...sample(categories).map(measure))
  const every = Math.max(1, Math.ceil((widest + AIR) / pitch))
  const labels: AxisLabel[] = []
  let end = Number.NEGATIVE_INFINITY
  for (let index = 0; index < categories.length; index += every) {
    const half = measure(categories[index] ?? '') / 2
    const middle = xOf(index)
    // Beyond an edge it begins or ends under its category instead of standing astride of it.
    const x = middle < half + EDGE ? middle + half : middle > width - half - EDGE ? middle - half : middle
    if (half === 0 || x - half < end + LEAST_AIR) continue
    labels.push({ index, x, isMoved: x !== middle })
    end = x + half
  }
  return labels
}

/** Widths of 60 categories say enough about 2000. */
function sample(categories: readonly string[]): readonly string[] {
  const every = Math.ceil(categories.length / 60)
  return every <= 1 ? categories : categories.filter((_, index) => index % every === 0)
}
