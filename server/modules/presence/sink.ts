/** What the ingest calls with the sightings of a stage (see SightingSink in server/modules/ingest/apply.ts). */
import type { DuckDBConnection } from '@duckdb/node-api'
import { ingestGroup } from '../../facts/duckdb/ingest-group.ts'
import { visitorOf } from './hash.ts'
import { ingestSightings, type PresenceContext, type SightingColumns } from './store.ts'

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

/** Takes sightings in and merges the hours they make into the traffic, inside the transaction of the caller. */
export function sightingSink(context: PresenceContext) {
  return async (connection: DuckDBConnection, sightings: readonly HashedSighting[], nowMs: number) => {
    const { batch, accepted } = await ingestSightings(connection, sightingColumns(sightings), context)
    if (batch.length > 0)
      await ingestGroup(connection, [{ batch, unfit: new Set<number>(), cause: PRESENCE_CAUSE }], nowMs)
    const days = new Map(
      Array.from({ length: batch.length }, (_, i) => [
        `${batch.local[i]} ${batch.day[i]}`,
        { local: batch.local[i]!, day: batch.day[i]! },
      ]),
    )
    return { accepted, days: [...days.values()] }
  }
}
