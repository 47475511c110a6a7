/** The audit log, fifty entries at a time, and the state of its chain. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AdminApi } from '../../../api/admin.ts'
import type { AuditQuery } from '#schemas/generated/api/audit-query.ts'
import type { AuditPage } from '#schemas/generated/entities/audit-page.ts'
import { useAdmin } from '../admin-frame.tsx'

export type AuditLine = AuditPage['entries'][number]

/** How many entries a file holds at most, and how many come at once for it. */
const FILE_MOST = 10_000
const FILE_STEP = 1000

export function useEntries(query: AuditQuery) {
  const { api } = useAdmin()
  return useInfiniteQuery({
    queryKey: ['admin', 'audit', query],
    queryFn: ({ pageParam, signal }) =>
      api.audit({ ...query, ...(pageParam !== null && { before: pageParam }) }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}

export function useChain() {
  const { api } = useAdmin()
  return useQuery({
    queryKey: ['admin', 'audit', 'chain'],
    queryFn: ({ signal }) => api.verifyAudit(signal),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** The newest entries that fit, for a file. */
export async function entriesForFile(api: Pick<AdminApi, 'audit'>, query: AuditQuery): Promise<AuditLine[]> {
  const entries: AuditLine[] = []
  let before: number | null | undefined
  while (before !== null && entries.length < FILE_MOST) {
    const page: AuditPage = await api.audit({ ...query, limit: FILE_STEP, ...(before !== undefined && { before }) })
    entries.push(...page.entries)
    before = page.next
  }
  return entries
}
