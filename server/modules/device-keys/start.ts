import type { Parts, ServiceMakers } from '../../module.ts'
import { deviceKeyRoutes } from './routes.ts'
import { deviceKeyService } from './service.ts'
import type { DeviceKeyService } from './service.ts'

declare module '../../module.ts' {
  interface Services {
    readonly deviceKeys: DeviceKeyService
    readonly devicesChanged: () => void
  }
}

/** How stale what is known of devices and their keys may be when the catalog goes away. */
const EVERY_MS = 60_000

export const services = {
  deviceKeys: deviceKeyService,
  devicesChanged:
    ({ ingest, deviceKeys, background }) =>
    () => {
      ingest.directory.forget()
      deviceKeys.forget()
      background.run('devices', ingest.directory.remember)
    },
} satisfies ServiceMakers
export const routes = deviceKeyRoutes

export function jobs({ deviceKeys, ingest }: Parts) {
  const remember = async () => {
    await deviceKeys.remember()
    await ingest.directory.remember()
  }
  return [{ name: 'devices', everyMs: EVERY_MS, run: remember, first: remember }]
}
