/** Calls about an account: the own one, and for administrators any. */
import type { FastifyInstance } from 'fastify'
import { PASSWORD_MAX_TYPED } from '#domain/password'
import type { Confirmation } from '#schemas/generated/api/confirmation.ts'
import type { LoginInfo } from '#schemas/generated/api/login-info.ts'
import type { PasswordChange } from '#schemas/generated/api/password-change.ts'
import type { Terms } from '#schemas/generated/api/terms.ts'
import { AppError } from '../../lib/errors.ts'
import { IN_PERSON, OWN, callerOf } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import type { Welcome } from '../session/welcome.ts'
import type { AccountService } from './service.ts'

const tags = ['Account']
const NOTHING = { 204: { type: 'null' } }
/** Two passwords, every character escaped. */
const BODY_BYTES = 16_384

interface Parts {
  readonly accounts: AccountService
  readonly welcome: Welcome
}

export function accountRoutes(app: FastifyInstance, { accounts, welcome }: Parts) {
  app.get<{ Reply: LoginInfo }>(
    '/auth/user/login-info',
    {
      config: { authz: OWN },
      schema: {
        tags,
        summary: 'The login before this one, and what the account still has to do',
        response: { 200: ref('api/login-info') },
      },
    },
    (request) => accounts.loginInfo(callerOf(request)),
  )

  app.post<{ Body?: PasswordChange | null; Querystring: Partial<PasswordChange> }>(
    '/users/password',
    {
      config: { authz: IN_PERSON },
      bodyLimit: BODY_BYTES,
      schema: {
        tags,
        summary: 'Change the own password',
        description: 'In the body; the query is taken too, and never logged.',
        body: { anyOf: [ref('api/password-change'), { type: 'null' }] },
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: {
            oldPassword: { type: 'string', maxLength: PASSWORD_MAX_TYPED },
            newPassword: { type: 'string', maxLength: PASSWORD_MAX_TYPED },
          },
        },
        response: NOTHING,
      },
    },
    async (request, reply) => {
      const { oldPassword, newPassword } = request.body ?? request.query
      if (oldPassword === undefined || newPassword === undefined)
        throw new AppError('REQUEST_INVALID', 'oldPassword and newPassword are needed, in the body.')
      await accounts.change(callerOf(request), { oldPassword, newPassword }, request.ip)
      await welcome(request, reply, callerOf(request).user.username)
      return reply.code(204).send()
    },
  )

  app.post<{ Body: Confirmation }>(
    '/auth/user/confirm',
    {
      config: { authz: IN_PERSON, evenFull: true },
      bodyLimit: BODY_BYTES,
      schema: {
        tags,
        summary: 'Show the password again',
        description:
          'Calls that change rights or secrets answer CONFIRMATION_REQUIRED when this, or the sign-in, was more ' +
          'than 15 minutes ago.',
        body: ref('api/confirmation'),
        response: NOTHING,
      },
    },
    async (request, reply) => {
      await accounts.confirm(callerOf(request), request.body.password, request.ip)
      return reply.code(204).send()
    },
  )

  // The specification writes these with and without a slash at the end.
  for (const slash of ['', '/']) {
    app.get<{ Reply: Terms }>(
      `/auth/user/terms-of-service${slash}`,
      {
        config: { authz: OWN },
        schema: { tags, summary: 'Whether the terms of service were accepted', response: { 200: ref('api/terms') } },
      },
      (request) => Promise.resolve(accounts.terms(callerOf(request))),
    )

    app.post(
      `/auth/user/terms-of-service${slash}`,
      { config: { authz: IN_PERSON }, schema: { tags, summary: 'Accept the terms of service', response: NOTHING } },
      async (request, reply) => {
        await accounts.acceptTerms(callerOf(request))
        return reply.code(204).send()
      },
    )
  }
}
