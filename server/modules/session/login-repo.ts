import type { Db } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

export interface LoginTry {
  /** Null = there is no such account. */
  readonly userId: number | null
  readonly username: string
  /** Epoch ms. */
  readonly at: number
  readonly success: boolean
  readonly address: string
  readonly network: string
  readonly agent: string
}

const SHOWN = 200

/** Every try to sign in. People read their own, administrators everybody's. */
export function loginRepo(db: Db) {
  const mayRead = ({ role, userId }: Scope, user: number) => role === 'admin' || userId === user

  return {
    async record({ userId, success, ...login }: LoginTry): Promise<void> {
      await db
        .insertInto('logins')
        .values({ user_id: userId, success: success ? 1 : 0, ...login })
        .execute()
    },

    /** Newest first, at most 200. */
    async listOf(scope: Scope, user: number): Promise<{ date: number; success: boolean }[]> {
      if (!mayRead(scope, user)) return []
      const rows = await db
        .selectFrom('logins')
        .select(['at', 'success'])
        .where('user_id', '=', user)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(SHOWN)
        .execute()
      return rows.map((row) => ({ date: row.at, success: row.success === 1 }))
    },

    /** Epoch ms of the last success before this time; null = there was none. */
    async lastBefore(scope: Scope, user: number, at: number): Promise<number | null> {
      if (!mayRead(scope, user)) return null
      const row = await db
        .selectFrom('logins')
        .select('at')
        .where('user_id', '=', user)
        .where('success', '=', 1)
        .where('at', '<', at)
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.at ?? null
    },

    /** True when the account was used before, but never from this network with this agent. */
    async isNewClient(user: number, network: string, agent: string): Promise<boolean> {
      const successes = () => db.selectFrom('logins').select('id').where('user_id', '=', user).where('success', '=', 1)
      const same = await successes()
        .where('network', '=', network)
        .where('agent', '=', agent)
        .limit(1)
        .executeTakeFirst()
      return same === undefined && (await successes().limit(1).executeTakeFirst()) !== undefined
    },

    /** How many tries failed since a time. */
    async failedSince(at: number): Promise<number> {
      const { tries } = await db
        .selectFrom('logins')
        .select(({ fn }) => fn.countAll<number | string>().as('tries'))
        .where('success', '=', 0)
        .where('at', '>=', at)
        .executeTakeFirstOrThrow()
      return Number(tries)
    },

    /** Older ones are no evidence of how an account is used, but personal data. */
    async sweep(before: number): Promise<void> {
      await db.deleteFrom('logins').where('at', '<', before).execute()
    },
  }
}

export type LoginRepo = ReturnType<typeof loginRepo>
