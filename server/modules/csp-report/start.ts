import type { Parts } from '../../module.ts'
import { cspReportRoutes } from './routes.ts'
import { cspReportService } from './service.ts'
import type { FastifyInstance } from 'fastify'

export const routes = (api: FastifyInstance, { clock, log }: Parts) =>
  cspReportRoutes(api, { cspReports: cspReportService({ clock, log }) })
