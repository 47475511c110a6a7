import type { FastifyInstance } from 'fastify'
import type { ApiTokenDraft } from '#schemas/generated/api/api-token-draft.ts'
import type { ApiTokenMade } from '#schemas/generated/api/api-token-made.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { ApiToken } from '#schemas/generated/entities/api-token.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { ApiTokenService } from './service.ts'

/** A token acts with the rights of its person, so that an external page neither makes nor sees one. */
const authz: Authz = { subjects: 'user', tenant: 'self', inPerson: true }
const tags = ['Account']
const BODY_BYTES = 4096

export function apiTokenRoutes(app: FastifyInstance, { apiTokens }: { apiTokens: ApiTokenService }) {
  app.get<{ Reply: ApiToken[] }>(
    '/auth/api-tokens',
    {
      config: { authz },
      schema: { tags, summary: 'The own API tokens, newest first', response: { 200: listOf('entities/api-token') } },
    },
    (request) => apiTokens.listOf(callerOf(request), callerOf(request).user.id),
  )

  app.post<{ Body: ApiTokenDraft; Reply: ApiTokenMade }>(
    '/auth/api-tokens',
    {
      config: { authz: { ...authz, fresh: true } },
      bodyLimit: BODY_BYTES,
      schema: {
        tags,
        summary: 'An API token for dashboards as code; its value is shown this once',
        body: ref('api/api-token-draft'),
        response: { 201: ref('api/api-token-made') },
      },
    },
    async (request, reply) => reply.code(201).send(await apiTokens.create(callerOf(request), request.body)),
  )

  app.get<{ Params: IdParams; Reply: ApiToken[] }>(
    '/auth/api-tokens/user/:id',
    {
      config: { authz: { subjects: 'admin', tenant: 'none' } },
      schema: {
        tags,
        summary: 'The API tokens of an account',
        params: ref('api/id-params'),
        response: { 200: listOf('entities/api-token') },
      },
    },
    (request) => apiTokens.listOf(callerOf(request), request.params.id),
  )

  app.delete<{ Params: IdParams }>(
    '/auth/api-tokens/:id',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'Revoke an API token: an own one, or as an administrator any',
        params: ref('api/id-params'),
        response: { 204: { type: 'null' } },
      },
    },
    async (request, reply) => {
      await apiTokens.revoke(callerOf(request), request.params.id)
      return reply.code(204).send()
    },
  )
}
