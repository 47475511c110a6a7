/** From when to when there are counts. For accounts with footCompare. */
import type { CountedDays } from '#schemas/generated/entities/counted-days.ts'
import type { ApiClient } from './client.ts'

export const compareApi = (client: ApiClient) => ({
  range: (of: number, locals: readonly number[] | 'shown', signal?: AbortSignal): Promise<CountedDays> =>
    client.json('/compare/range', {
      query: { client: of, locals: locals === 'shown' ? locals : locals.join(',') },
      signal,
    }),
})
