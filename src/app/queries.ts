/**
 * The answers that ordinary pages share (dashboards have their own engine). They are stale after an hour (spec 1,
 * "Other").
 */
import { QueryClient } from '@tanstack/react-query'

const HOUR_MS = 3_600_000

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: HOUR_MS, gcTime: HOUR_MS, retry: false, refetchOnWindowFocus: false } },
})
