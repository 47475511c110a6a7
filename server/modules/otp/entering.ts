/** Exchanges a one-time code for a token. */
import { steadyOf } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { rateLimit } from '../../lib/rate-limit.ts'
import type { RateLimit } from '../../lib/rate-limit.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'
import { network } from '../../lib/network.ts'
import { loginThrottle } from '../session/throttle.ts'
import { normalUsername } from '../../lib/user.ts'
import type { Asking } from './asking-browser.ts'
import { ANY_BROWSER } from './repo.ts'
import { mayAsk } from './needs.ts'
import type { CodeNeeds } from './needs.ts'
import { CODE_TOKEN_VALID_S } from './code-tokens.ts'
import type { Parts } from './parts.ts'
import type { CodeMaker } from './making.ts'

const MINUTE_MS = 60_000
/**
 * Codes entered: from one network in a minute, for all names, and in total in a second, because each
 * waits for the disk.
 */
const ENTERED_OF_A_NETWORK = 60
const ENTERED_A_SECOND = 20
/** No code is kept under it. */
const NO_BROWSER = 'none'

type Needed = Pick<
  Parts,
  | 'sessions'
  | 'browsers'
  | 'knownBrowsers'
  | 'networks'
  | 'apps'
  | 'refusedTries'
  | 'transaction'
  | 'clock'
  | 'loginDomain'
>

interface Shared {
  /** Questions about one account from one place. */
  readonly attempts: RateLimit
  readonly codesOf: CodeNeeds
  readonly codeHash: CodeMaker['codeHash']
}

export function codeEntry(
  { sessions, browsers, knownBrowsers, networks, apps, refusedTries, transaction, clock, loginDomain }: Needed,
  { attempts, codesOf, codeHash }: Shared,
) {
  const steady = steadyOf(clock)
  const enteredFrom = rateLimit(clock, { most: ENTERED_OF_A_NETWORK, perMs: MINUTE_MS })
  const entered = rateLimit(clock, { most: ENTERED_A_SECOND, perMs: 1000 })
  // An app has no tries to use up, so guessing at it is slowed down as at a password.
  const appThrottle = loginThrottle(clock)

  /**
   * Returns the token that the sign-in requires, once, within two minutes. Throws OTP_INVALID, RATE_LIMITED,
   * LOGIN_TOO_MANY, LOGIN_BUSY.
   */
  return async function validate(
    typed: string,
    code: string,
    { address, askingCookie, browserCookie }: Asking,
  ): Promise<string> {
    const username = normalUsername(typed, loginDomain)
    const browser = browsers.of(askingCookie)
    // A browser that asked for its code has a share of its own: others behind the same address cannot use it up.
    attempts.require(`${browser ?? network(address)}\n${username}\nvalidate`)
    const known = await sessions.credentials(username)
    const isKnownNetwork = await networks.has(username, address)
    const from = { address, browser: knownBrowsers.of(browserCookie, username), isKnownNetwork }
    // Strangers share a bound, so that no flood of theirs keeps others from entering a code.
    if (browser === null && from.browser === null) {
      enteredFrom.require(network(address))
      if (!isKnownNetwork && !entered.take('all'))
        throw new AppError(
          'LOGIN_BUSY',
          `More than ${ENTERED_A_SECOND} codes are entered in a second; try again in a few seconds.`,
          { retryAfterS: 2 },
        )
    }
    const { byApp } = await codesOf(username, known)
    if (byApp) appThrottle.attempt(username, from)
    // No account has the id 0: unknown names run the same statements, and one commit hides how many of them wrote
    // something.
    const userId = known !== undefined && mayAsk(known) ? known.id : 0
    // The page sends it trimmed and in lower case; digits have no case.
    const typedCode = code.replace(/\s/g, '').toLowerCase()
    const given = codeHash(userId, typedCode)
    const token = newToken()
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
        await accountTokens.add({ hash: hashOf(token), userId, kind: 'otp', expiresAt: at + CODE_TOKEN_VALID_S * 1000 })
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
    return token
  }
}
