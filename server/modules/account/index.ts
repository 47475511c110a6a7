/** Calls of people about their own account: terms, password, links by mail. */
import type { ServerModule } from '../../module.ts'
import { passwordRepo } from './password-repo.ts'
import { accountTokenRepo } from './token-repo.ts'
import type { AccountTokensTable, PassChangesTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    pass_changes: PassChangesTable
    account_tokens: AccountTokensTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly passwords: ReturnType<typeof passwordRepo>
    readonly accountTokens: ReturnType<typeof accountTokenRepo>
  }
}

export const account: ServerModule = {
  name: 'account',
  repositories: { passwords: passwordRepo, accountTokens: accountTokenRepo },
  start: () => import('./start.ts'),
}
