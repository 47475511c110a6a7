import { atomically } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'

const SHOWN = 200

export interface NewPassword {
  readonly passwordHash: string
  /** Epoch ms. */
  readonly at: number
  /** The session that may go on; every other one ends. */
  readonly keepSession?: string
  /** The person has accepted to answer for it. */
  readonly responsibility?: boolean
}

/** Writes of people to their own account, and of administrators to any: password and consents. */
export function passwordRepo(db: Db) {
  const mayTouch = ({ role, userId }: Scope, user: number) => role === 'admin' || userId === user

  return {
    /**
     * False when there is no such account. Sessions, API tokens, links and one-time codes end with the old password,
     * and known networks are deleted: their users have to sign in with the new one.
     */
    async set(
      scope: Scope,
      user: number,
      { passwordHash, at, keepSession, responsibility = false }: NewPassword,
    ): Promise<boolean> {
      if (!mayTouch(scope, user)) throw new AppError('ADMIN_REQUIRED', 'Only an administrator may change accounts.')
      return await atomically(db, async (db) => {
        const values = {
          password_hash: passwordHash,
          password_changed_at: at,
          password_expired: 0,
          ...(responsibility && { responsibility_accepted_at: at }),
        }
        const { numUpdatedRows } = await db.updateTable('users').set(values).where('id', '=', user).executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await db.insertInto('pass_changes').values({ user_id: user, at }).execute()
        const sessions = db.deleteFrom('sessions').where('user_id', '=', user)
        await (keepSession === undefined ? sessions : sessions.where('token_hash', '!=', keepSession)).execute()
        await db.deleteFrom('account_tokens').where('user_id', '=', user).execute()
        await db.updateTable('api_tokens').set({ password_changed: 1 }).where('user_id', '=', user).execute()
        await db.deleteFrom('otp_codes').where('user_id', '=', user).execute()
        await db.deleteFrom('known_networks').where('user_id', '=', user).execute()
        return true
      })
    },

    /** Newest first, at most 200. */
    async changesOf(scope: Scope, user: number): Promise<{ date: number }[]> {
      if (!mayTouch(scope, user)) return []
      const rows = await db
        .selectFrom('pass_changes')
        .select('at')
        .where('user_id', '=', user)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(SHOWN)
        .execute()
      return rows.map((row) => ({ date: row.at }))
    },

    /** The first time counts. */
    async acceptTerms(scope: Scope, at: number): Promise<void> {
      await db
        .updateTable('users')
        .set({ terms_accepted_at: at })
        .where('id', '=', scope.userId ?? 0)
        .where('terms_accepted_at', 'is', null)
        .execute()
    },
  }
}
