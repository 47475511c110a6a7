import type { FastifyInstance } from 'fastify'
import type { ApiClientDraft } from '#schemas/generated/api/api-client-draft.ts'
import type { ApiClientSecret } from '#schemas/generated/api/api-client-secret.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import { callerOf, RECENT_AUTH_ADMIN } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { collectionRoutes } from '../../plugins/collection.ts'
import { ref } from '../../plugins/schemas.ts'
import type { ApiClientService } from './service.ts'

const authz: Authz = { subjects: 'admin', tenant: 'none' }

export function apiClientRoutes(app: FastifyInstance, { apiClients }: { apiClients: ApiClientService }) {
  collectionRoutes<unknown, ApiClientDraft, unknown>(
    app,
    {
      path: '/security/api_client',
      tag: 'API clients',
      one: 'An API client',
      many: 'API clients, by name',
      authz,
      changes: RECENT_AUTH_ADMIN,
      entity: 'entities/api-client',
      draft: 'api/api-client-draft',
      created: 'api/api-client-secret',
    },
    apiClients,
  )

  app.post<{ Params: IdParams; Reply: ApiClientSecret }>(
    '/security/api_client/:id/secret',
    {
      config: { authz: RECENT_AUTH_ADMIN },
      schema: {
        tags: ['API clients'],
        summary: 'Give an API client a new secret, which is shown this once',
        params: ref('api/id-params'),
        response: { 201: ref('api/api-client-secret') },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await apiClients.renewSecret(callerOf(request).scope, request.params.id)),
  )
}
