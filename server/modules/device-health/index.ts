/** Whether each footscan reports, hour by hour. */
import type { ServerModule } from '../../module.ts'
import { deviceHealthRepo } from './repo.ts'

declare module '../../catalog.ts' {
  interface Repositories {
    readonly deviceHealth: ReturnType<typeof deviceHealthRepo>
  }
}

export const deviceHealth: ServerModule = {
  name: 'device-health',
  repositories: { deviceHealth: deviceHealthRepo },
  start: () => import('./start.ts'),
}
