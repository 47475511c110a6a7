/**
 * Which stores the answers about two periods are of, and what of them the other period lacks; the rule itself is the
 * domain's.
 */
import { basisOf, type Basis, type ComparedDays, type ComparedStore, type StoreChoice } from '#domain/compared-stores'
import { basisColumns, incomparableHours } from '#domain/facts/unpaired-columns'
import type { FactDimension, FactPeriod, FactQuery } from '#domain/fact-query'
import type { Frame } from '#domain/frame'
import { alignDays, CALENDAR_MARGIN, type DayMap } from '#domain/day-map'
import { dayNumber, isoDay } from '#domain/days'
import { inSlices } from '../../lib/breathe.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Repositories } from '../../catalog.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Scope } from '../../lib/scope.ts'
import type { LocalService } from '../locals/service.ts'
import { movedDays, type PairsQuestion } from '../../facts/questions.ts'

const DAY_MS = 86_400_000
/** West of every zone it is still the day before. */
const LATEST_ZONE_MS = 12 * 3_600_000

interface Asked {
  readonly client: number
  readonly chosen: readonly number[]
  /** Areas of another kind of traffic. */
  readonly notArea: readonly number[]
  readonly periods: readonly FactPeriod[]
  readonly stores: StoreChoice
  /** Figures of sales: a store of which only the tills are known can be compared. */
  readonly tills?: boolean
}

export interface Compared {
  readonly basis: Basis
  readonly stores: readonly ComparedStore[]
  /** The locals whose figures are asked. */
  readonly kept: readonly number[]
  /** Of these, locals that cannot be compared, and among them those that only one of the periods has. */
  readonly incomparable: readonly number[]
  readonly oneSided: readonly number[]
  readonly question: PairsQuestion
  /** Which day lies on which, by the calendar of some locals; those of most first. */
  readonly maps: readonly CalendarMap[]
}

export interface CalendarMap {
  readonly locals: readonly number[]
  readonly map: DayMap
}

interface Parts {
  readonly facts: Pick<FactStore, 'query' | 'sides' | 'unpaired' | 'unfilled'>
  readonly locals: Pick<LocalService, 'openings'>
  readonly holidays: Pick<Repositories['holidays'], 'list'>
  readonly clock: Clock
}

