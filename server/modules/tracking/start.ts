import type { Parts } from '../../module.ts'
import { trackingRoutes } from './routes.ts'
import { trackingService } from './service.ts'
import type { FastifyInstance } from 'fastify'

export const routes = (api: FastifyInstance, { catalog, sessions, clock, publicUrl, quotas }: Parts) =>
  trackingRoutes(api, {
    tracking: trackingService({
      tracking: catalog.tracking,
      sessions,
      clock,
      publicUrl,
      quotaMb: quotas.trackingMb,
    }),
  })
