/**
 * The device fleet: footscans and their keys, readings that were quarantined, and how nodes are reached and set up.
 * Administrators only.
 */
import type { DeviceKeyMade } from '#schemas/generated/api/device-key-made.ts'
import type { FactoryConfigDraft } from '#schemas/generated/api/factory-config-draft.ts'
import type { FootscanDraft } from '#schemas/generated/api/footscan-draft.ts'
import type { MacVerdicts } from '#schemas/generated/api/mac-verdicts.ts'
import type { NodeConfigDraft } from '#schemas/generated/api/node-config-draft.ts'
import type { QuarantineQuery } from '#schemas/generated/api/quarantine-query.ts'
import type { QuarantineRelease } from '#schemas/generated/api/quarantine-release.ts'
import type { SshConfigChange } from '#schemas/generated/api/ssh-config-change.ts'
import type { SshConfigDraft } from '#schemas/generated/api/ssh-config-draft.ts'
import type { WifiConfigChange } from '#schemas/generated/api/wifi-config-change.ts'
import type { WifiConfigDraft } from '#schemas/generated/api/wifi-config-draft.ts'
import type { QuarantinedReading } from '#schemas/generated/entities/quarantined-reading.ts'
import type { AreaFootscans } from '#schemas/generated/entities/area-footscans.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { DemoDevice } from '#schemas/generated/entities/demo-device.ts'
import type { DeviceKey } from '#schemas/generated/entities/device-key.ts'
import type { FleetFootscan } from '#schemas/generated/entities/fleet-footscan.ts'
import type { FleetNode } from '#schemas/generated/entities/fleet-node.ts'
import type { FootscanState } from '#schemas/generated/entities/footscan-state.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { MacPings } from '#schemas/generated/entities/mac-pings.ts'
import type { MacValidation } from '#schemas/generated/entities/mac-validation.ts'
import type { NodeSettings } from '#schemas/generated/entities/node-settings.ts'
import type { SshConfig } from '#schemas/generated/entities/ssh-config.ts'
import type { WifiConfig } from '#schemas/generated/entities/wifi-config.ts'
import { type ApiClient, ApiError } from './client.ts'

/** Entries of the lists of the hub, by the name of the list. */
export interface HubLists {
  readonly nodes: FleetNode
  readonly wifi: WifiConfig
  readonly ssh: SshConfig
  readonly config: NodeSettings
  readonly factory: NodeSettings
  readonly validator: MacValidation
}

const HUB = '/hubble'
/** Where the entries of each list are. */
const ENTRIES = {
  wifi: '/connection/wifi',
  ssh: '/connection/ssh',
  config: '/nodes/config',
  factory: '/factory-configs',
  validator: '/validator',
} as const satisfies Record<Exclude<keyof HubLists, 'nodes'>, string>

