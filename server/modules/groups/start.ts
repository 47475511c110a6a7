import type { Parts } from '../../module.ts'
import { groupRoutes } from './routes.ts'
import { groupService } from './service.ts'
import type { FastifyInstance } from 'fastify'

export const routes = (api: FastifyInstance, { catalog, clock }: Parts) =>
  groupRoutes(api, { groups: groupService({ catalog, clock }) })
