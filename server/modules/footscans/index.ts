/** Footscans as the provider manages them. */
import type { ServerModule } from '../../module.ts'
import { fleetFootscanRepo } from './repo.ts'

declare module '../../catalog.ts' {
  interface Repositories {
    readonly fleet: ReturnType<typeof fleetFootscanRepo>
  }
}

export const footscans: ServerModule = {
  name: 'footscans',
  repositories: { fleet: fleetFootscanRepo },
  start: () => import('./start.ts'),
}
