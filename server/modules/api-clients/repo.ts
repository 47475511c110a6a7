import type { ApiClientDraft } from '#schemas/generated/api/api-client-draft.ts'
import { atomically, unlessTaken } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import { AppError } from '../../lib/errors.ts'
import { byName } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import { changeServiceUser, endSessions, insertServiceUser } from './service-user.ts'
import { toClient, toRow } from './client-rows.ts'
import type { StoredApiClient } from './client-rows.ts'

/** The data that an API client is checked against. */
export interface ClientCredentials {
  readonly id: number
  readonly clientId: string
  readonly enabled: boolean
  readonly redirectUris: readonly string[]
  readonly pkce: boolean
  readonly secretHash: string | null
  /** Its service user. */
  readonly userId: number
}

const taken = ({ name }: ApiClientDraft) => `There is already an API client ${name}; choose another name.`

/** Administrators only. Rights and clients are those of the service user, which lives and dies with the API client. */
export function apiClientRepo(db: Db) {
  const requireAdmin = ({ role }: Scope) => {
    if (role !== 'admin') throw new AppError('ADMIN_REQUIRED', 'Only an administrator may see and change API clients.')
  }

  const toClients = (stored: readonly Row<'api_clients'>[]) => Promise.all(stored.map((row) => toClient(db, row)))

  return {
    /** By name, in the order of the reader's language. */
    async list(scope: Scope): Promise<StoredApiClient[]> {
      requireAdmin(scope)
      return byName(scope, await toClients(await db.selectFrom('api_clients').selectAll().execute()))
    },

    async some(scope: Scope, ids: readonly number[]): Promise<StoredApiClient[]> {
      requireAdmin(scope)
      const stored = await db.selectFrom('api_clients').selectAll().where('id', 'in', ids).execute()
      return byName(scope, await toClients(stored))
    },

    async find(scope: Scope, id: number): Promise<StoredApiClient | undefined> {
      return (await this.some(scope, [id]))[0]
    },

    /** Throws NAME_TAKEN, CLIENT_NOT_FOUND. Gives the id. */
    async insert(
      scope: Scope,
      draft: ApiClientDraft,
      { clientId, secretHash, at }: { clientId: string; secretHash: string; at: number },
    ): Promise<number> {
      requireAdmin(scope)
      return await atomically(db, async (db) => {
        const userId = await insertServiceUser(db, scope, draft, { clientId, at })
        const write = db
          .insertInto('api_clients')
          .values({ client_id: clientId, ...toRow(draft), secret_hash: secretHash, user_id: userId, created_at: at })
          .returning('id')
          .executeTakeFirstOrThrow()
        return (await unlessTaken(write, taken(draft))).id
      })
    },

    /**
     * False when there is no such client. A disabled one loses its sessions, and those that its pages hold. Throws
     * NAME_TAKEN, CLIENT_NOT_FOUND.
     */
    async replace(scope: Scope, id: number, draft: ApiClientDraft, at: number): Promise<boolean> {
      requireAdmin(scope)
      return await atomically(db, async (db) => {
        const write = db
          .updateTable('api_clients')
          .set(toRow(draft))
          .where('id', '=', id)
          .returning('user_id')
          .executeTakeFirst()
        const row = await unlessTaken(write, taken(draft))
        if (row === undefined) return false
        await changeServiceUser(db, scope, row.user_id, draft, at)
        if (!draft.enabled) await endSessions(db, id, row.user_id)
        return true
      })
    },

    /** False when there is no such client. What the old secret opened ends. */
    async setSecret(scope: Scope, id: number, secretHash: string): Promise<boolean> {
      requireAdmin(scope)
      return await atomically(db, async (db) => {
        const row = await db
          .updateTable('api_clients')
          .set({ secret_hash: secretHash })
          .where('id', '=', id)
          .returning('user_id')
          .executeTakeFirst()
        if (row !== undefined) await endSessions(db, id, row.user_id)
        return row !== undefined
      })
    },

    /**
     * False when there is no such client. Its service user, codes and sessions go with it, also those that its pages
     * hold.
     */
    async remove(scope: Scope, id: number): Promise<boolean> {
      requireAdmin(scope)
      return await atomically(db, async (db) => {
        const row = await db.deleteFrom('api_clients').where('id', '=', id).returning('user_id').executeTakeFirst()
        if (row !== undefined) await db.deleteFrom('users').where('id', '=', row.user_id).execute()
        return row !== undefined
      })
    },

    /** For signing in, which has no scope yet. */
    async credentials(clientId: string): Promise<ClientCredentials | undefined> {
      const row = await db.selectFrom('api_clients').selectAll().where('client_id', '=', clientId).executeTakeFirst()
      return (
        row && {
          id: row.id,
          clientId: row.client_id,
          enabled: row.enabled === 1,
          redirectUris: JSON.parse(row.redirect_uris) as string[],
          pkce: row.pkce === 1,
          secretHash: row.secret_hash,
          userId: row.user_id,
        }
      )
    },
  }
}
