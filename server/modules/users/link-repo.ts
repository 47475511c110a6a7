/**
 * Links of an account: its clients, groups and devices. Only what changes is written, so that an access keeps its
 * history.
 */
import type { Db } from '../../db/tables.ts'
import { clientNotFound, inChunks, unlessTaken } from '../../db/scoped.ts'
import { AppError } from '../../lib/errors.ts'

export const groupNotFound = (id: number) => new AppError('GROUP_NOT_FOUND', `There is no group ${id}.`, { group: id })
export const userNotFound = (id: number) => new AppError('USER_NOT_FOUND', `There is no user ${id}.`, { user: id })

interface Links {
  readonly clients: readonly number[]
  readonly groups: readonly number[]
  readonly macs: readonly string[]
}

/** Additions and removals of the new list. */
export function changes<T>(before: readonly T[], after: readonly T[]): { given: T[]; taken: T[] } {
  return {
    given: after.filter((item) => !before.includes(item)),
    taken: before.filter((item) => !after.includes(item)),
  }
}

/**
 * Throws with `missing(id)` for the first of the ids that the table does not have. The accounts of services do not
 * count as users.
 */
export async function requireAll(
  db: Db,
  table: 'clients' | 'users' | 'user_groups',
  ids: readonly number[],
  missing: (id: number) => AppError,
): Promise<void> {
  for (const chunk of inChunks(ids)) {
    const rows =
      table === 'users'
        ? await db
            .selectFrom('users')
            .select('id')
            .where('id', 'in', chunk)
            .where('login_type', '!=', 'service')
            .execute()
        : await db.selectFrom(table).select('id').where('id', 'in', chunk).execute()
    const found = new Set(rows.map(({ id }) => id))
    const unknown = chunk.find((id) => !found.has(id))
    if (unknown !== undefined) throw missing(unknown)
  }
}

export function linkRepo(db: Db) {
  async function saveClients(user: number, clients: readonly number[], now: number, by: number | null): Promise<void> {
    const before = (await db.selectFrom('user_access').select('client_id').where('user_id', '=', user).execute()).map(
      (row) => row.client_id,
    )
    const { given, taken } = changes(before, clients)
    await requireAll(db, 'clients', given, clientNotFound)
    for (const chunk of inChunks(taken))
      await db.deleteFrom('user_access').where('user_id', '=', user).where('client_id', 'in', chunk).execute()
    for (const chunk of inChunks(given))
      await db
        .insertInto('user_access')
        .values(chunk.map((client) => ({ user_id: user, client_id: client, created_at: now, created_by: by })))
        .execute()
  }

  async function saveGroups(user: number, groups: readonly number[]): Promise<void> {
    await requireAll(db, 'user_groups', groups, groupNotFound)
    await db.deleteFrom('group_members').where('user_id', '=', user).execute()
    for (const chunk of inChunks(groups))
      await db
        .insertInto('group_members')
        .values(chunk.map((group) => ({ group_id: group, user_id: user })))
        .execute()
  }

  async function saveMacs(user: number, macs: readonly string[]): Promise<void> {
    await db.deleteFrom('user_macs').where('user_id', '=', user).execute()
    for (const mac of macs) {
      await unlessTaken(
        db.insertInto('user_macs').values({ user_id: user, mac }).execute(),
        `The device ${mac} belongs to another account; take it away there first.`,
        'MAC_TAKEN',
      )
    }
  }

  return {
    async save(
      user: number,
      { clients, groups, macs }: Links,
      { now, by }: { now: number; by: number | null },
    ): Promise<void> {
      await saveClients(user, clients, now, by)
      await saveGroups(user, groups)
      await saveMacs(user, macs)
    },
  }
}
