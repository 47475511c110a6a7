import type { Parts } from '../../module.ts'
import { quarantineRoutes } from './quarantine-routes.ts'
import { quarantineService } from './quarantine-service.ts'
import { ingestRoutes } from './routes.ts'
import { ingestService } from './service.ts'
import type { FastifyInstance } from 'fastify'

export function routes(api: FastifyInstance, { ingest, facts, catalog, clock, deviceKeys, given }: Parts) {
  ingestRoutes(api, {
    ingest: ingestService({ ingest, clock, ...(given.quotas && { quotas: given.quotas }) }),
    deviceKeys,
  })
  quarantineRoutes(api, { quarantine: quarantineService({ ingest, facts, catalog, clock }) })
}
