/** Which pages people use. */
import type { ServerModule } from '../../module.ts'
import { trackingRepo } from './repo.ts'
import type { TrackingEventsTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    tracking_events: TrackingEventsTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly tracking: ReturnType<typeof trackingRepo>
  }
}

export const tracking: ServerModule = {
  name: 'tracking',
  repositories: { tracking: trackingRepo },
  start: () => import('./start.ts'),
}
