/** Webhooks and their deliveries, asked anew by every page: what was sent a minute ago is on show. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Webhook } from '#schemas/generated/entities/webhook.ts'
import { useAlerts } from '../alerts-frame.tsx'

const LIST = ['alerts', 'webhooks'] as const
/** While something waits or is in flight it is polled more often. */
const SOON_MS = 5000
const LATER_MS = 60_000

export function useWebhooks() {
  const { webhooks } = useAlerts()
  return useQuery({ queryKey: LIST, queryFn: ({ signal }) => webhooks.list(signal), staleTime: 0 })
}

/** Forgotten with the page that shows it, so that a form never begins with what it was before. */
export function useWebhook(id: number) {
  const { webhooks } = useAlerts()
  return useQuery({
    queryKey: [...LIST, id],
    queryFn: ({ signal }) => webhooks.find(id, signal),
    staleTime: 0,
    gcTime: 0,
  })
}

export function useDeliveries(id: number) {
  const { webhooks } = useAlerts()
  return useQuery({
    queryKey: [...LIST, id, 'deliveries'],
    queryFn: ({ signal }) => webhooks.deliveries(id, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'waiting') === true ? SOON_MS : LATER_MS),
  })
}

/** After a change: the list, and of one webhook what was sent. */
export function useRefreshWebhooks(): (id?: number) => Promise<void> {
  const queries = useQueryClient()
  return async (id) => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: LIST, exact: true }),
      ...(id === undefined ? [] : [queries.invalidateQueries({ queryKey: [...LIST, id, 'deliveries'] })]),
    ])
  }
}

/** How a webhook does, in one word. */
export const stateOf = ({
  enabled,
  offBecause,
  failingSince,
  deliveredAt,
}: Pick<Webhook, 'enabled' | 'offBecause' | 'failingSince' | 'deliveredAt'>) => {
  if (!enabled) return offBecause === null ? 'off' : 'switchedOff'
  if (failingSince !== null) return 'failing'
  return deliveredAt === null ? 'unused' : 'working'
}