export function fleetApi(client: ApiClient) {
  const hubList =
    <K extends keyof HubLists>(path: string) =>
    async (signal?: AbortSignal): Promise<HubLists[K][]> =>
      Object.values(await client.json<Readonly<Record<string, HubLists[K]>>>(`${HUB}${path}`, { signal }))
  const gone = async (path: string): Promise<void> => {
    await client.send(path, { method: 'DELETE' })
  }

  return {
    clients: (signal?: AbortSignal): Promise<Client[]> => client.list('/clients', { signal }),
    locals: (signal?: AbortSignal): Promise<Local[]> => client.list('/locals', { signal }),
    areas: async (local: number, signal?: AbortSignal): Promise<AreaFootscans[]> =>
      (await client.json<{ data: AreaFootscans[] }>(`/locals/${local}/areas-footscans`, { signal })).data,

    footscans: (signal?: AbortSignal): Promise<FleetFootscan[]> => client.list('/footscans', { signal }),
    footscan: (id: number, signal?: AbortSignal): Promise<FleetFootscan> => client.json(`/footscans/${id}`, { signal }),
    /** MAC_INVALID, AREA_NOT_FOUND, LOCAL_EXTERNAL_CODE_REQUIRED, FOOTSCAN_TAKEN. */
    addFootscan: (draft: FootscanDraft): Promise<FleetFootscan> =>
      client.json('/footscans', { method: 'POST', body: draft }),
    saveFootscan: (id: number, draft: FootscanDraft): Promise<FleetFootscan> =>
      client.json(`/footscans/${id}`, { method: 'PUT', body: draft }),
    /** FOOTSCAN_HAS_HISTORY. */
    removeFootscan: (id: number): Promise<void> => gone(`/footscans/${id}`),
    /** How every enabled footscan of these clients is now; the server tells it client by client. */
    async states(clients: readonly number[], signal?: AbortSignal): Promise<FootscanState[]> {
      const states: FootscanState[] = []
      for (const one of clients)
        states.push(
          ...(await client.list<FootscanState>('/monitoring/footscans/current', { query: { client: one }, signal })),
        )
      return states
    },

    keys: (signal?: AbortSignal): Promise<DeviceKey[]> => client.list('/device-keys', { signal }),
    /** The key is in the answer, and nowhere else. */
    addKey: (footscan: FleetFootscan, name: string): Promise<DeviceKeyMade> =>
      client.json('/device-keys', {
        method: 'POST',
        body: { client: footscan.client, footscan: footscan.id, name },
      }),
    /** The old key opens for another day. */
    rotateKey: (id: number): Promise<DeviceKeyMade> => client.json(`/device-keys/${id}/rotate`, { method: 'POST' }),
    revokeKey: (id: number): Promise<void> => gone(`/device-keys/${id}`),

    quarantine: (query: QuarantineQuery, signal?: AbortSignal): Promise<QuarantinedReading[]> =>
      client.list('/ingest/quarantine', { query: { ...query }, signal }),
    release: (id: number, corrected: QuarantineRelease): Promise<QuarantinedReading> =>
      client.json(`/ingest/quarantine/${id}/release`, { method: 'POST', body: corrected }),
    /** All of them or none. */
    releaseAll: (ids: readonly number[]): Promise<QuarantinedReading[]> =>
      client.list('/ingest/quarantine/release', { method: 'POST', body: { ids } }),
    discard: (id: number): Promise<void> => gone(`/ingest/quarantine/${id}`),

    /** The sensors of the demo; null where there is no demo. */
    async simulated(signal?: AbortSignal): Promise<DemoDevice[] | null> {
      try {
        return await client.list('/demo/simulator', { signal })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    plug: (mac: string, plugged: boolean): Promise<DemoDevice> =>
      client.json(`/demo/simulator/${mac}`, { method: 'PUT', body: { plugged } }),

    hub: {
      nodes: hubList<'nodes'>('/nodes'),
      wifi: hubList<'wifi'>('/connection/wifi'),
      ssh: hubList<'ssh'>('/connection/ssh'),
      config: hubList<'config'>('/nodes/config'),
      factory: hubList<'factory'>('/factory-configs'),
      validator: hubList<'validator'>('/validator'),
    },
    /** MAC_INVALID, NODE_ENTRY_TAKEN. */
    addWifi: (draft: WifiConfigDraft): Promise<WifiConfig> =>
      client.json(`${HUB}/connection/wifi`, { method: 'POST', body: draft }),
    saveWifi: (mac: string, draft: WifiConfigChange): Promise<WifiConfig> =>
      client.json(`${HUB}/connection/wifi/${mac}`, { method: 'PUT', body: draft }),
    addSsh: (draft: SshConfigDraft): Promise<SshConfig> =>
      client.json(`${HUB}/connection/ssh`, { method: 'POST', body: draft }),
    saveSsh: (mac: string, draft: SshConfigChange): Promise<SshConfig> =>
      client.json(`${HUB}/connection/ssh/${mac}`, { method: 'PUT', body: draft }),
    /** The state after it. Never sent again by itself: an answer that got lost may have been a yes. */
    toggleTunnel: (mac: string): Promise<SshConfig> =>
      client.json(`${HUB}/connection/ssh/${mac}/tunnel/toggle`, { method: 'PUT' }),
    saveConfig: (mac: string, draft: NodeConfigDraft): Promise<NodeSettings> =>
      client.json(`${HUB}/nodes/config/${mac}`, { method: 'PUT', body: draft }),
    saveFactory: (draft: FactoryConfigDraft): Promise<NodeSettings> =>
      client.json(`${HUB}/factory-configs`, { method: 'POST', body: draft }),
    removeEntry: (list: Exclude<keyof HubLists, 'nodes'>, mac: string): Promise<void> =>
      gone(`${HUB}${ENTRIES[list]}/${mac}`),
    validateAll: (macs: readonly string[]): Promise<MacVerdicts> =>
      client.json(`${HUB}/validator/bulk`, { method: 'POST', body: { macs } }),
    pings: (mac: string, signal?: AbortSignal): Promise<MacPings> =>
      client.json(`${HUB}/validator/pings/${mac}`, { signal }),
  }
}

export type FleetApi = ReturnType<typeof fleetApi>
