/** Groups of users. Their members, flags and clients are read and written with them. */
import type { GroupDraft } from '#schemas/generated/api/group-draft.ts'
import type { Group } from '#schemas/generated/entities/group.ts'
import { clientNotFound, inChunks, unlessTaken } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import { AppError } from '../../lib/errors.ts'
import { byName } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import { requireAll, userNotFound } from '../users/link-repo.ts'

const taken = ({ name }: GroupDraft) => `There is already a group ${name}; change that one or choose another name.`
const toRow = ({ name, description = '', flags = [] }: GroupDraft) => ({
  name: name.trim(),
  description,
  flags: JSON.stringify(flags.toSorted()),
})

/** Administrators only. */
export function groupRepo(db: Db) {
  const requireAdmin = ({ role }: Scope) => {
    if (role !== 'admin') throw new AppError('ADMIN_REQUIRED', 'Only an administrator may see and change groups.')
  }

  async function whole(rows: readonly Row<'user_groups'>[]): Promise<Group[]> {
    const groups: Group[] = []
    for (const chunk of inChunks(rows)) {
      const ids = chunk.map(({ id }) => id)
      const [members, clients] = await Promise.all([
        db.selectFrom('group_members').selectAll().where('group_id', 'in', ids).orderBy('user_id').execute(),
        db.selectFrom('group_clients').selectAll().where('group_id', 'in', ids).orderBy('client_id').execute(),
      ])
      const [ofMembers, ofClients] = [
        Map.groupBy(members, (row) => row.group_id),
        Map.groupBy(clients, (row) => row.group_id),
      ]
      groups.push(
        ...chunk.map(({ id, name, description, flags }) => ({
          id,
          name,
          description,
          members: (ofMembers.get(id) ?? []).map((row) => row.user_id),
          flags: JSON.parse(flags) as Group['flags'],
          clients: (ofClients.get(id) ?? []).map((row) => row.client_id),
        })),
      )
    }
    return groups
  }

  async function some(scope: Scope, ids: readonly number[]): Promise<Group[]> {
    requireAdmin(scope)
    return ids.length === 0
      ? []
      : byName(scope, await whole(await db.selectFrom('user_groups').selectAll().where('id', 'in', ids).execute()))
  }

  async function save(id: number, { members = [], clients = [] }: GroupDraft): Promise<void> {
    await requireAll(db, 'users', members, userNotFound)
    await requireAll(db, 'clients', clients, clientNotFound)
    await db.deleteFrom('group_members').where('group_id', '=', id).execute()
    await db.deleteFrom('group_clients').where('group_id', '=', id).execute()
    for (const chunk of inChunks(members))
      await db
        .insertInto('group_members')
        .values(chunk.map((user) => ({ group_id: id, user_id: user })))
        .execute()
    for (const chunk of inChunks(clients))
      await db
        .insertInto('group_clients')
        .values(chunk.map((client) => ({ group_id: id, client_id: client })))
        .execute()
  }

  return {
    /** By name, in the order of the reader's language. */
    async list(scope: Scope): Promise<Group[]> {
      requireAdmin(scope)
      return byName(scope, await whole(await db.selectFrom('user_groups').selectAll().execute()))
    },

    some,

    async find(scope: Scope, id: number): Promise<Group | undefined> {
      return (await some(scope, [id]))[0]
    },

    /** Gives the id. Throws NAME_TAKEN, USER_NOT_FOUND, CLIENT_NOT_FOUND; to be run in a transaction. */
    async insert(scope: Scope, draft: GroupDraft): Promise<number> {
      requireAdmin(scope)
      const { id } = await unlessTaken(
        db.insertInto('user_groups').values(toRow(draft)).returning('id').executeTakeFirstOrThrow(),
        taken(draft),
      )
      await save(id, draft)
      return id
    },

    /** Throws as `insert`; to be run in a transaction. */
    async replace(scope: Scope, id: number, draft: GroupDraft): Promise<void> {
      requireAdmin(scope)
      await unlessTaken(db.updateTable('user_groups').set(toRow(draft)).where('id', '=', id).execute(), taken(draft))
      await save(id, draft)
    },

    async remove(scope: Scope, id: number): Promise<void> {
      requireAdmin(scope)
      await db.deleteFrom('user_groups').where('id', '=', id).execute()
    },
  }
}
