import type { ServiceMakers } from '../../module.ts'
import { homeRoutes } from './routes.ts'
import { homeService } from './service.ts'
import type { HomeService } from './service.ts'

declare module '../../module.ts' {
  interface Services {
    readonly home: HomeService
  }
}

export const services = {
  home: ({ catalog, counted, clients, locals, campaigns, compare, alerts, health, muting, clock }) =>
    homeService({
      catalog,
      facts: counted,
      clients,
      locals,
      campaigns,
      compare,
      alerts,
      health,
      muting,
      clock,
    }),
} satisfies ServiceMakers
export const routes = homeRoutes
