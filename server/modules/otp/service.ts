/**
 * One-time codes by mail, entered before the password in the browser that asked for them. Nothing here tells whether an
 * account exists: names that nobody has behave like accounts, some with codes and some without, in the share that real
 * accounts have.
 */
import { randomInt } from 'node:crypto'
import { steadyOf } from '../../lib/clock.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { rateLimit } from '../../lib/rate-limit.ts'
import type { OtpHanded } from '#schemas/generated/api/otp-handed.ts'
import type { OtpStatus } from '#schemas/generated/api/otp-status.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import { hashOf, isToken, newToken } from '../../lib/secrets.ts'
import type { Secrets } from '../../lib/secrets.ts'
import type { Background } from '../../lib/background.ts'
import type { AccountTokenRepo } from '../account/token-repo.ts'
import type { RefusedTries } from '../audit/refused-tries.ts'
import type { AuditRepo } from '../audit/repo.ts'
import { requireMail } from '../mail/service.ts'
import type { MailService } from '../mail/service.ts'
import type { KnownBrowsers } from '../session/known-browser.ts'
import type { Credentials, SessionRepo } from '../session/repo.ts'
import type { AppCodes } from '../second-factors/app-codes.ts'
import { network } from '../../lib/network.ts'
import { loginThrottle } from '../session/throttle.ts'
import { userNotFound } from '../users/link-repo.ts'
import { hasPassword, normalUsername } from '../users/user.ts'
import type { AskingBrowsers } from './asking-browser.ts'
import { ANY_BROWSER } from './repo.ts'
import type { CodeOf, OtpRepo } from './repo.ts'

const MINUTE_MS = 60_000
const CODE_VALID_MS = 5 * MINUTE_MS
/** By telephone or on paper it takes longer than by mail. */
const HANDED_VALID_MS = 10 * MINUTE_MS
export const PASS_VALID_S = 120
const DIGITS = 8
const TRIES = 5
/** Nobody's tries are counted, so that nobody can spoil it: it is too long to be guessed instead. */
const HANDED_DIGITS = 12
const RESEND_MS = MINUTE_MS
const SHARE_KEPT_MS = 10 * MINUTE_MS
/**
 * Codes entered: from one network in a minute, whatever the names, and by everybody together in a second, because each
 * waits for the disk.
 */
const ENTERED_OF_A_NETWORK = 60
const ENTERED_A_SECOND = 20
/** No code is kept under it. */
const NO_BROWSER = 'none'

interface Parts {
  readonly sessions: Pick<SessionRepo, 'credentials' | 'credentialsOf' | 'otpShares'>
  readonly codes: OtpRepo
  readonly tokens: AccountTokenRepo
  readonly browsers: AskingBrowsers
  readonly apps: AppCodes
  readonly knownBrowsers: Pick<KnownBrowsers, 'of'>
  readonly mail: Pick<MailService, 'send' | 'leaves'>
  readonly audit: AuditRepo
  readonly refusedTries: RefusedTries
  readonly transaction: Catalog['transaction']
  readonly secrets: Secrets
  readonly background: Background
  readonly clock: Clock
  readonly loginDomain: string
}

/** Who asks for a code or enters one. */
export interface Asking {
  readonly address: string
  /** What an earlier request for a code left in the browser. */
  readonly askingCookie: string | null
  /** What an earlier sign-in left in the browser. */
  readonly browserCookie: string | null
}

