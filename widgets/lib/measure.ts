/** A metric of the registry as a widget shows it: name, format, value, change. All arithmetic is the registry's. */
import type { Cell } from '#domain/frame'
import {
  changeBetween,
  changeValueWith as changeWith,
  definitionOf,
  deriveWith,
  filledShare,
  isIncomparable,
  isWithEstimates,
  metricOf,
  pairedAtoms,
  pairedShare,
} from '#domain/metrics/index'
import type { Atoms, Metric } from '#domain/metrics/index'
import { formatter } from '#domain/format'
import type { ProjectionColumn, ProjectionContext, ValueFormat } from '#engine/types'
import { coverageOfAtoms, estimateOf } from './groups.ts'
import { sumRules } from './sum-rules.ts'

const FORMATS: Partial<Record<Metric['unit'], ValueFormat>> = {
  count: 'count',
  percent: 'percent',
  seconds: 'duration',
  people: 'mean',
}

export const metricName = ({ t }: ProjectionContext, id: string): string => t(`metrics:${id}.name`)
export const formatOf = (id: string): ValueFormat => FORMATS[metricOf(id).unit] ?? 'number'
/** Ratios change by points, everything else by percent (metrics.md 5.4). */
export const changeFormatOf = (id: string): ValueFormat => (metricOf(id).unit === 'percent' ? 'points' : 'delta')
export const definitions = (ids: readonly string[]): string[] => ids.map((id) => definitionOf(metricOf(id)))

/**
 * The figure, or null when it is not known, or more than half of it would be estimated. A result no number can hold is
 * not known either.
 */
export const valueOf = (id: string, atoms: Atoms | null): number | null =>
  atoms === null ? null : valueWith(id)(atoms)

/** `valueOf` of one metric, for a column of sums: what depends on the metric is looked up once. */
export function valueWith(id: string): (atoms: Atoms | null) => number | null {
  const derived = deriveWith(metricOf(id))
  const { estimate } = sumRules(id)
  return (atoms) => (atoms === null || estimate(atoms)?.isTooMuch === true ? null : finite(derived(atoms)))
}

/**
 * `noise`: within the usual variation, so neither good nor bad; `neutral`: the metric has no good direction, or nothing
 * can be said.
 */
export type Verdict = 'better' | 'worse' | 'noise' | 'neutral'

export interface Change {
  /** Percent of a count, points of a ratio; null when it is unknown or not fair. */
  readonly value: number | null
  /** The reference is zero and the other side is not: there is no percentage of nothing. */
  readonly isNew: boolean
  /** The one rule of colour: good or bad by the metric's own direction, grey within noise. */
  readonly verdict: Verdict
  /**
   * False when the periods have no hour in common, or lack unknown hours: the change of a count would
   * say nothing about visitors.
   */
  readonly fair: boolean
  /** The sides hold stores that cannot be compared: a difference, never good or bad. */
  readonly mixed: boolean
  /** Share of the expected traffic that both sides have and the change is taken over, 0 to 1. */
  readonly over: number
}

/** Facts about a drawn change besides its value. */
export type Judged = Pick<Change, 'verdict' | 'isNew' | 'mixed' | 'over'>

export const UNJUDGED: Judged = { verdict: 'neutral', isNew: false, mixed: false, over: 1 }

/**
 * Difference of two shares that a widget makes itself, judged like a figure over the same sums but without a direction.
 */
export const judgedPoints = (comparing: Atoms | null, reference: Atoms | null): Judged => ({
  ...UNJUDGED,
  mixed: isIncomparable(comparing, reference),
  over: pairedShare(comparing, reference),
})

/** A change below this is written 0.0: no arrow. */
const WRITTEN_AS_ZERO = 0.05
/**
 * Half a percent of a mean stay is a few seconds, less than sensors resolve; the registry knows no variance of means.
 */
const TIME_RESOLUTION = 0.5

/**
 * `fair`: as in `Change`; `isFilled`: an estimate fills what is missing; `isGuess`: too much of a side is estimated.
 */
function basisOf(metric: Metric, comparing: Atoms | null, reference: Atoms | null) {
  const { id, unit } = metric
  const isFilled = isWithEstimates(comparing, id) || isWithEstimates(reference, id)
  if (!isFilled) return { isFilled, fair: unit !== 'count' || sameCoverage(comparing, reference), isGuess: false }
  const isGuess = [comparing, reference].some((atoms) => estimateOf(atoms, id)?.isTooMuch === true)
  return { isFilled, fair: true, isGuess }
}

const finite = (value: number | null) => (value !== null && Number.isFinite(value) ? value : null)

/** The value of `change` of one metric, for a column of sums where nothing else of it is shown. */
export function changeValueWith(id: string): (comparing: Atoms | null, reference: Atoms | null) => number | null {
  const metric = metricOf(id)
  const difference = changeWith(metric)
  return (comparing, reference) => {
    if (comparing === null || reference === null) return null
    const { fair, isGuess } = basisOf(metric, comparing, reference)
    return !fair || isGuess ? null : finite(difference(comparing, reference))
  }
}

