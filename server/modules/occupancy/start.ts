import type { Parts } from '../../module.ts'
import { occupancyFigures } from './figures.ts'
import { levelService } from './levels.ts'
import { occupancyRoutes } from './routes.ts'
import { occupancyService } from './service.ts'
import type { FastifyInstance } from 'fastify'

export const routes = (api: FastifyInstance, { facts, catalog, clients, locals, clock }: Parts) =>
  occupancyRoutes(api, {
    occupancy: occupancyService({ facts, catalog, locals, clock }),
    levels: levelService({ facts, catalog, locals }),
    figures: occupancyFigures({ facts, catalog, clients, locals, clock }),
  })
