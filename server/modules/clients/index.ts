/** Clients: whose data they are. */
import type { ResourceModule } from '../../resource/description.ts'
import { clientDescription } from './description.ts'
import { clientRepo } from './repo.ts'
import type { ClientsTable } from './tables.ts'

export type { ClientRepo } from './repo.ts'

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

export const clients: ResourceModule = {
  name: 'clients',
  resource: clientDescription,
  steps: clientDescription.steps,
  repositories: { clients: clientRepo },
  start: () => import('./start.ts'),
}
