/** The entries that a merge would move, the counts of both places, and its blockers. Changes nothing. */
import type { PlaceMergePreview } from '#schemas/generated/entities/place-merge-preview.ts'
import type { Repositories } from '../../catalog.ts'
import type { AreaMove, Overlap } from '../../facts/places.ts'
import type { FactStore } from '../../facts/store.ts'
import type { AllClients } from '../../lib/scope.ts'
import { findPlace } from './find-place.ts'
import type { PlaceKind, StoredPlace } from './stored-place.ts'

export interface MergePlan {
  readonly from: StoredPlace
  readonly into: StoredPlace
  readonly moves: readonly AreaMove[]
  readonly areas: PlaceMergePreview['areas']
  readonly overlap: Overlap
  readonly obstacles: PlaceMergePreview['obstacles']
}

const NO_OVERLAP: Overlap = {
  hours: 0,
  equal: 0,
  firstDay: null,
  lastDay: null,
  fromIns: 0,
  intoIns: 0,
  ticketDays: 0,
  minutes: 0,
}

interface PlanParts {
  readonly catalog: Pick<Repositories, 'places'>
  readonly facts: Pick<FactStore, 'places'>
}

export function mergePlanner({ catalog, facts }: PlanParts) {
  /**
   * Each area goes to the one of the same name, or moves as it is; counts of the local as a whole (area 0) go to the
   * other's.
   */
  async function planLocals(
    scope: AllClients,
    from: StoredPlace,
    into: StoredPlace,
  ): Promise<Pick<MergePlan, 'moves' | 'areas'>> {
    const [own, there] = await Promise.all([
      catalog.places.areasOf(scope, from.id),
      catalog.places.areasOf(scope, into.id),
    ])
    const areas = own.map(({ id, name }) => ({
      area: id,
      name,
      into: there.find((other) => other.name === name)?.id ?? null,
    }))
    const to = { toClient: into.client, toLocal: into.id }
    return {
      areas,
      moves: [
        { local: from.id, area: 0, ...to, toArea: 0 },
        ...areas.map(({ area, into: taker }) => ({ local: from.id, area, ...to, toArea: taker ?? area })),
      ],
    }
  }

  async function planOf(scope: AllClients, kind: PlaceKind, id: number, intoId: number): Promise<MergePlan> {
    const [from, into] = [await findPlace(catalog, scope, kind, id), await findPlace(catalog, scope, kind, intoId)]
    const obstacles: MergePlan['obstacles'] = []
    if (from.id === into.id) return { from, into, moves: [], areas: [], overlap: NO_OVERLAP, obstacles: ['SAME_PLACE'] }
    if (kind === 'client') {
      if ((await catalog.places.sharedCodes(scope, from.id, into.id)).length > 0) obstacles.push('CODES')
      if ((await facts.places.sharedInvestments(from.id, into.id)) > 0) obstacles.push('INVESTMENT')
      return { from, into, moves: [], areas: [], overlap: NO_OVERLAP, obstacles }
    }
    if (from.client !== into.client) obstacles.push('CLIENTS')
    if (kind === 'area' && from.local !== into.local) obstacles.push('LOCALS')
    if (from.timeZone !== into.timeZone) obstacles.push('TIME_ZONES')
    if (kind === 'local' && (await catalog.places.cameraNeedsCode(scope, from.id, into.id)))
      obstacles.push('EXTERNAL_CODE')
    if (obstacles.length > 0) return { from, into, moves: [], areas: [], overlap: NO_OVERLAP, obstacles }
    const { moves, areas } =
      kind === 'local'
        ? await planLocals(scope, from, into)
        : {
            areas: [],
            moves: [
              {
                local: from.local ?? 0,
                area: from.id,
                toClient: into.client,
                toLocal: into.local ?? 0,
                toArea: into.id,
              },
            ],
          }
    const overlap = await facts.places.overlap(moves)
    if (kind === 'local' && overlap.ticketDays > 0) obstacles.push('TICKETS')
    if (overlap.minutes > 0) obstacles.push('MINUTES')
    return { from, into, moves, areas, overlap, obstacles }
  }

  return planOf
}
