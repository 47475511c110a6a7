/** The device fleet: how nodes are reached and set up. Passwords and other secrets go in sealed and never come out. */
import type { AuditAction } from '#domain/audit-actions'
import { asTunnelFlag, mergeNodes, splitSettings } from '#domain/hubble'
import type { SplitSettings } from '#domain/hubble'
import type { FactoryConfigDraft } from '#schemas/generated/api/factory-config-draft.ts'
import type { NodeConfigDraft } from '#schemas/generated/api/node-config-draft.ts'
import type { SshConfigChange } from '#schemas/generated/api/ssh-config-change.ts'
import type { SshConfigDraft } from '#schemas/generated/api/ssh-config-draft.ts'
import type { WifiConfigChange } from '#schemas/generated/api/wifi-config-change.ts'
import type { WifiConfigDraft } from '#schemas/generated/api/wifi-config-draft.ts'
import type { FleetNode } from '#schemas/generated/entities/fleet-node.ts'
import type { NodeSettings } from '#schemas/generated/entities/node-settings.ts'
import type { SshConfig } from '#schemas/generated/entities/ssh-config.ts'
import type { WifiConfig } from '#schemas/generated/entities/wifi-config.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import { sealedPlace } from '../../db/sealed.ts'
import type { Row } from '../../db/tables.ts'
import { AppError } from '../../lib/errors.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { byMac } from './by-mac.ts'
import type { ByMac } from './by-mac.ts'
import { requireMac } from './mac-param.ts'
import type { SettingsKind } from './repo.ts'
import { validatorService } from './validator.ts'

const toWifi = ({ mac, ssid, password, updated_at: updatedAt }: Row<'hubble_wifi'>): WifiConfig => ({
  mac,
  ssid,
  hasPassword: password !== null,
  updatedAt,
})
const toSsh = ({
  mac,
  ip,
  port,
  username: user,
  password,
  tunnel_enabled,
  proxy_mobile,
  updated_at: updatedAt,
}: Row<'hubble_ssh'>): SshConfig => ({
  mac,
  ip,
  port,
  user,
  hasPassword: password !== null,
  tunnelEnabled: tunnel_enabled === 1,
  proxyMobile: proxy_mobile === 1,
  updatedAt,
})
const toSettings = ({ mac, settings, hidden, updated_at: updatedAt }: Row<'hubble_settings'>): NodeSettings => ({
  mac,
  settings: JSON.parse(settings) as Record<string, string>,
  hidden: JSON.parse(hidden) as string[],
  updatedAt,
})

const LISTS = {
  wifi: 'Wi-Fi entry',
  ssh: 'SSH entry',
  node: 'node config',
  factory: 'factory config',
  validator: 'validation',
} as const
export type ListName = keyof typeof LISTS

const entryMissing = (list: ListName, mac: string) =>
  new AppError('NODE_ENTRY_NOT_FOUND', `There is no ${LISTS[list]} for ${mac}.`, { mac, list })
const entryTaken = (list: ListName, mac: string) =>
  new AppError('NODE_ENTRY_TAKEN', `There is a ${LISTS[list]} for ${mac} already; change that one.`, { mac, list })

type Work<T> = (repositories: Repositories, at: number) => Promise<{ answer: T; details?: Record<string, unknown> }>
/** Does something with its entry in the audit log. */
export type Recorder = <T>(scope: Scope, action: AuditAction, target: string, work: Work<T>) => Promise<T>

export interface HubbleParts {
  readonly catalog: Pick<Catalog, 'hubble' | 'fleet' | 'transaction'>
  readonly facts: Pick<FactStore, 'devices'>
  readonly secrets: Secrets
  readonly clock: Clock
}

