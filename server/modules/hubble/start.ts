import type { Parts } from '../../module.ts'
import { hubbleRoutes } from './routes.ts'
import { hubbleService } from './service.ts'
import type { FastifyInstance } from 'fastify'

export const routes = (api: FastifyInstance, { catalog, facts, secrets, clock }: Parts) =>
  hubbleRoutes(api, { hubble: hubbleService({ catalog, facts, secrets, clock }) })
