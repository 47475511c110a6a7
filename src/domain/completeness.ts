/**
 * The state of a figure (metrics.md 5.5). The fact store keeps a row for every expected open hour, also for those that
 * never came, so coverage is a sum like any other: these rules only read the sums.
 */
import { columnIndex } from './frame-build.ts'
import type { Frame } from './frame.ts'
import { SETTINGS } from './metrics/settings.ts'

export type Completeness = 'final' | 'partial' | 'settling' | 'estimated' | 'missing' | 'closed'

/** Additive columns that travel with every answer. `expected` and `observed` are traffic-weighted shares x 1e6. */
export const QUALITY_ATOMS = [
  'expected',
  'observed',
  'estimatedIns',
  'hours',
  'missingHours',
  'partialHours',
  'settlingHours',
  'closedHours',
] as const
export type QualityAtom = (typeof QUALITY_ATOMS)[number]

/** Sums of the quality atoms and of `ins` over some cells. */
export type Quality = Readonly<Record<QualityAtom | 'ins', number>>
/** The same as an answer has them: what it lacks is none. */
export type QualitySums = Readonly<Partial<Record<QualityAtom | 'ins', number | null | undefined>>>

export interface Passport {
  /** 0..1, traffic-weighted share of the expected hours that were observed; null when nothing was expected. */
  readonly coverage: number | null
  /** Of the figure, 0 to 1: 0 where it holds no estimate. */
  readonly estimatedShare: number
  /** Hours that did not come; `neither`: of these, hours that are not estimated either, in a figure with estimates. */
  readonly missing?: { readonly hours: number; readonly of: number; readonly neither?: number }
  /** The estimated part of the figure, and its interval of 95 %. */
  readonly estimate?: { readonly people: number; readonly low: number; readonly high: number }
  readonly state: Completeness
  /** `metric@version` of each definition used. */
  readonly definitions: readonly string[]
  /** Newest hour in the data, epoch ms. */
  readonly asOf: number | null
}

/**
 * Sums of some rows, all by default; a null holds 0 in its column. A frame without quality columns gives zeros, which
 * read as final.
 */
export function qualityOf(frame: Frame, rows?: Iterable<number>): Quality {
  const sums = Object.fromEntries([...QUALITY_ATOMS, 'ins'].map((id) => [id, 0])) as Record<QualityAtom | 'ins', number>
  const chosen = rows && [...rows]
  for (const id of [...QUALITY_ATOMS, 'ins'] as const) {
    const data = frame.data[columnIndex(frame, id)]
    if (data?.kind !== 'numbers') continue
    if (chosen) for (const row of chosen) sums[id] += data.values[row] as number
    else for (let row = 0; row < frame.rows; row++) sums[id] += data.values[row] as number
  }
  return sums
}

/** Share of the expected traffic whose hours were observed, 0 to 1; null when no hour was expected. */
export function coverageOf({ expected, observed }: Pick<QualitySums, 'expected' | 'observed'>): number | null {
  return expected != null && expected > 0 ? Math.min((observed ?? 0) / expected, 1) : null
}

/** Estimated entries over all entries, 0 to 1. Estimates are kept beside `ins`, never inside. */
export function estimatedShareOf({ estimatedIns, ins }: Quality): number {
  return estimatedIns > 0 ? estimatedIns / (ins + estimatedIns) : 0
}

/**
 * Share of the expected traffic that did not arrive, 0 to 1; without weights, the share of the hours. Estimates have no
 * word in it: what would have come is not what came.
 */
export function lossOf(quality: QualitySums): number {
  const coverage = coverageOf(quality)
  if (coverage !== null) return 1 - coverage
  const [hours, missing] = [quality.hours ?? 0, quality.missingHours ?? 0]
  return hours > 0 ? Math.min(missing / hours, 1) : 0
}

/** The same of a figure with its state. */
export const lossOfPassport = ({ coverage }: Pick<Passport, 'coverage'>): number => 1 - (coverage ?? 1)

/**
 * Whether something did not arrive, but so little that a figure is drawn whole: words still say it. A stretch that is
 * not over, or of which nothing came, never is.
 */
export function isSlightLoss(quality: QualitySums): boolean {
  const missing = Math.max(0, quality.missingHours ?? 0)
  if (missing >= (quality.hours ?? 0) || (quality.partialHours ?? 0) > 0) return false
  const loss = lossOf(quality)
  return (loss > 0 || missing > 0) && loss <= SETTINGS.estimatedHatchedAbove.value
}

/**
 * One state for a sum of hours, from what arrived and what is usual, never from an estimate: sums hold only what was
 * counted, so none of them is `estimated`. `missing` = nothing came, or more than half of the usual traffic did not;
 * `partial` = some of it is not over or did not come. `hours` are the expected open hours; closed ones are counted
 * apart and matter only when there is nothing else. Less than 1 % that did not arrive is not worth a mark, unless it is
 * all there was to come.
 */
export function stateOf(quality: QualitySums): Completeness {
  const hours = quality.hours ?? 0
  if (hours <= 0) return (quality.closedHours ?? 0) > 0 ? 'closed' : 'final'
  const missing = quality.missingHours ?? 0
  const loss = missing > 0 ? lossOf(quality) : 0
  if (missing >= hours || loss > SETTINGS.estimatedNullAbove.value) return 'missing'
  if ((quality.partialHours ?? 0) > 0 || loss >= SETTINGS.noticeableLoss.value) return 'partial'
  return (quality.settlingHours ?? 0) > 0 ? 'settling' : 'final'
}

const RANK: Record<Completeness, number> = { closed: -1, final: 0, settling: 1, estimated: 2, partial: 3, missing: 4 }

/** The worst of its parts; closed parts are left out unless all are closed. No parts = final. */
export function worstOf(states: Iterable<Completeness>): Completeness {
  let worst: Completeness | undefined
  for (const state of states) if (worst === undefined || RANK[state] > RANK[worst]) worst = state
  return worst ?? 'final'
}

/** The worse of two; a closed one is left out unless both are. */
export const worseOf = (one: Completeness, other: Completeness): Completeness => (RANK[other] > RANK[one] ? other : one)

/** Of figures beside each other, as on a page: there are no data only where none of them has any. */
export function stateOfSeveral(states: readonly Completeness[]): Completeness {
  const worst = worstOf(states)
  return worst === 'missing' && states.some((state) => state !== 'missing' && state !== 'closed') ? 'partial' : worst
}

/**
 * State of each row of a frame, from its own quality atoms.
 *
 * @internal for tests
 */
export function rowStates(frame: Frame): Completeness[] {
  return Array.from({ length: frame.rows }, (_, row) => stateOf(qualityOf(frame, [row])))
}

/**
 * The completeness of a figure made of these rows. `definitions` are `metric@version` (see `definitionOf`).
 *
 * @public for widgets made by docs/write-a-widget.md
 */
export function passportOf(
  frame: Frame,
  definitions: readonly string[],
  asOf: number | null = null,
  rows?: Iterable<number>,
): Passport {
  const quality = qualityOf(frame, rows)
  return {
    coverage: coverageOf(quality),
    estimatedShare: estimatedShareOf(quality),
    state: stateOf(quality),
    definitions,
    asOf,
  }
}
