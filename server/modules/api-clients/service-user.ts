/** The account behind an API client: it has the rights and the clients, and lives and dies with it. */
import type { ApiClientDraft } from '#schemas/generated/api/api-client-draft.ts'
import type { Db } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'
import { linkRepo } from '../users/link-repo.ts'

type Given = Pick<ApiClientDraft, 'clients' | 'flags' | 'enabled'>

const toUserRow = ({ flags, enabled }: Given) => ({
  enabled: enabled ? 1 : 0,
  flags: JSON.stringify(flags.toSorted()),
})

/** Gives its id. Throws CLIENT_NOT_FOUND. */
export async function insertServiceUser(
  db: Db,
  scope: Scope,
  draft: Given,
  { clientId, at }: { clientId: string; at: number },
): Promise<number> {
  // A name that cannot be typed: a name without @ gets a domain.
  const user = await db
    .insertInto('users')
    .values({
      ...toUserRow(draft),
      username: `api:${clientId}`,
      password_hash: null,
      role: 'basic',
      properties: JSON.stringify({ lang: 'es', demo: false }),
      created_at: at,
      login_type: 'service',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await linkRepo(db).save(user.id, { clients: draft.clients, groups: [], macs: [] }, { now: at, by: scope.userId })
  return user.id
}

/** Throws CLIENT_NOT_FOUND. */
export async function changeServiceUser(db: Db, scope: Scope, id: number, draft: Given, at: number): Promise<void> {
  await db.updateTable('users').set(toUserRow(draft)).where('id', '=', id).execute()
  await linkRepo(db).save(id, { clients: draft.clients, groups: [], macs: [] }, { now: at, by: scope.userId })
}

/** Its own and those that its pages hold. */
export const endSessions = async (db: Db, id: number, serviceUser: number) => {
  await db
    .deleteFrom('sessions')
    .where((where) => where.or([where('user_id', '=', serviceUser), where('api_client_id', '=', id)]))
    .execute()
}
