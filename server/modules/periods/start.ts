import type { ServiceMakers } from '../../module.ts'
import { periodRoutes } from './routes.ts'
import { periodService } from './service.ts'
import type { PeriodService } from './service.ts'

declare module '../../module.ts' {
  interface Services {
    readonly periods: PeriodService
  }
}

export const services = { periods: periodService } satisfies ServiceMakers
export const routes = periodRoutes
