/** Places as they are listed, and all that is under one: what the catalog has, and what was counted. */
import { isoDay } from '#domain/days'
import type { PlaceContents } from '#schemas/generated/entities/place-contents.ts'
import type { Place } from '#schemas/generated/entities/place.ts'
import type { Repositories } from '../../catalog.ts'
import type { FactStore } from '../../facts/store.ts'
import type { AllClients } from '../../lib/scope.ts'
import { findPlace, placeNotFound } from './find-place.ts'
import type { PlaceKind, StoredPlace } from './stored-place.ts'

const NOTHING = { hours: 0, firstDay: null, lastDay: null }
export const dayOf = (day: number | null) => (day === null ? null : isoDay(day))

export interface ListingParts {
  readonly catalog: Pick<Repositories, 'places' | 'resources'>
  readonly facts: Pick<FactStore, 'places'>
}

export function placeListing({ catalog, facts }: ListingParts) {
  async function contentsOf(scope: AllClients, place: StoredPlace): Promise<PlaceContents> {
    const [own, { firstDay, lastDay, ...counts }, entries] = await Promise.all([
      catalog.places.contents(scope, place),
      facts.places.contents(place.kind, place.id),
      place.kind === 'client' ? catalog.resources.countOfClient(scope, place.id) : 0,
    ])
    return {
      kind: place.kind,
      id: place.id,
      name: place.name,
      ...own,
      ...counts,
      entries,
      firstDay: dayOf(firstDay),
      lastDay: dayOf(lastDay),
    }
  }

  async function rows(scope: AllClients, stored: readonly StoredPlace[], client: number | undefined): Promise<Place[]> {
    const active = await catalog.places.activeFootscans(scope)
    const within = client === undefined ? null : { column: 'client' as const, id: client }
    const kinds: readonly PlaceKind[] = client === undefined ? ['client'] : ['client', 'local', 'area']
    const hours = new Map(
      await Promise.all(kinds.map(async (kind) => [kind, await facts.places.hoursBy(kind, within)] as const)),
    )
    return Promise.all(
      stored.map(async (place): Promise<Place> => {
        const { firstDay, lastDay, hours: counted } = hours.get(place.kind)?.get(place.id) ?? NOTHING
        const areas = place.kind === 'area' ? [place.id] : await catalog.places.areaIds(place)
        return {
          ...place,
          hours: counted,
          firstDay: dayOf(firstDay),
          lastDay: dayOf(lastDay),
          footscans: areas.reduce((sum, area) => sum + (active.get(area) ?? 0), 0),
        }
      }),
    )
  }

  async function row(scope: AllClients, kind: PlaceKind, id: number): Promise<Place> {
    const place = await findPlace(catalog, scope, kind, id)
    const [found] = await rows(scope, [place], place.client)
    if (found === undefined) throw placeNotFound(kind, id)
    return found
  }

  return { contentsOf, rows, row }
}

export type PlaceListing = ReturnType<typeof placeListing>
