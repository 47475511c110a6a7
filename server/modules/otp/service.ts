/**
 * One-time codes by mail, entered before the password in the browser that asked for them. Nothing here reveals whether
 * an account exists: unknown names behave like accounts, some with codes and some without, in the share that real
 * accounts have.
 */
import { AppError } from '../../lib/errors.ts'
import { rateLimit } from '../../lib/rate-limit.ts'
import type { OtpHanded } from '#schemas/generated/api/otp-handed.ts'
import type { OtpStatus } from '#schemas/generated/api/otp-status.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Credentials } from '../session/credentials-repo.ts'
import { network } from '../../lib/network.ts'
import { userNotFound } from '../users/link-repo.ts'
import { normalUsername } from '../../lib/user.ts'
import { ANY_BROWSER } from './repo.ts'
import { codeTokens } from './code-tokens.ts'
import { codeSender } from './sending.ts'
import { codeNeeds, usesCode } from './needs.ts'
import { codeMaker } from './making.ts'
import { codeEntry } from './entering.ts'
import type { Parts } from './parts.ts'

const MINUTE_MS = 60_000
/** By telephone or on paper it takes longer than by mail. */
const HANDED_VALID_MS = 10 * MINUTE_MS
/** Tries are not counted, so that strangers cannot spoil it: it is too long to be guessed instead. */
const HANDED_DIGITS = 12

export function otpService(parts: Parts) {
  const { sessions, transaction, clock, loginDomain } = parts
  const attemptLimit = rateLimit(clock, { most: 10, perMs: MINUTE_MS })
  const codesOf = codeNeeds(parts)
  const maker = codeMaker(parts)

  return {
    /** Whether a code is needed beside the password. */
    needsCode: async (username: string, known: Credentials | undefined): Promise<boolean> =>
      (await codesOf(username, known)).needed,

    /** Whether this account uses codes. Throws RATE_LIMITED. */
    async status(typed: string, address: string): Promise<OtpStatus> {
      const username = normalUsername(typed, loginDomain)
      attemptLimit.require(`${network(address)}\n${username}`)
      const { needed, byApp } = await codesOf(username, await sessions.credentials(username))
      return { otp: needed, ...(byApp && { app: true }) }
    },

    generate: codeSender(parts, maker),

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
        const made = await maker.renew(otpCodes, of, { digits: HANDED_DIGITS, validMs: HANDED_VALID_MS })
        await log.append(scope, { action: 'otp.hand', target: username, at: clock.now() })
        return { username, ...made }
      })
    },

    validate: codeEntry(parts, { attempts: attemptLimit, codesOf, codeHash: maker.codeHash }),

    ...codeTokens(parts),
  }
}

export type OtpService = ReturnType<typeof otpService>
