/** The home page. */
import type { ServerModule } from '../../module.ts'

export const home: ServerModule = {
  name: 'home',
  start: () => import('./start.ts'),
}
