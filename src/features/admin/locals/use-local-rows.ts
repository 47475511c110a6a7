/** All locals, or those of a client: the first by name at once, the rest while they are looked at. */
import type { LocalPage } from '#schemas/generated/entities/local-page.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useAdmin } from '../admin-frame.tsx'

export type LocalRow = {
  readonly [Name in keyof LocalPage['columns']]: LocalPage['columns'][Name][number]
}

/** So many are in one answer after the first. */
const LIMIT = 5000

function rowsOf({ columns }: LocalPage): LocalRow[] {
  const names = Object.keys(columns) as (keyof LocalRow)[]
  return columns.id.map((_, at) => Object.fromEntries(names.map((name) => [name, columns[name][at]])) as LocalRow)
}

export function useLocalRows(client: number | null) {
  const { api } = useAdmin()
  const of = client === null ? {} : { client }
  const query = useInfiniteQuery({
    queryKey: ['admin', 'locals', 'rows', client],
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam, signal }) => {
      const page = await api.localRecords.page(
        pageParam === null ? of : { ...of, after: pageParam, limit: LIMIT },
        signal,
      )
      return { total: page.total, next: page.next, rows: rowsOf(page) }
    },
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage, data } = query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage])
  const pages = data?.pages
  const rows = useMemo(() => {
    if (pages === undefined) return undefined
    const [first, ...rest] = pages
    // The first by name are among the rest, once these are all there.
    return hasNextPage || rest.length === 0 ? first?.rows : rest.flatMap((page) => page.rows)
  }, [pages, hasNextPage])
  const arrived = (pages ?? []).slice(1).reduce((sum, page) => sum + page.rows.length, 0)
  return {
    rows: { data: rows, isPending: query.isPending, error: query.error, refetch: query.refetch },
    total: pages?.[0]?.total ?? 0,
    arrived,
    isComplete: pages !== undefined && !hasNextPage,
  }
}
