/** For whom a dashboard is, and how many there are for one. */
import { inChunks } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Audience } from './stored.ts'
import { mayChange } from './visibility.ts'

export function dashboardAudiences(db: Db) {
  return {
    /** How many an account keeps to itself, and how many are shared with each of these clients. */
    async counts(
      _scope: Scope,
      { owner, clients, but }: { owner: number | null; clients: readonly number[]; but?: string },
    ): Promise<{ own: number; maxOfAClient: number }> {
      const own =
        owner === null
          ? []
          : await db
              .selectFrom('dashboards')
              .select('id')
              .where('owner_id', '=', owner)
              .where('audience', '=', 'onlyMe')
              .where('id', '!=', but ?? '')
              .execute()
      const shared =
        clients.length === 0
          ? []
          : await db
              .selectFrom('dashboard_clients')
              .select(({ fn }) => ['client_id', fn.countAll().as('many')])
              .where('client_id', 'in', clients)
              .where('dashboard_id', '!=', but ?? '')
              .groupBy('client_id')
              .execute()
      return { own: own.length, maxOfAClient: Math.max(0, ...shared.map(({ many }) => Number(many))) }
    },

    /** To be run in a transaction. */
    async setAudience(scope: Scope, id: string, audience: Audience, at: number): Promise<void> {
      const { numUpdatedRows } = await db
        .updateTable('dashboards')
        .set({ audience: audience.to, updated_at: at, updated_by: scope.userId })
        .where('id', '=', id)
        .where(mayChange(scope))
        .executeTakeFirstOrThrow()
      if (numUpdatedRows > 0n) await saveAudience(db, id, audience)
    },
  }
}

export async function saveAudience(db: Db, id: string, { to, ids }: Audience): Promise<void> {
  await db.deleteFrom('dashboard_clients').where('dashboard_id', '=', id).execute()
  await db.deleteFrom('dashboard_groups').where('dashboard_id', '=', id).execute()
  for (const chunk of inChunks(ids)) {
    if (to === 'clients')
      await db
        .insertInto('dashboard_clients')
        .values(chunk.map((client) => ({ dashboard_id: id, client_id: client })))
        .execute()
    else
      await db
        .insertInto('dashboard_groups')
        .values(chunk.map((group) => ({ dashboard_id: id, group_id: group })))
        .execute()
  }
}
