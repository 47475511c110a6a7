/** A password is set by a link, changed, or shown again. */
import type { PasswordReset } from '#schemas/generated/api/password-reset.ts'
import { steadyOf } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, isToken } from '../../lib/secrets.ts'
import { DUMMY_HASH, hashPassword, verifyPassword } from '../session/password-hash.ts'
import type { Credentials } from '../session/credentials-repo.ts'
import type { Caller } from '../../lib/caller.ts'
import type { Try } from '../session/throttle.ts'
import { hasPassword } from '../../lib/user.ts'
import { RESETS, tokenInvalid } from './password-links.ts'
import type { PasswordLinks } from './password-links.ts'
import { requireGood, requireOther } from './password-rules.ts'
import type { Parts } from './parts.ts'

/** Who has a session is no stranger: only its own wrong tries count. */
const inSession = (userId: number, address: string): Try => ({ address, browser: `session of ${userId}` })

type Needed = Pick<Parts, 'catalog' | 'mail' | 'throttle' | 'background' | 'clock' | 'publicUrl'>

export function passwordService(
  { catalog, mail, throttle, background, clock, publicUrl }: Needed,
  { ofToken }: Pick<PasswordLinks, 'ofToken'>,
) {
  const { sessions, passwords, audit } = catalog
  const steady = steadyOf(clock)

  function notifyOwner({ username, properties }: Credentials): void {
    const values = { username, when: clock.now(), link: `${publicUrl}/recover` }
    background.run('notice of a new password', () =>
      mail.send({ to: username, kind: 'passwordChanged', language: properties.lang, values }),
    )
  }

  /**
   * An attempt of the session's user. An attempt that is not checked, because the queue is full or the catalog
   * unavailable, does not count. Throws LOGIN_TOO_MANY and LOGIN_BUSY.
   */
  async function tried(user: Caller['user'], password: string, address: string) {
    const takeBack = throttle.attempt(user.username, inSession(user.id, address))
    try {
      const known = await sessions.credentialsOf(user.id)
      const hash = known !== undefined && hasPassword(known) ? known.passwordHash : null
      const isRight = await verifyPassword(password, hash ?? DUMMY_HASH, 'known')
      return isRight ? known : undefined
    } catch (error) {
      takeBack()
      throw error
    }
  }

  return {
    /**
     * Sets a password with the token of a link, which is spent by that; every session of the account ends. Gives its
     * username. The token in the body decides; what is in the path, the same token or the id of its account, must
     * agree. Throws TOKEN_INVALID, RESPONSIBILITY_REQUIRED, PASSWORD_WEAK, PASSWORD_COMMON, PASSWORD_SAME,
     * LOGIN_TOO_MANY.
     */
    async reset(tokenOrId: string, { token, pass, responsibility }: PasswordReset): Promise<string> {
      if (!isToken(token) || (isToken(tokenOrId) && tokenOrId !== token)) throw tokenInvalid()
      const { id } = await ofToken(token)
      if (!isToken(tokenOrId) && Number(tokenOrId) !== id) throw tokenInvalid()
      if (responsibility === false)
        throw new AppError(
          'RESPONSIBILITY_REQUIRED',
          'The person must accept to answer for the password; send responsibility: true, or leave it out.',
        )
      const known = await sessions.credentialsOf(id)
      if (known === undefined) throw tokenInvalid()
      requireGood(pass, known)
      // A link is work of the kind that goes before strangers: not as often as a caller likes.
      throttle.attempt(known.username, { address: '', browser: `link ${hashOf(token)}` })
      await requireOther(pass, known)
      const passwordHash = await hashPassword(pass)
      await catalog.transaction(async ({ accountTokens, passwords, audit }) => {
        const at = clock.now()
        if ((await accountTokens.use(hashOf(token), RESETS, steady.now())) === undefined) throw tokenInvalid()
        await passwords.set(SYSTEM_SCOPE, id, { passwordHash, at, responsibility: responsibility === true })
        await audit.append(SYSTEM_SCOPE, { action: 'password.reset', target: known.username, at })
      })
      throttle.forgive(known.username)
      notifyOwner(known)
      return known.username
    },

    /**
     * Counts as a try to sign in. Other sessions end. Throws PASSWORD_WRONG, PASSWORD_WEAK, PASSWORD_COMMON,
     * PASSWORD_SAME, LOGIN_TOO_MANY.
     */
    async change(
      { user, scope, tokenHash }: Caller,
      { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
      address: string,
    ): Promise<void> {
      const known = await tried(user, oldPassword, address)
      if (known === undefined) {
        await audit.append(scope, {
          action: 'password.refuse',
          target: user.username,
          details: { address },
          at: clock.now(),
        })
        throw new AppError('PASSWORD_WRONG', 'The present password is not right.')
      }
      throttle.succeeded(user.username, inSession(user.id, address))
      requireGood(newPassword, known)
      await requireOther(newPassword, known)
      const [passwordHash, at] = [await hashPassword(newPassword), clock.now()]
      await passwords.set(scope, user.id, { passwordHash, at, keepSession: tokenHash })
      await audit.append(scope, { action: 'password.change', target: user.username, at })
      notifyOwner(known)
    },

    /**
     * The person behind a session shows the password again; rights and secrets may then be changed for a while. Counts
     * as a try to sign in. Throws CONFIRMATION_ELSEWHERE for who has no password here, PASSWORD_WRONG, LOGIN_TOO_MANY.
     */
    async confirm({ user, scope, tokenHash }: Caller, password: string, address: string): Promise<void> {
      if (!hasPassword(user))
        throw new AppError(
          'CONFIRMATION_ELSEWHERE',
          'This account has no password here; sign in again where it signs in, which confirms too.',
        )
      const known = await tried(user, password, address)
      const at = clock.now()
      if (known === undefined) {
        await audit.append(scope, { action: 'password.refuse', target: user.username, details: { address }, at })
        throw new AppError('PASSWORD_WRONG', 'The present password is not right.')
      }
      throttle.succeeded(user.username, inSession(user.id, address))
      await sessions.confirm(tokenHash, steady.now())
      await audit.append(scope, { action: 'session.confirm', target: user.username, details: { address }, at })
    },
  }
}
