/** Public links: each belongs to the person who made it; administrators see and revoke all. Tokens are hashes. */
import { sql } from 'kysely'
import type { PublicLink } from '#schemas/generated/entities/public-link.ts'
import type { Language } from '#schemas/generated/entities/language.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

export interface StoredLink {
  readonly id: number
  readonly slug: string
  readonly owner: number
  readonly dashboard: string
  readonly name: string
  readonly clients: readonly number[]
  /** Null = all of the clients. */
  readonly locals: readonly number[] | null
  /** Filters that are not at their default. */
  readonly values: Readonly<Record<string, unknown>>
  readonly periods: PublicLink['periods']
  /** Null = the day that it is. */
  readonly day: string | null
  readonly timeZone: string
  readonly lang: Language
  readonly origins: readonly string[]
  /** Epoch ms, like the other times. */
  readonly createdAt: number
  readonly endsAt: number
  readonly openedAt: number | null
  readonly openings: number
  readonly revokedAt: number | null
}

export type NewLink = Omit<StoredLink, 'id' | 'owner' | 'createdAt' | 'openedAt' | 'openings' | 'revokedAt'> & {
  readonly tokenHash: string
  /** Of a snapshot. */
  readonly document: string | null
}

export interface KeptAnswer {
  readonly question: string
  readonly type: string
  readonly asOf: number | null
  readonly bytes: Uint8Array
}

/** Without the document of a snapshot, which is long. */
const COLUMNS = [
  'id',
  'slug',
  'owner_id',
  'dashboard_id',
  'name',
  'locals',
  'given',
  'periods',
  'day',
  'time_zone',
  'lang',
  'origins',
  'created_at',
  'ends_at',
  'opened_at',
  'openings',
  'revoked_at',
] as const

const toLink = (row: Pick<Row<'public_links'>, (typeof COLUMNS)[number]>, clients: readonly number[]): StoredLink => ({
  id: row.id,
  slug: row.slug,
  owner: row.owner_id,
  dashboard: row.dashboard_id,
  name: row.name,
  clients,
  locals: row.locals === null ? null : (JSON.parse(row.locals) as number[]),
  values: JSON.parse(row.given) as Record<string, unknown>,
  periods: row.periods as PublicLink['periods'],
  day: row.day,
  timeZone: row.time_zone,
  lang: row.lang as Language,
  origins: JSON.parse(row.origins) as string[],
  createdAt: row.created_at,
  endsAt: row.ends_at,
  openedAt: row.opened_at,
  openings: row.openings,
  revokedAt: row.revoked_at,
})

