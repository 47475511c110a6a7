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

export interface OtpShares {
  readonly codes: number
  readonly apps: number
}

export interface StoredSession {
  readonly id: number
  readonly user: User
  /** Epoch ms. */
  readonly createdAt: number
  readonly seenAt: number
  /** When the password was last shown, epoch ms; null = never. */
  readonly confirmedAt: number | null
  /** The page that holds it; null = the person signed in here. */
  readonly page: SessionPage | null
}

/** An external page that holds a session: the API client it belongs to, with what that may itself at this moment. */
export interface SessionPage {
  readonly name: string
  readonly enabled: boolean
  readonly flags: User['flags']
  readonly clients: User['clients']
}

export interface NewSession {
  readonly tokenHash: string
  readonly userId: number
  readonly at: number
  readonly address: string
  readonly agent: string
  /** Default: now. */
  readonly confirmedAt?: number | null
  /** Id of the API client whose page gets it, not its `clientId`. */
  readonly apiClientId?: number | null
}

export interface OpenSession extends Omit<StoredSession, 'user' | 'confirmedAt' | 'page'> {
  readonly address: string
  readonly agent: string
  /** Name of the API client whose page holds it. */
  readonly apiClient: string | null
}

/** Sessions that were opened and used after these moments have not ended by themselves. */
export interface StillOpen {
  readonly createdAfter: number
  readonly seenAfter: number
}

