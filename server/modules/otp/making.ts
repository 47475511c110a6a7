/** Makes one-time codes, which are kept as macs. */
import { randomInt } from 'node:crypto'
import { steadyOf } from '../../lib/clock.ts'
import type { CodeOf, OtpRepo } from './repo.ts'
import type { Parts } from './parts.ts'

const TRIES = 5

export function codeMaker({ secrets, clock }: Pick<Parts, 'secrets' | 'clock'>) {
  const steady = steadyOf(clock)
  const codeHash = (userId: number, code: string) => secrets.mac('otp', `${userId}:${code}`)

  return {
    codeHash,

    /** Puts a new code in place of the one before of that browser. */
    async renew(
      repo: OtpRepo,
      of: CodeOf,
      { digits, validMs }: { digits: number; validMs: number },
    ): Promise<{ code: string; expiresAt: number }> {
      const code = String(randomInt(10 ** digits)).padStart(digits, '0')
      const now = steady.now()
      const expiresAt = now + validMs
      await repo.put(of, { codeHash: codeHash(of.userId, code), expiresAt, tries: TRIES }, now)
      return { code, expiresAt }
    },
  }
}

export type CodeMaker = ReturnType<typeof codeMaker>
