import { sql } from 'kysely'
import { atomically } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'

/** Networks from which accounts have signed in. No scope: they are asked about before there is one. */
export function networkRepo(db: Db) {
  const idOf = (username: string) => db.selectFrom('users').select('id').where('username', '=', username)

  return {
    /** When this account last signed in there, epoch ms; null = not after `since`. One statement for any name. */
    async find(username: string, mark: string, since: number): Promise<number | null> {
      const row = await db
        .selectFrom('known_networks')
        .select('seen_at')
        .where('user_id', '=', idOf(username))
        .where('mark', '=', mark)
        .where('seen_at', '>', since)
        .executeTakeFirst()
      return row?.seen_at ?? null
    },

    /** Nothing is stored for an unknown name. */
    async put(username: string, mark: string, { at, most }: { at: number; most: number }): Promise<void> {
      await atomically(db, async (db) => {
        const user = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
        if (user === undefined) return
        const own = { user_id: user.id, mark, seen_at: at }
        await db
          .insertInto('known_networks')
          .values(own)
          .onConflict((conflict) => conflict.columns(['user_id', 'mark']).doUpdateSet({ seen_at: at }))
          .execute()
        const latest = db
          .selectFrom('known_networks')
          .select('mark')
          .where('user_id', '=', user.id)
          .orderBy('seen_at', 'desc')
          .orderBy('mark')
          .limit(most)
        await db.deleteFrom('known_networks').where('user_id', '=', user.id).where('mark', 'not in', latest).execute()
      })
    },

    async count(userId: number): Promise<number> {
      const { networks } = await db
        .selectFrom('known_networks')
        .select(sql<number | string>`count(*)`.as('networks'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return Number(networks)
    },

    async sweep(before: number): Promise<void> {
      await db.deleteFrom('known_networks').where('seen_at', '<=', before).execute()
    },
  }
}

export type NetworkRepo = ReturnType<typeof networkRepo>
