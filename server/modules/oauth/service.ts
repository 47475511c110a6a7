/** Signing in for other programs: people through their pages (authorization code), and the programs themselves. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { AuthorizationCodeRequest } from '#schemas/generated/api/authorization-code-request.ts'
import type { ClientCredentialsRequest } from '#schemas/generated/api/client-credentials-request.ts'
import type { OauthLoginAnswer } from '#schemas/generated/api/oauth-login-answer.ts'
import type { Token } from '#schemas/generated/api/token.ts'
import { steadyOf } from '../../lib/clock.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'
import type { ClientCredentials } from '../api-clients/repo.ts'
import type { RefusedTries } from '../audit/refused-tries.ts'
import type { Authenticate, Sender, SignIn } from '../session/authenticate.ts'
import type { Credentials } from '../session/credentials-repo.ts'
import type { SessionService } from '../session/service.ts'
import type { LoginThrottle } from '../session/throttle.ts'

const CODE_VALID_MS = 60_000

/** The parameters beside the credentials, as they came. */
export interface LoginRequest {
  readonly client_id?: string
  readonly redirect_uri?: string
  readonly response_type?: string
  readonly state?: string
  readonly code_challenge?: string
  readonly code_challenge_method?: string
}

interface Parts {
  readonly catalog: Pick<Catalog, 'apiClients' | 'oauthCodes' | 'sessions' | 'audit'>
  readonly sessions: Pick<SessionService, 'open'>
  readonly authenticate: Authenticate
  readonly throttle: LoginThrottle
  readonly refusedTries: RefusedTries
  readonly clock: Clock
}

const clientInvalid = () =>
  new AppError('OAUTH_CLIENT_INVALID', 'There is no enabled API client with this client_id, redirect_uri and secret.')
const codeInvalid = () =>
  new AppError('OAUTH_CODE_INVALID', 'This code is not valid, or not any more, for this client and redirect_uri.')
const requestInvalid = (what: string) => new AppError('OAUTH_REQUEST_INVALID', what)

const same = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
const knowsSecret = ({ secretHash }: ClientCredentials, secret: string) =>
  secretHash !== null && same(secretHash, hashOf(secret))

/** RFC 7636, S256. */
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

export function oauthService({ catalog, sessions, authenticate, throttle, refusedTries, clock }: Parts) {
  const { apiClients, oauthCodes, audit } = catalog
  const steady = steadyOf(clock)

  /** Throws OAUTH_CLIENT_INVALID, OAUTH_REQUEST_INVALID. The address is compared letter by letter. */
  async function checkedClient({
    client_id: clientId = '',
    redirect_uri: uri = '',
    response_type: type,
    code_challenge: challenge,
    code_challenge_method: method,
  }: LoginRequest): Promise<ClientCredentials> {
    const client = await apiClients.credentials(clientId)
    if (client === undefined || !client.enabled || !client.redirectUris.includes(uri)) throw clientInvalid()
    if (type !== 'code') throw requestInvalid(`response_type is ${JSON.stringify(type ?? '')}; expected code.`)
    if (challenge === undefined && method !== undefined)
      throw requestInvalid('code_challenge_method came without code_challenge.')
    if (challenge === undefined && client.pkce)
      throw requestInvalid('This client must send code_challenge with code_challenge_method=S256.')
    if (challenge !== undefined && method !== 'S256')
      throw requestInvalid(`code_challenge_method is ${JSON.stringify(method ?? '')}; expected S256.`)
    if (challenge !== undefined && !/^[A-Za-z0-9_-]{43}$/.test(challenge))
      throw requestInvalid('code_challenge is not the base64url of a SHA-256.')
    return client
  }

  async function enabledAccount(id: number): Promise<Credentials | undefined> {
    const account = await catalog.sessions.credentialsOf(id)
    return account?.enabled === true ? account : undefined
  }

  return {
    /**
     * The login of an external page. The client and its address are checked before the password: no credentials
     * are tried for a page that may not ask. Throws OAUTH_CLIENT_INVALID, OAUTH_REQUEST_INVALID, and what
     * `authenticate` throws.
     */
    async login(request: LoginRequest, signIn: SignIn): Promise<OauthLoginAnswer> {
      const client = await checkedClient(request)
      const { state = '', redirect_uri: redirectUri = '', code_challenge: challenge = null } = request
      const account = await authenticate(signIn)
      const [code, now] = [newToken(), steady.now()]
      await oauthCodes.sweep(now)
      await oauthCodes.add(hashOf(code), {
        userId: account.id,
        apiClientId: client.id,
        redirectUri,
        challenge,
        expiresAt: now + CODE_VALID_MS,
      })
      await audit.append(SYSTEM_SCOPE, {
        action: 'oauth.login',
        target: account.username,
        details: { client: client.clientId, address: signIn.address },
        at: clock.now(),
      })
      return { code, state, redirect_uri: redirectUri }
    },

    /**
     * Turns the code into a session in which the client's page acts for the person: with what both may. Throws
     * OAUTH_CODE_INVALID, and OAUTH_CLIENT_INVALID for a wrong secret.
     */
    async redeem(
      {
        code,
        redirect_uri: uri,
        client_id: clientId,
        client_secret: secret,
        code_verifier: verifier,
      }: AuthorizationCodeRequest,
      sender: Sender,
    ): Promise<Token> {
      const client = await apiClients.credentials(clientId)
      // A wrong secret does not spend the code: else anyone who learns a code could spoil the login.
      if (client === undefined || !client.enabled || (secret !== undefined && !knowsSecret(client, secret)))
        throw clientInvalid()
      const known = await oauthCodes.take(hashOf(code))
      if (
        known === undefined ||
        known.expiresAt <= steady.now() ||
        known.apiClientId !== client.id ||
        known.redirectUri !== uri
      )
        throw codeInvalid()
      // The client that sends the code must prove that it requested it: by the verifier, or, without PKCE, by the
      // secret.
      const proven =
        known.challenge === null
          ? secret !== undefined && verifier === undefined
          : verifier !== undefined && same(challengeOf(verifier), known.challenge)
      const account = proven ? await enabledAccount(known.userId) : undefined
      if (account === undefined) throw codeInvalid()
      return sessions.open(account, sender, { page: client })
    },

    /** A session of the service user of an API client. Throws OAUTH_CLIENT_INVALID, LOGIN_TOO_MANY. */
    async signIn(
      { client_id: clientId, client_secret: secret }: ClientCredentialsRequest,
      sender: Sender,
    ): Promise<Token> {
      const from = { address: sender.address, isGuessable: false }
      throttle.attempt(`api:${clientId}`, from)
      const client = await apiClients.credentials(clientId)
      const account =
        client !== undefined && client.enabled && knowsSecret(client, secret)
          ? await enabledAccount(client.userId)
          : undefined
      if (account === undefined) {
        const [target, { address }] = [`api:${clientId}`.slice(0, 254), sender]
        if (refusedTries.take({ action: 'session.refuse', target, isKnown: client !== undefined, address })) {
          await audit.append(SYSTEM_SCOPE, { action: 'session.refuse', target, details: { address }, at: clock.now() })
        }
        throw clientInvalid()
      }
      throttle.succeeded(`api:${clientId}`, from)
      return sessions.open(account, sender)
    },
  }
}

export type OauthService = ReturnType<typeof oauthService>
