import type { FastifyInstance } from 'fastify'
import type { DeviceKeyDraft } from '#schemas/generated/api/device-key-draft.ts'
import type { DeviceKeyMade } from '#schemas/generated/api/device-key-made.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { DeviceKey } from '#schemas/generated/entities/device-key.ts'
import { callerOf, RECENT_AUTH_ADMIN } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { DeviceKeyService } from './service.ts'

const tags = ['Device keys']
const params = ref('api/id-params')

export function deviceKeyRoutes(app: FastifyInstance, { deviceKeys }: { deviceKeys: DeviceKeyService }) {
  app.get<{ Reply: DeviceKey[] }>(
    '/device-keys',
    {
      config: { authz: { subjects: 'admin', tenant: 'none' } },
      schema: { tags, summary: 'All keys that open, by client', response: { 200: listOf('entities/device-key') } },
    },
    (request) => deviceKeys.list(callerOf(request).scope),
  )

  app.post<{ Body: DeviceKeyDraft; Reply: DeviceKeyMade }>(
    '/device-keys',
    {
      config: { authz: RECENT_AUTH_ADMIN },
      schema: {
        tags,
        summary: 'A key for a device or a client, which is shown this once',
        body: ref('api/device-key-draft'),
        response: { 201: ref('api/device-key-made') },
      },
    },
    async (request, reply) => reply.code(201).send(await deviceKeys.create(callerOf(request).scope, request.body)),
  )

  app.post<{ Params: IdParams; Reply: DeviceKeyMade }>(
    '/device-keys/:id/rotate',
    {
      config: { authz: RECENT_AUTH_ADMIN },
      schema: {
        tags,
        summary: 'A successor for a key; the old one opens for another day',
        params,
        response: { 201: ref('api/device-key-made') },
      },
    },
    async (request, reply) => reply.code(201).send(await deviceKeys.rotate(callerOf(request).scope, request.params.id)),
  )

  app.delete<{ Params: IdParams }>(
    '/device-keys/:id',
    {
      config: { authz: RECENT_AUTH_ADMIN },
      schema: { tags, summary: 'Withdraw a key, now', params, response: { 204: { type: 'null' } } },
    },
    async (request, reply) => {
      await deviceKeys.remove(callerOf(request).scope, request.params.id)
      return reply.code(204).send()
    },
  )
}
