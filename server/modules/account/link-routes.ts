/**
 * One documented address for two things: the token of a link, which is valid by itself, and the id of an
 * account, which needs a session. Which of the two it is follows from its form alone.
 */
import type { FastifyInstance } from 'fastify'
import type { PasswordReset } from '#schemas/generated/api/password-reset.ts'
import type { TokenParams } from '#schemas/generated/api/token-params.ts'
import type { TokenUser } from '#schemas/generated/api/token-user.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { callerOf, requireInPerson } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import { isToken } from '../../lib/secrets.ts'
import type { Welcome } from '../session/welcome.ts'
import type { AccountService } from './service.ts'

const tags = ['Account']
const authz: Authz = { subjects: 'anyone', tenant: 'self' }

interface Parts {
  readonly accounts: AccountService
  readonly welcome: Welcome
}

export function linkRoutes(app: FastifyInstance, { accounts, welcome }: Parts) {
  app.get<{ Params: TokenParams; Reply: TokenUser | UserAccount }>(
    '/auth/user/:token',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'Whose link this is, or an account by its id',
        description:
          'With the token of a link: id and username. With an id: the account, for itself and for administrators.',
        params: ref('api/token-params'),
        response: { 200: { anyOf: [ref('entities/user-account'), ref('api/token-user')] } },
      },
    },
    (request) => {
      const { token } = request.params
      if (isToken(token)) return accounts.ofToken(token)
      requireInPerson(callerOf(request))
      return accounts.find(callerOf(request).scope, Number(token))
    },
  )

  app.put<{ Params: TokenParams; Body: PasswordReset }>(
    '/auth/user/:token',
    {
      config: { authz },
      bodyLimit: 8192,
      schema: {
        tags,
        summary: 'Set a new password with the token of a link',
        description: 'The token in the body decides; the address has the same token, or the id of its account.',
        params: ref('api/token-params'),
        body: ref('api/password-reset'),
        response: { 204: { type: 'null' } },
      },
    },
    async (request, reply) => {
      // Who has the link has the account: others' failures are not theirs.
      await welcome(request, reply, await accounts.reset(request.params.token, request.body))
      return reply.code(204).send()
    },
  )
}
