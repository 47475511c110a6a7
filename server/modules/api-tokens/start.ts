import type { ServiceMakers } from '../../module.ts'
import { apiTokenRoutes } from './routes.ts'
import { apiTokenService } from './service.ts'
import type { ApiTokenService } from './service.ts'

declare module '../../module.ts' {
  interface Services {
    readonly apiTokens: ApiTokenService
  }
}

export const services = { apiTokens: apiTokenService } satisfies ServiceMakers
export const routes = apiTokenRoutes
