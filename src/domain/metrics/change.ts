/** Changes between two periods, and whether they are more than noise (metrics.md 5.4, 5.5). */
import type { Atoms } from './atoms.ts'
import { varianceOf } from './estimated.ts'
import { derive, deriveWith, partsOf } from './derive.ts'
import { isIncomparable, pairedAtoms } from './paired.ts'
import type { Metric } from './registry.ts'
import { SETTINGS } from './settings.ts'
import type { MetricSettings } from './settings.ts'

export interface Change {
  /** percent: (A - B) / B x 100. points: A - B of two percentages. new: B is 0. none: one side is unknown. */
  readonly kind: 'percent' | 'points' | 'new' | 'none'
  readonly value: number | null
  /** The 95 % interval of the change contains 0: the arrow is grey. */
  readonly noise: boolean
  /** For the colour of the arrow; a neutral metric is never good or bad. */
  readonly verdict: 'better' | 'worse' | 'neutral'
  /**
   * The sums hold stores that cannot be compared (one period has them alone, or too little of them): their difference
   * is neither good nor bad.
   */
  readonly mixed: boolean
}

/** Percent of a count, points of a percentage: never percent of percent. */
export function changeOf(unit: Metric['unit'], a: number | null, b: number | null): Pick<Change, 'kind' | 'value'> {
  if (a === null || b === null) return { kind: 'none', value: null }
  if (unit === 'percent') return { kind: 'points', value: a - b }
  if (b === 0) return a === 0 ? { kind: 'percent', value: 0 } : { kind: 'new', value: null }
  return { kind: 'percent', value: ((a - b) / b) * 100 }
}

/** The change alone, as `changeBetween` has it: a chart of a year asks for hundreds of a metric, and draws no arrow. */
export function changeValueWith(metric: Metric): (comparing: Atoms, reference: Atoms) => number | null {
  const derived = deriveWith(metric)
  return (comparing, reference) =>
    changeOf(metric.unit, derived(pairedAtoms(comparing)), derived(pairedAtoms(reference))).value
}

/**
 * Change of a metric between sums of two periods, over the hours that both have (see `paired.ts`). `phi` is the
 * over-dispersion of the local, 1 = Poisson.
 */
export function changeBetween(
  metric: Metric,
  comparing: Atoms,
  reference: Atoms,
  { settings, phi = 1 }: { settings?: MetricSettings; phi?: number } = {},
): Change {
  const mixed = isIncomparable(comparing, reference)
  const now = pairedAtoms(comparing)
  const before = pairedAtoms(reference)
  const a = derive(metric, now, settings)
  const b = derive(metric, before, settings)
  const { kind, value } = changeOf(metric.unit, a, b)
  const noise = mixed || kind === 'none' || isNoise(metric, now, before, settings, phi)
  const up = (a ?? 0) - (b ?? 0)
  const verdict =
    noise || up === 0 || metric.betterWhen === 'neutral'
      ? 'neutral'
      : up > 0 === (metric.betterWhen === 'up')
        ? 'better'
        : 'worse'
  return { kind, value, noise, verdict, mixed }
}

/**
 * True when the interval of the difference contains 0; what is estimated in it has its own variance besides that of
 * chance. Means of times have no known variance here and count as real.
 */
function isNoise(
  metric: Metric,
  comparing: Atoms,
  reference: Atoms,
  settings: MetricSettings | undefined,
  phi: number,
): boolean {
  const z = SETTINGS.noiseZ.value
  if (metric.unit === 'percent') {
    const p = partsOf(metric, comparing, settings)
    const q = partsOf(metric, reference, settings)
    const difference = p && q && newcombe(p, q, phi)
    return difference === null ? false : difference[0] <= 0 && difference[1] >= 0
  }
  if (metric.unit !== 'count') return false
  const a = derive(metric, comparing, settings) ?? 0
  const b = derive(metric, reference, settings) ?? 0
  return (
    Math.abs(a - b) <=
    z *
      Math.sqrt(phi * (Math.abs(a) + Math.abs(b)) + varianceOf(comparing, metric.id) + varianceOf(reference, metric.id))
  )
}

/** Wilson interval of k successes in n trials, as shares; `n / phi` trials count. */
export function wilson(k: number, n: number, phi = 1, z = SETTINGS.noiseZ.value): [number, number] {
  const trials = n / phi
  const share = k / n
  const centre = (share + (z * z) / (2 * trials)) / (1 + (z * z) / trials)
  const half =
    (z / (1 + (z * z) / trials)) * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials))
  return [centre - half, centre + half]
}

/**
 * Newcombe's interval of a difference of shares, built of two Wilson intervals; null for what is no share (above 100
 * %).
 */
function newcombe(
  p: { of: number; over: number },
  q: { of: number; over: number },
  phi: number,
): [number, number] | null {
  if (p.of > p.over || q.of > q.over || p.of < 0 || q.of < 0) return null
  const [a, b] = [p.of / p.over, q.of / q.over]
  const [[a0, a1], [b0, b1]] = [wilson(p.of, p.over, phi), wilson(q.of, q.over, phi)]
  return [a - b - Math.hypot(a - a0, b1 - b), a - b + Math.hypot(a1 - a, b - b0)]
}
