/** Whether the process answers and the stores are fit to work. */
import type { ServerModule } from '../../module.ts'

export const health: ServerModule = {
  name: 'health',
  start: () => import('./start.ts'),
}
