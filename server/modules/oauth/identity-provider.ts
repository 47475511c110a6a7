/**
 * The corporate sign-in: an OpenID provider identifies the person, and only an account that is here already may come
 * in.
 */
import * as openid from 'openid-client'
import type { IdentityProvider } from '../../lib/config.ts'
import { steadyOf } from '../../lib/clock.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Secrets } from '../../lib/secrets.ts'
import type { RefusedTries } from '../audit/refused-tries.ts'
import type { AuditRepo } from '../audit/repo.ts'
import type { SessionRepo } from '../session/repo.ts'
import { CONFIRMED_MS } from '../session/lifetime.ts'
import type { SessionService } from '../session/service.ts'
import { providerDiscovery } from './provider-discovery.ts'

/** How long a person may take at the provider. */
export const SIGN_IN_MS = 10 * 60_000
const PLACE = 'cookie:idp'
const SCOPE = 'openid email'

/** Sealed state in the browser meanwhile: it binds the answer to the one who asked. */
interface Begun {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly until: number
}

interface Parts {
  readonly idp: IdentityProvider | null
  readonly publicUrl: string
  readonly accounts: Pick<SessionRepo, 'credentials'>
  readonly sessions: Pick<SessionService, 'accessCode'>
  readonly audit: AuditRepo
  readonly refusedTries: RefusedTries
  readonly secrets: Secrets
  readonly clock: Clock
}

const refused = (why: string, cause?: unknown) =>
  new AppError('IDP_REFUSED', `The corporate sign-in was not completed: ${why}.`, undefined, { cause })

export function identityProviderService({
  idp,
  publicUrl,
  accounts,
  sessions,
  audit,
  refusedTries,
  secrets,
  clock,
}: Parts) {
  const redirectUri = `${publicUrl}/api/oauth/callback`
  const configuration = providerDiscovery(idp)

  function begunFrom(sealed: string | null): Begun {
    if (sealed === null) throw refused('it was not begun in this browser')
    try {
      const begun = JSON.parse(secrets.open(sealed, PLACE)) as Begun
      if (steadyOf(clock).now() >= begun.until) throw refused('it took too long')
      return begun
    } catch (error) {
      throw error instanceof AppError ? error : refused('it was not begun in this browser', error)
    }
  }

  /**
   * The address the provider vouches for, in lower case, and whether the person signed in there just now. Throws
   * IDP_REFUSED.
   */
  async function confirmedEmail(
    config: openid.Configuration,
    currentUrl: URL,
    { state, nonce, verifier }: Begun,
  ): Promise<{ email: string; isShown: boolean }> {
    try {
      const tokens = await openid.authorizationCodeGrant(config, currentUrl, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw refused('the provider sent no identity')
      // Many providers send the address only here.
      const { email, email_verified: verified } =
        claims.email === undefined ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub) : claims
      if (typeof email !== 'string' || verified !== true)
        throw refused('the provider has not confirmed an e-mail address')
      // A provider that still knows the browser lets it through unasked; only its word for when it asked counts.
      const isShown = typeof claims.auth_time === 'number' && clock.now() - claims.auth_time * 1000 < CONFIRMED_MS
      return { email: email.trim().toLowerCase(), isShown }
    } catch (error) {
      throw error instanceof AppError ? error : refused('the answer of the provider could not be trusted', error)
    }
  }

  return {
    /**
     * Where to send the browser, and what it keeps until it comes back. `again`: the provider must ask who it is, even
     * if it knows. Throws IDP_NOT_CONFIGURED, IDP_UNREACHABLE.
     */
    async begin(again = false): Promise<{ location: string; kept: string }> {
      const config = await configuration()
      const begun: Begun = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
        until: steadyOf(clock).now() + SIGN_IN_MS,
      }
      const location = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        response_type: 'code',
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
        ...(again && { prompt: 'login', max_age: '0' }),
      })
      return { location: location.href, kept: secrets.seal(JSON.stringify(begun), PLACE) }
    },

    /**
     * The single-use code that opens the session. `query`: of the address the provider led back to, with its question
     * mark; `address`: from where it came. Throws IDP_REFUSED, IDP_NO_ACCOUNT, and what `begin` throws.
     */
    async finish(query: string, kept: string | null, address: string): Promise<string> {
      const config = await configuration()
      const { email, isShown } = await confirmedEmail(config, new URL(redirectUri + query), begunFrom(kept))
      const account = await accounts.credentials(email)
      const at = clock.now()
      if (account === undefined || !account.enabled || account.loginType === 'service') {
        const target = email.slice(0, 254)
        if (refusedTries.take({ action: 'session.refuse', target, isKnown: account !== undefined, address })) {
          await audit.append(SYSTEM_SCOPE, {
            action: 'session.refuse',
            target,
            details: { by: 'identity provider' },
            at,
          })
        }
        throw new AppError(
          'IDP_NO_ACCOUNT',
          'There is no enabled account with the e-mail address that the identity provider confirmed.',
        )
      }
      await audit.append(SYSTEM_SCOPE, { action: 'oauth.identity', target: account.username, at })
      return sessions.accessCode(account.id, isShown)
    },
  }
}

export type IdentityProviderService = ReturnType<typeof identityProviderService>
