/**
 * Figures with estimates, as a choice of the reader. An answer that has them carries, beside a measure, what is
 * estimated of it: sums that survive every transform, so that a figure can be shown with its estimate and what was
 * counted is never lost.
 *
 * Only measures of `ESTIMATED` have an estimate. Everything else, ratios of entries too, is as counted: their other
 * side has none.
 */
import type { Atoms } from './atoms.ts'
import { SETTINGS } from './settings.ts'

export const ESTIMATED: readonly string[] = ['ins']

const PARTS = {
  /** People that are estimated for hours that did not come. */
  estimated: '.estimated',
  /**
   * Variance of the estimate of a group: the hours of one local and day are one error, days and locals are independent.
   */
  variance: '.variance',
  /** In answers by the hour: what the variance of a sum of hours has besides that of each hour. */
  covariance: '.covariance',
  /** Of the figure with its estimate, what lies in hours that the other period has neither counted nor estimated. */
  unfilled: '.unfilled',
  /** Hours that did not come and have no estimate: they are in neither. */
  unestimated: '.unestimated',
} as const
type Part = keyof typeof PARTS

/** Made once: models ask thousands of times, and a text that is made anew is looked for in full. */
const IDS = new Map([...ESTIMATED, 'expected'].map((measure) => [measure, idsOf(measure)]))

function idsOf(measure: string): Readonly<Record<Part, string>> {
  return Object.fromEntries(Object.entries(PARTS).map(([part, ending]) => [part, `${measure}${ending}`])) as Record<
    Part,
    string
  >
}

export const partId = (measure: string, part: Part): string => IDS.get(measure)?.[part] ?? `${measure}${PARTS[part]}`

/** The measure that a column of estimates is about and the ending of its name; null for any other column. */
export function estimatePart(column: string): { readonly measure: string; readonly ending: string } | null {
  const ending = Object.values(PARTS).find((one) => column.endsWith(one))
  return ending === undefined ? null : { measure: column.slice(0, -ending.length), ending }
}

/** Whether these sums are of an answer that holds an estimate of the measure. */
export function isWithEstimates(atoms: Atoms | null, measure: string): boolean {
  const estimated = IDS.get(measure)?.estimated
  return atoms !== null && estimated !== undefined && atoms[estimated] != null
}

/** People estimated of a measure; 0 where nothing is. */
export const estimatedOf = (atoms: Atoms | null, measure: string): number => atoms?.[partId(measure, 'estimated')] ?? 0

/** Hours that are neither counted nor estimated. */
export const unestimatedHours = (atoms: Atoms | null, measure: string): number =>
  atoms?.[partId(measure, 'unestimated')] ?? 0

export const varianceOf = (atoms: Atoms | null, measure: string): number =>
  !IDS.has(measure) ? 0 : (atoms?.[partId(measure, 'variance')] ?? 0) + (atoms?.[partId(measure, 'covariance')] ?? 0)

/**
 * The count with its estimate. Null where count and estimate are 0: an estimate of 0 is no
 * figure.
 */
export function withEstimate(counted: number | null, atoms: Atoms, measure: string): number | null {
  const estimated = estimatedOf(atoms, measure)
  return estimated === 0 ? counted : (counted ?? 0) + estimated
}

/** Sums of one hour of the day alone: the covariance with the other hours of its days is not in them. */
export function ofOneHour(atoms: Atoms): Atoms {
  if (ESTIMATED.every((measure) => !atoms[partId(measure, 'covariance')])) return atoms
  return { ...atoms, ...Object.fromEntries(ESTIMATED.map((measure) => [partId(measure, 'covariance'), 0])) }
}

/** The same sums without any estimate: for figures whose other parts have none. */
export function asCounted<T extends Atoms | null>(atoms: T): T {
  if (atoms === null || ESTIMATED.every((measure) => !isWithEstimates(atoms, measure))) return atoms
  return Object.fromEntries(Object.entries(atoms).filter(([id]) => estimatePart(id) === null)) as T
}

export interface Estimate {
  /** Counted and estimated. */
  readonly value: number
  readonly counted: number | null
  readonly estimated: number
  /** Of the figure, 0 to 1. */
  readonly share: number
  /** 95 %: the estimate is never less than nothing. */
  readonly low: number
  readonly high: number
  /** So much is estimated that there is no figure (metrics.md 5.5). */
  readonly isTooMuch: boolean
}

/** The estimate in a figure; null where it holds none. */
export function estimateIn(atoms: Atoms | null, measure: string): Estimate | null {
  const estimated = estimatedOf(atoms, measure)
  if (atoms === null || estimated <= 0) return null
  const counted = atoms[measure] ?? null
  const value = (counted ?? 0) + estimated
  const half = SETTINGS.noiseZ.value * Math.sqrt(varianceOf(atoms, measure))
  const share = estimated / value
  return {
    value,
    counted,
    estimated,
    share,
    low: Math.max(counted ?? 0, Math.round(value - half)),
    high: Math.round(value + half),
    isTooMuch: share > SETTINGS.estimatedNullAbove.value,
  }
}
