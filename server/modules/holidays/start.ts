import type { Parts } from '../../module.ts'
import { officialHolidays } from './official.ts'
import { holidayRoutes } from './routes.ts'
import { holidayService } from './service.ts'
import type { FastifyInstance } from 'fastify'

export const routes = (api: FastifyInstance, { catalog, locals, hoursChanged, clock }: Parts) =>
  holidayRoutes(api, {
    holidays: holidayService({ catalog, locals, official: officialHolidays(), reevaluate: hoursChanged, clock }),
  })
