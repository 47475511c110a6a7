/** The state of the server for administrators: maintenance, disk, damage, mail. */
import type { ServerModule } from '../../module.ts'
import { settingRepo } from './repo.ts'

/** Settings of the server by administrators, as JSON by name. */
interface SettingsTable {
  name: string
  value: string
  changed_at: number
}

declare module '../../db/tables.ts' {
  interface Tables {
    settings: SettingsTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly settings: ReturnType<typeof settingRepo>
  }
}

export const serverState: ServerModule = {
  name: 'server-state',
  repositories: { settings: settingRepo },
  start: () => import('./start.ts'),
}