export function sessionRepo(db: Db) {
  const columns = [
    'users.id',
    'username',
    'password_hash',
    'enabled',
    'login_type',
    'properties',
    'totp.confirmed_at as app_since',
  ] as const
  const accounts = () => db.selectFrom('users').leftJoin('totp', 'totp.user_id', 'users.id').select(columns)
  type CredentialsRow = Pick<
    Row<'users'>,
    'id' | 'username' | 'password_hash' | 'enabled' | 'login_type' | 'properties'
  > & { readonly app_since: number | null }
  const toCredentials = (row: CredentialsRow): Credentials => ({
    id: row.id,
    username: row.username,
    passwordHash: row.password_hash,
    enabled: row.enabled === 1,
    loginType: row.login_type as LoginType,
    properties: JSON.parse(row.properties) as AccountProperties,
    usesApp: row.app_since !== null,
  })

  /** Its rights are those of its service user: what was given to it and what its groups give. */
  async function pageOf(apiClientId: number): Promise<SessionPage> {
    const row = await db
      .selectFrom('api_clients')
      .innerJoin('users', 'users.id', 'api_clients.user_id')
      .select([...USER_COLUMNS, 'api_clients.name', 'api_clients.enabled as client_enabled'])
      .where('api_clients.id', '=', apiClientId)
      .executeTakeFirstOrThrow()
    const { enabled, flags, clients } = toUser(row, await grantsOf(db, row.id))
    return { name: row.name, enabled: enabled && row.client_enabled === 1, flags, clients }
  }

  return {
    async credentials(username: string): Promise<Credentials | undefined> {
      const row = await accounts().where('username', '=', username).executeTakeFirst()
      return row && toCredentials(row)
    },

    async credentialsOf(id: number): Promise<Credentials | undefined> {
      const row = await accounts().where('users.id', '=', id).executeTakeFirst()
      return row && toCredentials(row)
    },

    async userOf(id: number): Promise<User | undefined> {
      const row = await db.selectFrom('users').select(USER_COLUMNS).where('id', '=', id).executeTakeFirst()
      return row && toUser(row, await grantsOf(db, id))
    },

    /**
     * `codes`: share of the accounts with a password that need a one-time code besides, 0 to 1; `apps`: share of those
     * whose codes come from an app.
     */
    async otpShares(): Promise<OtpShares> {
      const rows = await db
        .selectFrom('users')
        .leftJoin('totp', 'totp.user_id', 'users.id')
        .select(({ fn }) => [
          'login_type',
          sql<number>`case when totp.confirmed_at is null then 0 else 1 end`.as('by_app'),
          fn.countAll().as('accounts'),
        ])
        .where('login_type', 'in', ['password', 'otp'])
        .where('enabled', '=', 1)
        .groupBy(['login_type', 'by_app'])
        .execute()
      const count = (of: (row: (typeof rows)[number]) => boolean) =>
        rows.filter(of).reduce((sum, row) => sum + Number(row.accounts), 0)
      const isByApp = (row: { by_app: number }) => row.by_app === 1
      const needing = count((row) => row.login_type === 'otp' || isByApp(row))
      return {
        codes:
          needing /
          Math.max(
            1,
            count(() => true),
          ),
        apps: count(isByApp) / Math.max(1, needing),
      }
    },

    async open({
      tokenHash,
      userId,
      at,
      address,
      agent,
      confirmedAt = at,
      apiClientId = null,
    }: NewSession): Promise<void> {
      const moments = { created_at: at, seen_at: at, confirmed_at: confirmedAt }
      await db
        .insertInto('sessions')
        .values({ token_hash: tokenHash, user_id: userId, ...moments, address, agent, api_client_id: apiClientId })
        .execute()
    },

    async find(tokenHash: string): Promise<StoredSession | undefined> {
      const row = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select([
          ...USER_COLUMNS,
          'sessions.id as session_id',
          'sessions.created_at as opened_at',
          'sessions.seen_at',
          'sessions.confirmed_at',
          'sessions.api_client_id',
        ])
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const [grants, page] = await Promise.all([
        grantsOf(db, row.id),
        row.api_client_id === null ? null : pageOf(row.api_client_id),
      ])
      return {
        id: row.session_id,
        user: toUser(row, grants),
        createdAt: row.opened_at,
        seenAt: row.seen_at,
        confirmedAt: row.confirmed_at,
        page,
      }
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
      const { numUpdatedRows } = await db
        .updateTable('sessions')
        .set({ token_hash: newHash, seen_at: at })
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** False when there was no such session. */
    async close(tokenHash: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** The sessions of one account that have not ended by themselves, newest first. */
    async listOf(userId: number, { createdAfter, seenAfter }: StillOpen): Promise<OpenSession[]> {
      const rows = await db
        .selectFrom('sessions')
        .leftJoin('api_clients', 'api_clients.id', 'sessions.api_client_id')
        .select([
          'sessions.id',
          'sessions.created_at',
          'sessions.seen_at',
          'sessions.address',
          'sessions.agent',
          'api_clients.name',
        ])
        .where('sessions.user_id', '=', userId)
        .where('sessions.created_at', '>', createdAfter)
        .where('sessions.seen_at', '>', seenAfter)
        .orderBy('sessions.id', 'desc')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        createdAt: row.created_at,
        seenAt: row.seen_at,
        address: row.address,
        agent: row.agent,
        apiClient: row.name,
      }))
    },

    /** How many such sessions the pages of each API client hold, by its id. */
    async countByApiClient({ createdAfter, seenAfter }: StillOpen): Promise<ReadonlyMap<number, number>> {
      const rows = await db
        .selectFrom('sessions')
        .select(({ fn }) => ['api_client_id', fn.countAll().as('open')])
        .where('api_client_id', 'is not', null)
        .where('created_at', '>', createdAfter)
        .where('seen_at', '>', seenAfter)
        .groupBy('api_client_id')
        .execute()
      return new Map(rows.map(({ api_client_id: id, open }) => [id ?? 0, Number(open)]))
    },

    /** Whose session this was; undefined when there is none. `owner`: only of this account. */
    async closeById(id: number, owner?: number): Promise<number | undefined> {
      const query = db.deleteFrom('sessions').where('id', '=', id)
      const row = await (owner === undefined ? query : query.where('user_id', '=', owner))
        .returning('user_id')
        .executeTakeFirst()
      return row?.user_id
    },

    /** Removes what has ended by itself. */
    async sweep({ createdBefore, seenBefore }: { createdBefore: number; seenBefore: number }): Promise<void> {
      await db
        .deleteFrom('sessions')
        .where((where) => where.or([where('created_at', '<=', createdBefore), where('seen_at', '<=', seenBefore)]))
        .execute()
    },
  }
}

export type SessionRepo = ReturnType<typeof sessionRepo>
