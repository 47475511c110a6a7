/** The device fleet: how nodes are reached and set up. Passwords and other secrets go in sealed and never come out. */
import { mergeNodes } from '#domain/hubble'
import type { FleetNode } from '#schemas/generated/entities/fleet-node.ts'
import type { Scope } from '../../lib/scope.ts'
import { byMac } from './by-mac.ts'
import type { ByMac } from './by-mac.ts'
import { recorder } from './entry.ts'
import { settingsService } from './settings.ts'
import { sshService, toSsh } from './ssh.ts'
import { validatorService } from './validator.ts'
import { toWifi, wifiService } from './wifi.ts'
import type { HubbleParts } from './parts.ts'

export function hubbleService({ catalog, facts, secrets, clock }: HubbleParts) {
  const record = recorder({ catalog, clock })

  return {
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

    ...wifiService({ catalog, secrets, record }),
    ...sshService({ catalog, secrets, record }),
    ...settingsService({ catalog, secrets, record }),
    ...validatorService({ catalog, facts, record }),
  }
}

export type HubbleService = ReturnType<typeof hubbleService>
