import type { Parts, ServiceMakers } from '../../module.ts'
import { historyRoutes } from './history-routes.ts'
import { recoveryRoutes } from './recovery-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { accountRoutes } from './routes.ts'
import { accountService } from './service.ts'
import type { AccountService } from './service.ts'
import type { FastifyInstance } from 'fastify'

declare module '../../module.ts' {
  interface Services {
    readonly accounts: AccountService
  }
}

export const services = { accounts: accountService } satisfies ServiceMakers

export function routes(api: FastifyInstance, parts: Parts) {
  accountRoutes(api, parts)
  historyRoutes(api, parts)
  recoveryRoutes(api, parts)
  linkRoutes(api, parts)
}
