/** Lists for the fields of a local: clients and dealerships. */
import type { DealershipDraft } from '#schemas/generated/api/dealership-draft.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Dealership } from '#schemas/generated/entities/dealership.ts'
import type { QueryLike } from '#ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { both } from '../both.ts'
import { useClients } from '../use-admin-data.ts'

export function useLocalLists(): QueryLike<readonly [readonly Client[], readonly Dealership[]]> {
  const { api } = useAdmin()
  const dealerships = useQuery({
    queryKey: ['admin', 'choice', 'dealerships'],
    queryFn: ({ signal }) => api.entries<Dealership, DealershipDraft>('dealerships').list(signal),
    staleTime: 0,
  })
  const lists = both(useClients(), dealerships)
  const [clients, own] = lists.data ?? []
  // The same pair while both are the same: columns are made of it.
  const data = useMemo(
    () => (clients === undefined || own === undefined ? undefined : ([clients, own] as const)),
    [clients, own],
  )
  return { ...lists, data }
}
