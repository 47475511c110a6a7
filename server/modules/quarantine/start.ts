import type { Parts } from '../../module.ts'
import { quarantinedRowRoutes } from './routes.ts'
import { quarantinedRowService } from './service.ts'
import type { FastifyInstance } from 'fastify'

export const routes = (api: FastifyInstance, { catalog, facts, clock, hoursChanged }: Parts) =>
  quarantinedRowRoutes(api, { rows: quarantinedRowService({ catalog, facts, clock, onRelease: hoursChanged }) })
