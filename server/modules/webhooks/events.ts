/**
 * The payload: the event as it is stored, with whole links, and under made-up names where its reader may know no
 * others.
 */
import type { WebhookTest } from '#schemas/generated/api/webhook-test.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { LocalService } from '../locals/service.ts'
import type { EventData, StoredDelivery } from './stored-delivery.ts'

interface Parts {
  readonly clients: Pick<ClientService, 'find'>
  readonly locals: Pick<LocalService, 'ofClient'>
  readonly publicUrl: string
}

export function webhookEvents({ clients, locals, publicUrl }: Parts) {
  /** The names that a demo account reads. Throws CLIENT_NOT_FOUND. */
  async function disguised(scope: Scope, data: EventData): Promise<EventData> {
    const { name } = await clients.find(scope, data.client.id)
    const client = { ...data.client, name }
    if (!('alert' in data)) return { ...data, client }
    const { local, figure } = data
    const known = local && (await locals.ofClient(scope, client.id)).find(({ id }) => id === local.id)
    return {
      ...data,
      client,
      local: local && { id: local.id, name: known?.name ?? `#${local.id}` },
      figure: {
        ...figure,
        device: figure.device && 'Demo Footscan',
        widget: figure.widget && { ...figure.widget, row: '' },
      },
    }
  }

  return {
    /** @param scope of the account that made the webhook; null = it is gone */
    async bodyOf(
      { type, createdAt, data }: Pick<StoredDelivery, 'type' | 'createdAt' | 'data'>,
      scope: Scope | null,
    ): Promise<string> {
      const shown = scope?.demo === true ? await disguised(scope, data) : data
      return JSON.stringify({
        type,
        timestamp: new Date(createdAt).toISOString(),
        data: 'alert' in shown ? { ...shown, link: `${publicUrl}${shown.link}` } : shown,
      })
    },

    /** Throws CLIENT_NOT_FOUND. */
    async testData(scope: Scope, webhook: number, client: number): Promise<WebhookTest['data']> {
      const { id, name } = await clients.find(scope, client)
      return { webhook, client: { id, name } }
    },
  }
}

export type WebhookEvents = ReturnType<typeof webhookEvents>