export function hubbleService({ catalog, facts, secrets, clock }: HubbleParts) {
  /** What is stored for a password: undefined = as it is. */
  const sealed = (password: string | null | undefined, place: string) =>
    typeof password === 'string' ? secrets.seal(password, place) : password
  const placeOf = (kind: SettingsKind, mac: string) => sealedPlace('hubble_settings.sealed', kind, mac)

  /** With an entry in the audit log that says what changed, and of a secret only that it did. */
  const record: Recorder = (scope, action, target, work) =>
    catalog.transaction(async (repositories) => {
      const at = clock.now()
      const { answer, details } = await work(repositories, at)
      await repositories.audit.append(scope, { action, target, at, ...(details && { details }) })
      return answer
    })

  const passwordDetail = (password: string | null | undefined) => ({
    password: password === undefined ? 'kept' : password === null ? 'none' : 'set',
  })

  function storedOf(row: Row<'hubble_settings'> | undefined): SplitSettings {
    if (row === undefined) return { open: {}, secret: {} }
    return {
      open: toSettings(row).settings,
      secret:
        row.sealed === null
          ? {}
          : (JSON.parse(secrets.open(row.sealed, placeOf(row.kind as SettingsKind, row.mac))) as Record<
              string,
              string
            >),
    }
  }

  const putSettings =
    (
      scope: Scope,
      kind: SettingsKind,
      mac: string,
      settings: Readonly<Record<string, string | null>>,
      overwrite: boolean,
    ) =>
    async (
      { hubble }: Repositories,
      at: number,
    ): Promise<{ answer: NodeSettings; details: Record<string, unknown> }> => {
      const before = await hubble.settingsOf(scope, kind, mac)
      if (before !== undefined && !overwrite) throw entryTaken(kind, mac)
      const { open, secret } = splitSettings(settings, storedOf(before))
      const hidden = Object.keys(secret).toSorted()
      const sealedText = hidden.length === 0 ? null : secrets.seal(JSON.stringify(secret), placeOf(kind, mac))
      await hubble.putSettings(scope, {
        kind,
        mac,
        settings: JSON.stringify(open),
        hidden: JSON.stringify(hidden),
        sealed: sealedText,
        updated_at: at,
      })
      return {
        answer: { mac, settings: open, hidden, updatedAt: at },
        details: { settings: Object.keys(open).toSorted(), hidden },
      }
    }

  const removal =
    (list: ListName, mac: string, remove: (hubble: Repositories['hubble']) => Promise<boolean>) =>
    async ({ hubble }: Repositories) => {
      if (!(await remove(hubble))) throw entryMissing(list, mac)
      return { answer: undefined }
    }

  return {
    wifi: async (scope: Scope) => byMac((await catalog.hubble.wifi(scope)).map(toWifi)),
    ssh: async (scope: Scope) => byMac((await catalog.hubble.ssh(scope)).map(toSsh)),
    nodeConfigs: async (scope: Scope) => byMac((await catalog.hubble.settings(scope, 'node')).map(toSettings)),
    factoryConfigs: async (scope: Scope) => byMac((await catalog.hubble.settings(scope, 'factory')).map(toSettings)),

    /** All nodes, merged by MAC. */
    async nodes(scope: Scope): Promise<ByMac<FleetNode>> {
      const { hubble, fleet } = catalog
      const [ssh, wifi, config, factory, footscans] = await Promise.all([
        hubble.ssh(scope),
        hubble.wifi(scope),
        hubble.settings(scope, 'node'),
        hubble.settings(scope, 'factory'),
        fleet.list(scope),
      ])
      return byMac(
        mergeNodes({
          ssh: ssh.map(toSsh),
          wifi: wifi.map(toWifi),
          config,
          factory,
          footscans: footscans.map((footscan) => ({ ...footscan, lastAt: null })),
        }),
      )
    },

    /** Throws MAC_INVALID, NODE_ENTRY_TAKEN. */
    addWifi(scope: Scope, { mac: text, ssid, password }: WifiConfigDraft): Promise<WifiConfig> {
      const mac = requireMac(text)
      return record(scope, 'wifi.create', mac, async ({ hubble }, at) => {
        const row = {
          mac,
          ssid,
          password: sealed(password ?? null, sealedPlace('hubble_wifi.password', mac)) ?? null,
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
        const kept = sealed(password, sealedPlace('hubble_wifi.password', mac))
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

    /** The address is stored and never connected to. Throws MAC_INVALID, NODE_ENTRY_TAKEN. */
    addSsh(
      scope: Scope,
      { mac: text, ip, port, user, password, tunnelEnabled, proxyMobile = false }: SshConfigDraft,
    ): Promise<SshConfig> {
      const mac = requireMac(text)
      return record(scope, 'ssh.create', mac, async ({ hubble }, at) => {
        const tunnel = asTunnelFlag(tunnelEnabled)
        const row = {
          mac,
          ip,
          port,
          username: user,
          password: sealed(password ?? null, sealedPlace('hubble_ssh.password', mac)) ?? null,
          tunnel_enabled: tunnel ? 1 : 0,
          proxy_mobile: proxyMobile ? 1 : 0,
          updated_at: at,
        }
        if (!(await hubble.addSsh(scope, row))) throw entryTaken('ssh', mac)
        return {
          answer: toSsh(row),
          details: { ip, port, user, tunnelEnabled: tunnel, proxyMobile, ...passwordDetail(password ?? null) },
        }
      })
    },

    /** Throws MAC_INVALID, NODE_ENTRY_NOT_FOUND. */
    changeSsh(
      scope: Scope,
      text: string,
      { ip, port, user, password, tunnelEnabled, proxyMobile = false }: SshConfigChange,
    ): Promise<SshConfig> {
      const mac = requireMac(text)
      return record(scope, 'ssh.change', mac, async ({ hubble }, at) => {
        const tunnel = asTunnelFlag(tunnelEnabled)
        const kept = sealed(password, sealedPlace('hubble_ssh.password', mac))
        const row = await hubble.changeSsh(scope, mac, {
          ip,
          port,
          username: user,
          tunnel_enabled: tunnel ? 1 : 0,
          proxy_mobile: proxyMobile ? 1 : 0,
          updated_at: at,
          ...(kept !== undefined && { password: kept }),
        })
        if (row === undefined) throw entryMissing('ssh', mac)
        return {
          answer: toSsh(row),
          details: { ip, port, user, tunnelEnabled: tunnel, proxyMobile, ...passwordDetail(password) },
        }
      })
    },

    removeSsh(scope: Scope, text: string): Promise<void> {
      const mac = requireMac(text)
      return record(
        scope,
        'ssh.remove',
        mac,
        removal('ssh', mac, (hubble) => hubble.remove(scope, 'hubble_ssh', mac)),
      )
    },

    /** The state after it. Throws MAC_INVALID, NODE_ENTRY_NOT_FOUND. */
    toggleTunnel(scope: Scope, text: string): Promise<SshConfig> {
      const mac = requireMac(text)
      return record(scope, 'ssh.tunnel', mac, async ({ hubble }, at) => {
        const row = await hubble.toggleTunnel(scope, mac, at)
        if (row === undefined) throw entryMissing('ssh', mac)
        const answer = toSsh(row)
        return { answer, details: { tunnelEnabled: answer.tunnelEnabled } }
      })
    },

    /** Throws MAC_INVALID. */
    putNodeConfig(scope: Scope, text: string, { settings }: NodeConfigDraft): Promise<NodeSettings> {
      const mac = requireMac(text)
      return record(scope, 'nodeConfig.save', mac, putSettings(scope, 'node', mac, settings, true))
    },
    removeNodeConfig(scope: Scope, text: string): Promise<void> {
      const mac = requireMac(text)
      return record(
        scope,
        'nodeConfig.remove',
        mac,
        removal('node', mac, (hubble) => hubble.removeSettings(scope, 'node', mac)),
      )
    },

    /** Throws MAC_INVALID, and NODE_ENTRY_TAKEN without `overwrite`. */
    putFactoryConfig(
      scope: Scope,
      { config: { mac: text, settings }, overwrite = false }: FactoryConfigDraft,
    ): Promise<NodeSettings> {
      const mac = requireMac(text)
      return record(scope, 'factoryConfig.save', mac, putSettings(scope, 'factory', mac, settings, overwrite))
    },
    removeFactoryConfig(scope: Scope, text: string): Promise<void> {
      const mac = requireMac(text)
      return record(
        scope,
        'factoryConfig.remove',
        mac,
        removal('factory', mac, (hubble) => hubble.removeSettings(scope, 'factory', mac)),
      )
    },

    ...validatorService({ catalog, facts, record, removal }),
  }
}

export type HubbleService = ReturnType<typeof hubbleService>
