/** Reports of browsers about the content security policy. */
import type { ServerModule } from '../../module.ts'

export const cspReport: ServerModule = {
  name: 'csp-report',
  start: () => import('./start.ts'),
}
