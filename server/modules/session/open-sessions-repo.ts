/** Which sessions are open: for the person, for administrators, and by API client. */
import type { Db } from '../../db/tables.ts'

export interface OpenSession {
  readonly id: number
  /** Epoch ms. */
  readonly createdAt: number
  readonly seenAt: number
  readonly address: string
  readonly agent: string
  /** Name of the API client whose page holds it. */
  readonly apiClient: string | null
}

/** Sessions that were opened and used after these moments have not ended by themselves. */
export interface StillOpen {
  readonly createdAfter: number
  readonly seenAfter: number
}

export function openSessionsRepo(db: Db) {
  return {
    /** The sessions of one account that have not ended by themselves, newest first. */
    async listOf(userId: number, { createdAfter, seenAfter }: StillOpen): Promise<OpenSession[]> {
      const rows = await db
        .selectFrom('sessions')
        .leftJoin('api_clients', 'api_clients.id', 'sessions.api_client_id')
        .select([
          'sessions.id',
          'sessions.created_at',
          'sessions.seen_at',
          'sessions.address',
          'sessions.agent',
          'api_clients.name',
        ])
        .where('sessions.user_id', '=', userId)
        .where('sessions.created_at', '>', createdAfter)
        .where('sessions.seen_at', '>', seenAfter)
        .orderBy('sessions.id', 'desc')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        createdAt: row.created_at,
        seenAt: row.seen_at,
        address: row.address,
        agent: row.agent,
        apiClient: row.name,
      }))
    },

    /** How many such sessions the pages of each API client hold, by its id. */
    async countByApiClient({ createdAfter, seenAfter }: StillOpen): Promise<ReadonlyMap<number, number>> {
      const rows = await db
        .selectFrom('sessions')
        .select(({ fn }) => ['api_client_id', fn.countAll().as('open')])
        .where('api_client_id', 'is not', null)
        .where('created_at', '>', createdAfter)
        .where('seen_at', '>', seenAfter)
        .groupBy('api_client_id')
        .execute()
      return new Map(rows.map(({ api_client_id: id, open }) => [id ?? 0, Number(open)]))
    },

    /** Whose session this was; undefined when there is none. `owner`: only of this account. */
    async closeById(id: number, owner?: number): Promise<number | undefined> {
      const query = db.deleteFrom('sessions').where('id', '=', id)
      const row = await (owner === undefined ? query : query.where('user_id', '=', owner))
        .returning('user_id')
        .executeTakeFirst()
      return row?.user_id
    },
  }
}
