/** Footscans by their name, remembered for some seconds, so that a message costs no question to the catalog. */
import type { Device, DeviceRepo } from './device-repo.ts'

const KEPT_MS = 5_000
const MOST_KEPT = 50_000

export interface Directory {
  /** The footscans behind these names; unknown ones are left out and asked for again next time. */
  find(names: readonly string[]): Promise<ReadonlyMap<string, Device>>
  /** The same when all of them are remembered, at once; else null. */
  recall(names: readonly string[]): ReadonlyMap<string, Device> | null
  /** What is remembered, without asking: for readers of local times. */
  known(name: string): Device | undefined
  /** After a footscan, an area or a local has changed. */
  forget(): void
}

export function createDirectory(devices: DeviceRepo, monotonic: () => number = () => performance.now()): Directory {
  const kept = new Map<string, { readonly device: Device; readonly at: number }>()
  /** How often something has changed: what was asked before that is not remembered. */
  let changes = 0

  return {
    async find(names) {
      const now = monotonic()
      const found = new Map<string, Device>()
      const ask: string[] = []
      for (const name of new Set(names)) {
        const entry = kept.get(name)
        if (entry !== undefined && now - entry.at < KEPT_MS) found.set(name, entry.device)
        else ask.push(name)
      }
      if (ask.length > 0) {
        for (const name of ask) kept.delete(name)
        if (kept.size > MOST_KEPT) kept.clear()
        const asked = new Set(ask)
        const before = changes
        for (const device of await devices.named(ask)) {
          for (const name of [device.mac, device.externalId]) {
            if (name === null || !asked.has(name)) continue
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
    },
  }
}
