/** Signing in and out, and the sessions that are open. */
import type { ServerModule } from '../../module.ts'
import { sessionRepo } from './repo.ts'
import { loginRepo } from './login-repo.ts'
import { networkRepo } from './network-repo.ts'
import { knownNetworksTable } from './network-table.ts'
import type { KnownNetworksTable, LoginsTable, SessionsTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    sessions: SessionsTable
    logins: LoginsTable
    known_networks: KnownNetworksTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly sessions: ReturnType<typeof sessionRepo>
    readonly logins: ReturnType<typeof loginRepo>
    readonly knownNetworks: ReturnType<typeof networkRepo>
  }
}

export const session: ServerModule = {
  name: 'session',
  repositories: { sessions: sessionRepo, logins: loginRepo, knownNetworks: networkRepo },
  steps: { '0033-known-networks': knownNetworksTable },
  start: () => import('./start.ts'),
}
