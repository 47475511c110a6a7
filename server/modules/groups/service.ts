import type { GroupDraft } from '#schemas/generated/api/group-draft.ts'
import type { Group } from '#schemas/generated/entities/group.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import type { Collection } from '../../plugins/collection.ts'
import type { Scope } from '../../lib/scope.ts'
import { groupChanges } from '../users/account-changes.ts'
import { groupNotFound } from '../users/link-repo.ts'
import { requireNeededFlags } from '../users/service.ts'

export type GroupService = Collection<Group, GroupDraft>

/** Groups of users, sorted by name; every change is in the audit log, for it changes rights. */
export function groupService({
  catalog,
  clock,
}: {
  catalog: Pick<Catalog, 'groups' | 'transaction'>
  clock: Clock
}): GroupService {
  async function find(scope: Scope, id: number, { groups }: Pick<Repositories, 'groups'> = catalog): Promise<Group> {
    const group = await groups.find(scope, id)
    if (group === undefined) throw groupNotFound(id)
    return group
  }

  return {
    list: (scope) => catalog.groups.list(scope),
    some: (scope, ids) => catalog.groups.some(scope, ids),
    find,

    async create(scope, draft) {
      requireNeededFlags(draft.flags ?? [])
      return catalog.transaction(async (repositories) => {
        const group = await find(scope, await repositories.groups.insert(scope, draft), repositories)
        const { name, flags, clients, members } = group
        await repositories.audit.append(scope, {
          action: 'group.create',
          target: name,
          details: { flags, clients, members },
          at: clock.now(),
        })
        return group
      })
    },

    async replace(scope, id, draft) {
      requireNeededFlags(draft.flags ?? [])
      return catalog.transaction(async (repositories) => {
        const before = await find(scope, id, repositories)
        await repositories.groups.replace(scope, id, draft)
        const after = await find(scope, id, repositories)
        const details = groupChanges(before, after)
        if (Object.keys(details).length > 0)
          await repositories.audit.append(scope, {
            action: 'group.change',
            target: after.name,
            details,
            at: clock.now(),
          })
        return after
      })
    },

    async remove(scope, id) {
      await catalog.transaction(async (repositories) => {
        const { name, flags, clients, members } = await find(scope, id, repositories)
        await repositories.groups.remove(scope, id)
        await repositories.audit.append(scope, {
          action: 'group.remove',
          target: name,
          details: { flags, clients, members },
          at: clock.now(),
        })
      })
    },
  }
}
