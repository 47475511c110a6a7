/** Rows that an import quarantined. */
import type { ServerModule } from '../../module.ts'

export const quarantine: ServerModule = {
  name: 'quarantine',
  start: () => import('./start.ts'),
}
