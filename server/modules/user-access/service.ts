import type { UserAccessDraft } from '#schemas/generated/api/user-access-draft.ts'
import type { UserAccessQuery } from '#schemas/generated/api/user-access-query.ts'
import type { UserAccess } from '#schemas/generated/entities/user-access.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import type { Collection } from '../../plugins/collection.ts'
import type { Scope } from '../../lib/scope.ts'

export type UserAccessService = Collection<UserAccess, UserAccessDraft, UserAccessQuery>

const accessNotFound = (id: number) => new AppError('ACCESS_NOT_FOUND', `There is no access ${id}.`, { access: id })
const targetOf = ({ user, client }: UserAccessDraft) => `user ${user} client ${client}`

/**
 * Which user may read which client. It holds from that user's next request on, and every change is in the audit log.
 */
export function userAccessService({
  catalog,
  clock,
}: {
  catalog: Pick<Catalog, 'userAccess' | 'transaction'>
  clock: Clock
}): UserAccessService {
  async function find(
    scope: Scope,
    id: number,
    { userAccess }: Pick<Repositories, 'userAccess'> = catalog,
  ): Promise<UserAccess> {
    const access = await userAccess.find(scope, id)
    if (access === undefined) throw accessNotFound(id)
    return access
  }

  return {
    list: (scope, query) => catalog.userAccess.list(scope, query),
    some: (scope, ids) => catalog.userAccess.some(scope, ids),
    find,

    async create(scope, draft) {
      return catalog.transaction(async (repositories) => {
        const access = await repositories.userAccess.insert(scope, draft, clock.now())
        await repositories.audit.append(scope, { action: 'access.create', target: targetOf(access), at: clock.now() })
        return access
      })
    },

    async replace(scope, id, draft) {
      return catalog.transaction(async (repositories) => {
        const before = await find(scope, id, repositories)
        const after = await repositories.userAccess.replace(scope, id, draft)
        if (after === undefined) throw accessNotFound(id)
        await repositories.audit.append(scope, {
          action: 'access.change',
          target: targetOf(after),
          details: { before: targetOf(before) },
          at: clock.now(),
        })
        return after
      })
    },

    async remove(scope, id) {
      await catalog.transaction(async (repositories) => {
        const access = await find(scope, id, repositories)
        await repositories.userAccess.remove(scope, id)
        await repositories.audit.append(scope, { action: 'access.remove', target: targetOf(access), at: clock.now() })
      })
    },
  }
}
