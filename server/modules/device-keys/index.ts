/** Keys with which devices and clouds send. */
import type { ServerModule } from '../../module.ts'
import { deviceKeyRepo } from './repo.ts'
import type { DeviceKeysTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    device_keys: DeviceKeysTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly deviceKeys: ReturnType<typeof deviceKeyRepo>
  }
}

export const deviceKeys: ServerModule = {
  name: 'device-keys',
  repositories: { deviceKeys: deviceKeyRepo },
  start: () => import('./start.ts'),
}
