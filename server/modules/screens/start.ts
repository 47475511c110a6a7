import type { ServiceMakers } from '../../module.ts'
import { screenRoutes } from './routes.ts'
import { screenService } from './service.ts'
import type { ScreenService } from './service.ts'

declare module '../../module.ts' {
  interface Services {
    readonly screens: ScreenService
  }
}

export const services = { screens: screenService } satisfies ServiceMakers
export const routes = screenRoutes
