/** Presets and limits of the periods that may be chosen. */
import type { ServerModule } from '../../module.ts'

export const periods: ServerModule = {
  name: 'periods',
  start: () => import('./start.ts'),
}