export function otpService({
  sessions,
  codes,
  tokens,
  browsers,
  knownBrowsers,
  apps,
  mail,
  audit,
  refusedTries,
  transaction,
  secrets,
  background,
  clock,
  loginDomain,
}: Parts) {
  const asked = rateLimit(clock, { most: 10, perMs: MINUTE_MS })
  const enteredFrom = rateLimit(clock, { most: ENTERED_OF_A_NETWORK, perMs: MINUTE_MS })
  const entered = rateLimit(clock, { most: ENTERED_A_SECOND, perMs: 1000 })
  const resent = rateLimit(clock, { most: 1, perMs: RESEND_MS })
  // Mails to an account: so many for all strange browsers together, and so many for each in which it has signed in
  // before. A stranger can use up the first, never the second, and no stranger makes the second grow.
  const perStrange = rateLimit(clock, { most: 5, perMs: 60 * MINUTE_MS })
  const perKnown = rateLimit(clock, { most: 5, perMs: 60 * MINUTE_MS })
  const perAddress = rateLimit(clock, { most: 20, perMs: 60 * MINUTE_MS })
  // An app has no tries to use up, so guessing at it is slowed down as at a password.
  const appThrottle = loginThrottle(clock)
  let shares = { codes: 0, apps: 0, at: Number.NEGATIVE_INFINITY }

  const steady = steadyOf(clock)
  const codeHash = (userId: number, code: string) => secrets.mac('otp', `${userId}:${code}`)
  const usesCode = (known: Credentials | undefined) =>
    known !== undefined && known.enabled && (known.loginType === 'otp' || known.usesApp) && hasPassword(known)

  /** By mail, also where none is needed: who reads the account's mail is no stranger, however many try the account. */
  const mayAsk = (known: Credentials | undefined) => known !== undefined && known.enabled && hasPassword(known)

  /** Known or not costs the same: one look-up, two macs. */
  async function codesOf(
    username: string,
    known: Credentials | undefined,
  ): Promise<{ needed: boolean; byApp: boolean }> {
    if (steady.now() - shares.at >= SHARE_KEPT_MS) shares = { ...(await sessions.otpShares()), at: steady.now() }
    const pretends = (what: string, share: number) =>
      Number.parseInt(secrets.mac(what, username).slice(0, 8), 16) / 2 ** 32 < share
    const pretended = { needed: pretends('otp-share', shares.codes), byApp: pretends('otp-app-share', shares.apps) }
    const { needed, byApp } =
      known === undefined || !known.enabled ? pretended : { needed: usesCode(known), byApp: known.usesApp }
    return { needed, byApp: needed && byApp }
  }

  /** Puts a new code in place of the one before of that browser. */
  async function renew(
    repo: OtpRepo,
    of: CodeOf,
    { digits, validMs }: { digits: number; validMs: number },
  ): Promise<{ code: string; expiresAt: number }> {
    const code = String(randomInt(10 ** digits)).padStart(digits, '0')
    const now = steady.now()
    const expiresAt = now + validMs
    await repo.put(of, { codeHash: codeHash(of.userId, code), expiresAt, tries: TRIES }, now)
    return { code, expiresAt }
  }

  async function send(username: string, browser: string): Promise<void> {
    const known = await sessions.credentials(username)
    // An app makes its own: a mail would be a second way in.
    if (known === undefined || !mayAsk(known) || known.usesApp) return
    const of = { userId: known.id, browserHash: hashOf(browser) }
    const { code } = await renew(codes, of, { digits: DIGITS, validMs: CODE_VALID_MS })
    await mail.send({
      to: username,
      kind: 'otp',
      language: known.properties.lang,
      values: { username, code, minutes: CODE_VALID_MS / MINUTE_MS },
    })
    await audit.append(SYSTEM_SCOPE, { action: 'otp.send', target: username, at: clock.now() })
  }

  return {
    /** Whether a code is needed beside the password. */
    needsCode: async (username: string, known: Credentials | undefined): Promise<boolean> =>
      (await codesOf(username, known)).needed,

    /** Whether this account uses codes. Throws RATE_LIMITED. */
    async status(typed: string, address: string): Promise<OtpStatus> {
      const username = normalUsername(typed, loginDomain)
      asked.require(`${network(address)}\n${username}`)
      const { needed, byApp } = await codesOf(username, await sessions.credentials(username))
      return { otp: needed, ...(byApp && { app: true }) }
    },

    /**
     * Sends a code for this browser to accounts with a password; the answer is always the same and does not wait.
     * `askingCookie`: what the browser is to keep, for the code counts nowhere else. Throws RATE_LIMITED, MAIL_UNAVAILABLE.
     */
    generate(
      typed: string,
      { address, askingCookie, browserCookie }: Asking,
    ): { sent: { retryAfterS: number }; askingCookie: string } {
      requireMail(mail)
      const username = normalUsername(typed, loginDomain)
      const known = knownBrowsers.of(browserCookie, username)
      // The address first: who has spent its share may not spend the account's.
      if (known === null) perAddress.require(network(address))
      const browser = browsers.of(askingCookie) ?? browsers.make()
      const resend = `${browser}\n${username}`
      if (resent.hasRoom(resend)) {
        if (known === null) perStrange.require(username)
        else perKnown.require(`${known}\n${username}`)
        resent.take(resend)
        background.run('one-time code', () => send(username, browser))
      }
      return { sent: { retryAfterS: RESEND_MS / 1000 }, askingCookie: browsers.cookieOf(browser) }
    },

    /**
     * A code for an administrator to pass on, where mail does not reach the account. It counts as one by mail does:
     * once, for that account, beside its password. Throws USER_NOT_FOUND, OTP_NOT_USED.
     */
    async hand(scope: Scope, id: number): Promise<OtpHanded> {
      const known = await sessions.credentialsOf(id)
      if (known === undefined || known.loginType === 'service') throw userNotFound(id)
      const { username } = known
      if (!usesCode(known) || known.passwordHash === null) {
        const message = `${username} does not sign in with a one-time code, is disabled, or has no password yet.`
        throw new AppError('OTP_NOT_USED', message, { user: id })
      }
      return transaction(async ({ otpCodes, audit: log }) => {
        const of = { userId: id, browserHash: ANY_BROWSER }
        const made = await renew(otpCodes, of, { digits: HANDED_DIGITS, validMs: HANDED_VALID_MS })
        await log.append(scope, { action: 'otp.hand', target: username, at: clock.now() })
        return { username, ...made }
      })
    },

    /**
     * Gives the pass that the sign-in needs, once, within two minutes. Throws OTP_INVALID, RATE_LIMITED,
     * LOGIN_TOO_MANY, LOGIN_BUSY.
     */
    async validate(typed: string, code: string, { address, askingCookie, browserCookie }: Asking): Promise<string> {
      const username = normalUsername(typed, loginDomain)
      const browser = browsers.of(askingCookie)
      // A browser that asked for its code has a share of its own: others behind the same address cannot use it up.
      asked.require(`${browser ?? network(address)}\n${username}\nvalidate`)
      const known = await sessions.credentials(username)
      const from = { address, browser: knownBrowsers.of(browserCookie, username) }
      // Strangers share a bound, so that no flood of theirs keeps anybody else from entering a code.
      if (browser === null && from.browser === null) {
        enteredFrom.require(network(address))
        if (!entered.take('all'))
          throw new AppError(
            'LOGIN_BUSY',
            `More than ${ENTERED_A_SECOND} codes are entered in a second; try again in a few seconds.`,
            { retryAfterS: 2 },
          )
      }
      const { byApp } = await codesOf(username, known)
      if (byApp) appThrottle.attempt(username, from)
      // Nobody has the id 0: unknown names run the same statements, and one commit hides how many of them wrote
      // something.
      const userId = known !== undefined && mayAsk(known) ? known.id : 0
      // The page sends it trimmed and in lower case; digits have no case.
      const typedCode = code.replace(/\s/g, '').toLowerCase()
      const given = codeHash(userId, typedCode)
      const pass = newToken()
      const [at, target] = [steady.now(), username.slice(0, 254)]
      const right = await transaction(async ({ otpCodes, totp, accountTokens, audit }) => {
        const own = { userId, browserHash: browser === null ? NO_BROWSER : hashOf(browser) }
        const handed = { userId, browserHash: ANY_BROWSER }
        const [ownHash, handedHash] = [await otpCodes.tryOnce(own, at), await otpCodes.handed(userId, at)]
        const byCode =
          (ownHash === given && (await otpCodes.take(own, given))) ||
          (handedHash === given && (await otpCodes.take(handed, given)))
        const by = byCode ? null : await apps.take(totp, userId, typedCode, clock.now())
        const right = byCode || by !== null
        if (right)
          await accountTokens.add({ hash: hashOf(pass), userId, kind: 'otp', expiresAt: at + PASS_VALID_S * 1000 })
        if (right)
          await audit.append(SYSTEM_SCOPE, {
            action: 'otp.accept',
            target,
            details: { address, ...(by !== null && { by }) },
            at: clock.now(),
          })
        else if (refusedTries.take({ action: 'otp.refuse', target, isKnown: known !== undefined, address })) {
          await audit.append(SYSTEM_SCOPE, { action: 'otp.refuse', target, details: { address }, at: clock.now() })
        } else await audit.rewriteHead()
        return right
      })
      if (!right) throw new AppError('OTP_INVALID', 'The one-time code is not right, or is not valid any more.')
      if (byApp) appThrottle.succeeded(username, from)
      return pass
    },

    /**
     * Whether this pass is of this account, and still good: who has it has read the account's mail, or has its app. It
     * is not spent by that.
     */
    async holds(pass: string | null, username: string): Promise<boolean> {
      if (pass === null || !isToken(pass)) return false
      const userId = await tokens.find(hashOf(pass), ['otp'], steady.now())
      return userId !== undefined && userId === (await sessions.credentials(username))?.id
    },

    /** True when this pass is of this account; it is spent by that. */
    async spend(pass: string | null, known: Credentials | undefined): Promise<boolean> {
      if (pass === null || !isToken(pass)) return false
      const userId = await tokens.find(hashOf(pass), ['otp'], steady.now())
      return (
        userId !== undefined &&
        userId === known?.id &&
        (await tokens.use(hashOf(pass), ['otp'], steady.now())) !== undefined
      )
    },
  }
}

export type OtpService = ReturnType<typeof otpService>
