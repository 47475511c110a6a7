/** People inside, now and by the minute. */
import type { ServerModule } from '../../module.ts'

export const occupancy: ServerModule = {
  name: 'occupancy',
  start: () => import('./start.ts'),
}
