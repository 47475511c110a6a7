import type { ServiceMakers } from '../../module.ts'
import { downloadRoutes } from './routes.ts'
import { downloadService } from './service.ts'
import type { DownloadService } from './service.ts'

declare module '../../module.ts' {
  interface Services {
    readonly downloads: DownloadService
  }
}

export const services = { downloads: downloadService } satisfies ServiceMakers
export const routes = downloadRoutes
