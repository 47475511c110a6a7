/** Brings what was accepted into the facts, in the background: what waits, and where its hours are. */
import type { PlacedArea, StagedSightings, TouchedDay } from '../../facts/readings.ts'
import type { FactStore } from '../../facts/store.ts'
import { placeOf } from './device-repo.ts'
import type { DeviceRepo } from './device-repo.ts'
import type { Position } from './journal.ts'
import type { Stage, StagedSighting } from './stage.ts'

/** Makes of sightings of phones what the facts take, which know how to count them. */
export type SightingStage = (sightings: readonly StagedSighting[]) => StagedSightings

export interface Applied {
  readonly accepted: number
  readonly duplicate: number
  readonly quarantined: number
  readonly days: readonly TouchedDay[]
}

const CAUSE = 'sensors'

export interface ApplyParts {
  readonly facts: Pick<FactStore, 'readings'>
  readonly devices: Pick<DeviceRepo, 'areas'>
  readonly sightings?: SightingStage
}

/** Throws FACTS_WRITE_FAILED: then nothing was stored; apply it again. */
export async function applyStage(
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

  const { accepted, days } = await facts.readings.apply(stage, {
    upTo,
    nowMs,
    cause: CAUSE,
    placesOf,
    ...(sightings !== undefined && stage.sightings.length > 0 && { sightings: sightings(stage.sightings) }),
  })
  return { accepted, duplicate: stage.readings - accepted, quarantined: stage.quarantined.length, days }
}
