/** When locals are open. */
import type { ServerModule } from '../../module.ts'

export const openingHours: ServerModule = {
  name: 'opening-hours',
  start: () => import('./start.ts'),
}
