import type { FastifyInstance } from 'fastify'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { OtpCode } from '#schemas/generated/api/otp-code.ts'
import type { RecoveryCodes } from '#schemas/generated/api/recovery-codes.ts'
import type { TotpSetUp } from '#schemas/generated/api/totp-set-up.ts'
import type { SecondFactors } from '#schemas/generated/entities/second-factors.ts'
import { callerOf, RECENT_AUTH_ADMIN } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import type { SecondFactorService } from './service.ts'

const tags = ['Account']
const NOTHING = { 204: { type: 'null' } }
const authz: Authz = { subjects: 'user', tenant: 'self', inPerson: true }
const config = { authz: { ...authz, fresh: true } } as const

export function secondFactorRoutes(app: FastifyInstance, { factors }: { factors: SecondFactorService }) {
  app.get<{ Reply: SecondFactors }>(
    '/auth/user/second-factors',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'What the own account signs in with besides its password',
        response: { 200: ref('entities/second-factors') },
      },
    },
    (request) => factors.state(callerOf(request)),
  )

  app.post<{ Reply: TotpSetUp }>(
    '/auth/user/totp',
    {
      config,
      schema: {
        tags,
        summary: 'A secret for an app that makes codes',
        description: 'Shown this once; in use when a code of it was entered.',
        response: { 200: ref('api/totp-set-up') },
      },
    },
    (request) => factors.begin(callerOf(request)),
  )

  app.post<{ Body: OtpCode; Reply: RecoveryCodes }>(
    '/auth/user/totp/confirm',
    {
      config,
      bodyLimit: 1024,
      schema: {
        tags,
        summary: 'Ask for a code of the app at every sign-in',
        description: 'Takes a first code of the app. Gives recovery codes, which are shown this once.',
        body: ref('api/otp-code'),
        response: { 200: ref('api/recovery-codes') },
      },
    },
    (request) => factors.confirm(callerOf(request), request.body.code),
  )

  app.post<{ Reply: RecoveryCodes }>(
    '/auth/user/recovery-codes',
    {
      config,
      schema: {
        tags,
        summary: 'New recovery codes in place of those of before',
        response: { 200: ref('api/recovery-codes') },
      },
    },
    (request) => factors.renewRecoveryCodes(callerOf(request)),
  )

  app.delete(
    '/auth/user/totp',
    { config, schema: { tags, summary: 'Ask for no code of the app any more', response: NOTHING } },
    async (request, reply) => {
      await factors.remove(callerOf(request))
      return reply.code(204).send()
    },
  )

  app.delete<{ Params: IdParams }>(
    '/users/:id/second-factors',
    {
      config: { authz: RECENT_AUTH_ADMIN },
      schema: {
        tags: ['Users'],
        summary: 'Remove the app, the recovery codes and the passkeys of an account',
        params: ref('api/id-params'),
        response: NOTHING,
        description: 'For a lost telephone. Its sessions end, and its owner is notified by mail.',
      },
    },
    async (request, reply) => {
      await factors.removeAll(callerOf(request).scope, request.params.id)
      return reply.code(204).send()
    },
  )
}
