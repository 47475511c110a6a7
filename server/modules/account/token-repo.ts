import type { Db } from '../../db/tables.ts'

/**
 * `recover` and `invite` set a password, `access` opens a session, `entry` one whose password was not shown just now,
 * `otp` says that a code was entered.
 */
export type TokenKind = 'recover' | 'invite' | 'access' | 'entry' | 'otp'

export interface NewAccountToken {
  readonly hash: string
  readonly userId: number
  readonly kind: TokenKind
  readonly expiresAt: number
}

/** Single-use tokens of an account. Without a scope: the bearer of the token is the account it names. */
export function accountTokenRepo(db: Db) {
  return {
    async add({ hash, userId, kind, expiresAt }: NewAccountToken): Promise<void> {
      await db
        .insertInto('account_tokens')
        .values({ hash, user_id: userId, kind, expires_at: expiresAt, used_at: null })
        .execute()
    },

    /** Whose token this is while it may be used. */
    async find(hash: string, kinds: readonly TokenKind[], now: number): Promise<number | undefined> {
      const row = await db
        .selectFrom('account_tokens')
        .select('user_id')
        .where('hash', '=', hash)
        .where('kind', 'in', kinds)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row?.user_id
    },

    /** Takes it, once: of two at the same time only one gets the account. */
    async use(hash: string, kinds: readonly TokenKind[], now: number): Promise<number | undefined> {
      const row = await db
        .updateTable('account_tokens')
        .set({ used_at: now })
        .where('hash', '=', hash)
        .where('kind', 'in', kinds)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('user_id')
        .executeTakeFirst()
      return row?.user_id
    },

    async sweep(before: number): Promise<void> {
      await db.deleteFrom('account_tokens').where('expires_at', '<', before).execute()
    },
  }
}

export type AccountTokenRepo = ReturnType<typeof accountTokenRepo>
