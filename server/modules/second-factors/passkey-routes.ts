import type { FastifyInstance } from 'fastify'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { PasskeyAnswer } from '#schemas/generated/api/passkey-answer.ts'
import type { PasskeyDraft } from '#schemas/generated/api/passkey-draft.ts'
import type { PasskeyName } from '#schemas/generated/api/passkey-name.ts'
import type { Token } from '#schemas/generated/api/token.ts'
import type { Passkey } from '#schemas/generated/entities/passkey.ts'
import type { Cookie } from '../../lib/cookies.ts'
import { ANYONE, callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import { senderOf } from '../session/sender.ts'
import { CHALLENGE_S } from './challenges.ts'
import type { Welcome } from '../session/welcome.ts'
import type { PasskeyService } from './passkey-service.ts'

const authz: Authz = { subjects: 'user', tenant: 'self', inPerson: true }
const config = { authz: { ...authz, fresh: true } } as const
const NOTHING = { 204: { type: 'null' } }
const BODY_BYTES = 16_384
const OPTIONS = { 200: { type: 'object', additionalProperties: true, description: 'As WebAuthn has it in JSON.' } }

export interface PasskeyParts {
  readonly passkeys: PasskeyService
  readonly passkeyCookie: Cookie
  readonly welcome: Welcome
}

export function passkeyRoutes(app: FastifyInstance, { passkeys, passkeyCookie, welcome }: PasskeyParts) {
  app.post(
    '/auth/user/passkeys/options',
    {
      config,
      schema: {
        tags: ['Account'],
        summary: 'What a browser makes a passkey with',
        description: 'Leaves a cookie: the answer counts in this browser, once, for two minutes.',
        response: OPTIONS,
      },
    },
    async (request, reply) => {
      const { options, kept } = await passkeys.beginRegistration(callerOf(request))
      passkeyCookie.set(reply, kept, CHALLENGE_S)
      return options
    },
  )

  app.post<{ Body: PasskeyDraft; Reply: Passkey }>(
    '/auth/user/passkeys',
    {
      config,
      bodyLimit: BODY_BYTES,
      schema: {
        tags: ['Account'],
        summary: 'Register a passkey of the own account',
        body: ref('api/passkey-draft'),
        response: { 201: ref('entities/passkey') },
      },
    },
    async (request, reply) => {
      passkeyCookie.clear(reply)
      return reply.code(201).send(await passkeys.register(callerOf(request), request.body, passkeyCookie.read(request)))
    },
  )

  app.put<{ Params: IdParams; Body: PasskeyName }>(
    '/auth/user/passkeys/:id',
    {
      config: { authz },
      bodyLimit: 1024,
      schema: {
        tags: ['Account'],
        summary: 'Name an own passkey',
        params: ref('api/id-params'),
        body: ref('api/passkey-name'),
        response: NOTHING,
      },
    },
    async (request, reply) => {
      await passkeys.rename(callerOf(request), request.params.id, request.body.name)
      return reply.code(204).send()
    },
  )

  app.delete<{ Params: IdParams }>(
    '/auth/user/passkeys/:id',
    {
      config,
      schema: { tags: ['Account'], summary: 'Remove an own passkey', params: ref('api/id-params'), response: NOTHING },
    },
    async (request, reply) => {
      await passkeys.remove(callerOf(request), request.params.id)
      return reply.code(204).send()
    },
  )

  app.post(
    '/oauth/passkey/options',
    {
      config: { authz: ANYONE },
      schema: {
        tags: ['Sign-in'],
        summary: 'What a browser asks a passkey to sign',
        description: 'Leaves a cookie: the answer counts in this browser, once, for two minutes.',
        response: OPTIONS,
      },
    },
    async (request, reply) => {
      const { options, kept } = await passkeys.beginSignIn(request.ip)
      passkeyCookie.set(reply, kept, CHALLENGE_S)
      return options
    },
  )

  app.post<{ Body: PasskeyAnswer; Reply: Token }>(
    '/oauth/passkey',
    {
      config: { authz: ANYONE },
      bodyLimit: BODY_BYTES,
      schema: {
        tags: ['Sign-in'],
        summary: 'Sign in with a passkey',
        description: 'Without password and code: the device has asked for a PIN, a finger or a face.',
        body: ref('api/passkey-answer'),
        response: { 200: ref('api/token') },
      },
    },
    async (request, reply) => {
      const kept = passkeyCookie.read(request)
      if (kept !== null) passkeyCookie.clear(reply)
      const { token, username } = await passkeys.signIn(request.body.response, kept, senderOf(request))
      await welcome(request, reply, username)
      return token
    },
  )
}
