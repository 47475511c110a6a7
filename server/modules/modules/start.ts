import type { Parts, ServiceMakers } from '../../module.ts'
import { moduleMuting } from './muting.ts'
import type { ModuleMuting } from './muting.ts'
import { moduleRoutes } from './routes.ts'
import { moduleService } from './service.ts'
import type { FastifyInstance } from 'fastify'

declare module '../../module.ts' {
  interface Services {
    readonly muting: ModuleMuting
  }
}

export const services = { muting: ({ catalog }) => moduleMuting(catalog) } satisfies ServiceMakers

export const routes = (api: FastifyInstance, { catalog, clients, locals, clock }: Parts) =>
  moduleRoutes(api, { modules: moduleService({ catalog, clients, locals, clock }) })
