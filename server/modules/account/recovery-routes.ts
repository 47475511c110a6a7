/** Calls of those who cannot sign in: they are sent a link that sets a new password. */
import type { FastifyInstance } from 'fastify'
import type { RecoverRequest } from '#schemas/generated/api/recover-request.ts'
import { ANYONE } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import type { AccountService } from './service.ts'

const tags = ['Account']
/** Two passwords, every character escaped. */
const BODY_BYTES = 16_384
const EMAIL_PARAMS = {
  type: 'object',
  additionalProperties: false,
  required: ['email'],
  properties: { email: { type: 'string', minLength: 1, maxLength: 254 } },
}

export function recoveryRoutes(app: FastifyInstance, { accounts }: { accounts: AccountService }) {
  app.post<{ Params: { email: string } }>(
    '/auth/user/email/:email',
    {
      config: { authz: ANYONE },
      schema: {
        tags,
        summary: 'Send a link that sets a new password',
        description: 'The answer is the same whether or not there is such an account.',
        params: EMAIL_PARAMS,
        response: { 202: { type: 'object', additionalProperties: false } },
      },
    },
    async (request, reply) => {
      accounts.recover(request.params.email, request.ip)
      return reply.code(202).send({})
    },
  )

  app.post<{ Body: RecoverRequest }>(
    '/scewc',
    {
      config: { authz: ANYONE },
      bodyLimit: BODY_BYTES,
      schema: {
        tags,
        summary: 'Send a link that sets a new password, in a language',
        body: ref('api/recover-request'),
        response: { 202: { type: 'object', additionalProperties: false } },
      },
    },
    async (request, reply) => {
      accounts.recover(request.body.email, request.ip, request.body.language)
      return reply.code(202).send({})
    },
  )
}
