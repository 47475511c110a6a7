import type { Parts, ServiceMakers } from '../../module.ts'
import { reopenLocals } from './reopen.ts'
import { placeRoutes } from './routes.ts'
import { placeService } from './service.ts'
import type { PlaceService } from './service.ts'
import type { FastifyInstance } from 'fastify'

declare module '../../module.ts' {
  interface Services {
    readonly places: PlaceService
  }
}

export const services = {
  places: ({ catalog, facts, clock, ingest, devicesChanged, health }) =>
    placeService({
      catalog,
      facts,
      clock,
      applied: () => ingest.applied(),
      onChange: devicesChanged,
      reevaluate: (own) => {
        health.again({ fromDay: 0, locals: own })
      },
    }),
} satisfies ServiceMakers

export function routes(api: FastifyInstance, parts: Parts) {
  const { catalog, clock, ingest, hoursChanged } = parts
  ingest.onApplied(reopenLocals({ catalog, clock, onReopen: hoursChanged }))
  placeRoutes(api, parts)
}
