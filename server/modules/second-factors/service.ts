/**
 * Factors of a sign-in besides the password: set up and removed by the person, removed by an administrator when a
 * telephone is lost.
 */
import type { RecoveryCodes } from '#schemas/generated/api/recovery-codes.ts'
import type { TotpSetUp } from '#schemas/generated/api/totp-set-up.ts'
import type { SecondFactors } from '#schemas/generated/entities/second-factors.ts'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { sealedPlace } from '../../db/sealed.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Secrets } from '../../lib/secrets.ts'
import type { MailService } from '../mail/service.ts'
import type { Caller } from '../../lib/caller.ts'
import { userNotFound } from '../users/link-repo.ts'
import { hasPassword } from '../../lib/user.ts'
import type { User } from '../../lib/user.ts'
import { newRecoveryCodes, recoveryHash } from './app-codes.ts'
import { newTotpSecret, totpStep, totpUri } from './totp.ts'

interface Parts {
  readonly catalog: Pick<Catalog, 'totp' | 'passkeys' | 'sessions' | 'transaction'>
  readonly mail: Pick<MailService, 'send'>
  readonly secrets: Pick<Secrets, 'seal' | 'open'>
  readonly background: Background
  readonly clock: Clock
  readonly publicUrl: string
}

/** Shared accounts would lock each other out; who signs in elsewhere has the steps of elsewhere. */
export function requireOwnSignIn(user: User): void {
  if (hasPassword(user) && !user.properties.demo) return
  const why = user.properties.demo
    ? 'is a demo account, which several people share'
    : 'has no password here, so it signs in elsewhere'
  throw new AppError(
    'SECOND_FACTOR_NOT_ALLOWED',
    `${user.username} ${why}; expected an account of one person with a password of its own.`,
  )
}

/** Notifies the owner by mail that the ways to sign in have changed. */
export function signInNotices({
  mail,
  background,
  clock,
  publicUrl,
}: Pick<Parts, 'mail' | 'background' | 'clock' | 'publicUrl'>) {
  return (
    { username, properties }: Pick<User, 'username' | 'properties'>,
    kind: 'signInChanged' | 'factorsRemoved',
  ): void => {
    const values = { username, when: clock.now(), link: kind === 'signInChanged' ? `${publicUrl}/recover` : publicUrl }
    background.run('notice of a changed sign-in', () =>
      mail.send({ to: username, kind, language: properties.lang, values }),
    )
  }
}

export function secondFactorService({ catalog, mail, secrets, background, clock, publicUrl }: Parts) {
  const { totp } = catalog
  const notify = signInNotices({ mail, background, clock, publicUrl })
  const placeOf = (userId: number) => sealedPlace('totp.secret', userId)
  const conflict = () =>
    new AppError('TOTP_CONFLICT', 'This account has an app for its codes already; remove that one first.')
  const notSetUp = () => new AppError('TOTP_NOT_FOUND', 'This account has no app for its codes.')

  return {
    async state({ user }: Caller): Promise<SecondFactors> {
      const [app, recoveryCodes] = [await totp.find(user.id), await totp.countRecoveryCodes(user.id)]
      return {
        allowed: hasPassword(user) && !user.properties.demo,
        app: app?.confirmedAt ?? null,
        recoveryCodes,
        passkeys: await catalog.passkeys.listOf(user.id),
      }
    },

    /** A secret for an app, in use once a code of it was entered. Throws SECOND_FACTOR_NOT_ALLOWED, TOTP_CONFLICT. */
    async begin({ user }: Caller): Promise<TotpSetUp> {
      requireOwnSignIn(user)
      const secret = newTotpSecret()
      if (!(await totp.begin(user.id, secrets.seal(secret, placeOf(user.id))))) throw conflict()
      return { secret, uri: totpUri(secret, { username: user.username, issuer: 'Aforo' }) }
    },

    /**
     * From now on the sign-in asks for a code of the app. Gives the recovery codes, this once. Throws TOTP_INVALID,
     * TOTP_NOT_FOUND, TOTP_CONFLICT.
     */
    async confirm({ user, scope }: Caller, code: string): Promise<RecoveryCodes> {
      requireOwnSignIn(user)
      const begun = await totp.find(user.id)
      if (begun === undefined) throw notSetUp()
      if (begun.confirmedAt !== null) throw conflict()
      const at = clock.now()
      const step = totpStep(secrets.open(begun.secret, placeOf(user.id)), code.replace(/\s/g, ''), at)
      if (step === null)
        throw new AppError('TOTP_INVALID', 'The code is not the one that the app shows now; expected six digits.')
      const codes = newRecoveryCodes()
      await catalog.transaction(async (repositories) => {
        if (!(await repositories.totp.confirm(user.id, { secret: begun.secret, step, at }))) throw conflict()
        await repositories.totp.putRecoveryCodes(user.id, codes.map(recoveryHash))
        await repositories.audit.append(scope, { action: 'totp.create', target: user.username, at })
      })
      notify(user, 'signInChanged')
      return { codes }
    },

    /** Recovery codes in place of those of before. Throws TOTP_NOT_FOUND. */
    async renewRecoveryCodes({ user, scope }: Caller): Promise<RecoveryCodes> {
      requireOwnSignIn(user)
      const app = await totp.find(user.id)
      if (app === undefined || app.confirmedAt === null) throw notSetUp()
      const codes = newRecoveryCodes()
      await catalog.transaction(async (repositories) => {
        await repositories.totp.putRecoveryCodes(user.id, codes.map(recoveryHash))
        await repositories.audit.append(scope, { action: 'totp.recovery', target: user.username, at: clock.now() })
      })
      return { codes }
    },

    /** The sign-in asks for no code of the app any more. Throws TOTP_NOT_FOUND. */
    async remove({ user, scope }: Caller): Promise<void> {
      await catalog.transaction(async (repositories) => {
        if (!(await repositories.totp.remove(user.id))) throw notSetUp()
        await repositories.audit.append(scope, { action: 'totp.remove', target: user.username, at: clock.now() })
      })
      notify(user, 'signInChanged')
    },

    /**
     * For a lost telephone: the app, its recovery codes, the passkeys and every session of the account go. Throws
     * USER_NOT_FOUND.
     */
    async removeAll(scope: Scope, id: number): Promise<void> {
      const known = await catalog.sessions.credentialsOf(id)
      if (known === undefined || known.loginType === 'service') throw userNotFound(id)
      await catalog.transaction(async (repositories) => {
        await repositories.totp.remove(id)
        await repositories.passkeys.removeAll(id)
        await repositories.accounts.endSessions(scope, id)
        await repositories.audit.append(scope, { action: 'factors.remove', target: known.username, at: clock.now() })
      })
      notify(known, 'factorsRemoved')
    },
  }
}

export type SecondFactorService = ReturnType<typeof secondFactorService>
