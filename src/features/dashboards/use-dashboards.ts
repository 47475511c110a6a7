/** Data of the server, requested anew by every page: another author may have published meanwhile. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type ListAddress, useListAddress, useUi } from '#ui'
import { useLocation, useSearchParams } from 'react-router'
import { useDashboards } from './frame.tsx'

const FRESH = { staleTime: 0 } as const
const LIST = ['dashboards'] as const

export function useDashboardList() {
  const { api } = useDashboards()
  const { locale } = useUi()
  return useQuery({ queryKey: [...LIST, 'list', locale], queryFn: ({ signal }) => api.list(locale, signal), ...FRESH })
}

export function useDashboardDocument(id: string) {
  const { api } = useDashboards()
  return useQuery({ queryKey: [...LIST, id], queryFn: ({ signal }) => api.one(id, signal), ...FRESH, gcTime: 0 })
}

export function useRevisions(id: string) {
  const { api } = useDashboards()
  return useQuery({
    queryKey: [...LIST, id, 'revisions'],
    queryFn: ({ signal }) => api.revisions(id, signal),
    ...FRESH,
  })
}

/** A revision never changes; null = none is asked for. */
export function useRevision(id: string, number: number | null) {
  const { api } = useDashboards()
  return useQuery({
    queryKey: [...LIST, id, 'revisions', number],
    queryFn: ({ signal }) => api.revision(id, number ?? 0, signal),
    enabled: number !== null,
  })
}

/** For the choice of an audience, and for the words of one. */
export function useClients(enabled = true) {
  const { api } = useDashboards()
  return useQuery({ queryKey: [...LIST, 'clients'], queryFn: ({ signal }) => api.clients(signal), enabled })
}

export function useGroups(enabled: boolean) {
  const { api } = useDashboards()
  return useQuery({ queryKey: [...LIST, 'groups'], queryFn: ({ signal }) => api.groups(signal), enabled })
}

/** Shared folders to file in. */
export function useFolders() {
  const { api } = useDashboards()
  return useQuery({ queryKey: [...LIST, 'folders'], queryFn: ({ signal }) => api.folders(signal), ...FRESH })
}

const SEARCHED_AFTER_MS = 250
const LEAST_LETTERS = 2

/** Where dashboards have the words that are searched, by their id; empty until the server has answered. */
export function useContents(text: string): ReadonlyMap<string, readonly string[]> {
  const { api } = useDashboards()
  const { locale } = useUi()
  const [requested, setRequested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRequested(text.trim()), SEARCHED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  const isAsked = requested.length >= LEAST_LETTERS && !requested.startsWith('#')
  const { data } = useQuery({
    queryKey: [...LIST, 'search', requested, locale],
    queryFn: ({ signal }) => api.search(requested, locale, signal),
    enabled: isAsked,
    ...FRESH,
  })
  return useMemo(() => new Map(isAsked ? data?.map(({ id, where }) => [id, where]) : []), [data, isAsked])
}

/** After a change: what is on show is asked for again. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: LIST })
}

/** The state of the list in its address; opened again, the list is as it was left. */
export function useList(): ListAddress {
  return useListAddress(useSearchParams(), useLocation().pathname)
}
