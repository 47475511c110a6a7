/** The one repository without a scope: finding out whose scope holds is what it is for. */
import type { Db } from '../../db/tables.ts'
import { grantsOf, toUser, USER_COLUMNS } from '../users/repo.ts'
import type { User } from '../users/user.ts'

export interface Credentials { readonly id: number; readonly passwordHash: string | null; readonly enabled: boolean }

export interface StoredSession {
  readonly user: User
  /** Epoch ms. */
  readonly createdAt: number
  readonly seenAt: number
}

export interface NewSession { readonly tokenHash: string; readonly userId: number; readonly at: number; readonly address: string }

export function sessionRepo(db: Db) {
  return {
    async credentials(username: string): Promise<Credentials | undefined> {
      const row = await db.selectFrom('users').select(['id', 'password_hash', 'enabled']).where('username', '=', username).executeTakeFirst()
      return row && { id: row.id, passwordHash: row.password_hash, enabled: row.enabled === 1 }
    },

    async open({ tokenHash, userId, at, address }: NewSession): Promise<void> {
      await db.insertInto('sessions').values({ token_hash: tokenHash, user_id: userId, created_at: at, seen_at: at, address }).execute()
    },

    async find(tokenHash: string): Promise<StoredSession | undefined> {
      const row = await db.selectFrom('sessions').innerJoin('users', 'users.id', 'sessions.user_id')
        .select([...USER_COLUMNS, 'sessions.created_at', 'sessions.seen_at'])
        .where('token_hash', '=', tokenHash).executeTakeFirst()
      return row && { user: toUser(row, await grantsOf(db, row.id)), createdAt: row.created_at, seenAt: row.seen_at }
    },

    async touch(tokenHash: string, at: number): Promise<void> {
      await db.updateTable('sessions').set({ seen_at: at }).where('token_hash', '=', tokenHash).execute()
    },

    /** False when there was no such session. */
    async close(tokenHash: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** Removes what has ended by itself. */
    async sweep({ createdBefore, seenBefore }: { createdBefore: number; seenBefore: number }): Promise<void> {
      await db.deleteFrom('sessions').where((where) => where.or([where('created_at', '<=', createdBefore), where('seen_at', '<=', seenBefore)])).execute()
    },
  }
}

export type SessionRepo = ReturnType<typeof sessionRepo>
