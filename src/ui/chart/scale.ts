/**
 * Axis ends and ticks, decided here and not by the library: two axes share their grid lines, and the page knows where
 * every point is.
 */
import type { ValueFormat } from '../format.ts'

export interface Scale {
  readonly min: number
  readonly max: number
  readonly step: number
  readonly ticks: readonly number[]
}

const DECIMAL = [1, 2, 2.5, 5, 10]
/** Steps that read well in minutes and hours, in seconds; below a minute those with at most two decimals of one. */
const TIME = [3, 6, 12, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 18_000, 36_000, 72_000, 86_400]

/** The smallest readable step that is at least `least`. Counts have whole steps. */
export function niceStep(least: number, format: ValueFormat): number {
  if (format === 'duration') {
    const found = TIME.find((step) => step >= least)
    if (found !== undefined) return found
  }
  if (format === 'hour') return Math.max(1, Math.ceil(least))
  const floor = format === 'count' ? Math.max(least, 1) : Math.max(least, Number.MIN_VALUE * 1e10)
  const power = 10 ** Math.floor(Math.log10(floor))
  const whole = format === 'count' && power === 1
  for (const factor of DECIMAL) {
    if (whole && factor === 2.5) continue
    if (factor * power >= floor * (1 - 1e-9)) return factor * power
  }
  return 10 * power
}

/**
 * A share or a change is read against nothing at all: an axis from 12.5 to 12.9 % would make a landslide of a ripple.
 */
const FROM_ZERO: ReadonlySet<ValueFormat> = new Set(['percent', 'points', 'delta'])
/**
 * The least part of the highest value that an axis without zero spans: nothing is drawn more than four times as steep
 * as it is.
 */
const LEAST_SPAN = 0.25

/**
 * Only lines of amounts may leave zero out, and only where it would flatten them: when the values fill less than a
 * third of the height.
 */
function lowerEnd(low: number, high: number, fromZero: boolean): number {
  if (low < 0) return low
  return fromZero || high <= 0 || high - low > 0.35 * high ? 0 : Math.min(low, (1 - LEAST_SPAN) * high)
}

export interface ScaleInput {
  low: number
  high: number
  fromZero: boolean
  format: ValueFormat
  /** Wanted number of steps. */
  steps: number
  /** Given upper end. An axis with a given end starts at zero, so that charts side by side are drawn alike. */
  max?: number
  /** Exactly this many steps, so that the lines of a second axis fall on those of the first. */
  exactSteps?: number
}

/** A scale over [low, high]. No values at all: 0 to `max`, else to 100 for shares and 1 for the rest. */
export function scaleOf({ low, high, fromZero, format, steps, max, exactSteps }: ScaleInput): Scale {
  if (!Number.isFinite(low) || !Number.isFinite(high))
    return scaleOf({
      low: 0,
      high: max ?? (format === 'percent' ? 100 : 1),
      fromZero: true,
      format: format === 'count' || format === 'percent' ? format : 'number',
      steps,
      max,
      exactSteps,
    })
  const top = max ?? (high > 0 ? high : 0)
  const bottom = Math.min(lowerEnd(low, Math.max(high, 0), fromZero || max !== undefined || FROM_ZERO.has(format)), top)
  // Closer than this is rounding, not a range.
  if (top - bottom < 1e-9 * Math.max(1, Math.abs(top)))
    return scaleOf({
      low: bottom,
      high: bottom + (format === 'duration' ? 60 : 1),
      fromZero,
      format,
      steps,
      exactSteps,
    })
  let least = (top - bottom) / (exactSteps ?? steps)
  for (let turn = 0; turn < 60; turn++) {
    const step = niceStep(least, format)
    const min = Math.floor(bottom / step + 1e-9) * step
    const end =
      max !== undefined && exactSteps === undefined
        ? max
        : exactSteps === undefined
          ? Math.ceil(top / step - 1e-9) * step
          : min + exactSteps * step
    if (end >= top - 1e-9 * Math.abs(top)) return { min, max: end, step, ticks: ticksOf(min, end, step) }
    least = step * 1.01
  }
  return { min: bottom, max: top, step: top - bottom, ticks: [bottom, top] }
}

function ticksOf(min: number, max: number, step: number): number[] {
  const ticks: number[] = []
  for (let n = 0; min + n * step <= max + step * 1e-6; n++) ticks.push(Number((min + n * step).toPrecision(12)))
  return ticks
}
