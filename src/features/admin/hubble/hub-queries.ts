import { isWorthKeeping } from '#domain/hubble'
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { HubLists } from '../../../api/fleet.ts'
import { useFleet } from './fleet-frame.tsx'

const KEPT_MS = 3_600_000

export type HubName = keyof HubLists

/**
 * Kept for an hour when it holds more than one item; a list of one or none is asked for again whenever it is shown
 * (spec 2, section 7).
 */
export const hubQuery = <K extends HubName>(name: K, ask: (signal?: AbortSignal) => Promise<HubLists[K][]>) =>
  queryOptions({
    queryKey: ['hub', name],
    queryFn: ({ signal }) => ask(signal),
    staleTime: ({ state: { data } }) => (isWorthKeeping(data) ? KEPT_MS : 0),
  })

type Ask<K extends HubName> = (signal?: AbortSignal) => Promise<HubLists[K][]>

export function useHub<K extends HubName>(name: K): UseQueryResult<HubLists[K][]> {
  return useQuery(hubQuery(name, useFleet().hub[name] as unknown as Ask<K>))
}
