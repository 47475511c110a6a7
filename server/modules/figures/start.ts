import type { Parts } from '../../module.ts'
import { figureClients } from './clients.ts'
import { flowService } from './flows.ts'
import { monthService } from './months.ts'
import { profileService } from './profiles.ts'
import { figureRoutes } from './routes.ts'
import type { FastifyInstance } from 'fastify'

export const routes = (api: FastifyInstance, { facts: { figures }, clients, locals }: Parts) =>
  figureRoutes(api, {
    clients: figureClients({ figures, clients }),
    flows: flowService({ figures, locals }),
    profiles: profileService({ figures, locals }),
    months: monthService({ figures, clients }),
  })
