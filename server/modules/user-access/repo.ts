/** One user may read one client: the rows behind an account's own clients, with who gave each and when. */
import type { UserAccessDraft } from '#schemas/generated/api/user-access-draft.ts'
import type { UserAccessQuery } from '#schemas/generated/api/user-access-query.ts'
import type { UserAccess } from '#schemas/generated/entities/user-access.ts'
import { clientNotFound, unlessTaken } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import { requireAll, userNotFound } from '../users/link-repo.ts'

const toAccess = (row: Row<'user_access'>): UserAccess => ({
  id: row.id,
  user: row.user_id,
  client: row.client_id,
  createdAt: row.created_at,
  createdBy: row.created_by,
})
const taken = ({ user, client }: UserAccessDraft) => `User ${user} may read client ${client} already.`

/** Administrators only; the accesses of services belong to their API clients. */
export function userAccessRepo(db: Db) {
  const visible = ({ role }: Scope) => {
    if (role !== 'admin') throw new AppError('ADMIN_REQUIRED', 'Only an administrator may see and change accesses.')
    return db
      .selectFrom('user_access')
      .innerJoin('users', 'users.id', 'user_access.user_id')
      .selectAll('user_access')
      .where('users.login_type', '!=', 'service')
  }

  async function requireBoth({ user, client }: UserAccessDraft): Promise<void> {
    await requireAll(db, 'users', [user], userNotFound)
    await requireAll(db, 'clients', [client], clientNotFound)
  }

  return {
    /** By id. */
    async list(scope: Scope, { user, client }: UserAccessQuery = {}): Promise<UserAccess[]> {
      let query = visible(scope).orderBy('user_access.id')
      if (user !== undefined) query = query.where('user_id', '=', user)
      if (client !== undefined) query = query.where('client_id', '=', client)
      return (await query.execute()).map(toAccess)
    },

    async some(scope: Scope, ids: readonly number[]): Promise<UserAccess[]> {
      if (ids.length === 0) return []
      return (await visible(scope).where('user_access.id', 'in', ids).orderBy('user_access.id').execute()).map(toAccess)
    },

    async find(scope: Scope, id: number): Promise<UserAccess | undefined> {
      const row = await visible(scope).where('user_access.id', '=', id).executeTakeFirst()
      return row && toAccess(row)
    },

    /** Throws USER_NOT_FOUND, CLIENT_NOT_FOUND, ACCESS_TAKEN. */
    async insert(scope: Scope, draft: UserAccessDraft, now: number): Promise<UserAccess> {
      visible(scope)
      await requireBoth(draft)
      const values = { user_id: draft.user, client_id: draft.client, created_at: now, created_by: scope.userId }
      return toAccess(
        await unlessTaken(
          db.insertInto('user_access').values(values).returningAll().executeTakeFirstOrThrow(),
          taken(draft),
          'ACCESS_TAKEN',
        ),
      )
    },

    /** Throws as `insert`. Undefined when there is no such access. */
    async replace(scope: Scope, id: number, draft: UserAccessDraft): Promise<UserAccess | undefined> {
      visible(scope)
      await requireBoth(draft)
      const write = db
        .updateTable('user_access')
        .set({ user_id: draft.user, client_id: draft.client })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      const row = await unlessTaken(write, taken(draft), 'ACCESS_TAKEN')
      return row && toAccess(row)
    },

    async remove(scope: Scope, id: number): Promise<void> {
      visible(scope)
      await db.deleteFrom('user_access').where('id', '=', id).execute()
    },
  }
}
