import { createHash } from 'node:crypto'
import type { Catalog } from '../catalog.ts'
import type { PreparedImport } from '../modules/imports/reading/index.ts'
import { hashOf, newToken } from '../lib/secrets.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import type { EncoderName } from './encode/index.ts'
import type { FleetDevice } from './fleet.ts'
import { placeName } from './replay-source.ts'

/** Recorded hours are reported by the hour. */
const REPORT_S = 3600

/** The adapter whose payloads an encoder writes. */
const kindOf = (adapter: EncoderName) => (adapter === 'xovis5' ? 'xovis' : adapter)

/** A MAC that no device has: locally administered, and the same for the same place every time. */
function macOf(client: string, place: string): string {
  const [a, b, c, d, e] = createHash('sha256').update(`${client}\n${place}`).digest('hex').toUpperCase().match(/../g)!
  return ['02', a, b, c, d, e].join(':')
}

/**
 * Makes the places of recorded counts, one footscan for each counter with a key of its own, and the fleet that plays
 * them.
 */
export async function prepareFleet(
  prepared: PreparedImport,
  { catalog, now, adapter }: { catalog: Catalog; now: number; adapter: EncoderName },
): Promise<FleetDevice[]> {
  const { reading, merging } = await prepared.counted()
  const { client, ids } = await prepared.storePlaces({ catalog, now })
  const fleet: FleetDevice[] = []
  await catalog.transaction(async ({ fleet: footscans, deviceKeys }) => {
    const there = new Map(
      (await footscans.list(SYSTEM_SCOPE, { client: client.id })).map((footscan) => [footscan.mac, footscan.id]),
    )
    const counters = new Map(merging.hours.map(({ place, area }) => [`${place}/${area}`, { place, area }]))
    for (const [key, { place, area }] of counters) {
      const name = placeName(reading, place, area)
      const mac = macOf(client.name, name)
      const footscan =
        there.get(mac) ??
        (await footscans.insert(
          SYSTEM_SCOPE,
          {
            area: ids.get(key)!.area,
            mac,
            name: name.slice(0, 120),
            kind: kindOf(adapter),
            externalId: null,
            reversed: false,
            reportS: REPORT_S,
            enabled: true,
          },
          now,
        ))
      const token = newToken()
      await deviceKeys.insert(SYSTEM_SCOPE, {
        client: client.id,
        footscan,
        name: 'replay',
        keyHash: hashOf(token),
        validator: null,
        at: now,
      })
      fleet.push({ mac, key: token, adapter, line: '', reportS: REPORT_S, timeZone: reading.zone, place: name })
    }
  })
  return fleet
}
