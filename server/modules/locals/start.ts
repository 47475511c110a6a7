import type { ServiceMakers } from '../../module.ts'
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
export const routes = localRoutes
