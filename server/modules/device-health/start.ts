import type { Parts, ServiceMakers } from '../../module.ts'
import { deviceHealthRoutes } from './routes.ts'
import { deviceHealthService } from './service.ts'
import type { DeviceHealthService } from './service.ts'

declare module '../../module.ts' {
  interface Services {
    readonly health: DeviceHealthService
  }
}

/** How often footscans are judged. */
const EVERY_MS = 60_000

export const services = {
  health: ({ facts, catalog, clients, locals, clock }) =>
    deviceHealthService({ facts, repo: catalog.deviceHealth, clients, locals, clock }),
} satisfies ServiceMakers
export const routes = deviceHealthRoutes

export const jobs = ({ health }: Parts) => [
  // The first time not a minute later: after the first start the whole history is judged.
  { name: 'device health', everyMs: EVERY_MS, run: health.evaluate, first: health.evaluate },
]
