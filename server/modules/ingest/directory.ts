/**
 * Footscans by their name, remembered for some seconds, so that a message costs no question to the catalog. All of them
 * are remembered besides for when the catalog is away: what is known then is believed for a day.
 */
import { TRUSTED_MS } from '../../lib/away.ts'
import { storeUnavailable } from '../../lib/errors.ts'
import type { Device, DeviceRepo } from './device-repo.ts'

const KEPT_MS = 5_000
const MAX_KEPT = 50_000

export interface Directory {
  /**
   * The footscans behind these names; unknown ones are left out and asked for again next time. Throws
   * STORE_UNAVAILABLE.
   */
  find(names: readonly string[]): Promise<ReadonlyMap<string, Device>>
  /** The same when all of them are remembered, at once; else null. */
  recall(names: readonly string[]): ReadonlyMap<string, Device> | null
  /** The cached entries, without a lookup: for readers of local times. */
  known(name: string): Device | undefined
  /** After a footscan, an area or a local has changed. */
  forget(): void
  /** Learns all footscans anew, for when the catalog is away. */
  remember(): Promise<void>
}

export function createDirectory(
  devices: Pick<DeviceRepo, 'named' | 'some'>,
  monotonic: () => number = () => performance.now(),
): Directory {
  const kept = new Map<string, { readonly device: Device; readonly at: number }>()
  /** By name, for when the catalog is away. */
  let all: { readonly devices: ReadonlyMap<string, Device>; readonly at: number } = {
    devices: new Map(),
    at: -Infinity,
  }
  /** How often something has changed: what was asked before that is not remembered. */
  let changes = 0

  /** Those of the catalog, or as they were last known when it is away. */
  async function ask(names: readonly string[]): Promise<readonly Device[]> {
    try {
      return await devices.named(names)
    } catch (cause) {
      const known = monotonic() - all.at < TRUSTED_MS ? names.map((name) => all.devices.get(name)) : []
      // One that is not known may be new: it is asked to resend, and nothing is lost.
      if (known.length === 0 || known.includes(undefined)) throw storeUnavailable(cause)
      return known as readonly Device[]
    }
  }

  return {
    async find(names) {
      const now = monotonic()
      const found = new Map<string, Device>()
      const missing: string[] = []
      for (const name of new Set(names)) {
        const entry = kept.get(name)
        if (entry !== undefined && now - entry.at < KEPT_MS) found.set(name, entry.device)
        else missing.push(name)
      }
      if (missing.length > 0) {
        for (const name of missing) kept.delete(name)
        if (kept.size > MAX_KEPT) kept.clear()
        const requested = new Set(missing)
        const before = changes
        for (const device of await ask(missing)) {
          for (const name of [device.mac, device.externalId]) {
            if (name === null || !requested.has(name)) continue
            if (changes === before) kept.set(name, { device, at: now })
            found.set(name, device)
          }
        }
      }
      return found
    },
    recall(names) {
      const since = monotonic() - KEPT_MS
      const found = new Map<string, Device>()
      for (const name of names) {
        const entry = kept.get(name)
        if (entry === undefined || entry.at <= since) return null
        found.set(name, entry.device)
      }
      return found
    },
    known: (name) => kept.get(name)?.device,
    forget: () => {
      changes += 1
      kept.clear()
      all = { devices: new Map(), at: -Infinity }
    },
    async remember() {
      const [before, at] = [changes, monotonic()]
      const found = await devices.some(MAX_KEPT)
      if (changes !== before) return
      all = {
        at,
        devices: new Map(
          found.flatMap((device) => [
            [device.mac, device] as const,
            ...(device.externalId === null ? [] : [[device.externalId, device] as const]),
          ]),
        ),
      }
    },
  }
}
