/** The two periods of a comparison: their names, their sums, and how the days of one lie on the days of the other. */
import { dayOffset } from '#domain/day-offset'
import { dayNumber, monthNumber } from '#domain/periods'
import { periodName } from '#domain/period-text'
import type { Frame } from '#domain/frame'
import { estimatedOf, pairedAtoms } from '#domain/metrics/index'
import type { Atoms } from '#domain/metrics/index'
import type { Completeness, ProjectionContext } from '#engine/types'
import { groupsOf, stateOfAtoms, totalOf } from './groups.ts'
import type { Span } from './bands.ts'
import type { Group } from './groups.ts'
import { sumRules } from './sum-rules.ts'

export type PeriodKey = 'comparing' | 'reference'
export const PERIODS: readonly PeriodKey[] = ['comparing', 'reference']

/** Names in the reader's language: "This week", or the widget's own words when the dashboard has no periods. */
export function periodLabels({ periods, locale, t }: ProjectionContext): Record<PeriodKey, string> {
  const name = (key: PeriodKey) => {
    const given = periods?.[key]
    return given ? periodName(given, locale, t) : t(key)
  }
  return { comparing: name('comparing'), reference: name('reference') }
}

/** A frame without periods is all about one: the comparing period. */
export const periodOf = (value: unknown): PeriodKey => (value === 'reference' ? 'reference' : 'comparing')

/** Sums per period; null for a period without rows, or when the dashboard compares with nothing. */
export function periodTotals(frame: Frame, context: ProjectionContext): Record<PeriodKey, Atoms | null> {
  const found: Record<PeriodKey, Atoms | null> = { comparing: null, reference: null }
  for (const { key, atoms } of groupsOf(frame, ['period'])) {
    const period = periodOf(key[0])
    if (period === 'reference' && context.periods?.reference === null) continue
    const before = found[period]
    found[period] = before === null ? atoms : totalOf([before, atoms])
  }
  return found
}

/** The same sums over the hours that both periods have: what every change is taken of, also of a share. */
export const pairedTotals = ({
  comparing,
  reference,
}: Readonly<Record<PeriodKey, Atoms | null>>): Record<PeriodKey, Atoms | null> => ({
  comparing: comparing && pairedAtoms(comparing),
  reference: reference && pairedAtoms(reference),
})

/**
 * Days of each period on which something was open and counted.
 *
 * @param measure those on which it is estimated count as well: its figure holds them
 */
export function openDays(
  frame: Frame,
  context: ProjectionContext,
  measure: string | null = null,
): Record<PeriodKey, number> {
  const days: Record<PeriodKey, number> = { comparing: 0, reference: 0 }
  for (const { key, atoms } of groupsOf(frame, ['period', 'day'])) {
    const period = periodOf(key[0])
    if (period === 'reference' && context.periods?.reference === null) continue
    // A day of which most is missing is in the sum all the same, as far as it came.
    const isCounted = Math.max(0, atoms.missingHours ?? 0) < (atoms.hours ?? 0) && stateOfAtoms(atoms) !== 'closed'
    const isFilled = measure !== null && estimatedOf(atoms, measure) > 0
    if (isFilled || isCounted) days[period]++
  }
  return days
}

// ---------------------------------------------------------------- days on days

export type Granularity = 'day' | 'week' | 'month'

/** One column of a chart by time: the same stretch of both periods. */
export interface Slot {
  /** First day of the stretch, in each period. */
  readonly day: number | null
  readonly referenceDay: number | null
  /** Null where a stretch is a day or longer. */
  readonly hour: number | null
  readonly comparing: Atoms | null
  readonly reference: Atoms | null
  readonly states: Readonly<Record<PeriodKey, Completeness>>
  /** So little of it did not arrive that it is drawn whole. */
  readonly slight: Readonly<Record<PeriodKey, boolean>>
}

const counted = sumRules(null)

/**
 * The states of a measure in the stretches of a period: one that the period cuts short is unfinished, also with
 * estimates.
 */
export function statesIn(
  slots: readonly Pick<Slot, PeriodKey | 'states'>[],
  period: PeriodKey,
  measure: string | null,
): Completeness[] {
  const { hasOwnState, state } = sumRules(measure)
  return slots.map((slot) => {
    const known = slot.states[period]
    const atoms = slot[period]
    return atoms !== null && hasOwnState(atoms) && known === counted.state(atoms) ? state(atoms) : known
  })
}

/** Whether so little of the figures did not arrive, or is estimated, that they are drawn whole. */
export function slightIn(
  slots: readonly Pick<Slot, PeriodKey | 'slight'>[],
  period: PeriodKey,
  measure: string | null,
): boolean[] {
  const { isSlight } = sumRules(measure)
  return slots.map((slot) => slot.slight[period] && isSlight(slot[period]))
}

