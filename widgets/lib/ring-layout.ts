/** Where rings and their table go, in pixels. Pure, so that the choice can be tested without a page. */
export interface RingRoom {
  readonly width: number
  readonly height: number
  /** Rows of the table, without its head. */
  readonly rows: number
  readonly periods: number
  readonly shape: 'auto' | 'donut' | 'bar'
}

/** `diameter` null = bars. `isSide` = the table is beside the drawings, not under them. */
export interface RingLayout {
  readonly diameter: number | null
  readonly isSide: boolean
}

const ROW_PX = 28
const HEAD_PX = 28
/** Period head over a ring, and the gaps around it. */
const OVER_PX = 24 + 8
const GAP_PX = 20
const TABLE_MIN_PX = 316
const LARGEST_PX = 210
/** A smaller ring cannot hold its figure. */
const SMALLEST_PX = 84

export function ringLayout({ width, height, rows, periods, shape }: RingRoom): RingLayout {
  const table = HEAD_PX + rows * ROW_PX
  const fit = (across: number, down: number) =>
    Math.floor(Math.min(LARGEST_PX, (across - GAP_PX * (periods - 1)) / Math.max(1, periods), down))
  const under = fit(width, height - table - OVER_PX - 12)
  const beside = fit(width - TABLE_MIN_PX - GAP_PX, height - OVER_PX)
  const isSide = beside > under
  const diameter = Math.max(under, beside)
  if (shape === 'bar' || (shape === 'auto' && diameter < SMALLEST_PX))
    return { diameter: null, isSide: width >= 520 && height < table + 2 * 48 }
  return { diameter: Math.max(SMALLEST_PX, diameter), isSide }
}
