/**
 * People inside, now: what the zones of a local say while all of them are fresh, else in less out over all its doors
 * since its business day began, from the same hours of devices that the traffic is made of; and the same by the minute
 * for the last hour.
 */
import { fromRows } from '#domain/frame-build'
import type { Cell } from '#domain/frame'
import { inferredCapacity, insideOf } from '#domain/occupancy'
import { courseOf } from '#domain/occupancy-levels'
import { together } from '#domain/occupancy-course'
import { OCCUPANCY_MINUTES, OCCUPANCY_NOW } from '#domain/occupancy-columns'
import { SETTINGS } from '#domain/metrics/settings'
import type { OccupancyQuery } from '#schemas/generated/api/occupancy-query.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Answer } from '../compare/answer.ts'
import type { LocalService } from '../locals/service.ts'
import { liveReads } from './reads.ts'
import { standingsReader } from './standings.ts'
import type { Standing } from './standings.ts'
import { MINUTES, MINUTE_S, minuteRows } from './minute-rows.ts'

/** Doors report once a minute: two seconds are not missed, and a hundred screens are one reading. */
const SHARED_MS = 2000

interface Parts {
  facts: Pick<FactStore, 'occupancy' | 'devices'>
  catalog: Pick<Catalog, 'deviceHealth' | 'locals'>
  locals: LocalService
  clock: Clock
  /** Grows when figures are to be read anew. */ tick?: () => number
}

export function occupancyService({
  facts,
  catalog,
  locals,
  clock,
  tick = () => Math.floor(clock.now() / SHARED_MS),
}: Parts) {
  const reads = liveReads(facts, clock, tick)
  const standings = standingsReader({ reads, catalog, locals, clock })

  const newest = (all: readonly Standing[]): number | null => {
    const words = all.flatMap(({ asOf }) => asOf ?? [])
    return words.length === 0 ? null : Math.max(...words) * 1000
  }

  return {
    /** One row a local. Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND. */
    async now(scope: Scope, query: OccupancyQuery): Promise<Answer> {
      const all = await standings(scope, query)
      const settings = await catalog.locals.settings(
        scope,
        all.map(({ place }) => place.local),
      )
      const nowS = Math.floor(clock.now() / 1000)
      const rows = all.map(
        ({
          place: { local },
          crossings,
          seen,
          entered,
          why,
          asOf,
          doors,
          silent,
          staleAfterS: stale,
          drift,
          maxSeen,
        }): Cell[] => {
          const inside = crossings === null || seen !== null ? null : insideOf(crossings, drift)
          const own = settings.get(local)?.capacity
          const guessed = own === undefined ? inferredCapacity(maxSeen) : null
          return [
            local,
            asOf === null ? null : Math.floor(asOf),
            nowS,
            why,
            own === undefined && guessed !== null,
            seen !== null ? 'zones' : inside === null ? null : 'doors',
            seen ?? inside?.people ?? null,
            entered,
            crossings?.outs ?? null,
            inside?.raw ?? null,
            inside?.drift ?? null,
            own ?? guessed,
            doors,
            silent,
            stale,
          ]
        },
      )
      return { frame: fromRows(OCCUPANCY_NOW, rows), asOf: newest(all) }
    },

    /** The last hour by the minute, for locals whose people inside are known. Throws as `now` does. */
    async minutes(scope: Scope, query: OccupancyQuery): Promise<Answer> {
      const all = (await standings(scope, query)).filter(({ crossings, seen }) => crossings !== null || seen !== null)
      const end = Math.floor(clock.now() / 1000 / MINUTE_S) * MINUTE_S
      const begin = end - MINUTES * MINUTE_S
      const places = all.map(({ place }) => place)
      const [spans, words, levels] = await Promise.all([
        reads.spans(query.client, places, begin * 1000),
        reads.firstContacts(query.client, places, begin * 1000),
        reads.levels(
          query.client,
          places.filter((_, at) => all[at]?.seen !== null),
          (begin - SETTINGS.occupancyGapMin.value * MINUTE_S) * 1000,
        ),
      ])
      const rows = all.flatMap((standing) => {
        const own = spans.get(standing.place.local) ?? []
        const first = own.reduce(
          (least, { from }) => Math.min(least, from / 1000),
          words.get(standing.place.local) ?? Infinity,
        )
        const rows = minuteRows(standing, own, begin, first)
        if (standing.seen === null) return rows
        const course = together(
          (levels.get(standing.place.local) ?? []).map((zone) => courseOf(zone.levels, begin * 1000, end * 1000)),
        )
        return rows.map(([local = null, minute = null, , ins = null, outs = null], at) => {
          const people = course[at] ?? null
          return [
            local,
            minute,
            people === null ? null : Math.round(people),
            standing.crossings === null ? null : ins,
            standing.crossings === null ? null : outs,
          ]
        })
      })
      return { frame: fromRows(OCCUPANCY_MINUTES, rows), asOf: newest(all) }
    },
  }
}

export type OccupancyService = ReturnType<typeof occupancyService>
