import { dayNumber, isoDay } from '#domain/days'
import { DomainError } from '#domain/domain-error'
import type { FactPeriod, FactQuery } from '#domain/fact-query'
import { sumFrames, withoutAtoms } from '#domain/facts/muted'
import { basisColumns } from '#domain/facts/unpaired-columns'
import { columnIndex } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import { partId } from '#domain/metrics/estimated'
import type { CompareQuery } from '#schemas/generated/api/compare-query.ts'
import type { CompareRangeQuery } from '#schemas/generated/api/compare-range-query.ts'
import type { HourlyQuery } from '#schemas/generated/api/hourly-query.ts'
import type { CountedDays } from '#schemas/generated/entities/counted-days.ts'
import { chosenLocals } from '../../db/scoped.ts'
import { AppError } from '../../lib/errors.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Scope } from '../../lib/scope.ts'
import type { LocalService } from '../locals/service.ts'
import type { ModuleMuting } from '../modules/muting.ts'
import type { Repositories } from '../../catalog.ts'
import { inSlices } from '../../lib/breathe.ts'
import type { Clock } from '../../lib/clock.ts'
import type { TrafficKinds } from '../../traffic-kinds.ts'
import { comparisonBasis, type Compared } from './basis.ts'
import type { CompareCall } from './calls.ts'
import { holidayFrame } from './holidays.ts'
import { hourlyRows } from './hourly-rows.ts'
import { dayFrame, NO_DAYS } from './days.ts'
import { NO_STORES, storeFrame } from './stores.ts'

/** Spec 2, section 5: one download covers at most this many days. */
const HOURLY_MAX_DAYS = 31

/** In place of ids: what the page's own list of locals would hold, so that the page need not have it first. */
const SHOWN = 'shown'

export interface Answer {
  readonly frame: Frame
  /** Start of the newest hour known of these locals, epoch ms. */
  readonly asOf: number | null
}

/** What is asked of the facts, whichever call asks it. */
type Asked = Pick<CompareCall, 'by' | 'measures'>

interface Parts {
  readonly catalog: Pick<Repositories, 'holidays'>
  readonly facts: FactStore
  readonly locals: LocalService
  readonly muting: ModuleMuting
  readonly clock: Clock
  readonly kinds: TrafficKinds
}

