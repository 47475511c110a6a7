/** Hours and days as files, streamed. */
import type { ServerModule } from '../../module.ts'

export const downloads: ServerModule = {
  name: 'downloads',
  start: () => import('./start.ts'),
}
