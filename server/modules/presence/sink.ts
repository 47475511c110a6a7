/** Makes of the sightings of a stage what the facts take (see SightingStage in server/modules/ingest/apply.ts). */
import type { PresenceContext, SightingColumns } from '../../facts/presence.ts'
import type { StagedSightings } from '../../facts/readings.ts'
import { visitorOf } from './hash.ts'

export const PRESENCE_CAUSE = 'presence'

/** A sighting whose visitor was hashed before it was written anywhere. */
export interface HashedSighting {
  readonly device: { readonly id: number; readonly client: number; readonly local: number; readonly area: number }
  readonly visitor: string
  readonly first: number
  readonly last: number
  readonly rssi: number
}

/** As columns. What is no hash is left out: an address that was not hashed is never written. */
export function sightingColumns(sightings: readonly HashedSighting[]): SightingColumns {
  const kept = sightings.flatMap((sighting) => {
    const visitor = visitorOf(sighting.visitor)
    return visitor ? [{ ...sighting, visitor }] : []
  })
  return {
    client: Int32Array.from(kept, ({ device }) => device.client),
    local: Int32Array.from(kept, ({ device }) => device.local),
    area: Int32Array.from(kept, ({ device }) => device.area),
    device: Int32Array.from(kept, ({ device }) => device.id),
    visitor: BigUint64Array.from(kept, ({ visitor }) => visitor.id),
    random: Uint8Array.from(kept, ({ visitor }) => (visitor.random ? 1 : 0)),
    first: Float64Array.from(kept, ({ first }) => first),
    last: Float64Array.from(kept, ({ last }) => last),
    rssi: Int32Array.from(kept, ({ rssi }) => rssi),
    length: kept.length,
  }
}

/** Writes the sightings of a stage to the facts. */
export const stageSightings =
  (context: PresenceContext) =>
  (sightings: readonly HashedSighting[]): StagedSightings => ({
    columns: sightingColumns(sightings),
    context,
    cause: PRESENCE_CAUSE,
  })
