/** Data of the server, requested anew by every page: lists of the administration are never an hour old. */
import { type QueryClient, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { QueryLike } from '#ui'
import type { AdminApi } from '../../api/admin.ts'
import { useAdmin } from './admin-frame.tsx'

export type CollectionName = 'users' | 'groups' | 'accesses' | 'programs' | 'brands'
type EntityOf<K extends CollectionName> = AdminApi[K] extends { list(signal?: AbortSignal): Promise<(infer E)[]> }
  ? E
  : never

const FRESH = { staleTime: 0 } as const
const listKey = (name: CollectionName) => ['admin', name] as const
/** Clients to choose from: of `/clients`, not of the noun's own list. */
const CLIENT_CHOICE = ['admin', 'choice', 'clients'] as const
const oneKey = (name: CollectionName, id: number) => ['admin', name, id] as const

export function useAll<K extends CollectionName>(name: K): UseQueryResult<EntityOf<K>[]> {
  const { api } = useAdmin()
  return useQuery({
    queryKey: listKey(name),
    queryFn: ({ signal }) => api[name].list(signal) as Promise<EntityOf<K>[]>,
    ...FRESH,
  })
}

/** Forgotten with the page that shows it, so that a form never begins with what it was before. */
export function useOne<K extends CollectionName>(name: K, id: number): UseQueryResult<EntityOf<K>> {
  const { api } = useAdmin()
  return useQuery({
    queryKey: oneKey(name, id),
    queryFn: ({ signal }) => api[name].one(id, signal) as Promise<EntityOf<K>>,
    ...FRESH,
    gcTime: 0,
  })
}

/** For a list, or a form, that chooses from nothing else. */
export const useNothing = (): QueryLike<null> => ({ data: null, isPending: false, error: null })

export function useClients() {
  const { api } = useAdmin()
  return useQuery({ queryKey: CLIENT_CHOICE, queryFn: ({ signal }) => api.clients(signal), ...FRESH })
}

/** How many entries of each noun are in each of its states. */
export function useEntryCounts() {
  const { api } = useAdmin()
  return useQuery({ queryKey: ['admin', 'counts'], queryFn: ({ signal }) => api.entryCounts(signal), ...FRESH })
}

export const SERVER_STATE = ['admin', 'server', 'state'] as const

/**
 * Maintenance, mails, disk and damage; asked for where a page needs it. @param everyMs again and again, while the page
 * is open
 */
export function useServerState(isNeeded = true, everyMs?: number) {
  const { api } = useAdmin()
  const queryFn = ({ signal }: { signal: AbortSignal }) => api.server.state(signal)
  return useQuery({
    queryKey: SERVER_STATE,
    queryFn,
    enabled: isNeeded,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
    ...FRESH,
  })
}

/** The history of one account. */
export function useActivity(user: number) {
  const { api } = useAdmin()
  const key = (what: string) => ['admin', 'activity', user, what]
  return {
    sessions: useQuery({ queryKey: key('sessions'), queryFn: ({ signal }) => api.sessions(user, signal), ...FRESH }),
    logins: useQuery({ queryKey: key('logins'), queryFn: ({ signal }) => api.logins(user, signal), ...FRESH }),
    passChanges: useQuery({
      queryKey: key('passChanges'),
      queryFn: ({ signal }) => api.passChanges(user, signal),
      ...FRESH,
    }),
  }
}

/** After a change: what is on show of these lists is asked for again. Users, groups and accesses hang together. */
export function useRefresh(): (...names: readonly CollectionName[]) => Promise<void> {
  const queries = useQueryClient()
  return async (...names) => {
    await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: listKey(name), exact: true })))
  }
}

/** Puts an entity as it is now in place of the one on show. */
export function putOne<K extends CollectionName>(
  queries: QueryClient,
  name: K,
  entity: EntityOf<K> & { readonly id: number },
): void {
  queries.setQueryData(oneKey(name, entity.id), entity)
}
