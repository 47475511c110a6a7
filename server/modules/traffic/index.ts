/** The traffic in general: measures by any dimensions, and what a question costs before it is asked. */
import type { ServerModule } from '../../module.ts'

export const traffic: ServerModule = {
  name: 'traffic',
  start: () => import('./start.ts'),
}
