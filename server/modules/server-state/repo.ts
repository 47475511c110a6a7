import type { Db } from '../../db/tables.ts'

/** Settings of the server as a whole, as JSON by name. They belong to no client. */
export function settingRepo(db: Db) {
  return {
    async get(name: string): Promise<unknown> {
      const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
      return row === undefined ? undefined : JSON.parse(row.value)
    },

    async set(name: string, setting: unknown, at: number): Promise<void> {
      const values = { value: JSON.stringify(setting), changed_at: at }
      await db
        .insertInto('settings')
        .values({ name, ...values })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
        .execute()
    },
  }
}
