/**
 * Whether these credentials are right: the one place that decides it, for our own login and for that of external pages.
 */
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { RefusedTries } from '../audit/refused-tries.ts'
import type { AuditRepo } from '../audit/repo.ts'
import { unlessFull } from '../../lib/store-failure.ts'
import { hasPassword, normalUsername } from '../../lib/user.ts'
import type { LoginRepo } from './login-repo.ts'
import { DUMMY_HASH, verifyPassword } from './password-hash.ts'
import type { KnownBrowsers } from './known-browser.ts'
import type { KnownNetworks } from './known-network.ts'
import type { SessionRepo } from './repo.ts'
import type { Credentials } from './credentials-repo.ts'
import { network } from '../../lib/network.ts'
import type { LoginThrottle } from './throttle.ts'
import type { Turns } from './turns.ts'

/** The sender of a request, as far as the network shows. */
export interface Sender {
  readonly address: string
  readonly agent: string
}

export interface SignIn extends Sender {
  readonly username: string
  readonly password: string
  /** The cookie of the one-time code. */
  readonly otpPass: string | null
  /** The cookie of an earlier sign-in. */
  readonly browserCookie: string | null
  /** The cookie that a refusal as busy left in the browser. */
  readonly turnCookie: string | null
}

/** The interface to one-time codes, which depend on this folder themselves. */
interface OneTimeCodes {
  readonly needsCode: (username: string, known: Credentials | undefined) => Promise<boolean>
  readonly holds: (token: string | null, username: string) => Promise<boolean>
  readonly spend: (token: string | null, known: Credentials | undefined) => Promise<boolean>
}

interface Parts {
  readonly sessions: Pick<SessionRepo, 'credentials'>
  readonly logins: LoginRepo
  readonly audit: AuditRepo
  readonly refusedTries: RefusedTries
  readonly throttle: LoginThrottle
  readonly browsers: KnownBrowsers
  readonly networks: Pick<KnownNetworks, 'has'>
  readonly turns: Pick<Turns, 'has'>
  readonly otp: OneTimeCodes
  readonly clock: Clock
  readonly loginDomain: string
}

export type Authenticate = (signIn: SignIn) => Promise<Credentials>

/**
 * Throws LOGIN_FAILED with the same words and after the same work whether the name is unknown, the account is disabled
 * or never signs in with a password, or the password is wrong; OTP_REQUIRED before the password is looked at;
 * LOGIN_TOO_MANY and LOGIN_BUSY before any of that.
 */
export function authenticator({
  sessions,
  logins,
  audit,
  refusedTries,
  throttle,
  browsers,
  networks,
  turns,
  otp,
  clock,
  loginDomain,
}: Parts): Authenticate {
  return async ({ username: typed, password, address, agent, otpPass, browserCookie, turnCookie }) => {
    const username = normalUsername(typed, loginDomain)
    // Strangers cannot have this token: its bearer does not wait for failures of others, as in a known browser.
    const passed = (await otp.holds(otpPass, username)) ? otpPass : null
    const browser = browsers.of(browserCookie, username) ?? passed
    const from = { address, browser, isKnownNetwork: await networks.has(username, address) }
    const takeBack = throttle.attempt(username, from)
    // An attempt that is not checked, because the queue is full or the catalog unavailable, is no failure.
    const unjudged = (error: unknown): never => {
      takeBack()
      throw error
    }
    const known = await sessions.credentials(username).catch(unjudged)
    const needsCode = await otp.needsCode(username, known)
    // It is good for one try also where none is needed.
    const isSpent = (needsCode || passed !== null) && (await otp.spend(otpPass, known))
    if (needsCode && !isSpent) throw new AppError('OTP_REQUIRED', 'This account needs a one-time code; enter it first.')
    const account = known !== undefined && known.enabled && hasPassword(known) ? known : undefined
    const isAgain = turns.has(turnCookie, username, address)
    const standing = from.browser !== null || from.isKnownNetwork ? 'known' : isAgain ? 'again' : 'strange'
    const right = await verifyPassword(password, account?.passwordHash ?? DUMMY_HASH, standing).catch(unjudged)
    if (!right || account === undefined) {
      const [at, target] = [clock.now(), username.slice(0, 254)]
      // A refusal is a refusal also where it cannot be written down.
      await unlessFull(
        (async () => {
          if (!refusedTries.take({ action: 'session.refuse', target, isKnown: known !== undefined, address })) return
          await logins.record({
            userId: known?.id ?? null,
            username: target,
            at,
            success: false,
            address,
            network: network(address),
            agent,
          })
          await audit.append(SYSTEM_SCOPE, { action: 'session.refuse', target, details: { address }, at })
        })(),
      )
      throw new AppError('LOGIN_FAILED', 'The username or the password is not right.')
    }
    throttle.succeeded(username, from)
    return account
  }
}
