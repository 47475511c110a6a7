/** Where the panel that reads a point stands: beside it, or over or under the chart; on the screen. Pure. */

/** Between the panel and the edge of the screen, or of the chart. */
const EDGE = 8

export interface PlaceInput {
  /** Of the panel. */
  readonly width: number
  readonly height: number
  /** Of the screen. */
  readonly screen: { readonly width: number; readonly height: number }
  /** Edges of the chart, on the screen. */
  readonly chart: { readonly top: number; readonly bottom: number }
  /** The point, on the screen. */
  readonly x: number
  readonly y: number
  /** Kept from the point. */
  readonly gap: number
}

const between = (least: number, most: number, value: number) => Math.max(least, Math.min(most, value))

export function tooltipPlace({ width, height, screen, chart, x, y, gap }: PlaceInput): { left: number; top: number } {
  const [maxLeft, maxTop] = [screen.width - EDGE - width, screen.height - EDGE - height]
  const beside = [x + gap, x - gap - width].find((left) => left >= EDGE && left <= maxLeft)
  if (beside !== undefined) return { left: beside, top: between(EDGE, maxTop, y - height / 2) }
  // Too narrow for either side. A chart that fills the screen has no room over or under it: then it is the point's.
  const tops = [chart.top - EDGE - height, chart.bottom + EDGE, y - gap - height, y + gap]
  return {
    left: between(EDGE, maxLeft, x - width / 2),
    top: between(EDGE, maxTop, tops.find((top) => top >= EDGE && top <= maxTop) ?? y + gap),
  }
}
