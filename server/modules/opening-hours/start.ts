import type { Parts, ServiceMakers } from '../../module.ts'
import { reevaluate } from './reevaluate.ts'
import { openingHourRoutes } from './routes.ts'
import { openingHourService } from './service.ts'
import type { FastifyInstance } from 'fastify'

declare module '../../module.ts' {
  interface Services {
    readonly hoursChanged: (client: number) => void
  }
}

export const services = { hoursChanged: reevaluate } satisfies ServiceMakers

export const routes = (api: FastifyInstance, { catalog, clients, locals, hoursChanged, clock }: Parts) =>
  openingHourRoutes(api, {
    openingHours: openingHourService({ catalog, clients, locals, reevaluate: hoursChanged, clock }),
  })
