/** Codes that our links carry in place of a token. */
import type { Token } from '#schemas/generated/api/token.ts'
import { steadyOf } from '../../lib/clock.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'
import type { Sender } from './authenticate.ts'
import type { SessionRepo } from './repo.ts'
import type { OpenSession } from './opening.ts'

/** The code of our link opens a session within this time. */
const ACCESS_CODE_MS = 60_000

interface Parts {
  readonly sessions: Pick<SessionRepo, 'credentialsOf'>
  readonly tokens: Pick<Catalog['accountTokens'], 'add' | 'use'>
  readonly open: OpenSession
  readonly clock: Clock
}

export function linkCodes({ sessions, tokens, open, clock }: Parts) {
  const steady = steadyOf(clock)

  return {
    /**
     * The code that our link carries instead of a token: it opens one session, soon. `isShown`: the person showed a
     * password for it, here or elsewhere.
     */
    async accessCode(userId: number, isShown = true): Promise<string> {
      const code = newToken()
      await tokens.add({
        hash: hashOf(code),
        userId,
        kind: isShown ? 'access' : 'entry',
        expiresAt: steady.now() + ACCESS_CODE_MS,
      })
      return code
    },

    /** Turns the code of a link into a session, once. Throws TOKEN_INVALID. */
    async redeem(code: string, sender: Sender): Promise<Token> {
      const shown = await tokens.use(hashOf(code), ['access'], steady.now())
      const userId = shown ?? (await tokens.use(hashOf(code), ['entry'], steady.now()))
      const known = userId === undefined ? undefined : await sessions.credentialsOf(userId)
      if (known === undefined || !known.enabled)
        throw new AppError('TOKEN_INVALID', 'This link is not valid any more, or never was; ask for another.')
      return open(known, sender, { isShown: shown !== undefined })
    },
  }
}
