/**
 * Brings what was accepted into the facts, in the background. One transaction holds the readings, the hours they make
 * and the place in the journal up to which all is in: after a crash the journal is read on from there, so everything
 * counts exactly once.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import { keepReadingsApart } from './apart.ts'
import { storeContacts } from './contacts.ts'
import { placeOf } from './device-repo.ts'
import type { DeviceRepo } from './device-repo.ts'
import type { Position } from './journal.ts'
import { recomputeHours } from './recompute.ts'
import type { PlacedArea, TouchedDay } from './recompute.ts'
import type { Stage, StagedSighting } from './stage.ts'
import { storeReadings } from './store-readings.ts'

/**
 * Takes sightings of phones into tables of its own, inside the transaction. Gives how many were new, and the days they
 * touched.
 */
export type SightingSink = (
  connection: DuckDBConnection,
  sightings: readonly StagedSighting[],
  nowMs: number,
) => Promise<{ readonly accepted: number; readonly days: readonly TouchedDay[] }>

export interface Applied {
  readonly accepted: number
  readonly duplicate: number
  readonly quarantined: number
  readonly days: readonly TouchedDay[]
}

const CAUSE = 'sensors'

/** Where the facts stand in the journal. */
export async function appliedPosition(facts: Pick<SqlFactStore, 'read'>): Promise<Position> {
  const [row] = await facts.read(`SELECT segment, CAST(place AS DOUBLE) FROM journal_position WHERE name = 'readings'`)
  return { segment: Number(row?.[0] ?? 0), place: Number(row?.[1] ?? 0) }
}

export interface ApplyParts {
  readonly facts: Pick<SqlFactStore, 'write'>
  readonly devices: Pick<DeviceRepo, 'areas'>
  readonly sightings?: SightingSink
}

/** Throws FACTS_WRITE_FAILED: then nothing of it was stored, and it is to be applied again. */
export function applyStage(
  { facts, devices, sightings }: ApplyParts,
  stage: Stage,
  upTo: Position,
  nowMs: number,
): Promise<Applied> {
  async function placesOf(areas: readonly number[]): Promise<ReadonlyMap<number, PlacedArea>> {
    const places = new Map(stage.places.map((device) => [device.area, placeOf(device)]))
    // Hours of the area a device stood in before.
    const others = areas.filter((area) => !places.has(area))
    if (others.length > 0) for (const place of await devices.areas(others)) places.set(place.area, place)
    return places
  }

  return facts.write(
    async (connection) => {
      const { accepted } = await storeReadings(connection, stage, nowMs)
      const days = [...(await recomputeHours(connection, { nowMs, cause: CAUSE, placesOf }))]
      let seen = 0
      if (sightings !== undefined && stage.sightings.length > 0) {
        const taken = await sightings(connection, stage.sightings, nowMs)
        seen = taken.accepted
        days.push(...taken.days)
      }
      await storeContacts(connection, stage.contacts.values())
      await keepReadingsApart(connection, stage.apart, nowMs)
      await connection.run('INSERT OR REPLACE INTO journal_position VALUES ($1, $2, $3)', [
        'readings',
        upTo.segment,
        BigInt(upTo.place),
      ])
      return {
        accepted: accepted + seen,
        duplicate: stage.readings - accepted - seen,
        quarantined: stage.apart.length,
        days,
      }
    },
    { changed: ({ days }) => days.map(({ day }) => day) },
  )
}
