/** The setup of the nodes, and their reports. */
import type { ServerModule } from '../../module.ts'
import { hubbleRepo } from './repo.ts'

/** How nodes join a network. `password` is sealed, here and below. */
interface HubbleWifiTable {
  mac: string
  ssid: string
  password: string | null
  updated_at: number
}

interface HubbleSshTable {
  mac: string
  ip: string
  port: number | null
  username: string
  password: string | null
  tunnel_enabled: number
  proxy_mobile: number
  updated_at: number
}

/** `kind`: `node` or `factory`. */
interface HubbleSettingsTable {
  kind: string
  mac: string
  settings: string
  /** Names of the settings in `sealed`. */
  hidden: string
  sealed: string | null
  updated_at: number
}

interface HubbleValidatorTable {
  mac: string
  added_at: number
  added_by: number | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    hubble_wifi: HubbleWifiTable
    hubble_ssh: HubbleSshTable
    hubble_settings: HubbleSettingsTable
    hubble_validator: HubbleValidatorTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly hubble: ReturnType<typeof hubbleRepo>
  }
}

export const hubble: ServerModule = {
  name: 'hubble',
  repositories: { hubble: hubbleRepo },
  start: () => import('./start.ts'),
}
