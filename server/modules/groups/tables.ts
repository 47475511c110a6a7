import type { Generated } from 'kysely'

export interface UserGroupsTable {
  id: Generated<number>
  name: string
  description: string
  flags: string
}

export interface GroupMembersTable {
  group_id: number
  user_id: number
}

export interface GroupClientsTable {
  group_id: number
  client_id: number
}
