/**
 * Which stores two periods can be compared over (metrics.md 5.4, comparable store set). A store that has counts in one
 * period only, that opened in between, was shut or was hardly counted would turn its own absence into a rise or a fall
 * of the whole.
 */
import { coverageOf } from './completeness.ts'
import { DEVICE_HEALTH } from './device-settings.ts'
import { SETTINGS } from './metrics/settings.ts'
import type { LeftOutReason, StoreChoice, LeftOut, Basis } from './basis.ts'

/** The facts of one store in one period. */
export interface StoreSide {
  /** Days with at least one count. */
  readonly countedDays: number
  /** Days on which it was not open at all, weekly closing days and holidays included. */
  readonly closedDays: number
  /** Usual traffic of the open hours, and of those that came. */
  readonly expected: number
  readonly observed: number
  /** Usual traffic of the open days of a counter that arrived completely and on which it counted 0. */
  readonly zero: number
  /** Entries of the period, all of them; null where none were counted. */
  readonly ins: number | null
  /** Open hours, and those that the other period does not have whole. */
  readonly hours: number
  readonly unpairedHours: number
}

export interface ComparedStore {
  readonly local: number
  /** The opening day that was stated; null = before the first count. */
  readonly openedDay: number | null
  readonly comparing: StoreSide | null
  readonly reference: StoreSide | null
}

export interface Span {
  readonly from: number
  readonly to: number
}

const isCounted = (side: StoreSide | null): side is StoreSide => side !== null && side.countedDays > 0
const lengthOf = ({ from, to }: Span) => to - from + 1

/**
 * Why a store cannot be compared over two periods (days since 1970, both ends included); null when it can.
 *
 * A store has to be open before the reference begins for as long as lies between the two begins, at most 12 months: a
 * year against the year before asks for a year, a week against the week before for a week. Counting from the first
 * count would leave out every store of a customer who has just brought their history, so only a stated opening day
 * counts.
 */
export function leftOutReason(
  { openedDay, comparing, reference }: ComparedStore,
  now: Span,
  before: Span,
): LeftOutReason | null {
  if (!isCounted(comparing)) return isCounted(reference) ? 'notComparing' : 'neither'
  if (!isCounted(reference)) return 'notReference'
  if (openedDay !== null && openedDay > latestOpening(now, before)) return 'opened'
  const closedMore = comparing.closedDays / lengthOf(now) - reference.closedDays / lengthOf(before)
  if (Math.abs(closedMore) * Math.max(lengthOf(now), lengthOf(before)) > SETTINGS.comparableClosedDays.value)
    return 'closed'
  const least = Math.min(coverageOf(comparing) ?? 1, coverageOf(reference) ?? 1)
  if (least < SETTINGS.comparableCoverage.value) return 'coverage'
  return 1 - maxZero(comparing, reference) < SETTINGS.comparableCoverage.value ? 'zeros' : null
}

/**
 * Share of the usual traffic of a period, 0 to 1, on days that arrived completely and on which a counter saw 0, where
 * so many would be expected by the other period that 0 is no chance (metrics.md 5.5, silent device). The counter is
 * dead, or the store was closed without notice: either way its 0 is no drop.
 */
function zeroShare({ zero, expected }: StoreSide, other: StoreSide): number {
  const seen = other.observed - other.zero
  const wouldHaveCome = seen > 0 ? ((other.ins ?? 0) * zero) / seen : 0
  return expected > 0 && wouldHaveCome >= DEVICE_HEALTH.silentFromMu ? zero / expected : 0
}

const maxZero = (comparing: StoreSide, reference: StoreSide) =>
  Math.max(zeroShare(comparing, reference), zeroShare(reference, comparing))

/**
 * Last day on which a store may have opened to be compared: so long before the earlier period as lies between the two,
 * at most the setting.
 */
export function latestOpening(now: Span, before: Span): number {
  return Math.min(now.from, before.from) - Math.min(SETTINGS.comparableOpenDays.value, Math.abs(now.from - before.from))
}

/** Whether figures hold stores that cannot be compared: then the change is not judged. */
export const isMixed = ({ stores, compared, comparing, reference }: Basis): boolean =>
  stores === 'all' && compared < Math.max(comparing, reference)

/** An answer stays small: as many stores are named in it, and the others counted. */
const MAX_NAMED = 50

/**
 * The stores that can be compared, and what is to be said about the others. `incomparable`: those kept all the same,
 * whose differences are not judged; `oneSided`: of these, the ones that one period has alone.
 */
export function basisOf(
  stores: readonly ComparedStore[],
  wanted: StoreChoice,
  now: Span,
  before: Span,
): {
  readonly basis: Basis
  readonly kept: readonly number[]
  readonly incomparable: readonly number[]
  readonly oneSided: readonly number[]
} {
  const judged = stores.map((store) => ({ store, reason: leftOutReason(store, now, before) }))
  const comparable = judged.filter(({ reason }) => reason === null)
  const isNone = wanted === 'same' && comparable.length === 0
  const all = wanted === 'all' || isNone
  return {
    kept: (all ? judged : comparable).map(({ store }) => store.local),
    incomparable: all
      ? judged.flatMap(({ store, reason }) => (reason === null || reason === 'neither' ? [] : [store.local]))
      : [],
    oneSided: all
      ? judged.flatMap(({ store, reason }) =>
          reason === 'notComparing' || reason === 'notReference' ? [store.local] : [],
        )
      : [],
    basis: {
      stores: all ? 'all' : 'same',
      ...(isNone && { why: 'none' as const }),
      asked: stores.length,
      compared: comparable.length,
      comparing: stores.filter(({ comparing }) => isCounted(comparing)).length,
      reference: stores.filter(({ reference }) => isCounted(reference)).length,
      leftOut: judged
        .flatMap(({ store, reason }) => (reason === null ? [] : [leftOut(store, reason)]))
        .slice(0, MAX_NAMED),
    },
  }
}

/** Share of the open hours of the worse side that the other has too, 0 to 1; of stores that both periods have. */
export function hoursOver(stores: readonly Pick<ComparedStore, 'comparing' | 'reference'>[]): number {
  const share = (period: 'comparing' | 'reference') => {
    const [hours, off] = stores.reduce(
      ([all, unpaired], { [period]: side }) => [all + (side?.hours ?? 0), unpaired + (side?.unpairedHours ?? 0)],
      [0, 0],
    )
    return hours === 0 ? 1 : (hours - off) / hours
  }
  return Math.min(share('comparing'), share('reference'))
}

function leftOut({ local, comparing, reference }: ComparedStore, reason: LeftOutReason): LeftOut {
  if (comparing === null || reference === null) return { local, reason }
  if (reason === 'coverage')
    return { local, reason, share: Math.min(coverageOf(comparing) ?? 1, coverageOf(reference) ?? 1) }
  return reason === 'zeros' ? { local, reason, share: maxZero(comparing, reference) } : { local, reason }
}