/** Ten years of days: beyond it the index is a mistake, not a comparison. */
const MAX_DAYS = 3660
const DAYS_UP_TO = 45
const WEEKS_UP_TO = 200

interface Day {
  readonly day: number | null
  readonly atoms: Atoms | null
}

/**
 * Days from the begin of each period lie on each other (`index`), so a Monday lies on a Monday; where the begins are
 * other weekdays (two months), the reference moves by up to three days. Weeks and months are made of days by their
 * order.
 */
export function timeline(
  frame: Frame,
  wanted: Granularity | 'auto',
  context: ProjectionContext,
): { granularity: Granularity; slots: Slot[] } {
  const groups: Record<PeriodKey, Group[]> = { comparing: [], reference: [] }
  for (const group of groupsOf(frame, ['period', 'index', 'day'])) groups[periodOf(group.key[0])].push(group)
  const days: Record<PeriodKey, Day[]> = {
    comparing: daysOf(groups.comparing, 'comparing', context),
    reference: daysOf(groups.reference, 'reference', context),
  }
  const length = Math.max(days.comparing.length, days.reference.length)
  const granularity =
    wanted !== 'auto' ? wanted : length <= DAYS_UP_TO ? 'day' : length <= WEEKS_UP_TO ? 'week' : 'month'
  const [a, b] = [bucketsOf(days.comparing, granularity), bucketsOf(days.reference, granularity)]
  const shift = granularity === 'day' ? weekdayShift(days.comparing, days.reference) : 0
  const [own, behind] = [shifted(a, Math.max(0, shift)), shifted(b, Math.max(0, -shift))]
  const other = granularity === 'day' ? onNamedDays(own, behind, context) : behind
  const places = Math.max(own.length, other.length)
  const slots: Slot[] = []
  for (let at = 0; at < places; at++) {
    const x = own[at]
    const y = other[at]
    slots.push({
      day: x?.day ?? null,
      referenceDay: y?.day ?? null,
      hour: null,
      comparing: x?.atoms ?? null,
      reference: y?.atoms ?? null,
      states: { comparing: stateOfBucket(x), reference: stateOfBucket(y) },
      slight: { comparing: isSlightBucket(x), reference: isSlightBucket(y) },
    })
  }
  return { granularity, slots }
}

const shifted = (buckets: readonly Bucket[], by: number): readonly (Bucket | undefined)[] =>
  by === 0 ? buckets : [...Array.from({ length: by }, () => undefined), ...buckets]

/**
 * The reference with the days of events and holidays on the days that they are compared with. A day whose place one of
 * them takes gets the place that a moved one has left; neither is in a change (`src/domain/day-map.ts`).
 */
export function onNamedDays<T extends { readonly day: number | null }>(
  own: readonly (Pick<T, 'day'> | undefined)[],
  other: readonly (T | undefined)[],
  { basis }: Pick<ProjectionContext, 'basis'>,
): readonly (T | undefined)[] {
  const named = basis?.days?.named ?? []
  if (named.length === 0) return other
  const placeOf = (list: readonly (Pick<T, 'day'> | undefined)[]) =>
    new Map(list.flatMap((bucket, at) => (bucket?.day == null ? [] : [[bucket.day, at] as const])))
  const [days, before] = [placeOf(own), placeOf(other)]
  const moves = named.flatMap(({ day, reference }) => {
    const [to, from] = [days.get(dayNumber(day)), before.get(dayNumber(reference))]
    return to === undefined || from === undefined || to === from ? [] : [{ to, from }]
  })
  if (moves.length === 0) return other
  const [left, taken] = [new Set(moves.map(({ from }) => from)), new Set(moves.map(({ to }) => to))]
  const placed: (T | undefined)[] = other.map((bucket, at) => (left.has(at) || taken.has(at) ? undefined : bucket))
  for (const { to, from } of moves) placed[to] = other[from]
  const free = [...left].filter((at) => !taken.has(at)).toSorted((x, y) => x - y)
  const displaced = [...taken].filter((at) => !left.has(at) && other[at] !== undefined).toSorted((x, y) => x - y)
  displaced.forEach((at, n) => {
    const place = free[n]
    if (place !== undefined) placed[place] = other[at]
  })
  return placed
}

/** How the days of the reference lie on those of the period, where both are known. */
function weekdayShift(comparing: readonly Day[], reference: readonly Day[]): number {
  const [a, b] = [comparing[0]?.day, reference[0]?.day]
  return a == null || b == null
    ? 0
    : dayOffset({ from: a, to: a + comparing.length - 1 }, { from: b, to: b + reference.length - 1 })
}

