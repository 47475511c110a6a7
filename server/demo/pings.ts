/**
 * Pings of the demo's footscans from before its start: a message as often as each is set up for, in the hours they
 * counted.
 */
import type { Catalog } from '../catalog.ts'
import type { FactStore } from '../facts/store.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'

/** Beyond the longest history that Footscan Status shows. */
const PING_DAYS = 130
/** In one hour of so many, a twelfth of the messages is lost on the way. */
const LOST_EVERY = 9
/** Share of those who came in within an hour who are still there at its end; none after the last hour of a day. */
const STILL_THERE = 0.3
/** Share of those who came in that a door counts out again. */
export const COUNTED_OUT = 0.995

type Facts = Pick<FactStore, 'demo'>

/** Exits in past hours without data of a footscan. */
export async function demoExits({ demo }: Facts, clients: readonly number[], fromDay: number): Promise<void> {
  if (clients.length > 0) await demo.exits({ clients, fromDay, countedOut: COUNTED_OUT, stillThere: STILL_THERE })
}

/** Sales of the tills of the demo, with their tickets. */
export async function demoSales({ demo }: Facts, clients: readonly number[], fromDay: number): Promise<void> {
  if (clients.length > 0) await demo.sales({ clients, fromDay })
}

/** Writes past hours at once; none where a footscan has reported itself. */
export async function demoPings(catalog: Pick<Catalog, 'deviceHealth'>, { demo }: Facts, nowMs: number): Promise<void> {
  const footscans = (await catalog.deviceHealth.footscans(SYSTEM_SCOPE)).filter(({ expected }) => expected)
  if (footscans.length === 0) return
  await demo.pings({
    footscans: footscans.map(({ id, area, reportS }) => ({
      device: id,
      area,
      hourly: Math.max(1, Math.round(3600 / reportS)),
    })),
    fromDay: Math.floor(nowMs / 86_400_000) - PING_DAYS,
    now: Math.floor(nowMs / 1000),
    lostEvery: LOST_EVERY,
  })
}
