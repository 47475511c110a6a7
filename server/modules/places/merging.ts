/** Two places that are one: shown before, and done in one transaction. */
import type { PlaceMerge } from '#schemas/generated/api/place-merge.ts'
import type { PlaceMergePreview } from '#schemas/generated/entities/place-merge-preview.ts'
import type { Place } from '#schemas/generated/entities/place.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { PlaceChangeParts } from './changing.ts'
import { allOf } from './find-place.ts'
import { dayOf } from './listing.ts'
import { mergePlanner } from './merge-plan.ts'
import { remaker } from './remake.ts'
import type { PlaceKind } from './stored-place.ts'

export function placeMerging({ catalog, facts, clock, listing, applied, onChange, reevaluate }: PlaceChangeParts) {
  const planOf = mergePlanner({ catalog, facts })

  return {
    async mergePreview(scope: Scope, kind: PlaceKind, id: number, into: number): Promise<PlaceMergePreview> {
      const all = allOf(scope)
      const { from, into: taker, areas, overlap, obstacles } = await planOf(all, kind, id, into)
      return {
        from: await listing.contentsOf(all, from),
        into: await listing.contentsOf(all, taker),
        areas,
        obstacles,
        bothHours: overlap.hours,
        equalHours: overlap.equal,
        bothFirstDay: dayOf(overlap.firstDay),
        bothLastDay: dayOf(overlap.lastDay),
        fromIns: overlap.fromIns,
        intoIns: overlap.intoIns,
      }
    },

    /** Throws PLACE_MERGE_NOT_ALLOWED, PLACE_MERGE_CHOICE_REQUIRED. */
    async merge(scope: Scope, kind: PlaceKind, id: number, { into: intoId, both }: PlaceMerge): Promise<Place> {
      const all = allOf(scope)
      await applied()
      const { from, into, moves, areas, overlap, obstacles } = await planOf(all, kind, id, intoId)
      if (obstacles.length > 0)
        throw new AppError(
          'PLACE_MERGE_NOT_ALLOWED',
          `${from.name} cannot be merged into ${into.name}: ${obstacles.join(', ')}.`,
          { obstacles },
        )
      if (overlap.hours > overlap.equal && both === undefined) {
        throw new AppError(
          'PLACE_MERGE_CHOICE_REQUIRED',
          `${from.name} and ${into.name} both have ${overlap.hours} hours, and ${overlap.hours - overlap.equal} of ` +
            'them differ; say with both whether to keep, take or sum them.',
          { hours: overlap.hours, differ: overlap.hours - overlap.equal },
        )
      }
      const nowMs = clock.now()
      await catalog.transaction(async (repositories) => {
        const locals =
          kind === 'client'
            ? [...(await repositories.places.localIds(from)), ...(await repositories.places.localIds(into))]
            : []
        if (kind !== 'area') await repositories.resources.takeOver(kind, from.id, into.id)
        if (kind === 'local') await repositories.localOrders.takeOverLocal(all, from.id, into.id)
        if (kind === 'client') await repositories.places.mergeClient(all, from.id, into.id)
        else if (kind === 'area') await repositories.places.mergeArea(all, from.id, into.id)
        else {
          for (const { area, into: taker } of areas)
            await (taker === null
              ? repositories.places.moveArea(all, area, into.id)
              : repositories.places.mergeArea(all, area, taker))
          await repositories.places.mergeLocal(all, from, into)
        }
        const details = {
          into: into.id,
          name: from.name,
          ...(overlap.hours > 0 && { both: both ?? 'keep', bothHours: overlap.hours }),
          ...(areas.length > 0 && { areas: areas.length }),
        }
        await repositories.audit.append(scope, { action: 'place.merge', target: `${kind} ${id}`, details, at: nowMs })
        const remake = await remaker(repositories, clock, into.client)
        await facts.places.edit(async (edits) => {
          if (kind === 'client') await edits.moveClient({ from: from.id, into: into.id, locals })
          else
            await edits.merge({
              moves,
              both: both ?? 'keep',
              cause: `merge of ${kind} ${id} into ${into.id}`,
              nowMs,
            })
          await remake(edits, [into])
        })
      })
      onChange()
      reevaluate(kind === 'client' ? await catalog.places.localIds(into) : [into.local ?? 0])
      return listing.row(all, kind, into.id)
    },
  }
}
