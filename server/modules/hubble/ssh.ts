/** How each node is reached over SSH. */
import { asTunnelFlag } from '#domain/hubble'
import type { SshConfigChange } from '#schemas/generated/api/ssh-config-change.ts'
import type { SshConfigDraft } from '#schemas/generated/api/ssh-config-draft.ts'
import type { SshConfig } from '#schemas/generated/entities/ssh-config.ts'
import type { Catalog } from '../../catalog.ts'
import { sealedPlace } from '../../db/sealed.ts'
import type { Row } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { byMac } from './by-mac.ts'
import { entryMissing, entryTaken, passwordDetail, removal, sealedIn, type Recorder } from './entry.ts'
import { requireMac } from './mac-param.ts'

interface SshParts {
  readonly catalog: Pick<Catalog, 'hubble'>
  readonly secrets: Pick<Secrets, 'seal'>
  readonly record: Recorder
}

export const toSsh = ({
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

export function sshService({ catalog, secrets, record }: SshParts) {
  return {
    ssh: async (scope: Scope) => byMac((await catalog.hubble.ssh(scope)).map(toSsh)),

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
          password: sealedIn(secrets, password ?? null, sealedPlace('hubble_ssh.password', mac)) ?? null,
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
        const kept = sealedIn(secrets, password, sealedPlace('hubble_ssh.password', mac))
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
  }
}
