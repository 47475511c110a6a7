/** Calls about the history of accounts: tries to sign in and password changes, the own and, for administrators, any. */
import type { FastifyInstance } from 'fastify'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { LoginEntry } from '#schemas/generated/entities/login-entry.ts'
import type { PassChange } from '#schemas/generated/entities/pass-change.ts'
import { IN_PERSON, callerOf } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { AccountService } from './service.ts'

const tags = ['Account']
const NOTHING = { 204: { type: 'null' } }

export function historyRoutes(app: FastifyInstance, { accounts }: { accounts: AccountService }) {
  // The specification writes these with and without a slash at the end.
  for (const slash of ['', '/']) {
    app.get<{ Reply: LoginEntry[] }>(
      `/auth/user/logins${slash}`,
      {
        config: { authz: IN_PERSON },
        schema: {
          tags,
          summary: 'The own tries to sign in, newest first',
          response: { 200: listOf('entities/login-entry') },
        },
      },
      (request) => accounts.logins(callerOf(request).scope, callerOf(request).user.id),
    )

    app.get<{ Reply: PassChange[] }>(
      `/auth/user/pass-changes${slash}`,
      {
        config: { authz: IN_PERSON },
        schema: {
          tags,
          summary: 'The own password changes, newest first',
          response: { 200: listOf('entities/pass-change') },
        },
      },
      (request) => accounts.passwordChanges(callerOf(request).scope, callerOf(request).user.id),
    )
  }

  const params = ref('api/id-params')
  app.get<{ Params: IdParams; Reply: LoginEntry[] }>(
    '/auth/user/logins/:id',
    {
      config: { authz: IN_PERSON },
      schema: {
        tags,
        summary: 'Tries to sign in to an account, newest first',
        params,
        response: { 200: listOf('entities/login-entry') },
      },
    },
    (request) => accounts.logins(callerOf(request).scope, request.params.id),
  )

  app.get<{ Params: IdParams; Reply: PassChange[] }>(
    '/auth/user/pass-changes/:id',
    {
      config: { authz: IN_PERSON },
      schema: {
        tags,
        summary: 'Password changes of an account, newest first',
        params,
        response: { 200: listOf('entities/pass-change') },
      },
    },
    (request) => accounts.passwordChanges(callerOf(request).scope, request.params.id),
  )

  app.delete<{ Params: IdParams }>(
    '/auth/user/login-fails/:id',
    {
      config: { authz: { subjects: 'admin', tenant: 'none' } },
      schema: { tags, summary: 'Let an account try to sign in again at once', params, response: NOTHING },
    },
    async (request, reply) => {
      await accounts.forgive(callerOf(request).scope, request.params.id)
      return reply.code(204).send()
    },
  )
}