export function compareService({ catalog, facts, locals, muting, clock, kinds }: Parts) {
  const bases = comparisonBasis({ facts, locals, holidays: catalog.holidays, clock })

  async function asOf(client: number, chosen: ReadonlySet<number>): Promise<number | null> {
    const known = (await facts.watermark({ client: [client] })).filter(({ local }) => chosen.has(local))
    return known.length === 0 ? null : Math.max(...known.map(({ instant }) => instant)) * 1000
  }

  /** Without the counts of modules that are off: locals with other modules are asked apart, and summed. */
  async function figures(
    scope: Scope,
    call: Asked,
    query: CompareQuery,
    chosen: readonly number[],
    notArea: readonly number[],
  ): Promise<Frame> {
    const groups = await muting.groups(scope, query.client, chosen)
    if (groups.length <= 1)
      return withoutAtoms(await facts.query(factQuery(call, query, chosen, notArea)), groups[0]?.muted ?? [])
    return sumFrames(
      await Promise.all(
        groups.map(async (group) =>
          withoutAtoms(await facts.query(factQuery(call, query, group.locals, notArea)), group.muted),
        ),
      ),
    )
  }

  /**
   * Beside the figures, what is estimated of entries that did not come. Locals whose entries are not shown have no
   * estimate either.
   */
  async function withEstimates(
    scope: Scope,
    frame: Frame,
    {
      call,
      query,
      kept,
      notArea,
      compared,
    }: {
      call: Asked
      query: CompareQuery
      kept: readonly number[]
      notArea: readonly number[]
      compared: Compared | null
    },
  ): Promise<Frame> {
    const groups = await muting.groups(scope, query.client, kept)
    const locals =
      groups.length === 0 ? kept : groups.flatMap((group) => (group.muted.includes('ins') ? [] : group.locals))
    if (locals.length === 0) return frame
    const estimated = await inSlices(
      basisColumns(
        frame,
        await facts.estimated({ client: query.client, locals, notArea, periods: periodsOf(query) }, call.by),
      ),
    )
    return compared === null || columnIndex(estimated, partId('ins', 'estimated')) < 0
      ? estimated
      : bases.describeEstimates(estimated, compared, call.by, locals)
  }

  const chosenBy = async (
    scope: Scope,
    { client, locals: asked }: Pick<CompareQuery, 'client' | 'locals'>,
  ): Promise<readonly number[]> =>
    asked === SHOWN ? locals.shownIds(scope, client) : chosenLocals(await locals.idsOfClient(scope, client), asked)

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

  /** What the tables about a comparison are made of. */
  async function tableOf(scope: Scope, query: CompareQuery) {
    const chosen = await chosenBy(scope, query)
    const { notArea } = await trafficOf(query)
    const [compared, newest, groups] = await Promise.all([
      basisFor(scope, query, chosen, notArea),
      asOf(query.client, new Set(chosen)),
      muting.groups(scope, query.client, chosen),
    ])
    return {
      compared,
      newest,
      muted: new Set(groups.flatMap((group) => (group.muted.includes('ins') ? group.locals : []))),
    }
  }

  return {
    /**
     * With a reference period the figures are of the stores that can be compared, unless all are asked for.
     *
     * Throws CLIENT_NOT_FOUND or LOCAL_NOT_FOUND for what the caller may not see, DATES_INCORRECT for a period turned
     * round.
     */
    async compare(scope: Scope, call: Asked, query: CompareQuery): Promise<Answer> {
      const chosen = await chosenBy(scope, query)
      const { notArea, traffic } = await trafficOf(query)
      const compared = await basisFor(scope, query, chosen, notArea, call.measures.includes('sales'))
      const kept = compared?.kept ?? chosen
      const [frame, newest, whole] = await Promise.all([
        figures(scope, call, query, kept, notArea),
        asOf(query.client, new Set(kept)),
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
      const chosen = new Set(await chosenBy(scope, query))
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
      const days = await facts.daysWithCounts({ client: [query.client] }, await chosenBy(scope, query))
      return { begin: days && isoDay(days.first), end: days && isoDay(days.last) }
    },

    /**
     * The hourly rows of one local, all its areas together. Throws LOCAL_NOT_FOUND, DATES_INCORRECT,
     * DOWNLOAD_RANGE_TOO_LONG.
     */
    async hourly(scope: Scope, { local: id, begin, end }: HourlyQuery): Promise<Answer> {
      const local = await locals.find(scope, id)
      const { from, to } = periodOf('only', begin, end)
      const days = to - from + 1
      if (days > HOURLY_MAX_DAYS) {
        throw new AppError(
          'DOWNLOAD_RANGE_TOO_LONG',
          `${begin} to ${end} is ${days} days; choose at most ${HOURLY_MAX_DAYS}.`,
          { days, most: HOURLY_MAX_DAYS },
        )
      }
      const [rows, newest, groups] = await Promise.all([
        facts.traffic({ client: [local.client] }, id, from, to),
        asOf(local.client, new Set([id])),
        muting.groups(scope, local.client, [id]),
      ])
      return { frame: hourlyRows(withoutAtoms(rows, groups[0]?.muted ?? []), local), asOf: newest }
    },
  }
}

export type CompareService = ReturnType<typeof compareService>

function factQuery(
  { by, measures }: Asked,
  query: CompareQuery,
  chosen: readonly number[],
  notArea: readonly number[],
): FactQuery {
  // To the store no locals means all of them; a client without locals must answer nothing instead.
  return {
    table: 'traffic',
    measures,
    by,
    periods: periodsOf(query),
    where: { client: chosen.length === 0 ? [] : [query.client], local: chosen, notArea },
  }
}

const periodsOf = ({ p1Start, p1End, p2Start, p2End }: CompareQuery): FactPeriod[] => [
  periodOf('comparing', p1Start, p1End),
  ...(p2Start !== undefined && p2End !== undefined ? [periodOf('reference', p2Start, p2End)] : []),
]

function periodOf(name: string, begin: string, end: string): FactPeriod {
  const from = dayNumber(begin)
  const to = dayNumber(end)
  if (from > to)
    throw new DomainError(
      'DATES_INCORRECT',
      `Incorrect dates: ${isoDay(from)} is after ${isoDay(to)}; give the first day first.`,
      { start: begin, end },
    )
  return { name, from, to }
}
