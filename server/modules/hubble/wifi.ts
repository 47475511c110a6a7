/** The Wi-Fi network of each node. */
import type { WifiConfigChange } from '#schemas/generated/api/wifi-config-change.ts'
import type { WifiConfigDraft } from '#schemas/generated/api/wifi-config-draft.ts'
import type { WifiConfig } from '#schemas/generated/entities/wifi-config.ts'
import type { Catalog } from '../../catalog.ts'
import { sealedPlace } from '../../db/sealed.ts'
import type { Row } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { byMac } from './by-mac.ts'
import { entryMissing, entryTaken, passwordDetail, removal, sealedIn, type Recorder } from './entry.ts'
import { requireMac } from './mac-param.ts'

interface WifiParts {
  readonly catalog: Pick<Catalog, 'hubble'>
  readonly secrets: Pick<Secrets, 'seal'>
  readonly record: Recorder
}

export const toWifi = ({ mac, ssid, password, updated_at: updatedAt }: Row<'hubble_wifi'>): WifiConfig => ({
  mac,
  ssid,
  hasPassword: password !== null,
  updatedAt,
})

export function wifiService({ catalog, secrets, record }: WifiParts) {
  return {
    wifi: async (scope: Scope) => byMac((await catalog.hubble.wifi(scope)).map(toWifi)),

    /** Throws MAC_INVALID, NODE_ENTRY_TAKEN. */
    addWifi(scope: Scope, { mac: text, ssid, password }: WifiConfigDraft): Promise<WifiConfig> {
      const mac = requireMac(text)
      return record(scope, 'wifi.create', mac, async ({ hubble }, at) => {
        const row = {
          mac,
          ssid,
          password: sealedIn(secrets, password ?? null, sealedPlace('hubble_wifi.password', mac)) ?? null,
          updated_at: at,
        }
        if (!(await hubble.addWifi(scope, row))) throw entryTaken('wifi', mac)
        return { answer: toWifi(row), details: { ssid, ...passwordDetail(password ?? null) } }
      })
    },

    /** Throws MAC_INVALID, NODE_ENTRY_NOT_FOUND. */
    changeWifi(scope: Scope, text: string, { ssid, password }: WifiConfigChange): Promise<WifiConfig> {
      const mac = requireMac(text)
      return record(scope, 'wifi.change', mac, async ({ hubble }, at) => {
        const kept = sealedIn(secrets, password, sealedPlace('hubble_wifi.password', mac))
        const row = await hubble.changeWifi(scope, mac, {
          ssid,
          updated_at: at,
          ...(kept !== undefined && { password: kept }),
        })
        if (row === undefined) throw entryMissing('wifi', mac)
        return { answer: toWifi(row), details: { ssid, ...passwordDetail(password) } }
      })
    },

    removeWifi(scope: Scope, text: string): Promise<void> {
      const mac = requireMac(text)
      return record(
        scope,
        'wifi.remove',
        mac,
        removal('wifi', mac, (hubble) => hubble.remove(scope, 'hubble_wifi', mac)),
      )
    },
  }
}
