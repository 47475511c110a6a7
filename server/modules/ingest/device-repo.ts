import type { Area } from '#schemas/generated/entities/area.ts'
import { inChunks } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import type { PlacedArea } from '../../facts/readings.ts'

/** A footscan with all that its counts need to find their place. */
export interface Device {
  readonly id: number
  readonly mac: string
  readonly externalId: string | null
  readonly client: number
  readonly local: number
  readonly area: number
  readonly zone: Area['zone']
  readonly timeZone: string
  readonly reversed: boolean
  /** Seconds between two messages, as it is set up. */
  readonly reportS: number
  readonly enabled: boolean
}

/**
 * Footscans as the ingest knows them. Not bounded by a scope: whose device it is decides what happens to the message.
 */
export function deviceRepo(db: Db) {
  const placed = () =>
    db
      .selectFrom('footscans')
      .innerJoin('areas', 'areas.id', 'footscans.area_id')
      .innerJoin('locals', 'locals.id', 'areas.local_id')
      .select([
        'footscans.id',
        'mac',
        'footscans.external_id',
        'client_id',
        'local_id',
        'area_id',
        'zone',
        'time_zone',
        'reversed',
        'report_s',
        'footscans.enabled',
      ])
  const toDevice = (row: Awaited<ReturnType<ReturnType<typeof placed>['execute']>>[number]): Device => ({
    id: row.id,
    mac: row.mac,
    externalId: row.external_id,
    client: row.client_id,
    local: row.local_id,
    area: row.area_id,
    zone: row.zone as Area['zone'],
    timeZone: row.time_zone,
    reversed: row.reversed === 1,
    reportS: row.report_s,
    enabled: row.enabled === 1,
  })

  return {
    /** Those with one of these MACs or external ids. */
    async named(names: readonly string[]): Promise<Device[]> {
      const found: Device[] = []
      for (const some of inChunks(names)) {
        found.push(
          ...(
            await placed()
              .where((where) => where.or([where('mac', 'in', some), where('footscans.external_id', 'in', some)]))
              .execute()
          ).map(toDevice),
        )
      }
      return found
    },

    /** The newest, at most so many. */
    async some(most: number): Promise<Device[]> {
      return (await placed().orderBy('footscans.id', 'desc').limit(most).execute()).map(toDevice)
    },

    /** MACs by footscan id. */
    async macs(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
      const found = new Map<number, string>()
      for (const some of inChunks(ids))
        for (const { id, mac } of await db
          .selectFrom('footscans')
          .select(['id', 'mac'])
          .where('id', 'in', some)
          .execute())
          found.set(id, mac)
      return found
    },

    /** Where these areas are. */
    async areas(ids: readonly number[]): Promise<PlacedArea[]> {
      const found: PlacedArea[] = []
      for (const some of inChunks(ids)) {
        const rows = await db
          .selectFrom('areas')
          .innerJoin('locals', 'locals.id', 'areas.local_id')
          .select(['areas.id', 'zone', 'local_id', 'client_id', 'time_zone'])
          .where('areas.id', 'in', some)
          .execute()
        for (const row of rows)
          found.push({
            area: row.id,
            client: row.client_id,
            local: row.local_id,
            timeZone: row.time_zone,
            counted: COUNTED[row.zone as Area['zone']],
          })
      }
      return found
    },
  }
}

/** What a zone counts: nothing that is used, `ins`, or people in front. */
const COUNTED: Readonly<Record<Area['zone'], PlacedArea['counted']>> = {
  sales: 1,
  service: 1,
  outside: 2,
  outsideActivity: 2,
  competition: 0,
}

export const placeOf = ({ area, client, local, timeZone, zone }: Device): PlacedArea => ({
  area,
  client,
  local,
  timeZone,
  counted: COUNTED[zone],
})

export type DeviceRepo = ReturnType<typeof deviceRepo>
