import type { Parts } from '../../module.ts'
import { figureClients } from './clients.ts'
import { flowService } from './flows.ts'
import { monthService } from './months.ts'
import { profileService } from './profiles.ts'
import { figureRoutes } from './routes.ts'
import type { FastifyInstance } from 'fastify'

export const routes = (api: FastifyInstance, { facts, clients, locals }: Parts) =>
  figureRoutes(api, {
    clients: figureClients({ facts, clients }),
    flows: flowService({ facts, locals }),
    profiles: profileService({ facts, locals }),
    months: monthService({ facts, clients }),
  })
