/** Renaming, merging, moving, closing and removing clients, locals and areas. */
import type { ServerModule } from '../../module.ts'
import { placeRepo } from './repo.ts'

declare module '../../catalog.ts' {
  interface Repositories {
    readonly places: ReturnType<typeof placeRepo>
  }
}

export const places: ServerModule = {
  name: 'places',
  repositories: { places: placeRepo },
  start: () => import('./start.ts'),
}
