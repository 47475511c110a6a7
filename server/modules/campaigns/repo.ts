import type { Campaign } from '#schemas/generated/entities/campaign.ts'
import { readable, requireClient } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

export type NewCampaign = Omit<Campaign, 'id' | 'description'> & Partial<Pick<Campaign, 'description'>>

const toCampaign = (row: Row<'campaigns'>): Campaign => ({
  id: row.id,
  client: row.client_id,
  name: row.name,
  begin: row.begin_on,
  end: row.end_on,
  description: row.description,
})

export function campaignRepo(db: Db) {
  const visible = (scope: Scope) => db.selectFrom('campaigns').selectAll().where(readable(scope, 'client_id'))

  return {
    /** Newest first; of one client when given. */
    async list(scope: Scope, { client }: { client?: number } = {}): Promise<Campaign[]> {
      const query = visible(scope).orderBy('begin_on', 'desc').orderBy('id')
      return (await (client === undefined ? query : query.where('client_id', '=', client)).execute()).map(toCampaign)
    },

    async find(scope: Scope, id: number): Promise<Campaign | undefined> {
      const row = await visible(scope).where('id', '=', id).executeTakeFirst()
      return row && toCampaign(row)
    },

    /** Throws CLIENT_NOT_FOUND for a client outside the scope. */
    async insert(scope: Scope, campaign: NewCampaign): Promise<Campaign> {
      requireClient(scope, campaign.client)
      const values = {
        client_id: campaign.client,
        name: campaign.name,
        begin_on: campaign.begin,
        end_on: campaign.end,
        description: campaign.description ?? '',
      }
      return toCampaign(await db.insertInto('campaigns').values(values).returningAll().executeTakeFirstOrThrow())
    },

    /** Undefined when there is no such campaign in the scope. Throws CLIENT_NOT_FOUND for a client outside it. */
    async replace(
      scope: Scope,
      id: number,
      { client, name, begin, end, description = '' }: NewCampaign,
    ): Promise<Campaign | undefined> {
      requireClient(scope, client)
      const row = await db
        .updateTable('campaigns')
        .set({ client_id: client, name, begin_on: begin, end_on: end, description })
        .where('id', '=', id)
        .where(readable(scope, 'client_id'))
        .returningAll()
        .executeTakeFirst()
      return row && toCampaign(row)
    },

    async remove(scope: Scope, id: number): Promise<void> {
      await db.deleteFrom('campaigns').where('id', '=', id).where(readable(scope, 'client_id')).execute()
    },
  }
}
