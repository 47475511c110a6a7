/**
 * People inside, now: what the zones of a local say while all of them are fresh, else in less out over all its doors
 * since its business day began, from the same hours of devices that the traffic is made of; and the same by the minute
 * for the last hour.
 */
import { fromRows } from '#domain/frame-build'
import type { Cell } from '#domain/frame'
import { inferredCapacity, insideOf, minutesOf, staleAfterS } from '#domain/occupancy'
import type { Crossings, Span } from '#domain/occupancy'
import { courseOf, together } from '#domain/occupancy-course'
import { OCCUPANCY_MINUTES, OCCUPANCY_NOW } from '#domain/occupancy-columns'
import { SETTINGS } from '#domain/metrics/settings'
import type { OccupancyQuery } from '#schemas/generated/api/occupancy-query.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { chosenLocals } from '../../db/scoped.ts'
import type { Place, Zone } from '../../facts/occupancy.ts'
import type { FactStore } from '../../facts/store.ts'
import { civilAt, instantOf } from '../../facts/zone.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Answer } from '../compare/service.ts'
import type { LocalService } from '../locals/service.ts'
import { liveReads } from './reads.ts'

/**
 * Why people inside are not known: no door counts, none has said enough since the reset, or doors count one way only.
 */
type Why = 'noDoors' | 'silent' | 'oneWay'

interface Standing {
  readonly place: Place
  readonly crossings: Crossings | null
  /** What its zones say together; null = it has none, or one of them has gone silent. */
  readonly seen: number | null
  /** Who came in since the reset, from every source that counts. */
  readonly entered: number | null
  readonly why: Why | null
  /** Seconds: the last word of the doors that are heard; when none is, of all. Null = never. */
  readonly asOf: number | null
  readonly doors: number
  readonly silent: number
  readonly staleAfterS: number
  readonly drift: number
  readonly mostSeen: number | null
}

const MINUTE_S = 60
const MINUTES = 60

