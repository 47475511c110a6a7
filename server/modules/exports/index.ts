/** Files of any length, made in the background. */
import type { ServerModule } from '../../module.ts'
import { exportRepo } from './repo.ts'
import type { ExportsTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    exports: ExportsTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly exports: ReturnType<typeof exportRepo>
  }
}

export const exportModule: ServerModule = {
  name: 'exports',
  repositories: { exports: exportRepo },
  start: () => import('./start.ts'),
}
