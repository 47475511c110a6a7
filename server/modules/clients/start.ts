import type { Parts, ServiceMakers } from '../../module.ts'
import { startResource } from '../../resource/start.ts'
import { clientDescription } from './description.ts'
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

export function routes(api: FastifyInstance, parts: Parts) {
  const { catalog, clients, clock, places } = parts
  startResource(clientDescription).routes?.(api, parts)
  clientRoutes(api, { clients, management: clientManagement({ catalog, clock, places }) })
}
