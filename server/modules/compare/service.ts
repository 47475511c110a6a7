import { isoDay } from '#domain/days'
import type { CompareQuery } from '#schemas/generated/api/compare-query.ts'
import type { CompareRangeQuery } from '#schemas/generated/api/compare-range-query.ts'
import type { CountedDays } from '#schemas/generated/entities/counted-days.ts'
import { chosenLocals } from '../../db/scoped.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Scope } from '../../lib/scope.ts'
import type { LocalService } from '../locals/service.ts'
import type { ModuleMuting } from '../modules/muting.ts'
import type { Repositories } from '../../catalog.ts'
import type { Clock } from '../../lib/clock.ts'
import type { TrafficKinds } from '../../traffic-kinds.ts'
import { comparisonBasis } from './basis.ts'
import { holidayFrame } from './holidays.ts'
import { NO_DAYS, dayFrame } from './days.ts'
import { NO_STORES, storeFrame } from './stores.ts'
import { asOf, compareFigures } from './figures.ts'
import type { CallShape } from './figures.ts'
import { periodsOf } from './periods.ts'
import { hourlyAnswer } from './hourly.ts'
import type { Answer } from './answer.ts'

/** In place of ids: what the page's own list of locals would hold, so that the page need not have it first. */
const SHOWN = 'shown'

interface Parts {
  readonly catalog: Pick<Repositories, 'holidays'>
  readonly facts: FactStore
  readonly locals: LocalService
  readonly muting: ModuleMuting
  readonly clock: Clock
  readonly kinds: TrafficKinds
}

const chosenBy = async (
  locals: Pick<LocalService, 'shownIds' | 'idsOfClient'>,
  scope: Scope,
  { client, locals: requested }: Pick<CompareQuery, 'client' | 'locals'>,
): Promise<readonly number[]> =>
  requested === SHOWN
    ? locals.shownIds(scope, client)
    : chosenLocals(await locals.idsOfClient(scope, client), requested)

export function compareService({ catalog, facts, locals, muting, clock, kinds }: Parts) {
  const bases = comparisonBasis({ facts, locals, holidays: catalog.holidays, clock })
  const { figures, withEstimates } = compareFigures({ facts, muting, bases })

  const trafficOf = ({ client, traffic = 'main' }: CompareQuery) =>
    kinds.of(client, traffic === 'main' ? undefined : traffic)

  const basisFor = (
    scope: Scope,
    query: CompareQuery,
    chosen: readonly number[],
    notArea: readonly number[],
    tills = false,
  ) =>
    bases.of(scope, {
      tills,
      client: query.client,
      chosen,
      notArea,
      periods: periodsOf(query),
      stores: query.stores ?? 'same',
    })

  /** The data of the tables about a comparison. */
  async function tableOf(scope: Scope, query: CompareQuery) {
    const chosen = await chosenBy(locals, scope, query)
    const { notArea } = await trafficOf(query)
    const [compared, newest, groups] = await Promise.all([
      basisFor(scope, query, chosen, notArea),
      asOf(facts, query.client, new Set(chosen)),
      muting.groups(scope, query.client, chosen),
    ])
    return {
      compared,
      newest,
      muted: new Set(groups.flatMap((group) => (group.muted.includes('ins') ? group.locals : []))),
    }
  }

  return {
    /** The locals that a question is about. Throws as `compare` does. */
    chosen: (scope: Scope, query: Pick<CompareQuery, 'client' | 'locals'>) => chosenBy(locals, scope, query),

    /**
     * With a reference period the figures are of the stores that can be compared, unless all are asked for; `only`
     * leaves out the others first.
     *
     * Throws CLIENT_NOT_FOUND or LOCAL_NOT_FOUND for what the caller may not see, DATES_INCORRECT for a period turned
     * round.
     */
    async compare(scope: Scope, call: CallShape, query: CompareQuery, only?: ReadonlySet<number>): Promise<Answer> {
      const chosenIds = await chosenBy(locals, scope, query)
      const chosen = only === undefined ? chosenIds : chosenIds.filter((id) => only.has(id))
      const { notArea, traffic } = await trafficOf(query)
      const compared = await basisFor(scope, query, chosen, notArea, call.measures.includes('sales'))
      const kept = compared?.kept ?? chosen
      const [frame, newest, whole] = await Promise.all([
        figures(scope, call, query, kept, notArea),
        asOf(facts, query.client, new Set(kept)),
        call.by.includes('hour')
          ? facts.wholeDays({ client: query.client, locals: kept, notArea, periods: periodsOf(query) })
          : [],
      ])
      const described = compared === null ? frame : await bases.describe(frame, compared, call)
      const filled =
        query.estimates === 'with' && call.measures.includes('ins')
          ? await withEstimates(scope, described, { call, query, kept, notArea, compared })
          : described
      const notes = {
        ...(whole.length > 0 && { byDay: { stores: whole.length, of: kept.length } }),
        ...(traffic !== null && { traffic }),
      }
      return { frame: { ...filled, ...notes }, asOf: newest }
    },

    /**
     * Every store that was asked about: what it has in each period, and why it is compared or left out. Throws as
     * `compare` does.
     */
    async stores(scope: Scope, query: CompareQuery): Promise<Answer> {
      const { compared, newest, muted } = await tableOf(scope, query)
      return { frame: compared === null ? NO_STORES : await storeFrame(facts, compared, muted), asOf: newest }
    },

    /** Which day lies on which, what was counted on both, and what has no counterpart. Throws as `compare` does. */
    async days(scope: Scope, query: CompareQuery): Promise<Answer> {
      const { compared, newest, muted } = await tableOf(scope, query)
      return { frame: compared === null ? NO_DAYS : await dayFrame(facts, compared, muted), asOf: newest }
    },

    /** Which days of the periods are holidays, and of how many of the locals. Throws as `compare` does. */
    async holidays(scope: Scope, query: CompareQuery): Promise<Answer> {
      const chosen = new Set(await chosenBy(locals, scope, query))
      return {
        frame: await holidayFrame(catalog, scope, { client: query.client, chosen, periods: periodsOf(query) }),
        asOf: null,
      }
    },

    /**
     * From when to when there are counts of the chosen locals, so that an empty period can say where to look. Throws as
     * `compare` does.
     */
    async range(scope: Scope, query: CompareRangeQuery): Promise<CountedDays> {
      const days = await facts.daysWithCounts({ client: [query.client] }, await chosenBy(locals, scope, query))
      if (days === null) return { begin: null, end: null }
      const bounds = (of: { first: number; last: number }) => ({ begin: isoDay(of.first), end: isoDay(of.last) })
      return { ...bounds(days), gaps: days.gaps.slice(-60).map(bounds) }
    },

    hourly: hourlyAnswer({ facts, locals, muting }),
  }
}

export type CompareService = ReturnType<typeof compareService>
