import type { ServiceMakers } from '../../module.ts'
import { savedViewRoutes } from './routes.ts'
import { savedViewService } from './service.ts'
import type { SavedViewService } from './service.ts'

declare module '../../module.ts' {
  interface Services {
    readonly savedViews: SavedViewService
  }
}

export const services = { savedViews: savedViewService } satisfies ServiceMakers
export const routes = savedViewRoutes
