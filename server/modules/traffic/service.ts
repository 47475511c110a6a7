/**
 * One question for all: what Compare asks with fixed dimensions, with those that its caller names. What a figure rests
 * on, what is missing and what is estimated come with it, as with every call of Compare.
 */
import { QUALITY_ATOMS } from '#domain/completeness'
import { fromRows } from '#domain/frame-build'
import { LOCAL_GROUPS } from '#domain/local-group-columns'
import type { FactDimension } from '#domain/fact-query'
import {
  dimensionsOf,
  measuresOf,
  requireFits,
  trafficCost,
  type TrafficCost,
  type TrafficDimension,
} from '#domain/traffic-question'
import type { CompareQuery } from '#schemas/generated/api/compare-query.ts'
import type { ClientQuery } from '#schemas/generated/api/client-query.ts'
import type { LocalGroup } from '#schemas/generated/entities/local-group.ts'
import type { TrafficQuery } from '#schemas/generated/api/traffic-query.ts'
import type { Repositories } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Answer } from '../compare/answer.ts'
import { periodsOf } from '../compare/periods.ts'
import type { CompareService } from '../compare/service.ts'
import type { LocalService } from '../locals/service.ts'
import { byKindOfLocal, withAreaNames } from './kinds-of-local.ts'
import type { Kinds } from './kinds-of-local.ts'

interface Parts {
  readonly compare: Pick<CompareService, 'compare' | 'chosen'>
  readonly locals: Pick<LocalService, 'ofClient' | 'idsOfClient'>
  readonly areas: Pick<Repositories['areas'], 'list'>
  /** Groups of locals that the caller may read. */
  readonly groups: (scope: Scope) => Promise<readonly LocalGroup[]>
}

export function trafficService({ compare, locals, areas, groups }: Parts) {
  const groupsOf = async (scope: Scope, client: number) =>
    (await groups(scope))
      .filter((group) => group.client === client)
      .toSorted((one, other) => one.name.localeCompare(other.name))

  /** The catalog's data of the locals of a query, where the query needs it. */
  async function kindsOf(scope: Scope, query: TrafficQuery, by: readonly TrafficDimension[]): Promise<Kinds> {
    const types =
      by.includes('type') || query.types !== undefined
        ? new Map((await locals.ofClient(scope, query.client)).map(({ id, type }) => [id, type as string]))
        : null
    const chosen = query.groups === undefined ? null : new Set(query.groups.split(',').map(Number))
    if (!by.includes('group') && chosen === null) return { types, groups: null }
    const known = await groupsOf(scope, query.client)
    const foreign = chosen === null ? undefined : [...chosen].find((id) => known.every((group) => group.id !== id))
    if (foreign !== undefined)
      throw new AppError('LOCAL_GROUP_NOT_FOUND', `Group of locals ${foreign} was not found.`, { group: foreign })
    return {
      types,
      groups: known
        .filter(({ id }) => chosen === null || chosen.has(id))
        .map((group) => ({ name: group.name, locals: new Set(group.locals) })),
    }
  }

  /** Dimensions, measures and locals of a question, and what it costs. */
  async function plan(scope: Scope, query: TrafficQuery) {
    const by = dimensionsOf(query.by)
    const measures = [...measuresOf(query.measures ?? 'ins'), ...QUALITY_ATOMS]
    const periods = periodsOf(query)
    const [chosenIds, kinds] = await Promise.all([compare.chosen(scope, query), kindsOf(scope, query, by)])
    const wanted = query.types === undefined ? null : new Set(query.types.split(','))
    const isWanted = (id: number) =>
      (wanted === null || wanted.has(kinds.types?.get(id) ?? '')) &&
      (query.groups === undefined || (kinds.groups ?? []).some((group) => group.locals.has(id)))
    const only = wanted === null && query.groups === undefined ? undefined : new Set(chosenIds.filter(isWanted))
    const cost = trafficCost({
      by,
      measures: measures.length,
      locals: only?.size ?? chosenIds.length,
      groups: kinds.groups?.length ?? 0,
      types: new Set(kinds.types?.values()).size,
      periods,
    })
    return { by, measures, periods, only, kinds, cost }
  }

  return {
    /**
     * Throws LOCAL_GROUP_NOT_FOUND, TRAFFIC_COLUMN_UNKNOWN, TRAFFIC_DAYS_EXCEEDED and TRAFFIC_ROWS_EXCEEDED, and as the
     * calls of Compare do: CLIENT_NOT_FOUND, LOCAL_NOT_FOUND, DATES_INCORRECT.
     */
    async ask(scope: Scope, query: TrafficQuery): Promise<Answer> {
      const { by, measures, periods, only, kinds, cost } = await plan(scope, query)
      requireFits(cost, periods)
      const isOfKinds = by.includes('type') || by.includes('group')
      const stored = by.filter((id): id is TrafficDimension & FactDimension => id !== 'type' && id !== 'group')
      // Two periods are laid over each other by the days since their begin.
      const first = by.includes('day') ? (['period', 'index'] as const) : (['period'] as const)
      const dimensions: FactDimension[] = [
        ...first,
        ...stored,
        ...(isOfKinds && !by.includes('local') ? (['local'] as const) : []),
      ]
      const answer = await compare.compare(scope, { by: dimensions, measures }, compareQuery(query), only)
      const grouped = isOfKinds ? byKindOfLocal(answer.frame, [...first, ...by], kinds) : answer.frame
      if (!by.includes('area')) return { ...answer, frame: grouped }
      return { ...answer, frame: withAreaNames(grouped, await areas.list(scope, { client: query.client })) }
    },

    /** The groups of a client, to choose from. Throws CLIENT_NOT_FOUND. */
    async groups(scope: Scope, { client }: ClientQuery): Promise<Answer> {
      const own = new Set(await locals.idsOfClient(scope, client))
      const rows = (await groupsOf(scope, client)).map((group) => [
        group.id,
        group.name,
        group.kind,
        group.locals.filter((id) => own.has(id)).length,
      ])
      return { frame: fromRows(LOCAL_GROUPS, rows), asOf: null }
    },

    /** The most that the question costs. Throws as `ask` does, but for what is too large. */
    cost: async (scope: Scope, query: TrafficQuery): Promise<TrafficCost> => (await plan(scope, query)).cost,
  }
}

const compareQuery = ({
  types: _types,
  groups: _groups,
  by: _by,
  measures: _measures,
  ...rest
}: TrafficQuery): CompareQuery => rest

export type TrafficService = ReturnType<typeof trafficService>
