/** Messages of devices, and quarantined readings. */
import type { ServerModule } from '../../module.ts'
import { deviceRepo } from './device-repo.ts'

declare module '../../catalog.ts' {
  interface Repositories {
    readonly devices: ReturnType<typeof deviceRepo>
  }
}

export const ingest: ServerModule = {
  name: 'ingest',
  repositories: { devices: deviceRepo },
  start: () => import('./start.ts'),
}
