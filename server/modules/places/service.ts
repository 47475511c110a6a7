/**
 * Corrections of clients, locals and areas: renamed, moved in time zone, closed and opened again, merged, removed. The
 * facts follow in one transaction, while that of the catalog is open, so that a failure of either leaves both as they
 * were.
 */
import type { PlaceContents } from '#schemas/generated/entities/place-contents.ts'
import type { Place } from '#schemas/generated/entities/place.ts'
import type { Repositories } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import type { AllClients, Scope } from '../../lib/scope.ts'
import type { PlaceChangeParts } from './changing.ts'
import { allOf, findPlace } from './find-place.ts'
import { dayOf, placeListing } from './listing.ts'
import { localTime } from './local-time.ts'
import { placeMerging } from './merging.ts'
import { remaker } from './remake.ts'
import type { PlaceKind } from './stored-place.ts'

export type PlaceParts = Omit<PlaceChangeParts, 'listing'>

export function placeService(parts: PlaceParts) {
  const { catalog, facts, clock, applied, onChange } = parts
  const listing = placeListing({ catalog, facts })

  return {
    /** All clients; or one, its locals and their areas. Throws CLIENT_NOT_FOUND. */
    async list(scope: Scope, client: number | undefined): Promise<Place[]> {
      const all = allOf(scope)
      if (client !== undefined) await findPlace(catalog, all, 'client', client)
      return listing.rows(all, await catalog.places.list(all, client), client)
    },

    /** Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND, AREA_NOT_FOUND, as all of these do. */
    async contents(scope: Scope, kind: PlaceKind, id: number): Promise<PlaceContents> {
      const all = allOf(scope)
      return listing.contentsOf(all, await findPlace(catalog, all, kind, id))
    },

    /** Throws NAME_TAKEN. */
    async rename(scope: Scope, kind: PlaceKind, id: number, given: string): Promise<Place> {
      const all = allOf(scope)
      const name = given.trim()
      await catalog.transaction(async (repositories) => {
        const before = await findPlace(repositories, all, kind, id)
        await repositories.places.rename(all, before, name, clock.now())
        await repositories.audit.append(scope, {
          action: 'place.rename',
          target: `${kind} ${id}`,
          details: { name: [before.name, name] },
          at: clock.now(),
        })
      })
      onChange()
      return listing.row(all, kind, id)
    },

    ...localTime({ ...parts, listing }),
    ...placeMerging({ ...parts, listing }),

    /** Throws PLACE_IN_USE while footscans of it are switched on: they would go on sending; PLACE_OPEN_CONFLICT. */
    async remove(scope: Scope, kind: PlaceKind, id: number): Promise<void> {
      const all = allOf(scope)
      await applied()
      const nowMs = clock.now()
      await catalog.transaction(async (repositories) => {
        const { places, audit } = repositories
        const place = await findPlace(repositories, all, kind, id)
        const contents = await places.contents(all, place)
        if (contents.activeFootscans > 0) {
          throw new AppError(
            'PLACE_IN_USE',
            `${place.name} has ${contents.activeFootscans} footscans that are switched on; move them or switch them ` +
              'off first.',
            { footscans: contents.activeFootscans },
          )
        }
        if (kind !== 'area') await requireNothingOpen(repositories, all, { kind, id, name: place.name })
        const [locals, areas, devices] = [
          await places.localIds(place),
          await places.areaIds(place),
          await places.footscanIds(all, place),
        ]
        await places.remove(all, place)
        const { hours, firstDay, lastDay } = await facts.places.contents(kind, id)
        const details = {
          name: place.name,
          client: place.client,
          hours,
          firstDay: dayOf(firstDay),
          lastDay: dayOf(lastDay),
        }
        await audit.append(scope, { action: 'place.remove', target: `${kind} ${id}`, details, at: nowMs })
        const remake = await remaker(repositories, clock, place.client)
        const remaining = kind === 'area' ? place.local : null
        await facts.places.edit(async (edits) => {
          await edits.remove({ column: kind, id, locals, areas, devices, remaining })
          await remake(edits, remaining === null ? [] : [place])
        })
      })
      onChange()
    },
  }
}

/** Throws PLACE_OPEN_CONFLICT with how many orders, installations and the like are still open. */
async function requireNothingOpen(
  { resources }: Repositories,
  scope: AllClients,
  { kind, id, name }: { readonly kind: 'client' | 'local'; readonly id: number; readonly name: string },
): Promise<void> {
  const open = await resources.holding(scope, kind, id)
  const counted = Object.entries(open).map(([noun, count]) => `${count} ${noun}`)
  if (counted.length > 0)
    throw new AppError(
      'PLACE_OPEN_CONFLICT',
      `${name} has ${counted.join(' and ')} that are open; close or cancel them first.`,
      open,
    )
}

export type PlaceService = ReturnType<typeof placeService>
