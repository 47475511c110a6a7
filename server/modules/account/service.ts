/** Actions of people on their own account: passwords, recovery, terms, history. */
import type { LoginInfo } from '#schemas/generated/api/login-info.ts'
import type { Terms } from '#schemas/generated/api/terms.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Caller } from '../../lib/caller.ts'
import { passwordService } from './password-service.ts'
import { passwordLinks } from './password-links.ts'
import type { Parts } from './parts.ts'

/** The largest id of the catalog; PostgreSQL fails on a larger one. */
const LARGEST_ID = 2 ** 31 - 1

const userNotFound = (id: number) =>
  new AppError('USER_NOT_FOUND', `There is no account ${id} that this account may see.`, { user: id })

export function accountService(parts: Parts) {
  const { catalog, throttle, clock } = parts
  const { logins, passwords, accounts, audit } = catalog
  const links = passwordLinks(parts)

  async function visible(scope: Scope, id: number): Promise<UserAccount> {
    const account =
      id <= LARGEST_ID && (scope.role === 'admin' || scope.userId === id)
        ? await accounts.find(SYSTEM_SCOPE, id)
        : undefined
    if (account === undefined) throw userNotFound(id)
    return account
  }

  return {
    /** The account, for itself and for administrators. Throws USER_NOT_FOUND. */
    find: visible,

    ...links,
    ...passwordService(parts, links),

    async loginInfo({ user, scope, since }: Caller): Promise<LoginInfo> {
      return {
        lastLogin: await logins.lastBefore(scope, user.id, since),
        expiredPass: user.passwordExpired,
        passwordResponsibility: user.responsibilityAcceptedAt !== null,
      }
    },

    terms: ({ user }: Caller): Terms => ({ accepted: user.termsAcceptedAt !== null, at: user.termsAcceptedAt }),

    async acceptTerms({ user, scope }: Caller): Promise<void> {
      if (user.termsAcceptedAt !== null) return
      const at = clock.now()
      await passwords.acceptTerms(scope, at)
      await audit.append(scope, { action: 'terms.accept', target: user.username, at })
    },

    /** Newest first, at most 200. Throws USER_NOT_FOUND for those of others. */
    async logins(scope: Scope, id: number): Promise<{ date: number; success: boolean }[]> {
      await visible(scope, id)
      return logins.listOf(scope, id)
    },

    async passwordChanges(scope: Scope, id: number): Promise<{ date: number }[]> {
      await visible(scope, id)
      return passwords.changesOf(scope, id)
    },

    /** Lets an account try again at once that has failed too often. */
    async forgive(scope: Scope, id: number): Promise<void> {
      const { username } = await visible(scope, id)
      throttle.forgive(username)
      await audit.append(scope, { action: 'session.forgive', target: username, at: clock.now() })
    },
  }
}

export type AccountService = ReturnType<typeof accountService>
