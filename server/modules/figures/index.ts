/** Figures that are no hours: trips between places, average days, months. */
import type { ServerModule } from '../../module.ts'

export const figures: ServerModule = {
  name: 'figures',
  start: () => import('./start.ts'),
}
