/** What people do with their own account: passwords, recovery, terms, history. */
import type { Language } from '#domain/languages'
import type { LoginInfo } from '#schemas/generated/api/login-info.ts'
import type { PasswordReset } from '#schemas/generated/api/password-reset.ts'
import type { Terms } from '#schemas/generated/api/terms.ts'
import type { TokenUser } from '#schemas/generated/api/token-user.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { isCommonPassword } from '#domain/common-password'
import { brokenRules, PASSWORD_MIN_LENGTH } from '#domain/password'
import type { Background } from '../../lib/background.ts'
import { steadyOf } from '../../lib/clock.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { rateLimit } from '../../lib/rate-limit.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import { hashOf, isToken, newToken } from '../../lib/secrets.ts'
import { requireMail } from '../mail/service.ts'
import type { MailService } from '../mail/service.ts'
import { hashPassword, NOBODYS_HASH, verifyPassword } from '../session/password-hash.ts'
import type { Credentials } from '../session/repo.ts'
import type { Caller } from '../session/service.ts'
import { network } from '../../lib/network.ts'
import type { LoginThrottle, Try } from '../session/throttle.ts'
import { hasPassword, normalUsername } from '../users/user.ts'
import type { TokenKind } from './token-repo.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const RECOVER_VALID_MS = 30 * MINUTE_MS
const INVITE_VALID_MS = 72 * HOUR_MS
/** What an id of the catalog can be; PostgreSQL fails on a larger one. */
const LARGEST_ID = 2 ** 31 - 1
const RESETS: readonly TokenKind[] = ['recover', 'invite']

interface Parts {
  readonly catalog: Pick<
    Catalog,
    'sessions' | 'logins' | 'passwords' | 'accounts' | 'accountTokens' | 'audit' | 'transaction'
  >
  readonly mail: Pick<MailService, 'send' | 'leaves'>
  readonly throttle: LoginThrottle
  readonly background: Background
  readonly clock: Clock
  readonly publicUrl: string
  readonly loginDomain: string
}

const userNotFound = (id: number) =>
  new AppError('USER_NOT_FOUND', `There is no account ${id} that this account may see.`, { user: id })
const tokenInvalid = () =>
  new AppError('TOKEN_INVALID', 'This link is not valid any more, or never was; ask for another.')

/** Who has a session is no stranger: only its own wrong tries count. */
const inSession = (userId: number, address: string): Try => ({ address, browser: `session of ${userId}` })

