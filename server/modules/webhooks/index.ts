/**
 * Webhooks: what happens at a client is sent to the addresses that it names, signed and at least once (decision 119).
 */
import type { ServerModule } from '../../module.ts'
import { webhookDeliveryRepo } from './delivery-repo.ts'
import { webhookRepo } from './repo.ts'
import { webhookTables } from './tables.ts'
import type { WebhookDeliveriesTable, WebhooksTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    webhooks: WebhooksTable
    webhook_deliveries: WebhookDeliveriesTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly webhooks: ReturnType<typeof webhookRepo>
    readonly webhookDeliveries: ReturnType<typeof webhookDeliveryRepo>
  }
}

export const webhooks: ServerModule = {
  name: 'webhooks',
  repositories: { webhooks: webhookRepo, webhookDeliveries: webhookDeliveryRepo },
  steps: { '0067-webhooks': webhookTables },
  start: () => import('./start.ts'),
}
