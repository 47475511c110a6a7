import type { DataModule, ModuleMap } from '#domain/data-modules'
import { readable, requireClient, requireLocal } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

const toMap = (row: { modules: string } | undefined) => row && (JSON.parse(row.modules) as ModuleMap)

/** The data modules of clients and locals as they were stored; undefined where nothing was. */
export function moduleRepo(db: Db) {
  return {
    async ofClient(scope: Scope, client: number): Promise<ModuleMap | undefined> {
      return toMap(
        await db
          .selectFrom('client_modules')
          .select('modules')
          .where('client_id', '=', client)
          .where(readable(scope, 'client_id'))
          .executeTakeFirst(),
      )
    },

    async ofLocal(scope: Scope, local: number): Promise<ModuleMap | undefined> {
      return toMap(
        await db
          .selectFrom('local_modules')
          .innerJoin('locals', 'locals.id', 'local_modules.local_id')
          .select('local_modules.modules')
          .where('local_modules.local_id', '=', local)
          .where(readable(scope, 'locals.client_id'))
          .executeTakeFirst(),
      )
    },

    /** Own settings of a client's locals, by local. */
    async ofLocals(scope: Scope, client: number): Promise<Map<number, ModuleMap>> {
      const rows = await db
        .selectFrom('local_modules')
        .innerJoin('locals', 'locals.id', 'local_modules.local_id')
        .select(['local_modules.local_id', 'local_modules.modules'])
        .where('locals.client_id', '=', client)
        .where(readable(scope, 'locals.client_id'))
        .execute()
      return new Map(rows.map((row) => [row.local_id, JSON.parse(row.modules) as ModuleMap]))
    },

    /** When modules that had been off came on again at the locals of a client, epoch ms; the last time of each. */
    async returns(scope: Scope, client: number): Promise<{ local: number; module: DataModule; at: number }[]> {
      const rows = await db
        .selectFrom('module_returns')
        .innerJoin('locals', 'locals.id', 'module_returns.local_id')
        .select(['module_returns.local_id', 'module_returns.module', 'module_returns.at'])
        .where('locals.client_id', '=', client)
        .where(readable(scope, 'locals.client_id'))
        .execute()
      return rows.map((row) => ({ local: row.local_id, module: row.module as DataModule, at: row.at }))
    },

    async saveReturn(scope: Scope, local: number, module: DataModule, at: number): Promise<void> {
      await requireLocal(db, scope, local)
      await db
        .insertInto('module_returns')
        .values({ local_id: local, module, at })
        .onConflict((conflict) => conflict.columns(['local_id', 'module']).doUpdateSet({ at }))
        .execute()
    },

    async saveClient(scope: Scope, client: number, map: ModuleMap): Promise<void> {
      requireClient(scope, client)
      const modules = JSON.stringify(map)
      await db
        .insertInto('client_modules')
        .values({ client_id: client, modules })
        .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ modules }))
        .execute()
    },

    async saveLocal(scope: Scope, local: number, map: ModuleMap): Promise<void> {
      await requireLocal(db, scope, local)
      const modules = JSON.stringify(map)
      await db
        .insertInto('local_modules')
        .values({ local_id: local, modules })
        .onConflict((conflict) => conflict.column('local_id').doUpdateSet({ modules }))
        .execute()
    },
  }
}