export function accountService({ catalog, mail, throttle, background, clock, publicUrl, loginDomain }: Parts) {
  const { sessions, logins, passwords, accounts, accountTokens, audit } = catalog
  const perAccount = rateLimit(clock, { most: 3, perMs: HOUR_MS })
  const perAddress = rateLimit(clock, { most: 20, perMs: HOUR_MS })

  const steady = steadyOf(clock)
  const mayReset = (known: Credentials | undefined): known is Credentials =>
    known !== undefined && known.enabled && hasPassword(known)

  async function link(userId: number, kind: TokenKind, validMs: number): Promise<string> {
    const token = newToken()
    await accountTokens.add({ hash: hashOf(token), userId, kind, expiresAt: steady.now() + validMs })
    return `${publicUrl}/changepass/${token}`
  }

  /** Only accounts with a password of ours get a link: who signs in elsewhere has none to recover. */
  async function sendRecovery(username: string, language: Language | undefined): Promise<void> {
    const known = await sessions.credentials(username)
    if (!mayReset(known)) return
    const values = {
      username,
      minutes: RECOVER_VALID_MS / MINUTE_MS,
      link: await link(known.id, 'recover', RECOVER_VALID_MS),
    }
    await mail.send({ to: username, kind: 'recover', language: language ?? known.properties.lang, values })
    await audit.append(SYSTEM_SCOPE, { action: 'password.recover', target: username, at: clock.now() })
  }

  /** Throws PASSWORD_WEAK, PASSWORD_COMMON. */
  function requireGood(password: string, { username }: Credentials): void {
    const rules = brokenRules(password)
    if (rules.length > 0)
      throw new AppError(
        'PASSWORD_WEAK',
        `The password breaks these rules: ${rules.join(', ')}; expected at least ${PASSWORD_MIN_LENGTH} characters with lower and upper case, a digit and a special character, without blanks.`,
        { rules },
      )
    if (isCommonPassword(password, [username]))
      throw new AppError(
        'PASSWORD_COMMON',
        'The password is easy to guess: common words, names, years, keyboard walks and repetitions leave too little of its own; choose another.',
      )
  }

  /** Throws PASSWORD_SAME. */
  async function requireOther(password: string, { passwordHash }: Credentials): Promise<void> {
    if (passwordHash !== null && (await verifyPassword(password, passwordHash, { isKnown: true })))
      throw new AppError('PASSWORD_SAME', 'The new password is the old one; choose another.')
  }

  function tellOwner({ username, properties }: Credentials): void {
    const values = { username, when: clock.now(), link: `${publicUrl}/recover` }
    background.run('notice of a new password', () =>
      mail.send({ to: username, kind: 'passwordChanged', language: properties.lang, values }),
    )
  }

  async function visible(scope: Scope, id: number): Promise<UserAccount> {
    const account =
      id <= LARGEST_ID && (scope.role === 'admin' || scope.userId === id)
        ? await accounts.find(SYSTEM_SCOPE, id)
        : undefined
    if (account === undefined) throw userNotFound(id)
    return account
  }

  return {
    /** The account, for itself and for administrators. Throws USER_NOT_FOUND. */
    find: visible,

    /** Whose link this is. Throws TOKEN_INVALID. */
    async ofToken(token: string): Promise<TokenUser> {
      const userId = await accountTokens.find(hashOf(token), RESETS, steady.now())
      const known = userId === undefined ? undefined : await sessions.credentialsOf(userId)
      if (!mayReset(known)) throw tokenInvalid()
      return { id: known.id, username: known.username }
    },

    /**
     * Sets a password with the token of a link, which is spent by that; every session of the account ends. Gives its
     * username. The token in the body decides; what is in the path, the same token or the id of its account, must agree. Throws TOKEN_INVALID,
     * RESPONSIBILITY_REQUIRED, PASSWORD_WEAK, PASSWORD_COMMON, PASSWORD_SAME, LOGIN_TOO_MANY.
     */
    async reset(tokenOrId: string, { token, pass, responsibility }: PasswordReset): Promise<string> {
      if (!isToken(token) || (isToken(tokenOrId) && tokenOrId !== token)) throw tokenInvalid()
      const { id } = await this.ofToken(token)
      if (!isToken(tokenOrId) && Number(tokenOrId) !== id) throw tokenInvalid()
      if (responsibility === false)
        throw new AppError(
          'RESPONSIBILITY_REQUIRED',
          'The person must accept to answer for the password; send responsibility: true, or leave it out.',
        )
      const known = await sessions.credentialsOf(id)
      if (known === undefined) throw tokenInvalid()
      requireGood(pass, known)
      // A link is work of the kind that goes before strangers: not as often as anybody likes.
      throttle.attempt(known.username, { address: '', browser: `link ${hashOf(token)}` })
      await requireOther(pass, known)
      const passwordHash = await hashPassword(pass)
      await catalog.transaction(async ({ accountTokens, passwords, audit }) => {
        const at = clock.now()
        if ((await accountTokens.use(hashOf(token), RESETS, steady.now())) === undefined) throw tokenInvalid()
        await passwords.set(SYSTEM_SCOPE, id, { passwordHash, at, responsibility: responsibility === true })
        await audit.append(SYSTEM_SCOPE, { action: 'password.reset', target: known.username, at })
      })
      throttle.forgive(known.username)
      tellOwner(known)
      return known.username
    },

    /**
     * Counts as a try to sign in. Other sessions end. Throws PASSWORD_WRONG, PASSWORD_WEAK, PASSWORD_COMMON,
     * PASSWORD_SAME, LOGIN_TOO_MANY.
     */
    async change(
      { user, scope, tokenHash }: Caller,
      { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
      address: string,
    ): Promise<void> {
      throttle.attempt(user.username, inSession(user.id, address))
      const known = await sessions.credentialsOf(user.id)
      const right = await verifyPassword(
        oldPassword,
        known !== undefined && hasPassword(known) ? (known.passwordHash ?? NOBODYS_HASH) : NOBODYS_HASH,
        { isKnown: true },
      )
      if (!right || known === undefined) {
        await audit.append(scope, {
          action: 'password.refuse',
          target: user.username,
          details: { address },
          at: clock.now(),
        })
        throw new AppError('PASSWORD_WRONG', 'The present password is not right.')
      }
      throttle.succeeded(user.username, inSession(user.id, address))
      requireGood(newPassword, known)
      await requireOther(newPassword, known)
      const [passwordHash, at] = [await hashPassword(newPassword), clock.now()]
      await passwords.set(scope, user.id, { passwordHash, at, keepSession: tokenHash })
      await audit.append(scope, { action: 'password.change', target: user.username, at })
      tellOwner(known)
    },

    /**
     * The person behind a session shows the password again; rights and secrets may then be changed for a while. Counts
     * as a try to sign in. Throws CONFIRMATION_ELSEWHERE for who has no password here, PASSWORD_WRONG, LOGIN_TOO_MANY.
     */
    async confirm({ user, scope, tokenHash }: Caller, password: string, address: string): Promise<void> {
      if (!hasPassword(user))
        throw new AppError(
          'CONFIRMATION_ELSEWHERE',
          'This account has no password here; sign in again where it signs in, which confirms too.',
        )
      throttle.attempt(user.username, inSession(user.id, address))
      const known = await sessions.credentialsOf(user.id)
      const at = clock.now()
      if (!(await verifyPassword(password, known?.passwordHash ?? NOBODYS_HASH, { isKnown: true }))) {
        await audit.append(scope, { action: 'password.refuse', target: user.username, details: { address }, at })
        throw new AppError('PASSWORD_WRONG', 'The present password is not right.')
      }
      throttle.succeeded(user.username, inSession(user.id, address))
      await sessions.confirm(tokenHash, steady.now())
      await audit.append(scope, { action: 'session.confirm', target: user.username, details: { address }, at })
    },

    /**
     * Sends a link to the account with this username; same answer and time when there is none. Throws
     * RATE_LIMITED.
     */
    recover(email: string, address: string, language?: Language): void {
      requireMail(mail)
      const username = normalUsername(email, loginDomain)
      perAddress.require(network(address))
      if (perAccount.take(username)) background.run('password recovery', () => sendRecovery(username, language))
    },

    /** Sends a new person the link that sets the first password. */
    async invite({ id, username, properties }: Pick<UserAccount, 'id' | 'username' | 'properties'>): Promise<void> {
      const values = { username, hours: INVITE_VALID_MS / HOUR_MS, link: await link(id, 'invite', INVITE_VALID_MS) }
      await mail.send({ to: username, kind: 'invite', language: properties.lang, values })
    },

    async loginInfo({ user, scope, since }: Caller): Promise<LoginInfo> {
      return {
        lastLogin: await logins.lastBefore(scope, user.id, since),
        expiredPass: user.passwordExpired,
        passwordResponsibility: user.responsibilityAcceptedAt !== null,
      }
    },

    terms: ({ user }: Caller): Terms => ({ accepted: user.termsAcceptedAt !== null, at: user.termsAcceptedAt }),

    async acceptTerms({ user, scope }: Caller): Promise<void> {
      if (user.termsAcceptedAt !== null) return
      const at = clock.now()
      await passwords.acceptTerms(scope, at)
      await audit.append(scope, { action: 'terms.accept', target: user.username, at })
    },

    /** Newest first, at most 200. Throws USER_NOT_FOUND for somebody else's. */
    async logins(scope: Scope, id: number): Promise<{ date: number; success: boolean }[]> {
      await visible(scope, id)
      return logins.listOf(scope, id)
    },

    async passwordChanges(scope: Scope, id: number): Promise<{ date: number }[]> {
      await visible(scope, id)
      return passwords.changesOf(scope, id)
    },

    /** Lets an account try again at once that has failed too often. */
    async forgive(scope: Scope, id: number): Promise<void> {
      const { username } = await visible(scope, id)
      throttle.forgive(username)
      await audit.append(scope, { action: 'session.forgive', target: username, at: clock.now() })
    },
  }
}

export type AccountService = ReturnType<typeof accountService>
