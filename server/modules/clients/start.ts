import type { Parts, ServiceMakers } from '../../module.ts'
import { clientManagement } from './management.ts'
import { clientRoutes } from './routes.ts'
import { clientService } from './service.ts'
import type { ClientService } from './service.ts'
import type { FastifyInstance } from 'fastify'

declare module '../../module.ts' {
  interface Services {
    readonly clients: ClientService
  }
}

export const services = { clients: ({ catalog }) => clientService(catalog) } satisfies ServiceMakers

export const routes = (api: FastifyInstance, { catalog, clients, clock }: Parts) =>
  clientRoutes(api, { clients, management: clientManagement({ catalog, clock }) })
