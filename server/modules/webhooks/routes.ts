import type { FastifyInstance } from 'fastify'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { WebhookDeliveryParams } from '#schemas/generated/api/webhook-delivery-params.ts'
import type { WebhookMade } from '#schemas/generated/api/webhook-made.ts'
import type { WebhookDelivery } from '#schemas/generated/entities/webhook-delivery.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { collectionRoutes } from '../../plugins/collection.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { WebhookService } from './service.ts'

const authz: Authz = { subjects: 'user', flag: ['canAlerts'], tenant: 'clients' }
/** Where data of a client go from now on, and a secret: only while the password was shown a short while ago. */
const fresh: Authz = { ...authz, fresh: true }
const tags = ['Webhooks']
const params = ref('api/id-params')

export function webhookRoutes(app: FastifyInstance, { webhooks }: { webhooks: WebhookService }) {
  collectionRoutes(
    app,
    {
      path: '/webhooks',
      tag: 'Webhooks',
      one: 'A webhook',
      many: 'webhooks of the clients of this account',
      authz,
      changes: fresh,
      removes: authz,
      entity: 'entities/webhook',
      draft: 'api/webhook-draft',
      created: 'api/webhook-made',
      query: 'api/webhooks-query',
    },
    webhooks.collection,
  )

  app.post<{ Params: IdParams; Reply: WebhookMade }>(
    '/webhooks/:id/secret',
    {
      config: { authz: fresh },
      schema: {
        tags,
        summary: 'Another secret, shown this once; for a day both are valid',
        params,
        response: { 200: ref('api/webhook-made') },
      },
    },
    (request) => webhooks.rotate(callerOf(request).scope, request.params.id),
  )

  app.post<{ Params: IdParams; Reply: WebhookDelivery }>(
    '/webhooks/:id/test',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'Sends a test at once and says what was answered',
        params,
        response: { 200: ref('entities/webhook-delivery') },
      },
    },
    (request) => webhooks.test(callerOf(request).scope, request.params.id),
  )

  app.get<{ Params: IdParams; Reply: WebhookDelivery[] }>(
    '/webhooks/:id/deliveries',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'What was sent or waits to be, the newest first, at most 200',
        params,
        response: { 200: listOf('entities/webhook-delivery') },
      },
    },
    (request) => webhooks.deliveries(callerOf(request).scope, request.params.id),
  )

  app.post<{ Params: WebhookDeliveryParams; Reply: WebhookDelivery }>(
    '/webhooks/:id/deliveries/:delivery/again',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'Sends an event again, under the id it had',
        params: ref('api/webhook-delivery-params'),
        response: { 200: ref('entities/webhook-delivery') },
      },
    },
    (request) => webhooks.again(callerOf(request).scope, request.params.id, request.params.delivery),
  )
}
