/** The one repository without a scope: finding out whose scope holds is what it is for. */
import type { Db } from '../../db/tables.ts'
import { USER_COLUMNS, grantsOf, toUser } from '../users/repo.ts'
import type { User } from '../../lib/user.ts'
import { openSessionsRepo } from './open-sessions-repo.ts'
import { credentialsRepo } from './credentials-repo.ts'

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

/** Its rights are those of its service user: what was given to it and what its groups give. */
async function pageOf(db: Db, apiClientId: number): Promise<SessionPage> {
  const row = await db
    .selectFrom('api_clients')
    .innerJoin('users', 'users.id', 'api_clients.user_id')
    .select([...USER_COLUMNS, 'api_clients.name', 'api_clients.enabled as client_enabled'])
    .where('api_clients.id', '=', apiClientId)
    .executeTakeFirstOrThrow()
  const { enabled, flags, clients } = toUser(row, await grantsOf(db, row.id))
  return { name: row.name, enabled: enabled && row.client_enabled === 1, flags, clients }
}

export function sessionRepo(db: Db) {
  return {
    ...credentialsRepo(db),
    ...openSessionsRepo(db),

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
        row.api_client_id === null ? null : pageOf(db, row.api_client_id),
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

    /** The session goes on under another token. False when another call was quicker. */
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
