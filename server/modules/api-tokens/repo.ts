/** API tokens: each belongs to the person who made it; administrators see and revoke all. Kept as hashes. */
import type { Db, Row } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

export interface StoredApiToken {
  readonly id: number
  readonly owner: number
  readonly name: string
  readonly access: 'read' | 'write'
  /** Epoch ms. */
  readonly createdAt: number
  readonly endsAt: number
  /** `YYYY-MM-DD` in UTC. */
  readonly usedOn: string | null
  /** The password of the account was changed after it was made. */
  readonly passwordChanged: boolean
}

export type NewApiToken = Pick<StoredApiToken, 'name' | 'access' | 'createdAt' | 'endsAt'> & {
  readonly tokenHash: string
}

const toToken = (row: Row<'api_tokens'>): StoredApiToken => ({
  id: row.id,
  owner: row.user_id,
  name: row.name,
  access: row.access === 'write' ? 'write' : 'read',
  createdAt: row.created_at,
  endsAt: row.ends_at,
  usedOn: row.used_on,
  passwordChanged: row.password_changed === 1,
})

export function apiTokenRepo(db: Db) {
  /** Those of this account, when the caller may see them. */
  const visible = ({ role, userId }: Scope, owner: number) => {
    const query = db.selectFrom('api_tokens').selectAll().where('user_id', '=', owner)
    return role === 'admin' ? query : query.where('user_id', '=', userId ?? 0)
  }

  return {
    /** Newest first. */
    async list(scope: Scope, owner: number): Promise<StoredApiToken[]> {
      return (await visible(scope, owner).orderBy('id', 'desc').execute()).map(toToken)
    },

    async insert(scope: Scope, { name, access, tokenHash, createdAt, endsAt }: NewApiToken): Promise<StoredApiToken> {
      return toToken(
        await db
          .insertInto('api_tokens')
          .values({
            user_id: scope.userId ?? 0,
            name,
            access,
            token_hash: tokenHash,
            created_at: createdAt,
            ends_at: endsAt,
            used_on: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow(),
      )
    },

    /** The removed one; undefined when there is none of this id that the caller may revoke. */
    async remove({ role, userId }: Scope, id: number): Promise<StoredApiToken | undefined> {
      const query = db.deleteFrom('api_tokens').where('id', '=', id)
      const row = await (role === 'admin' ? query : query.where('user_id', '=', userId ?? 0))
        .returningAll()
        .executeTakeFirst()
      return row && toToken(row)
    },

    /** For a call, which has no scope yet. */
    async byHash(tokenHash: string): Promise<StoredApiToken | undefined> {
      const row = await db.selectFrom('api_tokens').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
      return row && toToken(row)
    },

    async touch(id: number, day: string): Promise<void> {
      await db.updateTable('api_tokens').set({ used_on: day }).where('id', '=', id).execute()
    },

    /** Deletes those that ended before (epoch ms). */
    async sweep(endedBefore: number): Promise<void> {
      await db.deleteFrom('api_tokens').where('ends_at', '<=', endedBefore).execute()
    },
  }
}
