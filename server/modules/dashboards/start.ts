import type { ServiceMakers } from '../../module.ts'
import { builtInDashboards } from './built-in.ts'
import { dashboardRoutes } from './routes.ts'
import { dashboardService } from './service.ts'
import type { DashboardService } from './service.ts'

declare module '../../module.ts' {
  interface Services {
    readonly dashboards: DashboardService
  }
}

const builtIn = builtInDashboards()

export const services = {
  dashboards: ({ catalog, clock, quotas }) => dashboardService({ catalog, builtIn, clock, quotas }),
} satisfies ServiceMakers
export const routes = dashboardRoutes
