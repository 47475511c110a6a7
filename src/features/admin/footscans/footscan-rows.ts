/** Footscans with the names and the state that a person knows them by. */
import type { Client } from '#schemas/generated/entities/client.ts'
import type { DemoDevice } from '#schemas/generated/entities/demo-device.ts'
import type { FleetFootscan } from '#schemas/generated/entities/fleet-footscan.ts'
import type { FootscanState } from '#schemas/generated/entities/footscan-state.ts'
import type { Local } from '#schemas/generated/entities/local.ts'

export interface FootscanRow extends FleetFootscan {
  readonly localName: string
  readonly clientName: string
  /** Null = not known: it is disabled, or health is not known. */
  readonly state: FootscanState | null
  /** Null = no sensor of the demo. */
  readonly plugged: boolean | null
}

export interface Known {
  readonly clients: readonly Client[]
  readonly locals: readonly Local[]
  readonly states: readonly FootscanState[]
  readonly simulated: readonly DemoDevice[] | null
}

export function footscanRows(
  footscans: readonly FleetFootscan[],
  { clients, locals, states, simulated }: Known,
): FootscanRow[] {
  const clientNames = new Map(clients.map(({ id, name }) => [id, name]))
  const localNames = new Map(locals.map(({ id, name }) => [id, name]))
  const stateOf = new Map(states.map((state) => [state.footscan, state]))
  const plugs = new Map((simulated ?? []).map(({ mac, plugged }) => [mac, plugged]))
  return footscans.map((footscan) => ({
    ...footscan,
    localName: localNames.get(footscan.local) ?? `#${footscan.local}`,
    clientName: clientNames.get(footscan.client) ?? `#${footscan.client}`,
    state: footscan.enabled ? (stateOf.get(footscan.id) ?? null) : null,
    plugged: plugs.get(footscan.mac) ?? null,
  }))
}

/** Shape and colour of a status. */
export const DOTS = { UP: 'up', DOWN: 'down', CLOSED: 'closed' } as const

export const nameOf = ({ name, mac }: Pick<FleetFootscan, 'name' | 'mac'>): string => (name === '' ? mac : name)
