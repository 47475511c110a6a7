import type { Footscan } from '#schemas/generated/entities/footscan.ts'
import { readable, unlessTaken } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'

export type NewFootscan = Omit<Footscan, 'id' | 'enabled'> & Partial<Pick<Footscan, 'enabled'>>

const toFootscan = (row: Row<'footscans'>): Footscan => ({
  id: row.id,
  area: row.area_id,
  mac: row.mac,
  enabled: row.enabled === 1,
})

export function footscanRepo(db: Db) {
  const visible = (scope: Scope) =>
    db
      .selectFrom('footscans')
      .innerJoin('areas', 'areas.id', 'footscans.area_id')
      .innerJoin('locals', 'locals.id', 'areas.local_id')
      .selectAll('footscans')
      .where(readable(scope, 'locals.client_id'))

  return {
    /** By id; of one local or one client when given. */
    async list(scope: Scope, { local, client }: { local?: number; client?: number } = {}): Promise<Footscan[]> {
      let query = visible(scope).orderBy('footscans.id')
      if (local !== undefined) query = query.where('areas.local_id', '=', local)
      if (client !== undefined) query = query.where('locals.client_id', '=', client)
      return (await query.execute()).map(toFootscan)
    },

    /** Throws AREA_NOT_FOUND for an area outside the scope, NAME_TAKEN for a MAC that is in use. */
    async insert(scope: Scope, footscan: NewFootscan): Promise<Footscan> {
      const area = await db
        .selectFrom('areas')
        .innerJoin('locals', 'locals.id', 'areas.local_id')
        .select('areas.id')
        .where('areas.id', '=', footscan.area)
        .where(readable(scope, 'locals.client_id'))
        .executeTakeFirst()
      if (area === undefined)
        throw new AppError('AREA_NOT_FOUND', `There is no area ${footscan.area} among those this account may see.`, {
          area: footscan.area,
        })
      const values = {
        area_id: footscan.area,
        mac: footscan.mac,
        enabled: footscan.enabled === false ? 0 : 1,
        external_id: null,
        created_at: null,
      }
      const write = db.insertInto('footscans').values(values).returningAll().executeTakeFirstOrThrow()
      return toFootscan(
        await unlessTaken(write, `The footscan ${footscan.mac} already counts another area; remove it there first.`),
      )
    },
  }
}

export type FootscanRepo = ReturnType<typeof footscanRepo>
