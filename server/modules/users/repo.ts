import { AppError } from '../../lib/errors.ts'
import { atomically, inChunks, unlessTaken } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'
import type { User } from '../../lib/user.ts'

export type NewUser = Pick<User, 'username' | 'role' | 'flags' | 'clients'> & {
  /** PHC string; null = this account cannot sign in with a password. */
  readonly passwordHash: string | null
  readonly enabled?: boolean
  readonly properties?: Partial<User['properties']>
  readonly loginType?: User['loginType']
  readonly passwordExpired?: boolean
}

/** Rights of a user from elsewhere than the own row: accesses, and the groups the user is in. */
export interface Grants {
  readonly clients: readonly number[]
  readonly flags: User['flags']
}

const union = <T>(...lists: readonly (readonly T[])[]): T[] => [...new Set(lists.flat())]

/** The user with everything that holds: what was given to the account and what its groups give. */
export const toUser = (row: Omit<Row<'users'>, 'password_hash'>, { clients, flags }: Grants): User => ({
  id: row.id,
  username: row.username,
  role: row.role as User['role'],
  enabled: row.enabled === 1,
  flags: union(JSON.parse(row.flags) as User['flags'], flags).sort(),
  properties: JSON.parse(row.properties) as User['properties'],
  clients,
  loginType: row.login_type as User['loginType'],
  passwordExpired: row.password_expired === 1,
  passwordChangedAt: row.password_changed_at,
  termsAcceptedAt: row.terms_accepted_at,
  responsibilityAcceptedAt: row.responsibility_accepted_at,
  createdAt: row.created_at,
})

/** Columns of a user without the secret ones. */
export const USER_COLUMNS = [
  'users.id',
  'users.username',
  'users.role',
  'users.enabled',
  'users.flags',
  'users.properties',
  'users.login_type',
  'users.password_expired',
  'users.password_changed_at',
  'users.terms_accepted_at',
  'users.responsibility_accepted_at',
  'users.created_at',
] as const

/** Of some users at once, by user id. Read with every request, so it is two statements for any number. */
async function grantsOfAll(db: Db, users: readonly number[]): Promise<Map<number, Grants>> {
  const [access, groups] = await Promise.all([
    db.selectFrom('user_access').select(['user_id', 'client_id']).where('user_id', 'in', users).execute(),
    db
      .selectFrom('group_members')
      .innerJoin('user_groups', 'user_groups.id', 'group_members.group_id')
      .leftJoin('group_clients', 'group_clients.group_id', 'group_members.group_id')
      .select(['group_members.user_id', 'user_groups.flags', 'group_clients.client_id'])
      .where('group_members.user_id', 'in', users)
      .execute(),
  ])
  const [own, given] = [Map.groupBy(access, (row) => row.user_id), Map.groupBy(groups, (row) => row.user_id)]
  return new Map(
    users.map((user) => {
      const of = given.get(user) ?? []
      const clients = [...(own.get(user) ?? []), ...of].flatMap((row) =>
        row.client_id === null ? [] : [row.client_id],
      )
      return [
        user,
        {
          clients: union(clients).sort((a, b) => a - b),
          flags: union(...of.map((row) => JSON.parse(row.flags) as User['flags'])),
        },
      ]
    }),
  )
}

const NO_GRANTS: Grants = { clients: [], flags: [] }

export async function grantsOf(db: Db, user: number): Promise<Grants> {
  return (await grantsOfAll(db, [user])).get(user) ?? NO_GRANTS
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
      const grants = new Map<number, Grants>()
      for (const chunk of inChunks(rows.map(({ id }) => id)))
        for (const [user, grant] of await grantsOfAll(db, chunk)) grants.set(user, grant)
      return rows.map((row) => toUser(row, grants.get(row.id) ?? NO_GRANTS))
    },

    async findByUsername(scope: Scope, username: string): Promise<User | undefined> {
      const row = await visible(scope).where('username', '=', username).executeTakeFirst()
      return row && toUser(row, await grantsOf(db, row.id))
    },

    async find(scope: Scope, id: number): Promise<User | undefined> {
      const row = await visible(scope).where('users.id', '=', id).executeTakeFirst()
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
          login_type: user.loginType ?? 'password',
          password_expired: user.passwordExpired === true ? 1 : 0,
        }
        const write = db.insertInto('users').values(values).returning(USER_COLUMNS).executeTakeFirstOrThrow()
        const row = await unlessTaken(
          write,
          `There is already a user ${user.username}; change that one or choose another name.`,
        )
        const clients = [...new Set(user.clients)].sort((a, b) => a - b)
        for (const chunk of inChunks(clients))
          await db
            .insertInto('user_access')
            .values(
              chunk.map((client) => ({
                user_id: row.id,
                client_id: client,
                created_at: now,
                created_by: scope.userId,
              })),
            )
            .execute()
        return toUser(row, { clients, flags: [] })
      })
    },

    /** Lets a user see a client; nothing changes when it was granted before. */
    async grant(scope: Scope, user: number, client: number, now: number): Promise<void> {
      requireAdmin(scope)
      await db
        .insertInto('user_access')
        .values({ user_id: user, client_id: client, created_at: now, created_by: scope.userId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    /** False when there is no such user. A disabled user's sessions end at once. */
    async setEnabled(scope: Scope, id: number, enabled: boolean): Promise<boolean> {
      requireAdmin(scope)
      return await atomically(db, async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('users')
          .set({ enabled: enabled ? 1 : 0 })
          .where('id', '=', id)
          .executeTakeFirst()
        if (!enabled) await db.deleteFrom('sessions').where('user_id', '=', id).execute()
        return numUpdatedRows > 0n
      })
    },
  }
}

export type UserRepo = ReturnType<typeof userRepo>
