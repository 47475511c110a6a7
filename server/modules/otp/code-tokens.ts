/** Tokens that a correct one-time code is exchanged for, and that the sign-in requires. */
import { steadyOf } from '../../lib/clock.ts'
import { hashOf, isToken } from '../../lib/secrets.ts'
import type { Credentials } from '../session/credentials-repo.ts'
import type { Parts } from './parts.ts'

export const CODE_TOKEN_VALID_S = 120

export function codeTokens({ sessions, tokens, clock }: Pick<Parts, 'sessions' | 'tokens' | 'clock'>) {
  const steady = steadyOf(clock)

  return {
    /**
     * True when this token is of this account and not expired: its holder can read the account's mail, or has its app.
     * It is not spent by that.
     */
    async holds(token: string | null, username: string): Promise<boolean> {
      if (token === null || !isToken(token)) return false
      const userId = await tokens.find(hashOf(token), ['otp'], steady.now())
      return userId !== undefined && userId === (await sessions.credentials(username))?.id
    },

    /** True when this token is of this account. Spends it. */
    async spend(token: string | null, known: Credentials | undefined): Promise<boolean> {
      if (token === null || !isToken(token)) return false
      const userId = await tokens.find(hashOf(token), ['otp'], steady.now())
      return (
        userId !== undefined &&
        userId === known?.id &&
        (await tokens.use(hashOf(token), ['otp'], steady.now())) !== undefined
      )
    },
  }
}
