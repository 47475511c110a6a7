/** Signing in and out, and the sessions that are open. */
import type { ServerModule } from '../../module.ts'
import { sessionRepo } from './repo.ts'
import { loginRepo } from './login-repo.ts'
import type { LoginsTable, SessionsTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    sessions: SessionsTable
    logins: LoginsTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly sessions: ReturnType<typeof sessionRepo>
    readonly logins: ReturnType<typeof loginRepo>
  }
}

export const session: ServerModule = {
  name: 'session',
  repositories: { sessions: sessionRepo, logins: loginRepo },
  start: () => import('./start.ts'),
}
