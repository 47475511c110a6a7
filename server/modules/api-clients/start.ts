import type { ServiceMakers } from '../../module.ts'
import { apiClientRoutes } from './routes.ts'
import { apiClientService } from './service.ts'
import type { ApiClientService } from './service.ts'

declare module '../../module.ts' {
  interface Services {
    readonly apiClients: ApiClientService
  }
}

export const services = { apiClients: apiClientService } satisfies ServiceMakers
export const routes = apiClientRoutes
