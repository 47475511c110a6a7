import type { Catalog } from '../catalog.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { hashOf } from '../lib/secrets.ts'
import type { FleetDevice } from '../simulator/fleet.ts'
import type { DemoPlan } from './day.ts'
import { REPORT_S } from './plan.ts'

/** The demo's devices, each with a key that only this server can make. Keys that are not known yet are added. */
export async function demoFleet(
  catalog: Pick<Catalog, 'footscans' | 'deviceKeys'>,
  plans: readonly DemoPlan[],
  keyOf: (mac: string) => string,
  now: number,
): Promise<{ fleet: FleetDevice[]; plans: Map<string, DemoPlan> }> {
  const byArea = new Map(plans.map((plan) => [plan.expected.areas[0]!, plan]))
  const fleet: FleetDevice[] = []
  const played = new Map<string, DemoPlan>()
  for (const { id, mac, area, enabled } of await catalog.footscans.list(SYSTEM_SCOPE)) {
    const plan = byArea.get(area)
    if (plan === undefined || !enabled) continue
    const key = keyOf(mac)
    const keyHash = hashOf(key)
    if ((await catalog.deviceKeys.open({ keyHash }, now)) === undefined)
      await catalog.deviceKeys.insert(SYSTEM_SCOPE, {
        client: plan.expected.client,
        footscan: id,
        name: 'demo',
        keyHash,
        validator: null,
        at: now,
      })
    fleet.push({ mac, key, adapter: 'aforo', line: '', reportS: REPORT_S, timeZone: plan.expected.timeZone })
    played.set(mac, plan)
  }
  return { fleet, plans: played }
}
