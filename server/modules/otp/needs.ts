/** Which accounts need a code; names that are no account's behave like accounts, in the share that real ones have. */
import { steadyOf } from '../../lib/clock.ts'
import type { Credentials } from '../session/credentials-repo.ts'
import { hasPassword } from '../../lib/user.ts'
import type { Parts } from './parts.ts'

const MINUTE_MS = 60_000
const SHARE_KEPT_MS = 10 * MINUTE_MS

export const usesCode = (known: Credentials | undefined) =>
  known !== undefined && known.enabled && (known.loginType === 'otp' || known.usesApp) && hasPassword(known)

/** By mail, also where none is needed: who reads the account's mail is no stranger, however many try the account. */
export const mayAsk = (known: Credentials | undefined) => known !== undefined && known.enabled && hasPassword(known)

export function codeNeeds({ sessions, secrets, clock }: Pick<Parts, 'sessions' | 'secrets' | 'clock'>) {
  const steady = steadyOf(clock)
  let shares = { codes: 0, apps: 0, at: Number.NEGATIVE_INFINITY }

  /** Known or not costs the same: one look-up, two macs. */
  return async function codesOf(
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
}

export type CodeNeeds = ReturnType<typeof codeNeeds>
