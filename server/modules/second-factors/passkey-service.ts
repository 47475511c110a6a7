/**
 * Passkeys (WebAuthn): what the device holds and how the person proves to be there are two factors at once, so neither
 * password nor code is asked.
 */
import { isIP } from 'node:net'
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Passkey } from '#schemas/generated/entities/passkey.ts'
import { AppError } from '../../lib/errors.ts'
import type { Caller } from '../../lib/caller.ts'
import { CHALLENGE_S } from './challenges.ts'
import { requireOwnSignIn, signInNotices } from './service.ts'
import { passkeySignIn } from './passkey-sign-in.ts'
import { handleOf } from './passkey-parts.ts'
import type { PasskeyParts } from './passkey-parts.ts'

/** Passkeys of one account. */
export const MAX_PASSKEYS = 20

const notFound = (id: number) =>
  new AppError('PASSKEY_NOT_FOUND', `This account has no passkey ${id}.`, { passkey: id })

/** Throws PASSKEY_LIMIT_EXCEEDED. */
function requireRoom({ length }: readonly string[]): void {
  if (length < MAX_PASSKEYS) return
  throw new AppError(
    'PASSKEY_LIMIT_EXCEEDED',
    `This account has ${length} passkeys; expected at most ${MAX_PASSKEYS}. Remove one first.`,
  )
}

/** Browsers allow passkeys under a name, over https or on this computer; null where they do not. */
export function passkeyHostOf(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl)
  return (protocol === 'https:' || hostname === 'localhost') && isIP(hostname.replace(/^\[|\]$/g, '')) === 0
    ? hostname
    : null
}

export function passkeyService(parts: PasskeyParts) {
  const { catalog, challenges, mail, background, clock, publicUrl } = parts
  const { passkeys, audit } = catalog
  const notify = signInNotices({ mail, background, clock, publicUrl })
  const { origin: expectedOrigin, hostname: rpID } = new URL(publicUrl)

  return {
    /** Options for the browser to make a passkey. Throws SECOND_FACTOR_NOT_ALLOWED, PASSKEY_LIMIT_EXCEEDED. */
    async beginRegistration({
      user,
    }: Caller): Promise<{ options: PublicKeyCredentialCreationOptionsJSON; kept: string }> {
      requireOwnSignIn(user)
      const own = await passkeys.credentialsOf(user.id)
      requireRoom(own)
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

    /** Keeps the passkey that the browser made. Throws PASSKEY_REFUSED, PASSKEY_LIMIT_EXCEEDED, NAME_TAKEN. */
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
        await repositories.locks.hold('passkeys', user.id)
        // Many may have been begun while there was room.
        requireRoom(await repositories.passkeys.credentialsOf(user.id))
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
      notify(user, 'signInChanged')
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
      notify(user, 'signInChanged')
    },

    ...passkeySignIn(parts),
  }
}

export type PasskeyService = ReturnType<typeof passkeyService>
