import type { Area } from '#schemas/generated/entities/area.ts'
import { readable, requireLocal, unlessTaken } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

export type NewArea = Omit<Area, 'id' | 'zone' | 'traffic' | 'externalId'> &
  Partial<Pick<Area, 'zone' | 'traffic' | 'externalId'>>

const toArea = (row: Row<'areas'>): Area => ({
  id: row.id,
  local: row.local_id,
  name: row.name,
  zone: row.zone as Area['zone'],
  traffic: row.traffic as Area['traffic'],
  externalId: row.external_id,
})

export function areaRepo(db: Db) {
  const visible = (scope: Scope) =>
    db
      .selectFrom('areas')
      .innerJoin('locals', 'locals.id', 'areas.local_id')
      .selectAll('areas')
      .where(readable(scope, 'locals.client_id'))

  return {
    /** By id; of one local or one client when given. */
    async list(scope: Scope, { local, client }: { local?: number; client?: number } = {}): Promise<Area[]> {
      let query = visible(scope).orderBy('areas.id')
      if (local !== undefined) query = query.where('areas.local_id', '=', local)
      if (client !== undefined) query = query.where('locals.client_id', '=', client)
      return (await query.execute()).map(toArea)
    },

    /** Areas of a client that count something else than people; nearly every client has none. */
    async otherTraffic(client: number): Promise<{ readonly id: number; readonly traffic: Area['traffic'] }[]> {
      const rows = await db
        .selectFrom('areas')
        .innerJoin('locals', 'locals.id', 'areas.local_id')
        .select(['areas.id', 'areas.traffic'])
        .where('locals.client_id', '=', client)
        .where('areas.traffic', '<>', 'people')
        .orderBy('areas.id')
        .execute()
      return rows.map(({ id, traffic }) => ({ id, traffic: traffic as Area['traffic'] }))
    },

    /** Its areas that count people. */
    async ofPeople(client: number): Promise<number[]> {
      const rows = await db
        .selectFrom('areas')
        .innerJoin('locals', 'locals.id', 'areas.local_id')
        .select('areas.id')
        .where('locals.client_id', '=', client)
        .where('areas.traffic', '=', 'people')
        .orderBy('areas.id')
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Says what an area counts. */
    async setTraffic(scope: Scope, id: number, traffic: Area['traffic']): Promise<void> {
      await db
        .updateTable('areas')
        .set({ traffic })
        .where('id', '=', id)
        .where('local_id', 'in', db.selectFrom('locals').select('locals.id').where(readable(scope, 'locals.client_id')))
        .execute()
    },

    /** Throws LOCAL_NOT_FOUND for a local outside the scope, NAME_TAKEN for a name used twice in one local. */
    async insert(scope: Scope, area: NewArea): Promise<Area> {
      await requireLocal(db, scope, area.local)
      const values = {
        local_id: area.local,
        name: area.name,
        zone: area.zone ?? 'sales',
        traffic: area.traffic ?? 'people',
        external_id: area.externalId ?? null,
      }
      const write = db.insertInto('areas').values(values).returningAll().executeTakeFirstOrThrow()
      return toArea(
        await unlessTaken(write, `Local ${area.local} already has an area named ${area.name}; choose another name.`),
      )
    },
  }
}

export type AreaRepo = ReturnType<typeof areaRepo>
