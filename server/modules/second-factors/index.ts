/** Authenticator apps and passkeys. */
import type { ServerModule } from '../../module.ts'
import { totpRepo } from './totp-repo.ts'
import { passkeyRepo } from './passkey-repo.ts'
import type { PasskeysTable, RecoveryCodesTable, TotpTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    totp: TotpTable
    recovery_codes: RecoveryCodesTable
    passkeys: PasskeysTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly totp: ReturnType<typeof totpRepo>
    readonly passkeys: ReturnType<typeof passkeyRepo>
  }
}

export const secondFactors: ServerModule = {
  name: 'second-factors',
  repositories: { totp: totpRepo, passkeys: passkeyRepo },
  start: () => import('./start.ts'),
}
