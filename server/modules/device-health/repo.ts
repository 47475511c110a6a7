import type { Area } from '#schemas/generated/entities/area.ts'
import { readable } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import type { HealthShift } from '../../facts/device-day-plan.ts'
import type { Scope } from '../../lib/scope.ts'

export interface HealthFootscan {
  readonly id: number
  readonly mac: string
  readonly name: string
  readonly area: number
  /** The view of its area. */
  readonly zone: Area['zone']
  readonly local: number
  readonly client: number
  /** Seconds between two messages. */
  readonly reportS: number
  readonly createdAt: number | null
  readonly timeZone: string
  readonly openedOn: string | null
  readonly closedOn: string | null
  /** The footscan counts, and its local is in business. */
  readonly expected: boolean
}

/** Reads of the catalog for the health of footscans. */
export function deviceHealthRepo(db: Db) {
  return {
    /** Footscans by id; of one client when given. */
    async footscans(scope: Scope, { client }: { client?: number } = {}): Promise<HealthFootscan[]> {
      let query = db
        .selectFrom('footscans')
        .innerJoin('areas', 'areas.id', 'footscans.area_id')
        .innerJoin('locals', 'locals.id', 'areas.local_id')
        .select([
          'footscans.id',
          'footscans.mac',
          'footscans.name',
          'footscans.enabled',
          'footscans.report_s',
          'footscans.created_at',
          'footscans.area_id',
          'areas.local_id',
          'areas.zone',
          'locals.client_id',
          'locals.time_zone',
          'locals.opened_on',
          'locals.closed_on',
          'locals.enabled as local_enabled',
          'locals.param_status',
        ])
        .where(readable(scope, 'locals.client_id'))
        .orderBy('footscans.id')
      if (client !== undefined) query = query.where('locals.client_id', '=', client)
      return (await query.execute()).map((row) => ({
        id: row.id,
        mac: row.mac,
        name: row.name,
        area: row.area_id,
        zone: row.zone as Area['zone'],
        local: row.local_id,
        client: row.client_id,
        reportS: row.report_s,
        createdAt: row.created_at,
        timeZone: row.time_zone,
        openedOn: row.opened_on,
        closedOn: row.closed_on,
        expected: row.enabled === 1 && row.local_enabled === 1 && row.param_status === 'operative',
      }))
    },

    async shifts(): Promise<(HealthShift & { local: number })[]> {
      const rows = await db
        .selectFrom('opening_hours')
        .select(['local_id', 'area_id', 'week_day', 'opening', 'closing'])
        .execute()
      return rows.map((row) => ({
        local: row.local_id,
        area: row.area_id,
        weekDay: row.week_day,
        opening: row.opening,
        closing: row.closing,
      }))
    },

    async holidays(): Promise<{ local: number; day: string; closed: boolean }[]> {
      const rows = await db.selectFrom('holidays').select(['local_id', 'day', 'closed']).execute()
      return rows.map((row) => ({ local: row.local_id, day: row.day, closed: row.closed === 1 }))
    },
  }
}

export type DeviceHealthRepo = ReturnType<typeof deviceHealthRepo>
