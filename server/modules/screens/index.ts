/** Dashboards on walls, with tokens of their own. */
import type { ServerModule } from '../../module.ts'
import { screenRepo } from './repo.ts'
import type { ScreenSessionsTable, ScreensTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    screens: ScreensTable
    screen_sessions: ScreenSessionsTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly screens: ReturnType<typeof screenRepo>
  }
}

export const screens: ServerModule = {
  name: 'screens',
  repositories: { screens: screenRepo },
  start: () => import('./start.ts'),
}
