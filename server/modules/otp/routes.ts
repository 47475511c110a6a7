import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OtpCode } from '#schemas/generated/api/otp-code.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { OtpHanded } from '#schemas/generated/api/otp-handed.ts'
import type { OtpSent } from '#schemas/generated/api/otp-sent.ts'
import type { OtpStatus } from '#schemas/generated/api/otp-status.ts'
import type { UsernameParams } from '#schemas/generated/api/username-params.ts'
import type { Cookie } from '../../lib/cookies.ts'
import { ANYONE, callerOf, RECENT_AUTH_ADMIN } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import { ASKING_BROWSER_S } from './asking-browser.ts'
import { CODE_TOKEN_VALID_S } from './code-tokens.ts'
import type { OtpService } from './service.ts'

const tags = ['Sign-in']
const config = { authz: ANYONE }
const params = ref('api/username-params')

export interface OtpParts {
  readonly otp: OtpService
  readonly otpCookie: Cookie
  readonly askingCookie: Cookie
  readonly browserCookie: Cookie
}

export function otpRoutes(app: FastifyInstance, { otp, otpCookie, askingCookie, browserCookie }: OtpParts) {
  const askingOf = (request: FastifyRequest) => ({
    address: request.ip,
    askingCookie: askingCookie.read(request),
    browserCookie: browserCookie.read(request),
  })

  app.get<{ Params: UsernameParams; Reply: OtpStatus }>(
    '/auth/user/otp/:username',
    {
      config,
      schema: {
        tags,
        summary: 'Whether an account signs in with a one-time code',
        params,
        response: { 200: ref('api/otp-status') },
      },
    },
    (request) => otp.status(request.params.username, request.ip),
  )

  app.post<{ Params: UsernameParams; Reply: OtpSent }>(
    '/auth/user/otp/:username/generate',
    {
      config,
      schema: {
        tags,
        summary: 'Send a one-time code by mail',
        description:
          'The answer is the same whether or not there is such an account. It leaves a cookie: the code counts in ' +
          'this browser only.',
        params,
        response: { 202: ref('api/otp-sent') },
      },
    },
    async (request, reply) => {
      const { sent, askingCookie: kept } = otp.generate(request.params.username, askingOf(request))
      askingCookie.set(reply, kept, ASKING_BROWSER_S)
      return reply.code(202).send(sent)
    },
  )

  app.post<{ Params: IdParams; Reply: OtpHanded }>(
    '/users/:id/otp',
    {
      config: { authz: RECENT_AUTH_ADMIN },
      schema: {
        tags,
        summary: 'A one-time code to hand over manually',
        params: ref('api/id-params'),
        response: { 200: ref('api/otp-handed') },
        description:
          'For accounts that no mail reaches. Shown once, valid for ten minutes, once, in any browser, beside the ' +
          'password.',
      },
    },
    (request) => otp.hand(callerOf(request).scope, request.params.id),
  )

  app.post<{ Params: UsernameParams; Body: OtpCode }>(
    '/auth/user/otp/:username/validate',
    {
      config,
      bodyLimit: 1024,
      schema: {
        tags,
        summary: 'Enter a one-time code',
        description:
          'In the browser that asked for it. Leaves a cookie that the sign-in needs, once, within two minutes.',
        params,
        body: ref('api/otp-code'),
        response: { 204: { type: 'null' } },
      },
    },
    async (request, reply) => {
      otpCookie.set(
        reply,
        await otp.validate(request.params.username, request.body.code, askingOf(request)),
        CODE_TOKEN_VALID_S,
      )
      return reply.code(204).send()
    },
  )
}
