import type { FastifyInstance } from 'fastify'
import type { Parts, ServiceMakers } from '../../module.ts'
import { localImportService } from './record-import.ts'
import { localRecordRoutes } from './record-routes.ts'
import { localRecordService } from './records.ts'
import { localRoutes } from './routes.ts'
import { localService } from './service.ts'
import type { LocalService } from './service.ts'

declare module '../../module.ts' {
  interface Services {
    readonly locals: LocalService
  }
}

export const services = {
  locals: ({ catalog, clients }) =>
    localService({ locals: catalog.locals, areas: catalog.areas, footscans: catalog.footscans, clients }),
} satisfies ServiceMakers

export function routes(api: FastifyInstance, parts: Parts) {
  localRoutes(api, parts)
  localRecordRoutes(api, { records: localRecordService(parts), imports: localImportService(parts) })
}
