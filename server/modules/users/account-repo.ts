/**
 * Accounts as administrators see and write them: what was given to the account itself, apart from what its groups give.
 */
import { sql } from 'kysely'
import type { UserDraft } from '#schemas/generated/api/user-draft.ts'
import type { UsersQuery } from '#schemas/generated/api/users-query.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { unlessTaken } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import { linkRepo } from './link-repo.ts'
import { ACCOUNT_COLUMNS, withBelongings } from './belongings.ts'

/** A draft with everything it leaves out filled in. */
export type FullUserDraft = Required<Omit<UserDraft, 'properties'>> & Pick<UserAccount, 'properties'>

const toRow = ({ username, role, loginType, flags, properties, passwordExpired }: FullUserDraft) => ({
  username,
  role,
  login_type: loginType,
  flags: JSON.stringify(flags.toSorted()),
  properties: JSON.stringify(properties),
  password_expired: passwordExpired ? 1 : 0,
})

const taken = ({ username }: FullUserDraft) =>
  `There is already a user ${username}; change that one or choose another name.`

/** Administrators only. Accounts of services are not people: they live and die with their API client. */
export function accountRepo(db: Db) {
  const links = linkRepo(db)
  const requireAdmin = ({ role }: Scope) => {
    if (role !== 'admin') throw new AppError('ADMIN_REQUIRED', 'Only an administrator may see and change accounts.')
  }
  const people = (scope: Scope) => {
    requireAdmin(scope)
    return db.selectFrom('users').select(ACCOUNT_COLUMNS).where('login_type', '!=', 'service')
  }

  async function some(scope: Scope, ids: readonly number[]): Promise<UserAccount[]> {
    if (ids.length === 0) return []
    return withBelongings(db, await people(scope).where('id', 'in', ids).orderBy('username').execute())
  }

  return {
    /** By username. */
    async list(scope: Scope, { text, enabled, role }: UsersQuery = {}): Promise<UserAccount[]> {
      let query = people(scope).orderBy('username')
      if (text !== undefined)
        query = query.where(
          sql<boolean>`username like ${`%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
        )
      if (enabled !== undefined) query = query.where('enabled', '=', enabled ? 1 : 0)
      if (role !== undefined) query = query.where('role', '=', role)
      return withBelongings(db, await query.execute())
    },

    some,

    async find(scope: Scope, id: number): Promise<UserAccount | undefined> {
      return (await some(scope, [id]))[0]
    },

    /**
     * Without a password. Gives the id. Throws NAME_TAKEN, MAC_TAKEN, CLIENT_NOT_FOUND, GROUP_NOT_FOUND; to be run in a
     * transaction.
     */
    async insert(scope: Scope, draft: FullUserDraft, now: number): Promise<number> {
      requireAdmin(scope)
      const write = db
        .insertInto('users')
        .values({ ...toRow(draft), password_hash: null, enabled: 1, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id } = await unlessTaken(write, taken(draft))
      await links.save(id, draft, { now, by: scope.userId })
      return id
    },

    /** Everything but the password and whether it is enabled. Throws as `insert`; to be run in a transaction. */
    async replace(scope: Scope, id: number, draft: FullUserDraft, now: number): Promise<void> {
      requireAdmin(scope)
      await unlessTaken(db.updateTable('users').set(toRow(draft)).where('id', '=', id).execute(), taken(draft))
      await links.save(id, draft, { now, by: scope.userId })
    },

    async remove(scope: Scope, id: number): Promise<void> {
      requireAdmin(scope)
      await db.deleteFrom('users').where('id', '=', id).execute()
    },

    async endSessions(scope: Scope, id: number): Promise<void> {
      requireAdmin(scope)
      await db.deleteFrom('sessions').where('user_id', '=', id).execute()
    },

    /**
     * How many administrators can sign in. Writing them first makes a second such change wait until this one is
     * decided.
     */
    async countAdmins(scope: Scope): Promise<number> {
      requireAdmin(scope)
      await db.updateTable('users').set({ role: 'admin' }).where('role', '=', 'admin').execute()
      const { admins } = await db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll().as('admins'))
        .where('role', '=', 'admin')
        .where('enabled', '=', 1)
        .executeTakeFirstOrThrow()
      return Number(admins)
    },
  }
}
