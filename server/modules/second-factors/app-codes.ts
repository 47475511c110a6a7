/** Codes that a person has without a mail: of an app, and those on paper for the day when the app is gone. */
import { randomBytes } from 'node:crypto'
import { sealedPlace } from '../../db/sealed.ts'
import { hashOf } from '../../lib/secrets.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { totpStep } from './totp.ts'
import type { TotpRepo } from './totp-repo.ts'

const RECOVERY_CODES = 10
/** 80 bits: they cannot be guessed, so a plain hash reveals nothing and outlives a change of SECRET_KEY. */
const RECOVERY_BYTES = 10
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** New codes in the form in which they are written down: four groups of four, without letters that look like digits. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    // 16 letters of 5 bits each.
    const bits = BigInt(`0x${randomBytes(RECOVERY_BYTES).toString('hex')}`)
    const letters = Array.from({ length: 16 }, (_, at) => LETTERS[Number((bits >> BigInt(at * 5)) & 31n)] ?? '').join(
      '',
    )
    return letters.match(/.{4}/g)?.join('-') ?? ''
  })

/** How such a code is kept, however it was typed. */
export const recoveryHash = (code: string): string => hashOf(code.replace(/[\s-]/g, '').toLowerCase())

export function appCodes(secrets: Pick<Secrets, 'open'>) {
  return {
    /** Consumes this code and returns its kind: a step of the app or a recovery code counts once. Null = invalid. */
    async take(totp: TotpRepo, userId: number, code: string, now: number): Promise<'app' | 'recovery' | null> {
      const known = await totp.find(userId)
      const isInUse = known !== undefined && known.confirmedAt !== null
      const step = isInUse ? totpStep(secrets.open(known.secret, sealedPlace('totp.secret', userId)), code, now) : null
      if (step !== null) return (await totp.takeStep(userId, step)) ? 'app' : null
      return (await totp.takeRecoveryCode(userId, recoveryHash(code))) ? 'recovery' : null
    },
  }
}

export type AppCodes = ReturnType<typeof appCodes>
