/** Orders and their locals. Administrators only. */
import type { LocalOrderDraft } from '#schemas/generated/api/local-order-draft.ts'
import type { LocalOrderOldIds } from '#schemas/generated/api/local-order-old-ids.ts'
import type { LocalOrder } from '#schemas/generated/entities/local-order.ts'
import type { OrderProgress } from '#schemas/generated/entities/order-progress.ts'
import type { ApiClient } from './client.ts'

export const ordersApi = (client: ApiClient) => ({
  locals: (order: number, signal?: AbortSignal): Promise<LocalOrder[]> =>
    client.list(`/orders/${order}/locals`, { signal }),
  /** LOCAL_NOT_FOUND, ORDER_STATE_CONFLICT, ORDER_LOCAL_CONFLICT, OLD_ID_CONFLICT. */
  addLocal: (order: number, draft: LocalOrderDraft): Promise<LocalOrder> =>
    client.json(`/orders/${order}/locals`, { method: 'POST', body: draft }),
  /** LOCAL_ORDER_NOT_FOUND, ORDER_STATE_CONFLICT. */
  async removeLocal(order: number, id: number): Promise<void> {
    await client.send(`/orders/${order}/locals/${id}`, { method: 'DELETE' })
  },
  /** All or none. OLD_ID_CONFLICT. */
  setOldIds: (order: number, locals: LocalOrderOldIds['locals']): Promise<LocalOrder[]> =>
    client.json(`/orders/${order}/locals/oldId/bulk`, { method: 'PUT', body: { locals } }),
  progress: (signal?: AbortSignal): Promise<OrderProgress[]> => client.list('/orders/progress', { signal }),
})
