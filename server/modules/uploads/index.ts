/** Files of a client that correct or add to its figures. */
import type { ServerModule } from '../../module.ts'
import { uploadRepo } from './repo.ts'
import type { UploadsTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    uploads: UploadsTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly uploads: ReturnType<typeof uploadRepo>
  }
}

export const uploads: ServerModule = {
  name: 'uploads',
  repositories: { uploads: uploadRepo },
  start: () => import('./start.ts'),
}
