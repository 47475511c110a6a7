/** Accounts of people: an administrator makes, changes, enables and removes them; each of it is in the audit log. */
import { danglingFlags } from '#domain/access'
import type { AccessFlag } from '#domain/access'
import type { UserDraft } from '#schemas/generated/api/user-draft.ts'
import type { UsersQuery } from '#schemas/generated/api/users-query.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import type { Collection } from '../../plugins/collection.ts'
import type { Scope } from '../../lib/scope.ts'
import { accountChanges } from './account-changes.ts'
import type { FullUserDraft } from './account-repo.ts'
import { userNotFound } from './link-repo.ts'
import { completeDraft } from './full-draft.ts'

/** Tells a new user how to sign in. */
export interface Invitations {
  invite(user: Pick<UserAccount, 'id' | 'username' | 'properties'>): Promise<void>
}

interface Parts {
  readonly catalog: Pick<Catalog, 'accounts' | 'groups' | 'transaction'>
  readonly invitations: Invitations
  readonly clock: Clock
  readonly loginDomain: string
}

export interface UserService extends Collection<UserAccount, UserDraft, UsersQuery> {
  /** Gives the account as it is now; enabling what is enabled changes nothing. */
  setEnabled(scope: Scope, id: number, enabled: boolean): Promise<UserAccount>
}

const lastAdmin = () => new AppError('LAST_ADMIN', 'This is the last enabled administrator; make another one first.')
const ownAccount = (what: string) =>
  new AppError('OWN_ACCOUNT', `You cannot ${what} your own account. Ask another administrator.`)

/**
 * Throws FLAG_NEEDS for a flag without the one it depends on. `more`: flags that come from elsewhere, for example from
 * groups.
 */
export function requireNeededFlags(flags: readonly AccessFlag[], more: readonly AccessFlag[] = []): void {
  const [dangling] = danglingFlags([...flags, ...more]).filter(({ flag }) => flags.includes(flag))
  if (dangling !== undefined)
    throw new AppError(
      'FLAG_NEEDS',
      `${dangling.flag} means nothing without ${dangling.needs}; give both or neither.`,
      { ...dangling },
    )
}

export function userService({ catalog, invitations, clock, loginDomain }: Parts): UserService {
  async function check(
    scope: Scope,
    repositories: Pick<Repositories, 'groups'>,
    { flags, groups }: FullUserDraft,
  ): Promise<void> {
    const given = await repositories.groups.some(scope, groups)
    requireNeededFlags(
      flags,
      given.flatMap((group) => group.flags),
    )
  }

  async function find(
    scope: Scope,
    id: number,
    { accounts }: Pick<Repositories, 'accounts'> = catalog,
  ): Promise<UserAccount> {
    const account = await accounts.find(scope, id)
    if (account === undefined) throw userNotFound(id)
    return account
  }

  /** Runs a change that may take an administrator away, and takes it back when none would be left. */
  async function keepingAnAdmin<T>(scope: Scope, work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return catalog.transaction(async (repositories) => {
      const before = await repositories.accounts.countAdmins(scope)
      const result = await work(repositories)
      if (before > 0 && (await repositories.accounts.countAdmins(scope)) === 0) throw lastAdmin()
      return result
    })
  }

  return {
    list: (scope, query) => catalog.accounts.list(scope, query),
    some: (scope, ids) => catalog.accounts.some(scope, ids),
    find,

    async create(scope, draft) {
      const full = completeDraft(draft, loginDomain)
      const account = await catalog.transaction(async (repositories) => {
        await check(scope, repositories, full)
        const made = await find(scope, await repositories.accounts.insert(scope, full, clock.now()), repositories)
        const { role, loginType, flags, clients, groups } = made
        await repositories.audit.append(scope, {
          action: 'user.create',
          target: made.username,
          details: { role, loginType, flags, clients, groups },
          at: clock.now(),
        })
        return made
      })
      if (account.loginType !== 'external') await invitations.invite(account)
      return account
    },

    async replace(scope, id, draft) {
      const full = completeDraft(draft, loginDomain)
      return keepingAnAdmin(scope, async (repositories) => {
        const before = await find(scope, id, repositories)
        if (id === scope.userId && before.role !== full.role) throw ownAccount('change the role of')
        await check(scope, repositories, full)
        await repositories.accounts.replace(scope, id, full, clock.now())
        // A way in that is closed now must not leave open what it opened.
        if (before.loginType !== full.loginType) await repositories.accounts.endSessions(scope, id)
        const after = await find(scope, id, repositories)
        const details = accountChanges(before, after)
        if (Object.keys(details).length > 0)
          await repositories.audit.append(scope, {
            action: 'user.change',
            target: after.username,
            details,
            at: clock.now(),
          })
        return after
      })
    },

    async remove(scope, id) {
      if (id === scope.userId) throw ownAccount('remove')
      await keepingAnAdmin(scope, async (repositories) => {
        const { username, role } = await find(scope, id, repositories)
        await repositories.accounts.remove(scope, id)
        await repositories.audit.append(scope, {
          action: 'user.remove',
          target: username,
          details: { role },
          at: clock.now(),
        })
      })
    },

    async setEnabled(scope, id, enabled) {
      if (id === scope.userId && !enabled) throw ownAccount('disable')
      return keepingAnAdmin(scope, async (repositories) => {
        const before = await find(scope, id, repositories)
        if (before.enabled === enabled) return before
        await repositories.users.setEnabled(scope, id, enabled)
        await repositories.audit.append(scope, {
          action: enabled ? 'user.enable' : 'user.disable',
          target: before.username,
          at: clock.now(),
        })
        return { ...before, enabled }
      })
    },
  }
}
