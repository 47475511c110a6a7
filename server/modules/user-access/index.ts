/** Clients that an account may see beyond its flags. */
import type { ServerModule } from '../../module.ts'
import { userAccessRepo } from './repo.ts'
import type { UserAccessTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    user_access: UserAccessTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly userAccess: ReturnType<typeof userAccessRepo>
  }
}

export const userAccess: ServerModule = {
  name: 'user-access',
  repositories: { userAccess: userAccessRepo },
  start: () => import('./start.ts'),
}
