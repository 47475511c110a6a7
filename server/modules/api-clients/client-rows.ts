/** API clients as they are stored, and as administrators see them. */
import type { AccessFlag } from '#domain/access'
import type { ApiClientDraft } from '#schemas/generated/api/api-client-draft.ts'
import type { ApiClient } from '#schemas/generated/entities/api-client.ts'
import type { Db, Row } from '../../db/tables.ts'

/** Without the sessions that its pages hold, which are counted at each answer. */
export type StoredApiClient = Omit<ApiClient, 'sessions'>

export async function toClient(db: Db, row: Row<'api_clients'>): Promise<StoredApiClient> {
  const user = await db.selectFrom('users').select('flags').where('id', '=', row.user_id).executeTakeFirstOrThrow()
  const access = await db
    .selectFrom('user_access')
    .select('client_id')
    .where('user_id', '=', row.user_id)
    .orderBy('client_id')
    .execute()
  return {
    id: row.id,
    clientId: row.client_id,
    name: row.name,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    clients: access.map((grant) => grant.client_id),
    flags: JSON.parse(user.flags) as AccessFlag[],
    enabled: row.enabled === 1,
    pkce: row.pkce === 1,
    hasSecret: row.secret_hash !== null,
    createdAt: row.created_at,
  }
}

export const toRow = ({ name, redirectUris, enabled, pkce = false }: ApiClientDraft) => ({
  name,
  redirect_uris: JSON.stringify(redirectUris),
  enabled: enabled ? 1 : 0,
  pkce: pkce ? 1 : 0,
})
