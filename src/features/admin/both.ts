/** Two answers that are shown together: pending until both are here, failed when one is. */
import type { QueryLike } from '#ui'

export function both<A, B>(a: QueryLike<A>, b: QueryLike<B>): QueryLike<readonly [A, B]> {
  const failed = [a, b].filter(({ error }) => Boolean(error))
  return {
    data: a.data === undefined || b.data === undefined ? undefined : [a.data, b.data],
    error: failed[0]?.error ?? null,
    isPending: a.isPending || b.isPending,
    isFetching: a.isFetching === true || b.isFetching === true,
    refetch: () => {
      for (const one of failed) one.refetch?.()
    },
  }
}