export function change(id: string, comparing: Atoms | null, reference: Atoms | null): Change {
  const metric = metricOf(id)
  const { isFilled, fair, isGuess } = basisOf(metric, comparing, reference)
  const mixed = isIncomparable(comparing, reference)
  const over = isFilled ? filledShare(comparing, reference) : pairedShare(comparing, reference)
  if (comparing === null || reference === null || !fair || isGuess)
    return { value: null, isNew: false, verdict: 'neutral', fair, mixed, over }
  const { kind, value, verdict } = changeBetween(metric, comparing, reference)
  const known = finite(value)
  const isSmall = known === null || Math.abs(known) < (metric.unit === 'seconds' ? TIME_RESOLUTION : WRITTEN_AS_ZERO)
  const judged = isSmall ? 'neutral' : verdict
  const isQuiet = judged === 'neutral' && known !== null && metric.betterWhen !== 'neutral' && !mixed
  return { value: known, isNew: kind === 'new', verdict: isQuiet ? 'noise' : judged, fair, mixed, over }
}

/** Weights are whole millionths: two sums of the same hours differ by their rounding. */
const ROUNDING = 1e-4

/**
 * Whether two sums can be held against each other: what both sides have is whole on both. An answer that does not say
 * what its periods have in common can only be compared where nothing is missing, or as much on both sides. Stores of
 * one side only are said elsewhere.
 */
export function sameCoverage(comparing: Atoms | null, reference: Atoms | null): boolean {
  if (isIncomparable(comparing, reference)) return true
  const a = coverageOfAtoms(comparing && pairedAtoms(comparing))
  if (a === null) return true
  const b = coverageOfAtoms(reference && pairedAtoms(reference))
  return b === null || Math.abs(a - b) <= ROUNDING
}

// ---------------------------------------------------------------- columns

export const textColumn = (id: string, label: string): ProjectionColumn => ({ id, label, format: 'text', role: 'dim' })
export const dayColumn = (id: string, label: string): ProjectionColumn => ({
  id,
  label,
  format: 'day',
  role: 'dim',
  unit: 'day',
})

export function metricColumn(id: string, metric: string, label: string): ProjectionColumn {
  return { id, label, format: formatOf(metric), role: 'measure', unit: metricOf(metric).unit, metric }
}

/** `metric` stays on the column of a change: it says which direction is good. */
export function changeColumn(id: string, metric: string, label: string): ProjectionColumn {
  return { id, label, format: changeFormatOf(metric), role: 'measure', unit: 'percent', metric }
}

export const shareColumn = (id: string, label: string): ProjectionColumn => ({
  id,
  label,
  format: 'percent',
  role: 'measure',
  unit: 'percent',
})

/** Part of a whole in percent; null when the part or the whole is unknown or the whole is 0. */
export function shareOf(part: number | null, whole: number | null): number | null {
  if (part === null || whole === null || whole === 0) return null
  const share = (100 * part) / whole
  return Number.isFinite(share) ? share : null
}

/** Difference of two shares in points. */
export const pointsOf = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a - b)

/** With a capital, for a label alone. */
export const sentenceCase = ({ locale }: ProjectionContext, text: string): string =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)

/** A share written as 100.0 % needs no note. */
const WORTH_SAYING = 0.9995
/** Over nearly all, the two figures say the change themselves. */
const WORTH_SEEING = 0.98

/** The basis of a change, in words of `ui.figure`; empty where it is all hours of the same stores. */
export const basisWords = (
  { mixed, over }: Pick<Judged, 'mixed' | 'over'>,
  t: ProjectionContext['t'],
  locale: string,
): string | undefined =>
  mixed
    ? t('ui:figure.mixed')
    : over < WORTH_SAYING
      ? t('ui:figure.over', { share: formatter(locale).cell(over * 100, 'percent') })
      : undefined

/** The same in as few letters as there is room for beside the two figures; nothing where they say it themselves. */
export const shortBasis = (
  { mixed, over }: Pick<Judged, 'mixed' | 'over'>,
  t: ProjectionContext['t'],
  locale: string,
): string | undefined =>
  mixed || over >= WORTH_SEEING
    ? undefined
    : t('ui:figure.overShort', { share: formatter(locale).cell(over * 100, 'percent') })

/** A change as a sentence says it: with what it is taken over. */
export function writeChange(
  context: ProjectionContext,
  judged: Pick<Change, 'value' | 'mixed' | 'over'>,
  format: ValueFormat,
): string {
  const [written, basis] = [write(context, judged.value, format), basisWords(judged, context.t, context.locale)]
  return basis === undefined ? written : `${written} (${basis})`
}

/** A value in words, in the reader's language. */
export const write = ({ locale }: ProjectionContext, value: Cell, format: ValueFormat): string =>
  formatter(locale).cell(value, format)