/** Doors report once a minute: nobody misses two seconds, and a hundred screens are one reading. */
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

  async function standings(scope: Scope, { client, locals: asked }: OccupancyQuery): Promise<Standing[]> {
    const chosen = new Set(chosenLocals(await locals.idsOfClient(scope, client), asked))
    const doors = Map.groupBy(
      (await catalog.deviceHealth.footscans(scope, { client })).filter(
        ({ local, expected, zone }) => chosen.has(local) && expected && (zone === 'sales' || zone === 'service'),
      ),
      ({ local }) => local,
    )
    const nowS = clock.now() / 1000
    const places = [...chosen].map((local): Place => {
      const footscans = doors.get(local) ?? []
      const { day, since } = businessDay(footscans[0]?.timeZone ?? 'UTC', nowS)
      return { local, day, since, areas: [...new Set(footscans.map(({ area }) => area))] }
    })
    const [sums, entries, contacts, past, zones] = await Promise.all([
      reads.sums(client, places),
      reads.entries(client, places),
      reads.contacts(client),
      reads.past(client, places),
      reads.zones(client, places),
    ])
    return places.map((place): Standing => {
      const footscans = doors.get(place.local) ?? []
      const heard = footscans.map(({ id, reportS }) => ({ at: contacts.get(id) ?? null, mayBeS: staleAfterS(reportS) }))
      const live = heard.filter(({ at, mayBeS }) => at !== null && nowS - at <= mayBeS)
      const words = (live.length > 0 ? live : heard).flatMap(({ at }) => at ?? [])
      const { ins, outs } = sums.get(place.local) ?? { ins: null, outs: null }
      const entered = entries.get(place.local) ?? null
      const own = zones.get(place.local) ?? []
      const fresh = freshLevels(own, new Map(footscans.map(({ id, reportS }) => [id, staleAfterS(reportS)])), nowS)
      const seen = fresh === null ? null : fresh.reduce((sum, { people }) => sum + people, 0)
      // Doors that count, live and have counted nobody today say that nobody is there, unless somebody else has counted
      // people in.
      const counts = past.get(place.local)?.hasCounted === true && own.length === 0
      const isEmpty = ins === null && outs === null && live.length > 0 && counts && (entered ?? 0) === 0
      const crossings = isEmpty ? { ins: 0, outs: 0 } : outs === null ? null : { ins: ins ?? 0, outs }
      return {
        place,
        doors: footscans.length,
        silent: footscans.length - live.length,
        crossings,
        seen,
        entered: entered ?? crossings?.ins ?? null,
        why:
          footscans.length === 0
            ? 'noDoors'
            : seen !== null || crossings !== null
              ? null
              : ins === null
                ? 'silent'
                : 'oneWay',
        asOf:
          fresh !== null
            ? Math.min(...fresh.map(({ at }) => at / 1000))
            : words.length === 0
              ? null
              : live.length > 0
                ? Math.min(...words)
                : Math.max(...words),
        staleAfterS: Math.max(...heard.map(({ mayBeS }) => mayBeS), SETTINGS.occupancyStaleS.value),
        drift: past.get(place.local)?.drift ?? 0,
        mostSeen: past.get(place.local)?.most ?? null,
      }
    })
  }

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
          mostSeen,
        }): Cell[] => {
          const inside = crossings === null || seen !== null ? null : insideOf(crossings, drift)
          const own = settings.get(local)?.capacity
          const guessed = own === undefined ? inferredCapacity(mostSeen) : null
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
        reads.firstWords(query.client, places, begin * 1000),
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

/**
 * The newest word of each zone; null when there is no zone, or one that has been silent for longer than its device may
 * be.
 */
function freshLevels(zones: readonly Zone[], mayBeS: ReadonlyMap<number, number>, nowS: number) {
  const newest = zones.flatMap(({ device, levels }) =>
    levels.slice(-1).map((level) => ({ ...level, mayBeS: mayBeS.get(device) ?? 0 })),
  )
  return newest.length === 0 || newest.some(({ at, mayBeS: longest }) => nowS - at / 1000 > longest) ? null : newest
}

export type OccupancyService = ReturnType<typeof occupancyService>

/** The day that opened at the last reset, and that instant in seconds. */
function businessDay(zone: string, nowS: number): { day: number; since: number } {
  const reset = SETTINGS.occupancyResetHour.value
  const { day, hour } = civilAt(zone, nowS)
  const own = hour < reset ? day - 1 : day
  return { day: own, since: instantOf(zone, own * 86_400 + reset * 3600).instant }
}

/**
 * What is known at the end is counted back to the begin of the hour and forward again, so that the last minute agrees
 * with `now`.
 */
function minuteRows(
  { place: { local, since }, crossings, asOf, drift }: Standing,
  spans: readonly Span[],
  begin: number,
  first: number,
): Cell[][] {
  const minutes = minutesOf(spans, begin * 1000, (begin + MINUTES * MINUTE_S) * 1000)
  const later = spans.reduce((sum, span) => ({ ins: sum.ins + span.ins, outs: sum.outs + span.outs }), {
    ins: 0,
    outs: 0,
  })
  const within = minutes.reduce((sum, minute) => ({ ins: sum.ins + minute.ins, outs: sum.outs + minute.outs }), {
    ins: 0,
    outs: 0,
  })
  // Spans that began before the hour belong to it in part; those after its end not at all.
  const early = spans.reduce(
    (sum, { from, to, ins, outs }) => {
      const share = from >= begin * 1000 ? 0 : from === to ? 1 : Math.min(1, (begin * 1000 - from) / (to - from))
      return { ins: sum.ins + ins * share, outs: sum.outs + outs * share }
    },
    { ins: 0, outs: 0 },
  )
  const after = { ins: later.ins - within.ins - early.ins, outs: later.outs - within.outs - early.outs }
  let ins = (crossings?.ins ?? 0) - within.ins - after.ins
  let outs = (crossings?.outs ?? 0) - within.outs - after.outs
  let told = { ins: Math.round(ins), outs: Math.round(outs) }
  return minutes.map((minute, at) => {
    const from = begin + at * MINUTE_S
    ins += minute.ins
    outs += minute.outs
    const sum = { ins: Math.round(ins), outs: Math.round(outs) }
    const passed = { ins: sum.ins - told.ins, outs: sum.outs - told.outs }
    told = sum
    const isKnown = from >= since && from + MINUTE_S > first && asOf !== null && from + MINUTE_S <= asOf + MINUTE_S / 2
    return isKnown
      ? [local, from, insideOf(sum, drift).people, passed.ins, passed.outs]
      : [local, from, null, null, null]
  })
}
