/** The current occupancy of each local: readings of its doors and zones, and their age. */
import { staleAfterS } from '#domain/occupancy'
import type { Crossings } from '#domain/occupancy'
import { SETTINGS } from '#domain/metrics/settings'
import type { OccupancyQuery } from '#schemas/generated/api/occupancy-query.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { chosenLocals } from '../../db/scoped.ts'
import type { Place, Zone } from '../../facts/occupancy.ts'
import { civilAt, instantOf } from '../../facts/zone.ts'
import type { Scope } from '../../lib/scope.ts'
import type { LocalService } from '../locals/service.ts'
import type { LiveReads } from './reads.ts'

/**
 * Why people inside are not known: no door counts, none has said enough since the reset, or doors count one way only.
 */
type Why = 'noDoors' | 'silent' | 'oneWay'

export interface Standing {
  readonly place: Place
  readonly crossings: Crossings | null
  /** The sum of its zones; null = it has none, or one of them is silent. */
  readonly seen: number | null
  /** Who came in since the reset, from every source that counts. */
  readonly entered: number | null
  readonly why: Why | null
  /** Seconds: the last contact of the live doors; when none is live, of all. Null = never. */
  readonly asOf: number | null
  readonly doors: number
  readonly silent: number
  readonly staleAfterS: number
  readonly drift: number
  readonly maxSeen: number | null
}

interface Parts {
  readonly reads: LiveReads
  readonly catalog: Pick<Catalog, 'deviceHealth'>
  readonly locals: Pick<LocalService, 'idsOfClient'>
  readonly clock: Clock
}

export function standingsReader({ reads, catalog, locals, clock }: Parts) {
  return async function standings(scope: Scope, { client, locals: requested }: OccupancyQuery): Promise<Standing[]> {
    const chosen = new Set(chosenLocals(await locals.idsOfClient(scope, client), requested))
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
      const lastContacts = footscans.map(({ id, reportS }) => ({
        at: contacts.get(id) ?? null,
        mayBeS: staleAfterS(reportS),
      }))
      const live = lastContacts.filter(({ at, mayBeS }) => at !== null && nowS - at <= mayBeS)
      const words = (live.length > 0 ? live : lastContacts).flatMap(({ at }) => at ?? [])
      const { ins, outs } = sums.get(place.local) ?? { ins: null, outs: null }
      const entered = entries.get(place.local) ?? null
      const own = zones.get(place.local) ?? []
      const fresh = freshLevels(own, new Map(footscans.map(({ id, reportS }) => [id, staleAfterS(reportS)])), nowS)
      const seen = fresh === null ? null : fresh.reduce((sum, { people }) => sum + people, 0)
      // Live doors that count and have counted no one today say that the local is empty, unless another source has
      // counted people in.
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
        staleAfterS: Math.max(...lastContacts.map(({ mayBeS }) => mayBeS), SETTINGS.occupancyStaleS.value),
        drift: past.get(place.local)?.drift ?? 0,
        maxSeen: past.get(place.local)?.most ?? null,
      }
    })
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

/** The day that opened at the last reset, and that instant in seconds. */
function businessDay(zone: string, nowS: number): { day: number; since: number } {
  const reset = SETTINGS.occupancyResetHour.value
  const { day, hour } = civilAt(zone, nowS)
  const own = hour < reset ? day - 1 : day
  return { day: own, since: instantOf(zone, own * 86_400 + reset * 3600).instant }
}
