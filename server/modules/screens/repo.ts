/** Screens: each belongs to the person who made it; administrators see and revoke all. Tokens are stored as hashes. */
import type { Language } from '#schemas/generated/entities/language.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

export interface StoredScreen {
  readonly id: number
  readonly owner: number
  readonly client: number
  readonly name: string
  /** Ids, in the order in which they take turns. */
  readonly dashboards: readonly string[]
  /** The filters as an address has them. */
  readonly search: string
  readonly seconds: number
  readonly lang: Language
  /** Epoch ms, like the other times. */
  readonly createdAt: number
  readonly seenAt: number | null
  readonly revokedAt: number | null
}

export type NewScreen = Pick<StoredScreen, 'client' | 'name' | 'dashboards' | 'search' | 'seconds' | 'lang'> & {
  readonly tokenHash: string
}

const toScreen = (row: Row<'screens'>): StoredScreen => ({
  id: row.id,
  owner: row.owner_id,
  client: row.client_id,
  name: row.name,
  dashboards: JSON.parse(row.dashboards) as string[],
  search: row.search,
  seconds: row.seconds,
  lang: row.lang as Language,
  createdAt: row.created_at,
  seenAt: row.seen_at,
  revokedAt: row.revoked_at,
})

export function screenRepo(db: Db) {
  const mine = ({ userId }: Scope) => userId ?? 0
  const visible = (scope: Scope) => {
    const query = db.selectFrom('screens').selectAll()
    return scope.role === 'admin' ? query : query.where('owner_id', '=', mine(scope))
  }

  return {
    /** The caller's own, and for administrators also the others of this client, or of all. Newest first. */
    async list(scope: Scope, client: number | undefined): Promise<StoredScreen[]> {
      const query =
        client === undefined
          ? visible(scope)
          : visible(scope).where((where) =>
              where.or([where('owner_id', '=', mine(scope)), where('client_id', '=', client)]),
            )
      return (await query.orderBy('id', 'desc').execute()).map(toScreen)
    },

    async find(scope: Scope, id: number): Promise<StoredScreen | undefined> {
      const row = await visible(scope).where('id', '=', id).executeTakeFirst()
      return row && toScreen(row)
    },

    /** How many of the caller's own are not revoked. */
    async count(scope: Scope): Promise<number> {
      const { n } = await db
        .selectFrom('screens')
        .select(({ fn }) => fn.countAll().as('n'))
        .where('owner_id', '=', mine(scope))
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow()
      return Number(n)
    },

    async insert(
      scope: Scope,
      { client, name, dashboards, search, seconds, lang, tokenHash }: NewScreen,
      now: number,
    ): Promise<StoredScreen> {
      return toScreen(
        await db
          .insertInto('screens')
          .values({
            owner_id: mine(scope),
            client_id: client,
            name,
            token_hash: tokenHash,
            dashboards: JSON.stringify(dashboards),
            search,
            seconds,
            lang,
            created_at: now,
            seen_at: null,
            revoked_at: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow(),
      )
    },

    /** Its sessions end at once. False when there is no such screen of the caller, or it was revoked before. */
    async revoke(scope: Scope, id: number, now: number): Promise<boolean> {
      const update = db
        .updateTable('screens')
        .set({ revoked_at: now })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
      const { numUpdatedRows } = await (
        scope.role === 'admin' ? update : update.where('owner_id', '=', mine(scope))
      ).executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await db.deleteFrom('screen_sessions').where('screen_id', '=', id).execute()
      return true
    },

    /** For opening, which has no scope yet. */
    async byToken(tokenHash: string): Promise<StoredScreen | undefined> {
      const row = await db.selectFrom('screens').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
      return row && toScreen(row)
    },

    /** The screen whose session this is; undefined when there is none, or it has expired. */
    async bySession(tokenHash: string, now: number): Promise<StoredScreen | undefined> {
      const row = await db
        .selectFrom('screen_sessions')
        .innerJoin('screens', 'screens.id', 'screen_sessions.screen_id')
        .selectAll('screens')
        .where('screen_sessions.token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row && toScreen(row)
    },

    async open(id: number, tokenHash: string, expiresAt: number): Promise<void> {
      await db
        .insertInto('screen_sessions')
        .values({ token_hash: tokenHash, screen_id: id, expires_at: expiresAt })
        .execute()
    },

    async touch(id: number, now: number): Promise<void> {
      await db.updateTable('screens').set({ seen_at: now }).where('id', '=', id).execute()
    },

    /** Deletes expired sessions, and screens that were revoked before `revokedBefore` (epoch ms). */
    async sweep(now: number, revokedBefore: number): Promise<void> {
      await db.deleteFrom('screen_sessions').where('expires_at', '<=', now).execute()
      await db.deleteFrom('screens').where('revoked_at', '<=', revokedBefore).execute()
    },
  }
}
