/** The description of all calls, and the page that shows it. */
import type { ServerModule } from '../../module.ts'

export const openapi: ServerModule = {
  name: 'openapi',
  start: () => import('./start.ts'),
}
