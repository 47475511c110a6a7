/** How footscans are now. */
import { dayNumber, todayIn } from '#domain/days'
import { statusOf } from '#domain/device-status'
import type { DeviceStatus, HealthReason } from '#domain/device-status'
import type { Clock } from '../../lib/clock.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { DeviceHealthRepo } from './repo.ts'

/** The current state of a footscan, by the last evaluation. */
export interface DeviceState {
  readonly footscan: number
  readonly mac: string
  /** '' when it was given none. */
  readonly name: string
  readonly area: number
  readonly local: number
  readonly client: number
  readonly status: DeviceStatus
  /** Why it is down, or what is odd about one that is up. */
  readonly reason: HealthReason | null
  /** Epoch ms from which it is down; null = it is not, or it is not known since when. */
  readonly since: number | null
  /** Epoch ms of the last word that arrived. */
  readonly lastAt: number | null
}

interface Parts {
  readonly facts: Pick<FactStore, 'devices'>
  readonly repo: Pick<DeviceHealthRepo, 'footscans'>
  readonly clients: Pick<ClientService, 'find'>
  readonly clock: Clock
}

export function currentStates({ facts, repo, clients, clock }: Parts) {
  /** Every expected footscan of a client, or of all clients of the scope, by id. Throws CLIENT_NOT_FOUND. */
  return async function current(scope: Scope, { client }: { client?: number } = {}): Promise<DeviceState[]> {
    if (client !== undefined) await clients.find(scope, client)
    const footscans = (await repo.footscans(scope, client === undefined ? {} : { client })).filter(
      ({ expected }) => expected,
    )
    if (footscans.length === 0) return []
    const days = [...new Set(footscans.map(({ timeZone }) => timeZone))].map((zone) =>
      dayNumber(todayIn(zone, clock.now())),
    )
    const first = Math.min(...days)
    const [judged, lastAt, downAt] = await Promise.all([
      facts.devices.daysSince(first, client),
      facts.devices.lastContacts(client),
      facts.devices.outages(first, client),
    ])
    const byDevice = Map.groupBy(judged, ({ device }) => device)
    return footscans.map(({ id, mac, name, area, local, client: of, timeZone }) => {
      const today = dayNumber(todayIn(timeZone, clock.now()))
      const row = byDevice.get(id)?.find(({ day }) => day === today)
      const status = statusOf(row?.isOpen === true, row?.isDown === true)
      return {
        footscan: id,
        mac,
        name: scope.demo ? '' : name,
        area,
        local,
        client: of,
        status,
        reason: row?.reason ?? null,
        since: status === 'DOWN' ? (downAt.get(id) ?? null) : null,
        lastAt: lastAt.get(id) ?? null,
      }
    })
  }
}
