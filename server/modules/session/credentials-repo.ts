/** Whose name and password are shown, before it is known whose scope holds. */
import { sql } from 'kysely'
import type { AccountProperties } from '#schemas/generated/entities/account-properties.ts'
import type { Db, Row } from '../../db/tables.ts'
import { USER_COLUMNS, grantsOf, toUser } from '../users/repo.ts'
import type { LoginType, User } from '../../lib/user.ts'

/** The data that decide a sign-in; the rights come with the session. */
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

/** 1 for who has a client, also through a group, whose accounts sign in through their own identity provider. */
const byProvider = sql<number>`case when users.role <> 'admin' and exists (
  select 1 from clients where clients.external_login = 1 and (
    clients.id in (select client_id from user_access where user_access.user_id = users.id)
    or clients.id in (
      select group_clients.client_id from group_clients
      join group_members on group_members.group_id = group_clients.group_id
      where group_members.user_id = users.id
    )
  )
) then 1 else 0 end`

const COLUMNS = [
  'users.id',
  'username',
  'password_hash',
  'enabled',
  'login_type',
  'properties',
  'totp.confirmed_at as app_since',
  byProvider.as('by_provider'),
] as const

type CredentialsRow = Pick<
  Row<'users'>,
  'id' | 'username' | 'password_hash' | 'enabled' | 'login_type' | 'properties'
> & { readonly app_since: number | null; readonly by_provider: number }

const toCredentials = (row: CredentialsRow): Credentials => ({
  id: row.id,
  username: row.username,
  passwordHash: row.password_hash,
  enabled: row.enabled === 1,
  loginType: row.login_type as LoginType,
  properties: {
    ...(JSON.parse(row.properties) as AccountProperties),
    ...(row.by_provider === 1 && { externalLogin: true }),
  },
  usesApp: row.app_since !== null,
})

export function credentialsRepo(db: Db) {
  const accounts = () => db.selectFrom('users').leftJoin('totp', 'totp.user_id', 'users.id').select(COLUMNS)

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
  }
}
