/** Which day lies on which, by the calendars of the stores. */
import type { ComparedDays } from '#domain/basis'
import type { FactPeriod } from '#domain/fact-query'
import { CALENDAR_MARGIN, alignDays } from '#domain/day-map'
import type { DayMap } from '#domain/day-map'
import { dayNumber, isoDay } from '#domain/days'
import type { Repositories } from '../../catalog.ts'
import type { Scope } from '../../lib/scope.ts'

export interface CalendarMap {
  readonly locals: readonly number[]
  readonly map: DayMap
}

/** One day map for all locals that keep the same holidays. */
export async function calendarMaps(
  holidays: Pick<Repositories['holidays'], 'list'>,
  scope: Scope,
  client: number,
  ids: readonly number[],
  periods: readonly [FactPeriod, FactPeriod],
): Promise<readonly CalendarMap[]> {
  const found = await Promise.all(
    periods.map(({ from, to }) =>
      holidays.list(scope, { client, from: isoDay(from - CALENDAR_MARGIN), to: isoDay(to + CALENDAR_MARGIN) }),
    ),
  )
  const own = new Map<number, Map<number, string>>()
  for (const { local, day, name } of found.flat())
    own.set(local, (own.get(local) ?? new Map<number, string>()).set(dayNumber(day), name))
  const calendars = Map.groupBy(ids, (local) =>
    JSON.stringify([...(own.get(local) ?? [])].toSorted(([a], [b]) => a - b)),
  )
  return [...calendars.values()]
    .toSorted((a, b) => b.length - a.length)
    .map((of) => ({ locals: of, map: alignDays(...periods, own.get(of[0] ?? 0) ?? new Map<number, string>()) }))
}

/** An answer stays small: as many days are named in it, and the call about days has all. */
const MAX_DAYS = 60

/** How the days lie for most of the stores. */
export function comparedDays([first, ...others]: readonly CalendarMap[]): ComparedDays {
  const { pairs, alone } = first?.map ?? { pairs: [], alone: [] }
  const named = pairs.filter(({ reason }) => reason === 'event' || reason === 'holiday')
  return {
    paired: pairs.length,
    comparing: alone.filter(({ period }) => period === 'comparing').length,
    reference: alone.filter(({ period }) => period === 'reference').length,
    named: named
      .slice(0, MAX_DAYS)
      .map(({ day, reference, name }) => ({ day: isoDay(day), reference: isoDay(reference), name })),
    calendars: others.length + (first === undefined ? 0 : 1),
  }
}
