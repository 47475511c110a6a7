/** The calls of orders besides those of every noun: their locals, and what waits for an account. */
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { LocalOrderDraft } from '#schemas/generated/api/local-order-draft.ts'
import type { LocalOrderOldIds } from '#schemas/generated/api/local-order-old-ids.ts'
import type { LocalOrderParams } from '#schemas/generated/api/local-order-params.ts'
import type { OrderLocalParams } from '#schemas/generated/api/order-local-params.ts'
import type { OrderParams } from '#schemas/generated/api/order-params.ts'
import type { OrderUserParams } from '#schemas/generated/api/order-user-params.ts'
import type { FastifyInstance } from 'fastify'
import type { StartedModule } from '../../module.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { AnyResource } from '../../resource/description.ts'
import { startResource } from '../../resource/start.ts'
import { orderService } from './service.ts'

const ADMIN: Authz = { subjects: 'admin', tenant: 'none' }
const tags = ['Orders']
const config = { authz: ADMIN }
const entity = ref('entities/local-order')
const entities = listOf('entities/local-order')

export const startOrders = (resource: AnyResource): StartedModule => ({
  routes(api, parts) {
    startResource(resource).routes?.(api, parts)
    const service = orderService(resource, parts)
    localRoutes(api, service)
    listRoutes(api, service)
  },
})

type Service = ReturnType<typeof orderService>

function localRoutes(api: FastifyInstance, { locals, add, replace, remove, setOldIds }: Service): void {
  const params = ref('api/local-order-params')
  api.get<{ Params: IdParams }>(
    '/orders/:id/locals',
    {
      config,
      schema: {
        tags,
        summary: 'The locals of an order',
        params: ref('api/id-params'),
        response: { 200: entities },
      },
    },
    (request) => locals(callerOf(request).scope, request.params.id),
  )

  api.post<{ Params: OrderParams; Body: LocalOrderDraft }>(
    '/orders/:order/locals',
    {
      config,
      schema: {
        tags,
        summary: 'An order: add a local, while it is a draft',
        params: ref('api/order-params'),
        body: ref('api/local-order-draft'),
        response: { 201: entity },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await add(callerOf(request).scope, request.params.order, request.body)),
  )

  api.put<{ Params: LocalOrderParams; Body: LocalOrderDraft }>(
    '/orders/:order/locals/:id',
    {
      config,
      schema: {
        tags,
        summary: 'A local of an order: replace; once it is launched, only the old id',
        params,
        body: ref('api/local-order-draft'),
        response: { 200: entity },
      },
    },
    (request) => replace(callerOf(request).scope, request.params.order, request.params.id, request.body),
  )

  api.delete<{ Params: LocalOrderParams }>(
    '/orders/:order/locals/:id',
    {
      config,
      schema: {
        tags,
        summary: 'A local of an order: take it out, while the order is a draft',
        params,
        response: { 204: { type: 'null' } },
      },
    },
    async (request, reply) => {
      await remove(callerOf(request).scope, request.params.order, request.params.id)
      return reply.code(204).send()
    },
  )

  api.put<{ Params: IdParams; Body: LocalOrderOldIds }>(
    '/orders/:id/locals/oldId/bulk',
    {
      config,
      schema: {
        tags,
        summary: 'The old ids of many locals of an order: all of them, or none',
        params: ref('api/id-params'),
        body: ref('api/local-order-old-ids'),
        response: { 200: entities },
      },
    },
    (request) => setOldIds(callerOf(request).scope, request.params.id, request.body),
  )
}

function listRoutes(api: FastifyInstance, { ofLocal, progress, takeUp, wouldTakeUp }: Service): void {
  api.get<{ Params: OrderLocalParams }>(
    '/orders/local-orders/local/:local',
    {
      config,
      schema: {
        tags,
        summary: 'The orders that a local is in',
        params: ref('api/order-local-params'),
        response: { 200: entities },
      },
    },
    (request) => ofLocal(callerOf(request).scope, request.params.local),
  )

  api.get(
    '/orders/progress',
    {
      config,
      schema: {
        tags,
        summary: 'How many locals each order has, and how many are installed',
        response: { 200: listOf('entities/order-progress') },
      },
    },
    (request) => progress(callerOf(request).scope),
  )

  api.get<{ Params: OrderUserParams }>(
    '/orders/process/user/:userId',
    {
      config,
      schema: {
        tags,
        summary: 'The open orders that are unassigned, as an administrator would take them up',
        params: ref('api/order-user-params'),
        response: { 200: ref('api/entries-moved') },
      },
    },
    (request) => wouldTakeUp(callerOf(request).scope, request.params.userId),
  )

  api.post<{ Params: OrderUserParams }>(
    '/orders/process/user/:userId',
    {
      config,
      schema: {
        tags,
        summary: 'An administrator takes up the open orders that are unassigned',
        params: ref('api/order-user-params'),
        response: { 200: ref('api/entries-moved') },
      },
    },
    (request) => takeUp(callerOf(request).scope, request.params.userId),
  )
}
