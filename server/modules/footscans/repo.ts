import type { FootscansQuery } from '#schemas/generated/api/footscans-query.ts'
import { inChunks, readable, unlessTaken } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import { toFootscan, toRow, visibleFootscans } from './footscan-rows.ts'
import type { FootscanContent, StoredFootscan } from './footscan-rows.ts'

/** Where an area is. */
interface FootscanPlace {
  readonly client: number
  readonly local: number
  readonly hasExternalCode: boolean
}

/** Footscans with all that an administrator sets up. */
export function fleetFootscanRepo(db: Db) {
  async function requireArea(scope: Scope, area: number): Promise<FootscanPlace> {
    const found = await db
      .selectFrom('areas')
      .innerJoin('locals', 'locals.id', 'areas.local_id')
      .select(['client_id', 'local_id', 'locals.external_id'])
      .where('areas.id', '=', area)
      .where(readable(scope, 'locals.client_id'))
      .executeTakeFirst()
    if (found === undefined)
      throw new AppError('AREA_NOT_FOUND', `There is no area ${area} among those this account may see.`, { area })
    return {
      client: found.client_id,
      local: found.local_id,
      hasExternalCode: (found.external_id?.trim() ?? '') !== '',
    }
  }

  const ownAreas = (scope: Scope) =>
    db
      .selectFrom('areas')
      .innerJoin('locals', 'locals.id', 'areas.local_id')
      .select('areas.id')
      .where(readable(scope, 'locals.client_id'))

  /** Whose the MAC or the external id is, in the sentence of the refusal. */
  const taken = ({ mac, externalId }: FootscanContent) =>
    'There is already a footscan with the MAC ' +
    `${mac}${externalId === null ? '' : ` or the external id ${externalId}`}; change that one.`

  return {
    /** Throws AREA_NOT_FOUND. */
    place: requireArea,

    /** By id; of one client or local when given. */
    async list(scope: Scope, { client, local }: FootscansQuery = {}): Promise<StoredFootscan[]> {
      let query = visibleFootscans(db, scope).orderBy('footscans.id')
      if (client !== undefined) query = query.where('locals.client_id', '=', client)
      if (local !== undefined) query = query.where('areas.local_id', '=', local)
      return (await query.execute()).map(toFootscan)
    },

    /** Those that have one of these MACs. */
    async ofMacs(scope: Scope, macs: readonly string[]): Promise<StoredFootscan[]> {
      const found: StoredFootscan[] = []
      for (const chunk of inChunks(macs)) {
        const rows = await visibleFootscans(db, scope).where('mac', 'in', chunk).orderBy('footscans.id').execute()
        found.push(...rows.map(toFootscan))
      }
      return found
    },

    async find(scope: Scope, id: number): Promise<StoredFootscan | undefined> {
      const row = await visibleFootscans(db, scope).where('footscans.id', '=', id).executeTakeFirst()
      return row && toFootscan(row)
    },

    async some(scope: Scope, ids: readonly number[]): Promise<StoredFootscan[]> {
      const found: StoredFootscan[] = []
      for (const chunk of inChunks(ids))
        found.push(...(await visibleFootscans(db, scope).where('footscans.id', 'in', chunk).execute()).map(toFootscan))
      return found.sort((a, b) => a.id - b.id)
    },

    /** Throws AREA_NOT_FOUND, FOOTSCAN_TAKEN. */
    async insert(scope: Scope, content: FootscanContent, at: number): Promise<number> {
      await requireArea(scope, content.area)
      const write = db
        .insertInto('footscans')
        .values({ ...toRow(content), created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow()
      return (await unlessTaken(write, taken(content), 'FOOTSCAN_TAKEN')).id
    },

    /** Of which client it is from now on; one of others stays as it is. Throws AREA_NOT_FOUND, FOOTSCAN_TAKEN. */
    async replace(scope: Scope, id: number, content: FootscanContent): Promise<{ client: number }> {
      const owner = await requireArea(scope, content.area)
      await unlessTaken(
        db
          .updateTable('footscans')
          .set(toRow(content))
          .where('id', '=', id)
          .where('area_id', 'in', ownAreas(scope))
          .execute(),
        taken(content),
        'FOOTSCAN_TAKEN',
      )
      return owner
    },

    /** Its keys are not valid from now on. Answers how many did until now. */
    async revokeKeys(scope: Scope, id: number, at: number): Promise<number> {
      const rows = await db
        .updateTable('device_keys')
        .set({ revoked_at: at })
        .where('footscan_id', '=', id)
        .where((where) => where.or([where('revoked_at', 'is', null), where('revoked_at', '>', at)]))
        .where(readable(scope, 'client_id'))
        .returning('id')
        .execute()
      return rows.length
    },

    /** Its keys go with it. */
    async remove(scope: Scope, id: number): Promise<void> {
      await db.deleteFrom('footscans').where('id', '=', id).where('area_id', 'in', ownAreas(scope)).execute()
    },
  }
}
