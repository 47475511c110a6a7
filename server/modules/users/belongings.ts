/** Accounts with what belongs to them: clients, groups, MACs, and when they signed in last. */
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { inChunks } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'

interface Belongings {
  readonly clients: number[]
  readonly groups: number[]
  readonly macs: string[]
  readonly lastLogin: number | null
}

export const ACCOUNT_COLUMNS = [
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
  row: Pick<Row<'users'>, (typeof ACCOUNT_COLUMNS)[number]>,
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

export async function withBelongings(
  db: Db,
  rows: readonly Pick<Row<'users'>, (typeof ACCOUNT_COLUMNS)[number]>[],
): Promise<UserAccount[]> {
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
    const byUser = <T extends { user_id: number | null }>(list: readonly T[]) => Map.groupBy(list, (row) => row.user_id)
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
