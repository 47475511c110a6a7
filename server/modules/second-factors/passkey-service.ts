/**
 * Passkeys (WebAuthn): what the device holds and how the person proves to be there are two factors at once, so neither
 * password nor code is asked.
 */
import { isIP } from 'node:net'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Token } from '#schemas/generated/api/token.ts'
import type { Passkey } from '#schemas/generated/entities/passkey.ts'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { rateLimit } from '../../lib/rate-limit.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { MailService } from '../mail/service.ts'
import type { Sender } from '../session/authenticate.ts'
import type { SessionService } from '../session/service.ts'
import type { Caller } from '../session/caller.ts'
import { network } from '../../lib/network.ts'
import { hasPassword } from '../users/user.ts'
import { CHALLENGE_S } from './challenges.ts'
import type { PasskeyChallenges } from './challenges.ts'
import { requireOwnSignIn, signInNotices } from './service.ts'

/** Passkeys of one account. */
const MOST = 20

interface Parts {
  readonly catalog: Pick<Catalog, 'passkeys' | 'sessions' | 'logins' | 'audit' | 'transaction'>
  readonly sessions: Pick<SessionService, 'open'>
  readonly challenges: PasskeyChallenges
  readonly mail: Pick<MailService, 'send'>
  readonly background: Background
  readonly clock: Clock
  readonly publicUrl: string
}

const invalid = (cause?: unknown) =>
  new AppError(
    'PASSKEY_INVALID',
    'This passkey is not one of an account that may sign in here, or its answer is not right.',
    undefined,
    { cause },
  )
const notFound = (id: number) =>
  new AppError('PASSKEY_NOT_FOUND', `This account has no passkey ${id}.`, { passkey: id })

/** The name by which authenticators know an account; it tells nothing of the person. */
const handleOf = (userId: number) => new Uint8Array(Buffer.from(`aforo:${userId}`))

/** Browsers allow passkeys under a name, over https or on this computer; null where they do not. */
export function passkeyHostOf(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl)
  return (protocol === 'https:' || hostname === 'localhost') && isIP(hostname.replace(/^\[|\]$/g, '')) === 0
    ? hostname
    : null
}

export function passkeyService({ catalog, sessions, challenges, mail, background, clock, publicUrl }: Parts) {
  const { passkeys, audit } = catalog
  const tell = signInNotices({ mail, background, clock, publicUrl })
  const { origin: expectedOrigin, hostname: rpID } = new URL(publicUrl)
  const asked = rateLimit(clock, { most: 60, perMs: 60_000 })

  return {
    /** What the browser makes a passkey with. Throws SECOND_FACTOR_NOT_ALLOWED, PASSKEY_LIMIT_EXCEEDED. */
    async beginRegistration({
      user,
    }: Caller): Promise<{ options: PublicKeyCredentialCreationOptionsJSON; kept: string }> {
      requireOwnSignIn(user)
      const own = await passkeys.credentialsOf(user.id)
      if (own.length >= MOST)
        throw new AppError(
          'PASSKEY_LIMIT_EXCEEDED',
          `This account has ${own.length} passkeys; expected at most ${MOST}. Remove one first.`,
        )
      const { challenge, kept } = challenges.make(user.id)
      const options = await generateRegistrationOptions({
        rpName: 'Aforo',
        rpID,
        userID: handleOf(user.id),
        userName: user.username,
        challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
        timeout: CHALLENGE_S * 1000,
        attestationType: 'none',
        excludeCredentials: own.map((id) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { options, kept }
    },

    /** Keeps the passkey that the browser made. Throws PASSKEY_REFUSED, NAME_TAKEN. */
    async register(
      { user, scope }: Caller,
      { name, response }: { name: string; response: unknown },
      kept: string | null,
    ): Promise<Passkey> {
      requireOwnSignIn(user)
      const expectedChallenge = challenges.take(kept, user.id)
      const refused = (cause?: unknown) =>
        new AppError(
          'PASSKEY_REFUSED',
          'The passkey does not belong to a request made in this browser in the last two minutes.',
          undefined,
          { cause },
        )
      if (expectedChallenge === null) throw refused()
      const checked = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge,
        expectedOrigin,
        expectedRPID: rpID,
        requireUserVerification: true,
      }).catch((cause: unknown) => {
        throw refused(cause)
      })
      if (!checked.verified) throw refused()
      const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential
      const made = await catalog.transaction(async (repositories) => {
        const at = clock.now()
        const passkey = await repositories.passkeys.insert({
          userId: user.id,
          credentialId: id,
          publicKey: Buffer.from(publicKey).toString('base64url'),
          counter,
          transports,
          name,
          at,
        })
        await repositories.audit.append(scope, {
          action: 'passkey.create',
          target: user.username,
          details: { name },
          at,
        })
        return passkey
      })
      tell(user, 'signInChanged')
      return made
    },

    /** Throws PASSKEY_NOT_FOUND. */
    async rename({ user, scope }: Caller, id: number, name: string): Promise<void> {
      if (!(await passkeys.rename(user.id, id, name))) throw notFound(id)
      await audit.append(scope, { action: 'passkey.rename', target: user.username, details: { name }, at: clock.now() })
    },

    /** Throws PASSKEY_NOT_FOUND. */
    async remove({ user, scope }: Caller, id: number): Promise<void> {
      const name = await passkeys.remove(user.id, id)
      if (name === undefined) throw notFound(id)
      await audit.append(scope, { action: 'passkey.remove', target: user.username, details: { name }, at: clock.now() })
      tell(user, 'signInChanged')
    },

    /** What the browser asks a passkey to sign. No account is named: the device offers its own. Throws RATE_LIMITED. */
    async beginSignIn(address: string): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; kept: string }> {
      asked.require(network(address))
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
      asked.require(`${network(sender.address)}\nanswer`)
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

export type PasskeyService = ReturnType<typeof passkeyService>
