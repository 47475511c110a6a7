/** The sensors of the demo: a fleet that is played in this process and speaks over HTTP, as real ones do. */
import type { Catalog } from '../catalog.ts'
import type { Clock } from '../lib/clock.ts'
import type { Secrets } from '../lib/secrets.ts'
import { createPlayer, type Player } from '../simulator/player.ts'
import { createPoster } from '../simulator/post.ts'
import { run } from '../simulator/run.ts'
import { demoFleet } from './demo-fleet.ts'
import { demoSource } from './live.ts'
import { demoOrigin, demoPlans } from './plan.ts'

export interface DemoDevice {
  readonly mac: string
  readonly plugged: boolean
}

export interface DemoSimulator {
  /** Plays from now on against a server at this address. */
  start(address: string): Promise<void>
  devices(): readonly DemoDevice[]
  /**
   * Disconnects a device or connects it again; `forget`: its counts meanwhile are never sent. False: there is no such
   * device.
   */
  plug(mac: string, plugged: boolean, forget?: boolean): boolean
  stop(): Promise<void>
}

export interface DemoSimulatorOptions {
  readonly catalog: Catalog
  readonly clock: Clock
  readonly secrets: Pick<Secrets, 'mac'>
  readonly onFailure: (error: unknown) => void
}

export function demoSimulator({ catalog, clock, secrets, onFailure }: DemoSimulatorOptions): DemoSimulator {
  /** As long as every other key, and made anew at each start instead of being kept. */
  const keyOf = (mac: string) => Buffer.from(secrets.mac('demo device', mac), 'hex').toString('base64url')
  let player: Player | null = null
  let macs: readonly string[] = []
  let playing: Promise<void> = Promise.resolve()
  let stopped = false

  return {
    async start(address) {
      const origin = await demoOrigin(catalog)
      if (origin === null) return
      const from = clock.now()
      const { fleet, plans } = await demoFleet(catalog, await demoPlans(catalog, origin), keyOf, from)
      macs = fleet.map(({ mac }) => mac)
      player = createPlayer({ fleet, source: demoSource(plans, origin, from), from, seed: origin.seed })
      const poster = createPoster({ server: address, tries: 2, atOnce: 4 })
      playing = run({ player, poster, from, until: Infinity, speed: 1, now: clock.now, stopped: () => stopped }).catch(
        onFailure,
      )
    },
    devices: () => macs.map((mac) => ({ mac, plugged: !player?.unplugged.has(mac) })),
    plug(mac, plugged, forget = false) {
      if (player === null || !macs.includes(mac)) return false
      if (plugged) player.plug(mac)
      else player.unplug(mac, forget)
      return true
    },
    async stop() {
      stopped = true
      await playing
    },
  }
}
