/** Rows that an import set apart. */
import type { ServerModule } from '../../module.ts'

export const quarantine: ServerModule = {
  name: 'quarantine',
  start: () => import('./start.ts'),
}
