import type { Installation } from '#schemas/generated/entities/installation.ts'
import { readable } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

export function installationRepo(db: Db) {
  return {
    /** When it came into a state, and by whom: its row knows only the last one. */
    async remember(scope: Scope, installation: number, state: Installation['status'], at: number): Promise<void> {
      await db
        .insertInto('installation_history')
        .values({ installation_id: installation, state, at, user_id: scope.userId })
        .execute()
    },

    /** Newest first. */
    async idsOfLocal(scope: Scope, local: number): Promise<number[]> {
      const rows = await db
        .selectFrom('installations')
        .select('id')
        .where('local_id', '=', local)
        .where(readable(scope, 'client_id'))
        .orderBy('id', 'desc')
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}
