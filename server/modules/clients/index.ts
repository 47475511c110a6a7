/** Clients: whose data they are. */
import type { ServerModule } from '../../module.ts'
import { clientRepo } from './repo.ts'
import type { ClientsTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    clients: ClientsTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly clients: ReturnType<typeof clientRepo>
  }
}

export const clients: ServerModule = {
  name: 'clients',
  repositories: { clients: clientRepo },
  start: () => import('./start.ts'),
}
