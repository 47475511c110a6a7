/** Groups of accounts, and what they may see. */
import type { ServerModule } from '../../module.ts'
import { groupRepo } from './repo.ts'
import type { GroupClientsTable, GroupMembersTable, UserGroupsTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    user_groups: UserGroupsTable
    group_members: GroupMembersTable
    group_clients: GroupClientsTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly groups: ReturnType<typeof groupRepo>
  }
}

export const groups: ServerModule = {
  name: 'groups',
  repositories: { groups: groupRepo },
  start: () => import('./start.ts'),
}
