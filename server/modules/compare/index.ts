/** Every figure that Compare shows. */
import type { ServerModule } from '../../module.ts'

export const compare: ServerModule = {
  name: 'compare',
  start: () => import('./start.ts'),
}
