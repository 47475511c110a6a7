/**
 * What sums say of one measure: how complete its figure is, and what of it is estimated. All that depends on the
 * measure alone is decided where the rules are made, once for each measure: a chart of a year asks thousands of times,
 * in code that the browser has only just read.
 */
import { isSlightLoss, stateOf } from '#domain/completeness'
import type { Completeness, Quality } from '#domain/completeness'
import { keepTwo } from '#domain/keep-two'
import {
  ESTIMATED,
  estimateIn,
  isOfTills,
  isReportedByTills,
  isWithEstimates,
  SETTINGS,
  unestimatedHours,
} from '#domain/metrics/index'
import type { Atoms } from '#domain/metrics/index'

type Estimate = NonNullable<ReturnType<typeof estimateIn>>

export interface SumRules {
  /** Hours and weights, none below 0, and the entries. */
  readonly quality: (atoms: Atoms) => Quality
  /** Nothing at all in a period that has hours elsewhere = nothing was expected: closed. */
  readonly state: (atoms: Atoms | null) => Completeness
  /** So little did not arrive, or is estimated, that the sum is drawn whole. */
  readonly isSlight: (atoms: Atoms | null) => boolean
  /** The estimate in the figure; null where it holds none. */
  readonly estimate: (atoms: Atoms | null) => Estimate | null
  /** Whether the state of the figure may be another than that of what was counted. */
  readonly hasOwnState: (atoms: Atoms) => boolean
}

/** Less than nothing is an error of the data that must not become a coverage below zero. */
const amount = (sum: number | null | undefined) => Math.max(0, sum ?? 0)

/** Of what was counted, and of every measure that follows from it: none has an estimate. */
const COUNTED: SumRules = {
  // Every measure of a row asks for the same sums of both its sides.
  quality: keepTwo((atoms) => ({
    expected: amount(atoms.expected),
    observed: amount(atoms.observed),
    estimatedIns: amount(atoms.estimatedIns),
    hours: amount(atoms.hours),
    missingHours: amount(atoms.missingHours),
    partialHours: amount(atoms.partialHours),
    settlingHours: amount(atoms.settlingHours),
    closedHours: amount(atoms.closedHours),
    // Answers about visitors come without entries: there the visits are what estimates are measured by, or every
    // estimate would be all there is.
    ins: amount('ins' in atoms ? atoms.ins : atoms.visits),
  })),
  state: (atoms) => (atoms === null ? 'closed' : stateOf(atoms)),
  isSlight: (atoms) => atoms !== null && isSlightLoss(atoms),
  estimate: () => null,
  hasOwnState: () => false,
}

/** Of a figure of tills: what they reported is complete, also where counters are missing. */
function rulesOfTills(measure: string): SumRules {
  const quality = (atoms: Atoms) => {
    const counted = COUNTED.quality(atoms)
    return isReportedByTills(atoms, measure)
      ? { ...counted, expected: 0, observed: 0, estimatedIns: 0, missingHours: 0 }
      : counted
  }
  return {
    quality,
    state: (atoms) => (atoms === null ? 'closed' : stateOf(quality(atoms))),
    isSlight: (atoms) => atoms !== null && isSlightLoss(quality(atoms)),
    estimate: COUNTED.estimate,
    hasOwnState: () => true,
  }
}

/**
 * Of a figure that may hold an estimate: it is `estimated` then instead of incomplete, and there is none of a silence,
 * or where more than half of it is estimated.
 */
function rulesWithEstimates(measure: string): SumRules {
  const isFilled = (atoms: Atoms | null): atoms is Atoms => isWithEstimates(atoms, measure)
  const estimate = (atoms: Atoms | null) => (isFilled(atoms) ? estimateIn(atoms, measure) : null)
  const stateOfFilled = (atoms: Atoms): Completeness => {
    const counted = stateOf(atoms)
    const filled = estimate(atoms)
    if (filled === null || counted === 'closed') return counted
    if (filled.isTooMuch) return 'missing'
    if ((atoms.partialHours ?? 0) > 0 || unestimatedHours(atoms, measure) > 0) return counted
    return counted === 'missing' || filled.share >= SETTINGS.noticeableLoss.value ? 'estimated' : counted
  }
  return {
    quality: COUNTED.quality,
    state: (atoms) => (isFilled(atoms) ? stateOfFilled(atoms) : COUNTED.state(atoms)),
    isSlight: (atoms) =>
      COUNTED.isSlight(atoms) && (estimate(atoms)?.share ?? 0) <= SETTINGS.estimatedHatchedAbove.value,
    estimate,
    hasOwnState: isFilled,
  }
}

/** Of the measures that have their own; the registry does not change. */
const own = new Map<string, SumRules>()

/** @param measure the figure; without it, what was counted */
export function sumRules(measure: string | null | undefined): SumRules {
  if (measure == null) return COUNTED
  let rules = own.get(measure)
  if (rules === undefined) {
    if (isOfTills(measure)) rules = rulesOfTills(measure)
    else if (ESTIMATED.includes(measure)) rules = rulesWithEstimates(measure)
    else return COUNTED
    own.set(measure, rules)
  }
  return rules
}
