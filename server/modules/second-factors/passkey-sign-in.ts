/** Signing in with a passkey. */
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Token } from '#schemas/generated/api/token.ts'
import { AppError } from '../../lib/errors.ts'
import { rateLimit } from '../../lib/rate-limit.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Sender } from '../session/authenticate.ts'
import { network } from '../../lib/network.ts'
import { hasPassword } from '../../lib/user.ts'
import { CHALLENGE_S } from './challenges.ts'
import { handleOf } from './passkey-parts.ts'
import type { PasskeyParts } from './passkey-parts.ts'

const invalid = (cause?: unknown) =>
  new AppError(
    'PASSKEY_INVALID',
    'This passkey is not one of an account that may sign in here, or its answer is not right.',
    undefined,
    { cause },
  )

type Needed = Pick<PasskeyParts, 'catalog' | 'sessions' | 'challenges' | 'clock' | 'publicUrl'>

export function passkeySignIn({ catalog, sessions, challenges, clock, publicUrl }: Needed) {
  const { passkeys, audit } = catalog
  const { origin: expectedOrigin, hostname: rpID } = new URL(publicUrl)
  const attempts = rateLimit(clock, { most: 60, perMs: 60_000 })

  return {
    /**
     * Options for the browser to sign in with a passkey. No account is named: the device offers its own. Throws
     * RATE_LIMITED.
     */
    async beginSignIn(address: string): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; kept: string }> {
      attempts.require(network(address))
      const { challenge, kept } = challenges.make(null)
      const options = await generateAuthenticationOptions({
        rpID,
        userVerification: 'required',
        timeout: CHALLENGE_S * 1000,
        challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      })
      return { options, kept }
    },

    /**
     * Opens a session for whose passkey it is, confirmed as by a password. Throws PASSKEY_INVALID in the same words for
     * an unknown passkey, a wrong answer, a challenge that is not this browser's, and an account that is disabled or
     * signs in elsewhere; RATE_LIMITED.
     */
    async signIn(response: unknown, kept: string | null, sender: Sender): Promise<{ token: Token; username: string }> {
      attempts.require(`${network(sender.address)}\nanswer`)
      const { id: credentialId, response: signed } = response as { id: string; response?: { userHandle?: unknown } }
      const userHandle = signed?.userHandle
      const expectedChallenge = challenges.take(kept, null)
      const known = await passkeys.find(credentialId)
      const account = known === undefined ? undefined : await catalog.sessions.credentialsOf(known.userId)
      try {
        if (
          expectedChallenge === null ||
          known === undefined ||
          account === undefined ||
          !account.enabled ||
          !hasPassword(account)
        )
          throw invalid()
        if (
          typeof userHandle !== 'string' ||
          !Buffer.from(userHandle, 'base64url').equals(Buffer.from(handleOf(account.id)))
        )
          throw invalid()
        const checked = await verifyAuthenticationResponse({
          response: response as AuthenticationResponseJSON,
          expectedChallenge,
          expectedOrigin,
          expectedRPID: rpID,
          requireUserVerification: true,
          credential: {
            id: known.credentialId,
            publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
            counter: known.counter,
            transports: [...known.transports] as AuthenticatorTransport[],
          },
        })
        if (!checked.verified || !(await passkeys.use(known.id, checked.authenticationInfo.newCounter, clock.now())))
          throw invalid()
      } catch (cause) {
        const at = clock.now()
        const target = account?.username ?? 'passkey'
        if (account !== undefined)
          await catalog.logins.record({
            userId: account.id,
            username: target,
            at,
            success: false,
            address: sender.address,
            network: network(sender.address),
            agent: sender.agent,
          })
        await audit.append(SYSTEM_SCOPE, { action: 'passkey.refuse', target, details: { address: sender.address }, at })
        throw cause instanceof AppError ? cause : invalid(cause)
      }
      await audit.append(SYSTEM_SCOPE, {
        action: 'passkey.accept',
        target: account.username,
        details: { address: sender.address },
        at: clock.now(),
      })
      return { token: await sessions.open(account, sender), username: account.username }
    },
  }
}