export function comparisonBasis({ facts, locals, holidays, clock }: Parts) {
  /** One day map for all locals that keep the same holidays. */
  async function mapsOf(
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

  return {
    /** Null where nothing is compared: a single period, or no local. Throws CLIENT_NOT_FOUND. */
    async of(
      scope: Scope,
      { client, chosen, notArea, periods, stores: wanted, tills = false }: Asked,
    ): Promise<Compared | null> {
      const [comparing, reference] = periods
      if (comparing === undefined || reference === undefined || chosen.length === 0) return null
      const ids = chosen.toSorted((a, b) => a - b)
      const maps = await mapsOf(scope, client, ids, [comparing, reference])
      const moved = maps.flatMap(({ locals: of, map }) => {
        const days = movedDays(map)
        return days.length === 0 ? [] : [{ locals: of, days }]
      })
      const asked = {
        client,
        notArea,
        comparing,
        reference,
        today: Math.floor((clock.now() - LATEST_ZONE_MS) / DAY_MS),
        ...(moved.length > 0 && { moved }),
        ...(tills && { tills }),
      }
      const [sides, openings] = await Promise.all([
        facts.sides({ ...asked, locals: ids }),
        locals.openings(scope, client),
      ])
      const stores = ids.map((local): ComparedStore => ({
        local,
        openedDay: openings.get(local) ?? null,
        comparing: null,
        reference: null,
        ...sides.get(local),
      }))
      const { basis, kept, incomparable, oneSided } = basisOf(stores, wanted, comparing, reference)
      return {
        basis: {
          ...basis,
          days: comparedDays(maps),
          over: hoursOver(stores.filter(({ local }) => kept.includes(local) && !oneSided.includes(local))),
        },
        stores,
        kept,
        incomparable,
        oneSided,
        question: { ...asked, locals: ids },
        maps,
      }
    },

    /** The figures of the kept locals with what a change of them rests on. */
    async describe(
      figures: Frame,
      { basis, stores, kept, incomparable, oneSided, question }: Compared,
      asked: { readonly by: readonly FactDimension[]; readonly measures: readonly string[] },
    ): Promise<Frame> {
      const [mine, alone] = [new Set(kept), new Set(oneSided)]
      // Of a store that one period has alone, nothing is paired: it is said by its hours, and its figures stay whole.
      const torn = stores.filter(
        ({ local, comparing, reference }) =>
          mine.has(local) &&
          !alone.has(local) &&
          ((comparing?.unpairedHours ?? 0) > 0 || (reference?.unpairedHours ?? 0) > 0),
      )
      const [unpaired, hours] = await Promise.all([
        torn.length === 0 ? null : facts.unpaired({ ...question, locals: torn.map(({ local }) => local) }, asked),
        incomparable.length === 0 ? null : facts.query(hoursOf(question, incomparable, asked.by)),
      ])
      const paired = unpaired === null ? figures : await inSlices(basisColumns(figures, unpaired))
      return {
        ...(hours === null ? paired : await inSlices(basisColumns(paired, incomparableHours(hours)))),
        basis,
      }
    },

    /** The same for figures with estimates; `locals` are those whose entries are shown. */
    async describeEstimates(
      figures: Frame,
      { stores, oneSided, question }: Compared,
      by: readonly FactDimension[],
      locals: readonly number[],
    ): Promise<Frame> {
      const [mine, alone] = [new Set(locals), new Set(oneSided)]
      const torn = stores.filter(
        ({ local, comparing, reference }) =>
          mine.has(local) &&
          !alone.has(local) &&
          ((comparing?.unpairedHours ?? 0) > 0 || (reference?.unpairedHours ?? 0) > 0),
      )
      return torn.length === 0
        ? figures
        : inSlices(
            basisColumns(figures, await facts.unfilled({ ...question, locals: torn.map(({ local }) => local) }, by)),
          )
    },
  }
}

/** Of the stores that both periods have. */
function hoursOver(stores: readonly ComparedStore[]): number {
  const share = (period: 'comparing' | 'reference') => {
    const [hours, off] = stores.reduce(
      ([all, unpaired], { [period]: side }) => [all + (side?.hours ?? 0), unpaired + (side?.unpairedHours ?? 0)],
      [0, 0],
    )
    return hours === 0 ? 1 : (hours - off) / hours
  }
  return Math.min(share('comparing'), share('reference'))
}

/** An answer stays small: as many days are named in it, and the call about days has all. */
const MOST_DAYS = 60

/** How the days lie for most of the stores. */
function comparedDays([first, ...others]: readonly CalendarMap[]): ComparedDays {
  const { pairs, alone } = first?.map ?? { pairs: [], alone: [] }
  const named = pairs.filter(({ reason }) => reason === 'event' || reason === 'holiday')
  return {
    paired: pairs.length,
    comparing: alone.filter(({ period }) => period === 'comparing').length,
    reference: alone.filter(({ period }) => period === 'reference').length,
    named: named
      .slice(0, MOST_DAYS)
      .map(({ day, reference, name }) => ({ day: isoDay(day), reference: isoDay(reference), name })),
    calendars: others.length + (first === undefined ? 0 : 1),
  }
}

const hoursOf = (
  { client, notArea = [], comparing, reference }: PairsQuestion,
  local: readonly number[],
  by: readonly FactDimension[],
): FactQuery => ({
  table: 'traffic',
  measures: ['hours'],
  by,
  where: { client: [client], local, notArea },
  periods: [comparing, reference],
})
