/** Sends codes by mail: how many, to whom, and always with the same answer. */
import { rateLimit } from '../../lib/rate-limit.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf } from '../../lib/secrets.ts'
import { requireMail } from '../mail/service.ts'
import { network } from '../../lib/network.ts'
import { normalUsername } from '../../lib/user.ts'
import type { Asking } from './asking-browser.ts'
import { mayAsk } from './needs.ts'
import type { Parts } from './parts.ts'
import type { CodeMaker } from './making.ts'

const MINUTE_MS = 60_000
const CODE_VALID_MS = 5 * MINUTE_MS
const DIGITS = 8
const RESEND_MS = MINUTE_MS

type Needed = Pick<
  Parts,
  'sessions' | 'codes' | 'browsers' | 'knownBrowsers' | 'mail' | 'audit' | 'background' | 'clock' | 'loginDomain'
>

export function codeSender(
  { sessions, codes, browsers, knownBrowsers, mail, audit, background, clock, loginDomain }: Needed,
  { renew }: CodeMaker,
) {
  const resent = rateLimit(clock, { most: 1, perMs: RESEND_MS })
  // Mails to an account: so many for all strange browsers together, and so many for each in which it has signed in
  // before. A stranger can use up the first, never the second, and no stranger makes the second grow.
  const perStrange = rateLimit(clock, { most: 5, perMs: 60 * MINUTE_MS })
  const perKnown = rateLimit(clock, { most: 5, perMs: 60 * MINUTE_MS })
  const perAddress = rateLimit(clock, { most: 20, perMs: 60 * MINUTE_MS })

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

  /**
   * Sends a code for this browser to accounts with a password; the answer is always the same and does not wait.
   * `askingCookie`: what the browser is to keep, for the code counts nowhere else. Throws RATE_LIMITED,
   * MAIL_UNAVAILABLE.
   */
  return function generate(
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
  }
}
