/** The one repository without a scope: finding out whose scope holds is what it is for. */
import { sql } from 'kysely'
import type { AccountProperties } from '#schemas/generated/entities/account-properties.ts'
import type { Db, Row } from '../../db/tables.ts'
import { grantsOf, toUser, USER_COLUMNS } from '../users/repo.ts'
import type { LoginType, User } from '../users/user.ts'

/** What a sign-in is decided by; the rights come with the session. */
export interface Credentials {
  readonly id: number
  readonly username: string
  readonly passwordHash: string | null
  readonly enabled: boolean
  readonly loginType: LoginType
  readonly properties: AccountProperties
  /** An app makes its codes. */
  readonly usesApp: boolean
}

export interface OtpShares { readonly codes: number; readonly apps: number }

export interface StoredSession {
  readonly id: number
  readonly user: User
  /** Epoch ms. */
  readonly createdAt: number
  readonly seenAt: number
  /** When the password was last shown, epoch ms; null = never. */
  readonly confirmedAt: number | null
}

export interface NewSession { readonly tokenHash: string; readonly userId: number; readonly at: number; readonly address: string; readonly agent: string; /** Default: now. */ readonly confirmedAt?: number | null }

export type OpenSession = Omit<StoredSession, 'user' | 'confirmedAt'> & { readonly address: string; readonly agent: string }

export function sessionRepo(db: Db) {
  const columns = ['users.id', 'username', 'password_hash', 'enabled', 'login_type', 'properties', 'totp.confirmed_at as app_since'] as const
  const accounts = () => db.selectFrom('users').leftJoin('totp', 'totp.user_id', 'users.id').select(columns)
  type CredentialsRow = Pick<Row<'users'>, 'id' | 'username' | 'password_hash' | 'enabled' | 'login_type' | 'properties'> & { readonly app_since: number | null }
  const toCredentials = (row: CredentialsRow): Credentials => ({
    id: row.id, username: row.username, passwordHash: row.password_hash, enabled: row.enabled === 1,
    loginType: row.login_type as LoginType, properties: JSON.parse(row.properties) as AccountProperties, usesApp: row.app_since !== null,
  })

  return {
    async credentials(username: string): Promise<Credentials | undefined> {
      const row = await accounts().where('username', '=', username).executeTakeFirst()
      return row && toCredentials(row)
    },

    async credentialsOf(id: number): Promise<Credentials | undefined> {
      const row = await accounts().where('users.id', '=', id).executeTakeFirst()
      return row && toCredentials(row)
    },

    /** `codes`: share of the accounts with a password that need a one-time code besides, 0 to 1; `apps`: share of those whose codes come from an app. */
    async otpShares(): Promise<OtpShares> {
      const rows = await db.selectFrom('users').leftJoin('totp', 'totp.user_id', 'users.id')
        .select(({ fn }) => ['login_type', sql<number>`case when totp.confirmed_at is null then 0 else 1 end`.as('by_app'), fn.countAll().as('accounts')])
        .where('login_type', 'in', ['password', 'otp']).where('enabled', '=', 1).groupBy(['login_type', 'by_app']).execute()
      const count = (of: (row: (typeof rows)[number]) => boolean) => rows.filter(of).reduce((sum, row) => sum + Number(row.accounts), 0)
      const isByApp = (row: { by_app: number }) => row.by_app === 1
      const needing = count((row) => row.login_type === 'otp' || isByApp(row))
      return { codes: needing / Math.max(1, count(() => true)), apps: count(isByApp) / Math.max(1, needing) }
    },

    async open({ tokenHash, userId, at, address, agent, confirmedAt = at }: NewSession): Promise<void> {
      await db.insertInto('sessions').values({ token_hash: tokenHash, user_id: userId, created_at: at, seen_at: at, address, agent, confirmed_at: confirmedAt }).execute()
    },

    async find(tokenHash: string): Promise<StoredSession | undefined> {
      const row = await db.selectFrom('sessions').innerJoin('users', 'users.id', 'sessions.user_id')
        .select([...USER_COLUMNS, 'sessions.id as session_id', 'sessions.created_at as opened_at', 'sessions.seen_at', 'sessions.confirmed_at'])
        .where('token_hash', '=', tokenHash).executeTakeFirst()
      return row && { id: row.session_id, user: toUser(row, await grantsOf(db, row.id)), createdAt: row.opened_at, seenAt: row.seen_at, confirmedAt: row.confirmed_at }
    },

    /** The password was shown again. */
    async confirm(tokenHash: string, at: number): Promise<void> {
      await db.updateTable('sessions').set({ confirmed_at: at }).where('token_hash', '=', tokenHash).execute()
    },

    async touch(tokenHash: string, at: number): Promise<void> {
      await db.updateTable('sessions').set({ seen_at: at }).where('token_hash', '=', tokenHash).execute()
    },

    /** The session goes on under another token. False when somebody was quicker. */
    async renew(tokenHash: string, newHash: string, at: number): Promise<boolean> {
      const { numUpdatedRows } = await db.updateTable('sessions').set({ token_hash: newHash, seen_at: at }).where('token_hash', '=', tokenHash).executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** False when there was no such session. */
    async close(tokenHash: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** The sessions of one account that have not ended by themselves, newest first. */
    async listOf(userId: number, { createdAfter, seenAfter }: { createdAfter: number; seenAfter: number }): Promise<OpenSession[]> {
      const rows = await db.selectFrom('sessions').select(['id', 'created_at', 'seen_at', 'address', 'agent']).where('user_id', '=', userId)
        .where('created_at', '>', createdAfter).where('seen_at', '>', seenAfter).orderBy('id', 'desc').execute()
      return rows.map((row) => ({ id: row.id, createdAt: row.created_at, seenAt: row.seen_at, address: row.address, agent: row.agent }))
    },

    /** Whose session this was; undefined when there is none. `owner`: only of this account. */
    async closeById(id: number, owner?: number): Promise<number | undefined> {
      const query = db.deleteFrom('sessions').where('id', '=', id)
      const row = await (owner === undefined ? query : query.where('user_id', '=', owner)).returning('user_id').executeTakeFirst()
      return row?.user_id
    },

    /** Removes what has ended by itself. */
    async sweep({ createdBefore, seenBefore }: { createdBefore: number; seenBefore: number }): Promise<void> {
      await db.deleteFrom('sessions').where((where) => where.or([where('created_at', '<=', createdBefore), where('seen_at', '<=', seenBefore)])).execute()
    },
  }
}

export type SessionRepo = ReturnType<typeof sessionRepo>
