/** Clients, locals and areas as the administration sees them, asked anew by every page. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Place } from '#schemas/generated/entities/place.ts'
import { useAdmin } from '../admin-frame.tsx'

/** Key of a place in a call. */
export type PlaceRef = Pick<Place, 'kind' | 'id'>

const KEY = ['admin', 'places'] as const

/** All clients, or a client with its locals and areas. */
export function useFieldMap(client: number | null) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: [...KEY, 'list', client],
    queryFn: ({ signal }) => api.places.list(client ?? undefined, signal),
    staleTime: 0,
  })
}

export function useContents({ kind, id }: PlaceRef) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: [...KEY, 'contents', kind, id],
    queryFn: ({ signal }) => api.places.contents(kind, id, signal),
    staleTime: 0,
    gcTime: 0,
  })
}

export function useMergePreview({ kind, id }: PlaceRef, into: number | null) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: [...KEY, 'merge', kind, id, into],
    queryFn: ({ signal }) => api.places.mergePreview(kind, id, into ?? 0, signal),
    enabled: into !== null,
    staleTime: 0,
    gcTime: 0,
  })
}

/**
 * After a change: every list that shows clients, locals or areas is asked again. What a dialog asked about one of them
 * is not: it is closing, and the place may be gone. Nor is what a client has that is gone.
 */
export function useFieldMapChanged(): (gone?: PlaceRef) => Promise<void> {
  const queries = useQueryClient()
  return async (gone) => {
    const ofGone = gone?.kind === 'client' ? JSON.stringify([...KEY, 'list', gone.id]) : null
    await Promise.all(
      [[...KEY, 'list'], ['admin', 'choice'], ['admin', 'clients'], ['admin', 'locals'], ['fleet']].map((queryKey) =>
        queries.invalidateQueries({ queryKey, predicate: (query) => JSON.stringify(query.queryKey) !== ofGone }),
      ),
    )
  }
}
