import { AppError } from '../../errors.ts'
import { atomically, unlessTaken } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Scope } from '../../scope.ts'
import type { User } from './user.ts'

export type NewUser = Pick<User, 'username' | 'role' | 'flags' | 'clients'> & {
  /** PHC string; null = this account cannot sign in with a password. */
  readonly passwordHash: string | null
  readonly enabled?: boolean
  readonly properties?: Partial<User['properties']>
}

export const toUser = (row: Omit<Row<'users'>, 'password_hash' | 'created_at'>, clients: readonly number[]): User => ({
  id: row.id,
  username: row.username,
  role: row.role as User['role'],
  enabled: row.enabled === 1,
  flags: JSON.parse(row.flags) as User['flags'],
  properties: JSON.parse(row.properties) as User['properties'],
  clients,
})

/** Columns of a user without the secret ones. */
export const USER_COLUMNS = ['users.id', 'users.username', 'users.role', 'users.enabled', 'users.flags', 'users.properties'] as const

export async function grantsOf(db: Db, user: number): Promise<number[]> {
  const rows = await db.selectFrom('user_clients').select('client_id').where('user_id', '=', user).orderBy('client_id').execute()
  return rows.map((row) => row.client_id)
}

/** Accounts are the administrators' business: anyone else finds only the own one. */
export function userRepo(db: Db) {
  const requireAdmin = (scope: Scope) => {
    if (scope.role !== 'admin') throw new AppError('ADMIN_REQUIRED', 'Only an administrator may change accounts.')
  }
  const visible = (scope: Scope) => {
    const query = db.selectFrom('users').select(USER_COLUMNS)
    return scope.role === 'admin' ? query : query.where('users.id', '=', scope.userId ?? 0)
  }

  return {
    /** By username. */
    async list(scope: Scope): Promise<User[]> {
      const rows = await visible(scope).orderBy('username').execute()
      const grants = await db.selectFrom('user_clients').selectAll().orderBy('client_id').execute()
      const byUser = Map.groupBy(grants, (grant) => grant.user_id)
      return rows.map((row) => toUser(row, (byUser.get(row.id) ?? []).map((grant) => grant.client_id)))
    },

    async findByUsername(scope: Scope, username: string): Promise<User | undefined> {
      const row = await visible(scope).where('username', '=', username).executeTakeFirst()
      return row && toUser(row, await grantsOf(db, row.id))
    },

    /** Throws NAME_TAKEN. Grants on clients that do not exist break a constraint of the store. */
    async insert(scope: Scope, user: NewUser, now: number): Promise<User> {
      requireAdmin(scope)
      return await atomically(db, async (db) => {
        const values = {
          username: user.username,
          password_hash: user.passwordHash,
          role: user.role,
          enabled: user.enabled === false ? 0 : 1,
          flags: JSON.stringify([...new Set(user.flags)].sort()),
          properties: JSON.stringify({ lang: 'es', demo: false, ...user.properties }),
          created_at: now,
        }
        const write = db.insertInto('users').values(values).returning(USER_COLUMNS).executeTakeFirstOrThrow()
        const row = await unlessTaken(write, `There is already a user ${user.username}; change that one or choose another name.`)
        const clients = [...new Set(user.clients)].sort((a, b) => a - b)
        if (clients.length > 0) await db.insertInto('user_clients').values(clients.map((client) => ({ user_id: row.id, client_id: client }))).execute()
        return toUser(row, clients)
      })
    },

    /** Lets a user see a client; nothing changes when it was granted before. */
    async grant(scope: Scope, user: number, client: number): Promise<void> {
      requireAdmin(scope)
      await db.insertInto('user_clients').values({ user_id: user, client_id: client }).onConflict((conflict) => conflict.doNothing()).execute()
    },

    /** False when there is no such user. A disabled user's sessions end at once. */
    async setEnabled(scope: Scope, id: number, enabled: boolean): Promise<boolean> {
      requireAdmin(scope)
      return await atomically(db, async (db) => {
        const { numUpdatedRows } = await db.updateTable('users').set({ enabled: enabled ? 1 : 0 }).where('id', '=', id).executeTakeFirst()
        if (!enabled) await db.deleteFrom('sessions').where('user_id', '=', id).execute()
        return numUpdatedRows > 0n
      })
    },

    /** False when there is no such user. Every session that the old password opened ends. */
    async setPassword(scope: Scope, id: number, passwordHash: string): Promise<boolean> {
      requireAdmin(scope)
      return await atomically(db, async (db) => {
        const { numUpdatedRows } = await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).executeTakeFirst()
        await db.deleteFrom('sessions').where('user_id', '=', id).execute()
        return numUpdatedRows > 0n
      })
    },
  }
}

export type UserRepo = ReturnType<typeof userRepo>
