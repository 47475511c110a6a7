import type { ServiceMakers } from '../../module.ts'
import { annotationRoutes } from './routes.ts'
import { annotationService } from './service.ts'
import type { AnnotationService } from './service.ts'

declare module '../../module.ts' {
  interface Services {
    readonly annotations: AnnotationService
  }
}

export const services = { annotations: annotationService } satisfies ServiceMakers
export const routes = annotationRoutes
