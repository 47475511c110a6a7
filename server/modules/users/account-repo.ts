/**
 * Accounts as administrators see and write them: what was given to the account itself, apart from what its groups give.
 */
import { sql } from 'kysely'
import type { UserDraft } from '#schemas/generated/api/user-draft.ts'
import type { UsersQuery } from '#schemas/generated/api/users-query.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { inChunks, unlessTaken } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import { linkRepo } from './link-repo.ts'

/** A draft with everything it leaves out filled in. */
export type FullUserDraft = Required<Omit<UserDraft, 'properties'>> & Pick<UserAccount, 'properties'>

interface Belongings {
  readonly clients: number[]
  readonly groups: number[]
  readonly macs: string[]
  readonly lastLogin: number | null
}

const COLUMNS = [
  'id',
  'username',
  'role',
  'enabled',
  'flags',
  'properties',
  'created_at',
  'login_type',
  'password_expired',
  'terms_accepted_at',
] as const

const toAccount = (
  row: Pick<Row<'users'>, (typeof COLUMNS)[number]>,
  { clients, groups, macs, lastLogin }: Belongings,
): UserAccount => ({
  id: row.id,
  username: row.username,
  enabled: row.enabled === 1,
  role: row.role as UserAccount['role'],
  loginType: row.login_type as UserAccount['loginType'],
  flags: JSON.parse(row.flags) as UserAccount['flags'],
  properties: JSON.parse(row.properties) as UserAccount['properties'],
  clients,
  groups,
  macs,
  passwordExpired: row.password_expired === 1,
  termsAcceptedAt: row.terms_accepted_at,
  lastLogin,
  createdAt: row.created_at,
})

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
    return db.selectFrom('users').select(COLUMNS).where('login_type', '!=', 'service')
  }

  async function withBelongings(rows: readonly Pick<Row<'users'>, (typeof COLUMNS)[number]>[]): Promise<UserAccount[]> {
    const accounts: UserAccount[] = []
    for (const chunk of inChunks(rows)) {
      const ids = chunk.map(({ id }) => id)
      const [clients, groups, macs, logins] = await Promise.all([
        db
          .selectFrom('user_access')
          .select(['user_id', 'client_id'])
          .where('user_id', 'in', ids)
          .orderBy('client_id')
          .execute(),
        db.selectFrom('group_members').selectAll().where('user_id', 'in', ids).orderBy('group_id').execute(),
        db.selectFrom('user_macs').selectAll().where('user_id', 'in', ids).orderBy('mac').execute(),
        db
          .selectFrom('logins')
          .select(({ fn }) => ['user_id', fn.max('at').as('at')])
          .where('user_id', 'in', ids)
          .where('success', '=', 1)
          .groupBy('user_id')
          .execute(),
      ])
      const byUser = <T extends { user_id: number | null }>(list: readonly T[]) =>
        Map.groupBy(list, (row) => row.user_id)
      const [ofClients, ofGroups, ofMacs] = [byUser(clients), byUser(groups), byUser(macs)]
      const last = new Map(logins.map((row) => [row.user_id, row.at]))
      accounts.push(
        ...chunk.map((row) =>
          toAccount(row, {
            clients: (ofClients.get(row.id) ?? []).map((access) => access.client_id),
            groups: (ofGroups.get(row.id) ?? []).map((member) => member.group_id),
            macs: (ofMacs.get(row.id) ?? []).map(({ mac }) => mac),
            lastLogin: last.get(row.id) ?? null,
          }),
        ),
      )
    }
    return accounts
  }

  async function some(scope: Scope, ids: readonly number[]): Promise<UserAccount[]> {
    if (ids.length === 0) return []
    return withBelongings(await people(scope).where('id', 'in', ids).orderBy('username').execute())
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
      return withBelongings(await query.execute())
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
