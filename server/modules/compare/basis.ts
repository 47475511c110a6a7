/**
 * Which stores the answers about two periods are of, and what of them the other period lacks; the rule itself is the
 * domain's.
 */
import { basisOf, hoursOver } from '#domain/compared-stores'
import type { ComparedStore } from '#domain/compared-stores'
import type { Basis, StoreChoice } from '#domain/basis'
import { basisColumns, incomparableHours } from '#domain/facts/unpaired-columns'
import type { FactDimension, FactPeriod, FactQuery } from '#domain/fact-query'
import type { Frame } from '#domain/frame'
import { inSlices } from '../../lib/breathe.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Repositories } from '../../catalog.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Scope } from '../../lib/scope.ts'
import type { LocalService } from '../locals/service.ts'
import { movedDays } from '../../facts/questions.ts'
import type { PairsQuestion } from '../../facts/questions.ts'
import { calendarMaps, comparedDays } from './calendars.ts'
import type { CalendarMap } from './calendars.ts'

const DAY_MS = 86_400_000
/** West of every zone it is still the day before. */
const LATEST_ZONE_MS = 12 * 3_600_000

interface BasisQuery {
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

interface Parts {
  readonly facts: Pick<FactStore, 'query' | 'sides' | 'unpaired' | 'unfilled'>
  readonly locals: Pick<LocalService, 'openings'>
  readonly holidays: Pick<Repositories['holidays'], 'list'>
  readonly clock: Clock
}

export function comparisonBasis({ facts, locals, holidays, clock }: Parts) {
  return {
    /** Null where nothing is compared: a single period, or no local. Throws CLIENT_NOT_FOUND. */
    async of(
      scope: Scope,
      { client, chosen, notArea, periods, stores: wanted, tills = false }: BasisQuery,
    ): Promise<Compared | null> {
      const [comparing, reference] = periods
      if (comparing === undefined || reference === undefined || chosen.length === 0) return null
      const ids = chosen.toSorted((a, b) => a - b)
      const maps = await calendarMaps(holidays, scope, client, ids, [comparing, reference])
      const moved = maps.flatMap(({ locals: of, map }) => {
        const days = movedDays(map)
        return days.length === 0 ? [] : [{ locals: of, days }]
      })
      const sidesQuery = {
        client,
        notArea,
        comparing,
        reference,
        today: Math.floor((clock.now() - LATEST_ZONE_MS) / DAY_MS),
        ...(moved.length > 0 && { moved }),
        ...(tills && { tills }),
      }
      const [sides, openings] = await Promise.all([
        facts.sides({ ...sidesQuery, locals: ids }),
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
        question: { ...sidesQuery, locals: ids },
        maps,
      }
    },

    /** The figures of the kept locals with what a change of them rests on. */
    async describe(
      figures: Frame,
      { basis, stores, kept, incomparable, oneSided, question }: Compared,
      asked: { readonly by: readonly FactDimension[]; readonly measures: readonly string[] },
    ): Promise<Frame> {
      // A store that only one period has is not paired: its hours are reported, and its figures stay whole.
      const torn = tornOf({ stores, oneSided }, kept)
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
      const torn = tornOf({ stores, oneSided }, locals)
      return torn.length === 0
        ? figures
        : inSlices(
            basisColumns(figures, await facts.unfilled({ ...question, locals: torn.map(({ local }) => local) }, by)),
          )
    },
  }
}

/**
 * Of some locals those of which hours of one period have no counterpart; a store that one period has alone is whole.
 */
const tornOf = ({ stores, oneSided }: Pick<Compared, 'stores' | 'oneSided'>, locals: readonly number[]) => {
  const [mine, alone] = [new Set(locals), new Set(oneSided)]
  return stores.filter(
    ({ local, comparing, reference }) =>
      mine.has(local) &&
      !alone.has(local) &&
      ((comparing?.unpairedHours ?? 0) > 0 || (reference?.unpairedHours ?? 0) > 0),
  )
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

export type ComparisonBasis = ReturnType<typeof comparisonBasis>
