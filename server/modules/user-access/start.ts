import type { Parts } from '../../module.ts'
import { userAccessRoutes } from './routes.ts'
import { userAccessService } from './service.ts'
import type { FastifyInstance } from 'fastify'

export const routes = (api: FastifyInstance, { catalog, clock }: Parts) =>
  userAccessRoutes(api, { userAccess: userAccessService({ catalog, clock }) })
