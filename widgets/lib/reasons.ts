/** Why a figure is missing or not final yet, in words: the tooltip says it where the drawing shows it. */
import { lossOf } from '#domain/completeness'
import { formatter } from '#domain/format'
import { unestimatedHours } from '#domain/metrics/index'
import type { Atoms } from '#domain/metrics/index'
import type { Completeness, Projection, ProjectionContext } from '#engine/types'
import { estimateOf, qualityOfAtoms, stateOfAtoms, worstOf } from './groups.ts'
import { write } from './measure.ts'
import { periodLabels } from './periods.ts'
import type { PeriodKey, Slot } from './periods.ts'

/** A projection whose rows can say why they are not final. */
export interface Reasoned extends Projection {
  readonly reasons: readonly (string | null)[]
}

export const hasReasons = (projection: Projection): projection is Reasoned => 'reasons' in projection

/** An interval of figures rounded to thousands has no meaning. */
const exactly =
  ({ locale }: ProjectionContext) =>
  (n: number): string =>
    formatter(locale).exact(n)

/** "Includes about 412 estimated (5.3 %). 95 %: 7,690 to 7,930." Nothing where a figure holds no estimate. */
export function estimateWords(
  measure: string | null | undefined,
  atoms: Atoms | null,
  context: ProjectionContext,
): string | null {
  const estimate = estimateOf(atoms, measure)
  if (estimate === null) return null
  const [count, share] = [exactly(context), write(context, estimate.share * 100, 'percent')]
  const neither = unestimatedHours(atoms, measure ?? '')
  return [
    estimate.isTooMuch
      ? context.t('ui:figure.tooMuch', {
          share,
          counted: count(estimate.counted ?? 0),
          estimated: count(estimate.estimated),
        })
      : context.t('ui:figure.includes', {
          n: count(estimate.estimated),
          share,
          low: count(estimate.low),
          high: count(estimate.high),
        }),
    ...(neither > 0 ? [context.t('ui:figure.alsoNeither', { n: count(neither) })] : []),
  ].join(' ')
}

/** The same in as few letters as a tile has; empty where there is no such figure. */
export function shortEstimate(
  measure: string | null | undefined,
  atoms: Atoms | null,
  context: ProjectionContext,
): string {
  const estimate = estimateOf(atoms, measure)
  if (estimate === null || estimate.isTooMuch) return ''
  const count = exactly(context)
  return context.t('ui:figure.shortEstimate', {
    n: count(estimate.estimated),
    low: count(estimate.low),
    high: count(estimate.high),
  })
}

/**
 * Why a sum has its state; also of a final one, when some quiet hours of it did not arrive.
 *
 * @param measure the figure, where it may hold an estimate
 */
export function reasonOf(
  state: Completeness,
  atoms: Atoms | null,
  context: ProjectionContext,
  measure?: string | null,
): string | null {
  const { t } = context
  // Most are final and whole, and have no reason.
  const isWhole = state === 'final' && atoms !== null && !((atoms.missingHours ?? 0) > 0)
  if (isWhole && estimateOf(atoms, measure) === null) return null
  const estimated = estimateWords(measure, atoms, context)
  if (estimated !== null && (state !== 'missing' || estimateOf(atoms, measure)?.isTooMuch === true)) return estimated
  if (atoms === null) return state === 'final' ? null : t('reason.closed')
  const quality = qualityOfAtoms(atoms, measure)
  if (state === 'final' && quality.missingHours === 0) return null
  if (state === 'closed') return t('reason.closed')
  const hours = (key: string, n: number) =>
    t(key, { n: write(context, n, 'count'), of: write(context, quality.hours, 'count') })
  if (state === 'missing' && quality.missingHours < quality.hours)
    return t('reason.lost', { share: write(context, lossOf(quality) * 100, 'percent') })
  if (quality.missingHours > 0) return hours('reason.missing', quality.missingHours)
  if (quality.partialHours > 0) return hours('reason.partial', quality.partialHours)
  if (state === 'partial') return t('reason.short')
  return hours('reason.settling', quality.settlingHours)
}

/**
 * Why each step of an axis has its state, of both periods.
 *
 * @param states of the measure in each step; of the reference where it is shown
 */
export const reasonsIn = (
  slots: readonly Pick<Slot, PeriodKey | 'states'>[],
  states: { readonly comparing: readonly Completeness[]; readonly reference?: readonly Completeness[] },
  { measure, labels }: { readonly measure: string | null; readonly labels: Readonly<Record<PeriodKey, string>> },
  context: ProjectionContext,
): (string | null)[] =>
  slots.map((slot, at) => {
    const own = reasonOf(states.comparing[at] ?? 'closed', slot.comparing, context, measure)
    const before = states.reference?.[at]
    if (before === undefined || slot.states.reference === 'closed') return own
    return reasonOfBoth(own, reasonOf(before, slot.reference, context, measure), labels)
  })

/** Of both periods, each under its name; of the period alone, as it is. */
export function reasonOfBoth(
  comparing: string | null,
  reference: string | null,
  labels: Readonly<Record<PeriodKey, string>>,
): string | null {
  if (reference === null) return comparing
  const ofReference = `${labels.reference}: ${reference}`
  return comparing === null ? ofReference : `${labels.comparing}: ${comparing} ${ofReference}`
}

/** The base of a change has gaps: its state, and the reason in words. */
export interface ReferenceGap {
  readonly state: Completeness
  readonly words: string
}

/** Nothing where all of the reference came, where it was closed, or where there is none. */
export function referenceGap(
  reference: Atoms | null,
  measure: string | null,
  context: ProjectionContext,
): ReferenceGap | null {
  const state = stateOfAtoms(reference, measure)
  if (reference === null || state === 'final' || state === 'closed') return null
  const reason = reasonOf(state, reference, context, measure) ?? context.t(`ui:state.${state}`)
  return { state, words: `${periodLabels(context).reference}: ${reason}` }
}

/** A change is as complete as the worse of its two sides. */
export const stateOfChange = (comparing: Atoms | null, reference: Atoms | null, measure: string | null): Completeness =>
  worstOf([comparing, reference].flatMap((atoms) => (atoms === null ? [] : [stateOfAtoms(atoms, measure)])))
