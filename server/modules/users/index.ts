/** Accounts of people. */
import type { ServerModule } from '../../module.ts'
import { userRepo } from './repo.ts'
import { accountRepo } from './account-repo.ts'
import type { UserMacsTable, UsersTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    users: UsersTable
    user_macs: UserMacsTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly users: ReturnType<typeof userRepo>
    readonly accounts: ReturnType<typeof accountRepo>
  }
}

export const users: ServerModule = {
  name: 'users',
  repositories: { users: userRepo, accounts: accountRepo },
  start: () => import('./start.ts'),
}
