/** API clients: programs that sign in with an id and a secret. */
import type { ServerModule } from '../../module.ts'
import { apiClientRepo } from './repo.ts'
import type { ApiClientsTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    api_clients: ApiClientsTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly apiClients: ReturnType<typeof apiClientRepo>
  }
}

export const apiClients: ServerModule = {
  name: 'api-clients',
  repositories: { apiClients: apiClientRepo },
  start: () => import('./start.ts'),
}
