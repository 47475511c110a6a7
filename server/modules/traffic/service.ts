/**
 * One question for all: what Compare asks with fixed dimensions, with those that its caller names. What a figure rests
 * on, what is missing and what is estimated come with it, as with every call of Compare.
 */
import { QUALITY_ATOMS } from '#domain/completeness'
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
import type { TrafficQuery } from '#schemas/generated/api/traffic-query.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Answer } from '../compare/answer.ts'
import { periodsOf } from '../compare/periods.ts'
import type { CompareService } from '../compare/service.ts'
import type { LocalService } from '../locals/service.ts'
import { byKindOfLocal } from './kinds-of-local.ts'
import type { Kinds } from './kinds-of-local.ts'

interface Parts {
  readonly compare: Pick<CompareService, 'compare' | 'chosen'>
  readonly locals: Pick<LocalService, 'ofClient'>
}

export function trafficService({ compare, locals }: Parts) {
  /** What the catalog knows of the locals of a question, where the question needs it. */
  async function kindsOf(scope: Scope, query: TrafficQuery, by: readonly TrafficDimension[]): Promise<Kinds> {
    const types =
      by.includes('type') || query.types !== undefined
        ? new Map((await locals.ofClient(scope, query.client)).map(({ id, type }) => [id, type as string]))
        : null
    return { types, groups: null }
  }

  /** Dimensions, measures and locals of a question, and what it costs. */
  async function plan(scope: Scope, query: TrafficQuery) {
    const by = dimensionsOf(query.by)
    const measures = [...measuresOf(query.measures ?? 'ins'), ...QUALITY_ATOMS]
    const periods = periodsOf(query)
    const [asked, kinds] = await Promise.all([compare.chosen(scope, query), kindsOf(scope, query, by)])
    const wanted = query.types === undefined ? null : new Set(query.types.split(','))
    const only = wanted === null ? undefined : new Set(asked.filter((id) => wanted.has(kinds.types?.get(id) ?? '')))
    const cost = trafficCost({
      by,
      measures: measures.length,
      locals: only?.size ?? asked.length,
      groups: kinds.groups?.length ?? 0,
      types: new Set(kinds.types?.values()).size,
      periods,
    })
    return { by, measures, periods, only, kinds, cost }
  }

  return {
    /**
     * Throws TRAFFIC_COLUMN_UNKNOWN, TRAFFIC_DAYS_EXCEEDED and TRAFFIC_ROWS_EXCEEDED, and as the calls of Compare do:
     * CLIENT_NOT_FOUND, LOCAL_NOT_FOUND, DATES_INCORRECT.
     */
    async ask(scope: Scope, query: TrafficQuery): Promise<Answer> {
      const { by, measures, periods, only, kinds, cost } = await plan(scope, query)
      requireFits(cost, periods)
      const isOfKinds = by.includes('type') || by.includes('group')
      const stored = by.filter((id): id is TrafficDimension & FactDimension => id !== 'type' && id !== 'group')
      const asked: FactDimension[] = [
        'period',
        ...stored,
        ...(isOfKinds && !by.includes('local') ? (['local'] as const) : []),
      ]
      const answer = await compare.compare(scope, { by: asked, measures }, compareQuery(query), only)
      return isOfKinds ? { ...answer, frame: byKindOfLocal(answer.frame, ['period', ...by], kinds) } : answer
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
