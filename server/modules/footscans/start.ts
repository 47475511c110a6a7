import type { Parts } from '../../module.ts'
import { footscanRoutes } from './routes.ts'
import { footscanService } from './service.ts'
import type { FastifyInstance } from 'fastify'

export const routes = (api: FastifyInstance, { catalog, facts, clients, locals, clock, devicesChanged }: Parts) =>
  footscanRoutes(api, {
    footscans: footscanService({ catalog, facts, clients, locals, clock, onChange: devicesChanged }),
  })
