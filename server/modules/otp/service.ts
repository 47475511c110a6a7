/**
 * One-time codes by mail, entered before the password. Nothing here tells whether an account exists: names that nobody has
 * behave like accounts, some with codes and some without, in the share that real accounts have.
 */
import { randomInt } from 'node:crypto'
import { steadyOf } from '../../clock.ts'
import type { Clock } from '../../clock.ts'
import type { Catalog } from '../../db/catalog.ts'
import { AppError } from '../../errors.ts'
import { rateLimit } from '../../rate-limit.ts'
import type { OtpHanded } from '#schemas/generated/api/otp-handed.ts'
import { SYSTEM_SCOPE } from '../../scope.ts'
import type { Scope } from '../../scope.ts'
import { hashOf, isToken, newToken } from '../../secrets.ts'
import type { Secrets } from '../../secrets.ts'
import type { Background } from '../../background.ts'
import type { AccountTokenRepo } from '../account/token-repo.ts'
import type { AuditRepo } from '../audit/repo.ts'
import { requireMail } from '../mail/service.ts'
import type { MailService } from '../mail/service.ts'
import type { Credentials, SessionRepo } from '../session/repo.ts'
import { network } from '../session/throttle.ts'
import { userNotFound } from '../users/link-repo.ts'
import { hasPassword, normalUsername } from '../users/user.ts'
import type { OtpRepo } from './repo.ts'

const MINUTE_MS = 60_000
const CODE_VALID_MS = 5 * MINUTE_MS
/** By telephone or on paper it takes longer than by mail. */
const HANDED_VALID_MS = 10 * MINUTE_MS
export const PASS_VALID_S = 120
const DIGITS = 8
const TRIES = 5
const RESEND_MS = MINUTE_MS
const SHARE_KEPT_MS = 10 * MINUTE_MS

interface Parts {
  readonly sessions: Pick<SessionRepo, 'credentials' | 'credentialsOf' | 'otpShare'>
  readonly codes: OtpRepo
  readonly tokens: AccountTokenRepo
  readonly mail: Pick<MailService, 'send' | 'leaves'>
  readonly audit: AuditRepo
  readonly transaction: Catalog['transaction']
  readonly secrets: Secrets
  readonly background: Background
  readonly clock: Clock
  readonly loginDomain: string
}

export function otpService({ sessions, codes, tokens, mail, audit, transaction, secrets, background, clock, loginDomain }: Parts) {
  const asked = rateLimit(clock, { most: 10, perMs: MINUTE_MS })
  const resent = rateLimit(clock, { most: 1, perMs: RESEND_MS })
  const perAccount = rateLimit(clock, { most: 5, perMs: 60 * MINUTE_MS })
  const perAddress = rateLimit(clock, { most: 20, perMs: 60 * MINUTE_MS })
  let share = { value: 0, at: Number.NEGATIVE_INFINITY }

  const steady = steadyOf(clock)
  const codeHash = (userId: number, code: string) => secrets.mac('otp', `${userId}:${code}`)
  const usesCode = (known: Credentials | undefined) => known !== undefined && known.enabled && known.loginType === 'otp' && hasPassword(known)

  /** Known or not costs the same: one look-up, one mac. */
  async function needsCode(username: string, known: Credentials | undefined): Promise<boolean> {
    if (steady.now() - share.at >= SHARE_KEPT_MS) share = { value: await sessions.otpShare(), at: steady.now() }
    const pretended = Number.parseInt(secrets.mac('otp-share', username).slice(0, 8), 16) / 2 ** 32 < share.value
    return known === undefined || !known.enabled ? pretended : usesCode(known)
  }

  /** Puts a new code in place of the one before. */
  async function renew(repo: OtpRepo, userId: number, validMs: number): Promise<{ code: string; expiresAt: number }> {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
    const expiresAt = steady.now() + validMs
    await repo.put(userId, { codeHash: codeHash(userId, code), expiresAt, tries: TRIES })
    return { code, expiresAt }
  }

  async function send(username: string): Promise<void> {
    const known = await sessions.credentials(username)
    if (known === undefined || !usesCode(known)) return
    const { code } = await renew(codes, known.id, CODE_VALID_MS)
    await mail.send({ to: username, kind: 'otp', language: known.properties.lang, values: { username, code, minutes: CODE_VALID_MS / MINUTE_MS } })
    await audit.append(SYSTEM_SCOPE, { action: 'otp.send', target: username, at: clock.now() })
  }

  return {
    needsCode,

    /** Whether this account uses codes. Throws RATE_LIMITED. */
    async status(typed: string, address: string): Promise<{ otp: boolean }> {
      const username = normalUsername(typed, loginDomain)
      asked.require(`${network(address)}\n${username}`)
      return { otp: await needsCode(username, await sessions.credentials(username)) }
    },

    /** Sends a code to accounts that use them; the answer is always the same and does not wait. Throws RATE_LIMITED, MAIL_UNAVAILABLE. */
    generate(typed: string, address: string): { retryAfterS: number } {
      requireMail(mail)
      const username = normalUsername(typed, loginDomain)
      // The address first: who has spent its share may not spend the account's.
      perAddress.require(network(address))
      if (resent.take(username)) {
        perAccount.require(username)
        background.run('one-time code', () => send(username))
      }
      return { retryAfterS: RESEND_MS / 1000 }
    },

    /**
     * A code for an administrator to pass on, where mail does not reach the account. It counts as one by mail does: once, for
     * that account, beside its password. Throws USER_NOT_FOUND, OTP_NOT_USED.
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
        const made = await renew(otpCodes, id, HANDED_VALID_MS)
        await log.append(scope, { action: 'otp.hand', target: username, at: clock.now() })
        return { username, ...made }
      })
    },

    /** Gives the pass that the sign-in needs, once, within two minutes. Throws OTP_INVALID, RATE_LIMITED. */
    async validate(typed: string, code: string, address: string): Promise<string> {
      const username = normalUsername(typed, loginDomain)
      asked.require(`${network(address)}\n${username}\nvalidate`)
      const known = await sessions.credentials(username)
      // Nobody has the id 0: unknown names run the same statements, and one commit hides how many of them wrote something.
      const userId = known !== undefined && usesCode(known) ? known.id : 0
      // The page sends it trimmed and in lower case; digits have no case.
      const given = codeHash(userId, code.replace(/\s/g, '').toLowerCase())
      const pass = newToken()
      const [at, target] = [steady.now(), username.slice(0, 254)]
      const right = await transaction(async ({ otpCodes, accountTokens, audit }) => {
        const right = (await otpCodes.tryOnce(userId, at)) === given && (await otpCodes.take(userId, given))
        if (right) await accountTokens.add({ hash: hashOf(pass), userId, kind: 'otp', expiresAt: at + PASS_VALID_S * 1000 })
        await audit.append(SYSTEM_SCOPE, { action: right ? 'otp.accept' : 'otp.refuse', target, details: { address }, at: clock.now() })
        return right
      })
      if (!right) throw new AppError('OTP_INVALID', 'The one-time code is not right, or is not valid any more.')
      return pass
    },

    /** True when this pass is of this account; it is spent by that. */
    async spend(pass: string | null, known: Credentials | undefined): Promise<boolean> {
      if (pass === null || !isToken(pass)) return false
      const userId = await tokens.find(hashOf(pass), ['otp'], steady.now())
      return userId !== undefined && userId === known?.id && (await tokens.use(hashOf(pass), ['otp'], steady.now())) !== undefined
    },
  }
}

export type OtpService = ReturnType<typeof otpService>