/** Every day of a period in order, also those without rows (nothing was expected: closed). */
function daysOf(groups: readonly Group[], period: PeriodKey, { periods }: ProjectionContext): Day[] {
  if (period === 'reference' && periods?.reference === null) return []
  const byIndex: (Group | undefined)[] = []
  let first = Infinity
  for (const { key } of groups) if (typeof key[2] === 'number' && key[2] < first) first = key[2]
  let known: readonly [at: number, day: number] | null = null
  for (const group of groups) {
    const { key } = group
    const index = key[1]
    const day = key[2]
    const at = typeof index === 'number' ? index : typeof day === 'number' ? day - first : 0
    if (!Number.isInteger(at) || at < 0 || at >= MAX_DAYS) continue
    const before = byIndex[at]
    byIndex[at] = before === undefined ? group : { key: before.key, atoms: totalOf([before.atoms, group.atoms]) }
    if (before === undefined && typeof day === 'number') known ??= [at, day]
  }
  if (byIndex.length === 0) return []
  const bounds = periods?.[period]
  const begin = bounds ? dayNumber(bounds.begin) : known === null ? null : known[1] - known[0]
  const whole = bounds ? Math.min(dayNumber(bounds.end) - dayNumber(bounds.begin) + 1, MAX_DAYS) : 0
  const length = Math.max(whole, byIndex.length)
  const days: Day[] = []
  for (let index = 0; index < length; index++) {
    const group = byIndex[index]
    const own = group?.key[2]
    days.push({
      day: typeof own === 'number' ? own : begin === null ? null : begin + index,
      atoms: group?.atoms ?? null,
    })
  }
  return days
}

interface Bucket extends Day {
  /**
   * A stretch the period cuts short is lower than its neighbours for no other reason: it is
   * unfinished.
   */
  readonly isCut?: boolean
}

function stateOfBucket(bucket: Bucket | undefined): Completeness {
  if (bucket === undefined) return 'closed'
  const state = counted.state(bucket.atoms)
  return state !== 'closed' && state !== 'missing' && bucket.isCut === true ? 'partial' : state
}
const isSlightBucket = (bucket: Bucket | undefined): boolean =>
  bucket !== undefined && bucket.isCut !== true && counted.isSlight(bucket.atoms)

function bucketsOf(days: readonly Day[], granularity: Granularity): readonly Bucket[] {
  if (granularity === 'day') return days
  const firstMonth = monthNumber(days[0]?.day ?? 0)
  const buckets: Day[][] = []
  days.forEach((day, index) => {
    const at = granularity === 'week' ? Math.floor(index / 7) : Math.max(0, monthNumber(day.day ?? 0) - firstMonth)
    ;(buckets[at] ??= []).push(day)
  })
  return [...buckets.values()]
    .filter((bucket) => bucket !== undefined)
    .map((bucket) => {
      const parts = bucket.flatMap(({ atoms }) => (atoms === null ? [] : [atoms]))
      return {
        day: bucket[0]?.day ?? null,
        atoms: parts.length === 0 ? null : totalOf(parts),
        isCut: bucket.length < fullLength(bucket, granularity),
      }
    })
}

function fullLength(bucket: readonly Day[], granularity: Granularity): number {
  const day = bucket[0]?.day
  if (granularity === 'week' || day == null) return 7
  let last = day
  while (monthNumber(last + 1) === monthNumber(day)) last++
  let first = day
  while (monthNumber(first - 1) === monthNumber(day)) first--
  return last - first + 1
}

/** First and last day of each step in one of the periods: weeks and months end before the next begins. */
export function spansOf(
  steps: readonly Pick<Slot, 'day' | 'referenceDay'>[],
  granularity: Granularity | 'hour',
  key: 'day' | 'referenceDay' = 'day',
): Span[] {
  return steps.map((step, at) => {
    const day = step[key]
    if (day === null || granularity === 'hour' || granularity === 'day') return { day, last: day }
    const next = steps[at + 1]?.[key] ?? null
    return { day, last: next === null ? day + (granularity === 'week' ? 6 : 27) : next - 1 }
  })
}

// ---------------------------------------------------------------- summaries

/** More places than a sentence can name. */
const MAX_NAMED = 5

/**
 * Missing and unfinished places, in words, for the summary; empty when all are complete. `nameOf` writes only the
 * named places.
 */
export function gapSentences(
  states: readonly Completeness[],
  nameOf: (at: number) => string,
  { t }: ProjectionContext,
): string[] {
  const named = (state: Completeness) => {
    const names: string[] = []
    for (let at = states.indexOf(state); at >= 0 && names.length < MAX_NAMED; at = states.indexOf(state, at + 1))
      names.push(nameOf(at))
    return names.join(', ')
  }
  const [missing, unfinished] = [named('missing'), named('partial')]
  return [
    ...(missing ? [t('summary.missing', { what: missing })] : []),
    ...(unfinished ? [t('summary.unfinished', { what: unfinished })] : []),
  ]
}
