/** Passes: what a right code gives, and the sign-in needs. */
import { steadyOf } from '../../lib/clock.ts'
import { hashOf, isToken } from '../../lib/secrets.ts'
import type { Credentials } from '../session/credentials-repo.ts'
import type { Parts } from './parts.ts'

export const PASS_VALID_S = 120

export function codePasses({ sessions, tokens, clock }: Pick<Parts, 'sessions' | 'tokens' | 'clock'>) {
  const steady = steadyOf(clock)

  return {
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
