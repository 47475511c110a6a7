import type { FastifyInstance } from 'fastify'
import type { Parts } from '../../module.ts'
import { trafficRoutes } from './routes.ts'
import { trafficService } from './service.ts'

export const routes = (api: FastifyInstance, { compare, locals }: Parts) =>
  trafficRoutes(api, { traffic: trafficService({ compare, locals }) })