async function withClients(db: Db, rows: readonly Pick<Row<'public_links'>, (typeof COLUMNS)[number]>[]) {
  if (rows.length === 0) return []
  const found = await db
    .selectFrom('public_link_clients')
    .selectAll()
    .where(
      'link_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('client_id')
    .execute()
  const clients = Map.groupBy(found, ({ link_id: link }) => link)
  return rows.map((row) => toLink(row, clients.get(row.id)?.map(({ client_id: client }) => client) ?? []))
}

export const publicLinkRepo = (db: Db) => ({ ...ownLinks(db), ...openLinks(db) })

/** Links as those who make them see them. */
function ownLinks(db: Db) {
  const mine = ({ userId }: Scope) => userId ?? 0
  const visible = (scope: Scope) => {
    const query = db.selectFrom('public_links').select(COLUMNS)
    return scope.role === 'admin' ? query : query.where('owner_id', '=', mine(scope))
  }

  return {
    /** The caller's own, and for administrators also the others of this client, or of all. Newest first. */
    async list(scope: Scope, client: number | undefined): Promise<StoredLink[]> {
      const query =
        client === undefined
          ? visible(scope)
          : visible(scope).where((where) =>
              where.or([
                where('owner_id', '=', mine(scope)),
                where.exists(
                  where
                    .selectFrom('public_link_clients')
                    .select('client_id')
                    .whereRef('public_link_clients.link_id', '=', 'public_links.id')
                    .where('client_id', '=', client),
                ),
              ]),
            )
      return withClients(db, await query.orderBy('id', 'desc').execute())
    },

    async find(scope: Scope, id: number): Promise<StoredLink | undefined> {
      return (await withClients(db, await visible(scope).where('id', '=', id).execute()))[0]
    },

    /** How many of the caller's own still open, or of these its snapshots. */
    async count(scope: Scope, now: number, periods?: PublicLink['periods']): Promise<number> {
      const query = db
        .selectFrom('public_links')
        .select(({ fn }) => fn.countAll().as('n'))
        .where('owner_id', '=', mine(scope))
        .where('revoked_at', 'is', null)
        .where('ends_at', '>', now)
      const { n } = await (
        periods === undefined ? query : query.where('periods', '=', periods)
      ).executeTakeFirstOrThrow()
      return Number(n)
    },

    async insert(scope: Scope, link: NewLink, now: number, answers: readonly KeptAnswer[] = []): Promise<StoredLink> {
      const row = await db
        .insertInto('public_links')
        .values({
          slug: link.slug,
          owner_id: mine(scope),
          dashboard_id: link.dashboard,
          name: link.name,
          token_hash: link.tokenHash,
          locals: link.locals === null ? null : JSON.stringify(link.locals),
          given: JSON.stringify(link.values),
          periods: link.periods,
          day: link.day,
          document: link.document,
          time_zone: link.timeZone,
          lang: link.lang,
          origins: JSON.stringify(link.origins),
          created_at: now,
          ends_at: link.endsAt,
          opened_at: null,
          openings: 0,
          revoked_at: null,
        })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow()
      await db
        .insertInto('public_link_clients')
        .values(link.clients.map((client) => ({ link_id: row.id, client_id: client })))
        .execute()
      for (const { question, type, asOf, bytes } of answers)
        await db
          .insertInto('public_link_answers')
          .values({ link_id: row.id, question, type, as_of: asOf, bytes })
          .execute()
      return toLink(row, link.clients)
    },

    /** Deletes its stored answers at once. False when there is no such link of the caller, or it was revoked before. */
    async revoke(scope: Scope, id: number, now: number): Promise<boolean> {
      const update = db
        .updateTable('public_links')
        .set({ revoked_at: now, document: null })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
      const { numUpdatedRows } = await (
        scope.role === 'admin' ? update : update.where('owner_id', '=', mine(scope))
      ).executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await db.deleteFrom('public_link_answers').where('link_id', '=', id).execute()
      return true
    },
  }
}

/** Links as their readers open them. */
function openLinks(db: Db) {
  return {
    /** For a reader of the link, who has no scope. */
    async byToken(tokenHash: string): Promise<StoredLink | undefined> {
      const rows = await db.selectFrom('public_links').select(COLUMNS).where('token_hash', '=', tokenHash).execute()
      return (await withClients(db, rows))[0]
    },

    /** Origins that may show the page of this address in a frame, also once it only says that it has ended. */
    async framers(slug: string): Promise<string[]> {
      const row = await db.selectFrom('public_links').select('origins').where('slug', '=', slug).executeTakeFirst()
      return row === undefined ? [] : (JSON.parse(row.origins) as string[])
    },

    /** The document of a snapshot. */
    async document(id: number): Promise<string | null> {
      const row = await db.selectFrom('public_links').select('document').where('id', '=', id).executeTakeFirst()
      return row?.document ?? null
    },

    /** The stored answer of a snapshot to a query; undefined where it has none. */
    async answer(id: number, question: string): Promise<KeptAnswer | undefined> {
      const row = await db
        .selectFrom('public_link_answers')
        .selectAll()
        .where('link_id', '=', id)
        .where('question', '=', question)
        .executeTakeFirst()
      return row && { question, type: row.type, asOf: row.as_of, bytes: row.bytes }
    },

    /** Counts an opening. True for the first. */
    async opened(id: number, now: number): Promise<boolean> {
      const { openings } = await db
        .updateTable('public_links')
        .set({ opened_at: now, openings: sql<number>`openings + 1` })
        .where('id', '=', id)
        .returning('openings')
        .executeTakeFirstOrThrow()
      return openings === 1
    },

    /** Deletes the stored answers of ended links, and links that ended or were revoked before `before` (epoch ms). */
    async sweep(now: number, before: number): Promise<void> {
      const endedLinks = db.selectFrom('public_links').select('id').where('ends_at', '<=', now)
      await db.deleteFrom('public_link_answers').where('link_id', 'in', endedLinks).execute()
      await db
        .updateTable('public_links')
        .set({ document: null })
        .where('ends_at', '<=', now)
        .where('document', 'is not', null)
        .execute()
      await db
        .deleteFrom('public_links')
        .where((where) => where.or([where('ends_at', '<=', before), where('revoked_at', '<=', before)]))
        .execute()
    },
  }
}
