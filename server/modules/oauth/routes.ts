/** Every way to a session. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuthorizationCodeRequest } from '#schemas/generated/api/authorization-code-request.ts'
import type { ClientCredentialsRequest } from '#schemas/generated/api/client-credentials-request.ts'
import type { OauthLoginAnswer } from '#schemas/generated/api/oauth-login-answer.ts'
import type { TokenExchange } from '#schemas/generated/api/token-exchange.ts'
import type { TokenRequest } from '#schemas/generated/api/token-request.ts'
import type { Token } from '#schemas/generated/api/token.ts'
import type { Cookie } from '../../lib/cookies.ts'
import { AppError } from '../../lib/errors.ts'
import { ANYONE, callerOf } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import { senderOf } from '../session/sender.ts'
import type { SessionService } from '../session/service.ts'
import { TURN_S } from '../session/turns.ts'
import type { Turns } from '../session/turns.ts'
import type { Welcome } from '../session/welcome.ts'
import { credentialsFromHeaders, loginRequestFromHeaders } from './credentials.ts'
import { readForms } from './read-forms.ts'
import type { OauthService } from './service.ts'

const tags = ['Sign-in']
const BODY_BYTES = 8192
const HEADER_TEXT =
  'Headers are read as Latin-1; with the header credentials-encoding: percent-utf-8, username and password are ' +
  'percent-encoded UTF-8, which holds every password.'

export interface OauthParts {
  readonly sessions: SessionService
  readonly oauth: OauthService
  readonly otpCookie: Cookie
  readonly browserCookie: Cookie
  readonly turnCookie: Cookie
  readonly turns: Pick<Turns, 'give'>
  readonly welcome: Welcome
}

export function oauthRoutes(
  app: FastifyInstance,
  { sessions, oauth, otpCookie, browserCookie, turnCookie, turns, welcome }: OauthParts,
) {
  const signInOf = (request: FastifyRequest) => ({
    ...senderOf(request),
    otpPass: otpCookie.read(request),
    browserCookie: browserCookie.read(request),
    turnCookie: turnCookie.read(request),
  })
  /** A caller who was refused as busy goes before strangers at the next attempt. */
  const orTurn = (request: FastifyRequest, reply: FastifyReply, username: string) => (cause: unknown) => {
    if (cause instanceof AppError && cause.code === 'LOGIN_BUSY')
      turnCookie.set(reply, turns.give(username, request.ip), TURN_S)
    throw cause
  }
  /** Pass and turn are spent, and the account is known in this browser and this network from now on. */
  const signedIn = async (request: FastifyRequest, reply: FastifyReply, username: string) => {
    for (const cookie of [otpCookie, turnCookie]) forget(cookie, request, reply)
    await welcome(request, reply, username)
  }

  app.register(async (login) => {
    readForms(login)

    login.post<{ Body?: TokenRequest | AuthorizationCodeRequest | ClientCredentialsRequest | null; Reply: Token }>(
      '/oauth/token',
      {
        config: { authz: ANYONE },
        bodyLimit: BODY_BYTES,
        schema: {
          tags,
          summary: 'Sign in',
          description:
            'Takes username, password and grant_type=password as a JSON or form body, or as headers of ' +
            `these names; or the code of an external login; or the id and secret of an API client. ${HEADER_TEXT}`,
          body: {
            anyOf: [
              ref('api/token-request'),
              ref('api/authorization-code-request'),
              ref('api/client-credentials-request'),
              { type: 'null' },
            ],
          },
          response: { 200: ref('api/token') },
        },
      },
      async (request, reply) => {
        const body = request.body ?? { grant_type: 'password', ...credentialsFromHeaders(request) }
        switch (body.grant_type) {
          case 'authorization_code':
            return oauth.redeem(body, senderOf(request))
          case 'client_credentials':
            return oauth.signIn(body, senderOf(request))
          case 'password': {
            const { username, password } = body
            const token = await sessions
              .signIn({ username, password, ...signInOf(request) })
              .catch(orTurn(request, reply, username))
            await signedIn(request, reply, username)
            return token
          }
        }
      },
    )

    login.post<{ Reply: OauthLoginAnswer }>(
      '/oauth/login',
      {
        config: { authz: ANYONE },
        bodyLimit: BODY_BYTES,
        schema: {
          tags,
          summary: 'Sign in for an external page',
          description:
            'Headers: username, password, grant_type=password, client_id, redirect_uri (exactly a ' +
            'registered one), response_type=code, state. PKCE is the choice of each client: code_challenge with ' +
            'code_challenge_method=S256 may always be sent, and must be where the client requires it; a code ' +
            `without a challenge is redeemed with the client's secret. ${HEADER_TEXT}`,
          response: { 200: ref('api/oauth-login-answer') },
        },
      },
      async (request, reply) => {
        const credentials = credentialsFromHeaders(request)
        const answer = await oauth
          .login(loginRequestFromHeaders(request), { ...credentials, ...signInOf(request) })
          .catch(orTurn(request, reply, credentials.username))
        await welcome(request, reply, credentials.username)
        return answer
      },
    )
  })

  app.post<{ Body?: TokenExchange | null; Reply: Token }>(
    '/oauth/exchange',
    {
      config: { authz: ANYONE },
      bodyLimit: BODY_BYTES,
      schema: {
        tags,
        summary: 'Turn what came as access_token in the address into a fresh session',
        description:
          'The single-use code of one of our links in the body, or a session token in the access_token header, ' +
          'which ends by it.',
        body: { anyOf: [ref('api/token-exchange'), { type: 'null' }] },
        response: { 200: ref('api/token') },
      },
    },
    (request) => {
      const { code } = request.body ?? {}
      if (code !== undefined) return sessions.redeem(code, senderOf(request))
      if (request.caller === null && request.headers.access_token !== undefined)
        throw new AppError('SESSION_INVALID', 'This session has ended or never was; sign in again.')
      return sessions.renew(callerOf(request))
    },
  )
}

/** A pass or a turn is spent by the sign-in it was for. */
function forget(cookie: Cookie, request: FastifyRequest, reply: FastifyReply): void {
  if (cookie.read(request) !== null) cookie.clear(reply)
}
