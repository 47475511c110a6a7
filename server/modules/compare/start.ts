import type { ServiceMakers } from '../../module.ts'
import { compareRoutes } from './routes.ts'
import { compareService } from './service.ts'
import type { CompareService } from './service.ts'

declare module '../../module.ts' {
  interface Services {
    readonly compare: CompareService
  }
}

export const services = {
  compare: ({ catalog, counted, locals, muting, clock, kinds }) =>
    compareService({ catalog, facts: counted, locals, muting, clock, kinds }),
} satisfies ServiceMakers
export const routes = compareRoutes
