/**
 * Queries of the fleet's pages. The lists of the hub are cached as specified; all others are requested anew by every
 * page.
 */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { FleetApi } from '../../../api/fleet.ts'
import { useFleet } from './fleet-frame.tsx'

const FRESH = { staleTime: 0 } as const
/** An installer is beside a device and waits for its first message. */
const FIRST_MS = 2_000
/** Status and last contact move by themselves. */
const LIVE = { staleTime: 0, refetchInterval: 20_000 } as const

const ASKED = {
  clients: (api: FleetApi, signal: AbortSignal) => api.clients(signal),
  locals: (api: FleetApi, signal: AbortSignal) => api.locals(signal),
  footscans: (api: FleetApi, signal: AbortSignal) => api.footscans(signal),
  keys: (api: FleetApi, signal: AbortSignal) => api.keys(signal),
  simulated: (api: FleetApi, signal: AbortSignal) => api.simulated(signal),
} as const
type Asked = keyof typeof ASKED
type Answer<K extends Asked> = Awaited<ReturnType<(typeof ASKED)[K]>>

/** One of the other lists. */
export function useFleetList<K extends Asked>(name: K): UseQueryResult<Answer<K>> {
  const api = useFleet()
  return useQuery({
    queryKey: ['fleet', name],
    queryFn: ({ signal }) => ASKED[name](api, signal) as Promise<Answer<K>>,
    ...(name === 'footscans' ? LIVE : FRESH),
  })
}

/** How the footscans of these clients are now. */
export function useStates(clients: readonly number[]) {
  const api = useFleet()
  return useQuery({
    queryKey: ['fleet', 'states', ...clients],
    queryFn: ({ signal }) => api.states(clients, signal),
    enabled: clients.length > 0,
    ...LIVE,
  })
}

export function useAreas(local: number | null) {
  const api = useFleet()
  return useQuery({
    queryKey: ['fleet', 'areas', local],
    queryFn: ({ signal }) => (local === null ? [] : api.areas(local, signal)),
    enabled: local !== null,
    ...FRESH,
  })
}

/** Asked again while it is on show, so that a first message is seen as it comes. */
export function useFootscan(id: number) {
  const api = useFleet()
  return useQuery({
    queryKey: ['fleet', 'footscan', id],
    queryFn: ({ signal }) => api.footscan(id, signal),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.lastAt === null ? FIRST_MS : LIVE.refetchInterval),
  })
}

export function usePings(mac: string) {
  const api = useFleet()
  return useQuery({
    queryKey: ['fleet', 'pings', mac],
    queryFn: ({ signal }) => api.pings(mac, signal),
    ...FRESH,
    gcTime: 0,
  })
}

export type QuarantineState = 'waiting' | 'released' | 'all'

export function useQuarantine(state: QuarantineState) {
  const api = useFleet()
  return useQuery({
    queryKey: ['fleet', 'quarantine', state],
    queryFn: ({ signal }) => api.quarantine({ state }, signal),
    ...FRESH,
  })
}

/**
 * After a change: everything of the fleet that is on show is asked for again, and what is not when it is shown next.
 */
export function useFleetRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['fleet'] }),
      queries.invalidateQueries({ queryKey: ['hub'] }),
    ])
  }
}
