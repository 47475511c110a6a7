/** Footscans as they are stored, and as administrators see them. */
import type { FleetFootscan } from '#schemas/generated/entities/fleet-footscan.ts'
import { readable } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

/** A footscan without what the facts know of it. */
export type StoredFootscan = Omit<FleetFootscan, 'lastAt'>
export type FootscanContent = Pick<
  FleetFootscan,
  'area' | 'mac' | 'name' | 'kind' | 'externalId' | 'reversed' | 'reportS' | 'enabled'
>

export const toRow = ({ area, mac, name, kind, externalId, reversed, reportS, enabled }: FootscanContent) => ({
  area_id: area,
  mac,
  name,
  kind,
  external_id: externalId,
  reversed: reversed ? 1 : 0,
  report_s: reportS,
  enabled: enabled ? 1 : 0,
})

/** Those of the clients of the scope. */
export const visibleFootscans = (db: Db, scope: Scope) =>
  db
    .selectFrom('footscans')
    .innerJoin('areas', 'areas.id', 'footscans.area_id')
    .innerJoin('locals', 'locals.id', 'areas.local_id')
    .select([
      'footscans.id',
      'area_id',
      'local_id',
      'client_id',
      'mac',
      'footscans.name',
      'kind',
      'footscans.external_id',
      'reversed',
      'report_s',
      'footscans.enabled',
      'footscans.created_at',
    ])
    .select((select) =>
      select
        .selectFrom('device_keys')
        .whereRef('device_keys.footscan_id', '=', 'footscans.id')
        .where('revoked_at', 'is', null)
        .select(({ fn }) => fn.countAll().as('many'))
        .as('key_count'),
    )
    .where(readable(scope, 'locals.client_id'))

type Found = Awaited<ReturnType<ReturnType<typeof visibleFootscans>['execute']>>[number]
export const toFootscan = (row: Found): StoredFootscan => ({
  id: row.id,
  area: row.area_id,
  local: row.local_id,
  client: row.client_id,
  mac: row.mac,
  name: row.name,
  kind: row.kind as StoredFootscan['kind'],
  externalId: row.external_id,
  reversed: row.reversed === 1,
  reportS: row.report_s,
  enabled: row.enabled === 1,
  createdAt: row.created_at,
  hasKey: Number(row.key_count) > 0,
})
