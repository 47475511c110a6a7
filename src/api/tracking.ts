/** POST /monitoring/tracking/: what people did, in batches. The beacon is the page's own business: it outlives it. */
import type { TrackingBatch } from '#schemas/generated/api/tracking-batch.ts'
import type { ApiClient } from './client.ts'

export const trackingApi = (client: ApiClient) => ({
  async post(events: readonly TrackingBatch['events'][number][]): Promise<void> {
    await client.send('/monitoring/tracking/', { method: 'POST', body: { events } })
  },
})
