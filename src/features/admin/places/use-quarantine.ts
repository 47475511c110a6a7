/** Lines in quarantine, by the filters of the list; and their counts. */
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../admin-frame.tsx'
import type { useList } from '../use-list.ts'

export const STATES = ['waiting', 'released', 'dismissed', 'all'] as const
export const KEY = ['admin', 'quarantine'] as const
/** As many as are asked for at once. */
export const MAX = 1000

/** Filters of the list. */
export function filtersOf(list: ReturnType<typeof useList>) {
  const state = STATES.find((one) => one === list.filter('state')) ?? 'waiting'
  const [client, reason, file] = [Number(list.filter('client')) || null, list.filter('reason'), list.filter('file')]
  return { state, client, reason, file }
}
export type QuarantineFilter = ReturnType<typeof filtersOf>

export function useQuarantine({ state, client, reason, file }: QuarantineFilter) {
  const { api } = useAdmin()
  const query = {
    state,
    limit: MAX,
    ...(client !== null && { client }),
    ...(reason !== null && { reason }),
    ...(file !== null && { file }),
  }
  const rows = useQuery({
    queryKey: [...KEY, query],
    queryFn: ({ signal }) => api.quarantine.list(query, signal),
    staleTime: 0,
  })
  const groups = useQuery({
    queryKey: [...KEY, 'groups'],
    queryFn: ({ signal }) => api.quarantine.groups(signal),
    staleTime: 0,
  }).data
  const total = (groups ?? [])
    .filter(
      (group) =>
        (client === null || group.client === client) &&
        (reason === null || group.reason === reason) &&
        (file === null || group.file === file),
    )
    .reduce((sum, group) => sum + group.rows, 0)
  return { rows, groups, total }
}
export type QuarantineGroups = ReturnType<typeof useQuarantine>['groups']
