import type { Parts, ServiceMakers } from '../../module.ts'
import { serverStateRoutes } from './routes.ts'
import { serverStateService } from './service.ts'
import type { ServerStateService } from './service.ts'
import type { FastifyInstance } from 'fastify'

declare module '../../module.ts' {
  interface Services {
    readonly serverState: ServerStateService
  }
}

export const services = { serverState: serverStateService } satisfies ServiceMakers
export const routes = (api: FastifyInstance, { serverState }: Parts) => serverStateRoutes(api, { server: serverState })
