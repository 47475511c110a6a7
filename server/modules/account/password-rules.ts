/** The rules of a new password. */
import { isCommonPassword } from '#domain/common-password'
import { PASSWORD_MIN_LENGTH, brokenRules } from '#domain/password'
import { AppError } from '../../lib/errors.ts'
import { verifyPassword } from '../session/password-hash.ts'
import type { Credentials } from '../session/credentials-repo.ts'

/** Throws PASSWORD_WEAK, PASSWORD_COMMON. */
export function requireGood(password: string, { username }: Credentials): void {
  const rules = brokenRules(password)
  if (rules.length > 0)
    throw new AppError(
      'PASSWORD_WEAK',
      `The password breaks these rules: ${rules.join(', ')}; expected at least ${PASSWORD_MIN_LENGTH} characters ` +
        'with lower and upper case, a digit and a special character, without blanks.',
      { rules },
    )
  if (isCommonPassword(password, [username]))
    throw new AppError(
      'PASSWORD_COMMON',
      'The password is easy to guess: common words, names, years, keyboard walks and repetitions leave too little ' +
        'of its own; choose another.',
    )
}

/** Throws PASSWORD_SAME. */
export async function requireOther(password: string, { passwordHash }: Credentials): Promise<void> {
  if (passwordHash !== null && (await verifyPassword(password, passwordHash, 'known')))
    throw new AppError('PASSWORD_SAME', 'The new password is the old one; choose another.')
}
