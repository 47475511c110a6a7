/** Dashboards made by people, and every document they ever had. A revision is written once and never changed. */
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { AccessFlag } from '#domain/access'
import type { DashboardAudience } from '#schemas/generated/api/dashboard-audience.ts'
import { inChunks } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Head } from './head.ts'
import type { Preview } from './preview.ts'

export type Audience = Required<DashboardAudience['audience']>

export interface StoredDashboard extends Head {
  readonly id: string
  readonly owner: number | null
  readonly ownerName: string | null
  readonly audience: Audience
  readonly revision: number
  readonly basedOn: string | null
  readonly updatedAt: number
  readonly updatedBy: string | null
  readonly folder: string | null
  readonly tags: readonly string[]
  readonly preview: Preview
}

export interface StoredRevision {
  readonly number: number
  readonly text: string
  readonly note: string
  readonly author: string | null
  readonly at: number
  readonly restoredFrom: number | null
  readonly basedOnHash: string | null
  readonly patch: string | null
}

export type NewRevision = Omit<StoredRevision, 'author'>

export interface NewDashboard extends Head {
  readonly id: string
  readonly audience: Audience
  readonly basedOn: string | null
  readonly preview?: Preview
}

/** Whom the list is for: who makes dashboards, or who reads them. */
export type Reach = 'maker' | 'reader'

export function dashboardRepo(db: Db) {
  const all = (scope: Scope) =>
    db
      .selectFrom('dashboards')
      .leftJoin('users as owners', 'owners.id', 'dashboards.owner_id')
      .leftJoin('users as editors', 'editors.id', 'dashboards.updated_by')
      .selectAll('dashboards')
      .select(['owners.username as owner_name', 'editors.username as editor_name'])
      .where(visible(scope))

  async function whole(
    rows: readonly (Row<'dashboards'> & { owner_name: string | null; editor_name: string | null })[],
  ): Promise<StoredDashboard[]> {
    const found: StoredDashboard[] = []
    for (const chunk of inChunks(rows)) {
      const ids = chunk.map(({ id }) => id)
      const [clients, groups] = await Promise.all([
        db.selectFrom('dashboard_clients').selectAll().where('dashboard_id', 'in', ids).orderBy('client_id').execute(),
        db.selectFrom('dashboard_groups').selectAll().where('dashboard_id', 'in', ids).orderBy('group_id').execute(),
      ])
      const links = Map.groupBy(
        [
          ...clients.map((row) => ({ of: row.dashboard_id, id: row.client_id })),
          ...groups.map((row) => ({ of: row.dashboard_id, id: row.group_id })),
        ],
        ({ of }) => of,
      )
      found.push(
        ...chunk.map((row): StoredDashboard => ({
          id: row.id,
          owner: row.owner_id,
          ownerName: row.owner_name,
          names: JSON.parse(row.names) as Head['names'],
          descriptions: JSON.parse(row.descriptions) as Head['descriptions'],
          flags: JSON.parse(row.flags) as AccessFlag[],
          audience: { to: row.audience as Audience['to'], ids: (links.get(row.id) ?? []).map(({ id }) => id) },
          revision: row.revision,
          basedOn: row.based_on,
          updatedAt: row.updated_at,
          updatedBy: row.editor_name,
          folder: row.folder,
          tags: JSON.parse(row.tags) as string[],
          preview: JSON.parse(row.preview) as Preview,
        })),
      )
    }
    return found
  }

  async function saveAudience(id: string, { to, ids }: Audience): Promise<void> {
    await db.deleteFrom('dashboard_clients').where('dashboard_id', '=', id).execute()
    await db.deleteFrom('dashboard_groups').where('dashboard_id', '=', id).execute()
    for (const chunk of inChunks(ids)) {
      if (to === 'clients')
        await db
          .insertInto('dashboard_clients')
          .values(chunk.map((client) => ({ dashboard_id: id, client_id: client })))
          .execute()
      else
        await db
          .insertInto('dashboard_groups')
          .values(chunk.map((group) => ({ dashboard_id: id, group_id: group })))
          .execute()
    }
  }

  const revisionRow = (
    id: string,
    { number, text, note, at, restoredFrom, basedOnHash, patch }: NewRevision,
    author: number | null,
  ) => ({
    dashboard_id: id,
    number,
    text,
    note,
    author_id: author,
    at,
    restored_from: restoredFrom,
    based_on_hash: basedOnHash,
    patch,
  })
  const headRow = ({ names, descriptions, flags }: Head) => ({
    names: JSON.stringify(names),
    descriptions: JSON.stringify(descriptions),
    flags: JSON.stringify(flags),
  })
  const revisionsOf = (scope: Scope, id: string) =>
    db
      .selectFrom('dashboard_revisions')
      .innerJoin('dashboards', 'dashboards.id', 'dashboard_revisions.dashboard_id')
      .leftJoin('users', 'users.id', 'dashboard_revisions.author_id')
      .where('dashboard_revisions.dashboard_id', '=', id)
      .where(visible(scope))

  return {
    /** By age. Makers also get what is not published; administrators, as makers, everything there is. */
    async list(scope: Scope, reach: Reach): Promise<StoredDashboard[]> {
      const query = all(scope).orderBy('dashboards.created_at').orderBy('dashboards.id')
      return whole(await (reach === 'maker' ? query : query.where('revision', '>', 0).where(meantFor(scope))).execute())
    },

    async find(scope: Scope, id: string): Promise<StoredDashboard | undefined> {
      return (await whole(await all(scope).where('dashboards.id', '=', id).execute()))[0]
    },

    /** How many an account keeps to itself, and how many are shared with each of these clients. */
    async counts(
      _scope: Scope,
      { owner, clients, but }: { owner: number | null; clients: readonly number[]; but?: string },
    ): Promise<{ own: number; mostOfAClient: number }> {
      const own =
        owner === null
          ? []
          : await db
              .selectFrom('dashboards')
              .select('id')
              .where('owner_id', '=', owner)
              .where('audience', '=', 'onlyMe')
              .where('id', '!=', but ?? '')
              .execute()
      const shared =
        clients.length === 0
          ? []
          : await db
              .selectFrom('dashboard_clients')
              .select(({ fn }) => ['client_id', fn.countAll().as('many')])
              .where('client_id', 'in', clients)
              .where('dashboard_id', '!=', but ?? '')
              .groupBy('client_id')
              .execute()
      return { own: own.length, mostOfAClient: Math.max(0, ...shared.map(({ many }) => Number(many))) }
    },

    /** To be run in a transaction. */
    async insert(scope: Scope, dashboard: NewDashboard, revision: NewRevision): Promise<void> {
      const { id, audience, basedOn, preview = [] } = dashboard
      await db
        .insertInto('dashboards')
        .values({
          id,
          ...headRow(dashboard),
          audience: audience.to,
          revision: revision.number,
          based_on: basedOn,
          folder: null,
          preview: JSON.stringify(preview),
          owner_id: scope.userId,
          created_at: revision.at,
          updated_at: revision.at,
          updated_by: scope.userId,
        })
        .execute()
      await saveAudience(id, audience)
      await db
        .insertInto('dashboard_revisions')
        .values(revisionRow(id, revision, scope.userId))
        .execute()
    },

    /**
     * Adds a revision behind the one that is the newest; false when another one came before. To be run in a
     * transaction.
     */
    async publish(
      scope: Scope,
      id: string,
      { preview, ...head }: Head & { readonly preview: Preview },
      revision: NewRevision,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('dashboards')
        .set({
          ...headRow(head),
          preview: JSON.stringify(preview),
          revision: revision.number,
          updated_at: revision.at,
          updated_by: scope.userId,
        })
        .where('id', '=', id)
        .where('revision', '=', revision.number - 1)
        .where(mayChange(scope))
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return false
      await db
        .insertInto('dashboard_revisions')
        .values(revisionRow(id, revision, scope.userId))
        .execute()
      return true
    },

    /** What the caller wrote: bytes of revisions and drafts. Known without reading them. */
    async bytesOf({ userId }: Scope): Promise<number> {
      if (userId === null) return 0
      const bytes = (column: string) => sql<number | string>`coalesce(sum(octet_length(${sql.ref(column)})), 0)`
      const written = await db
        .selectFrom('dashboard_revisions')
        .select([bytes('text').as('texts'), bytes('patch').as('patches')])
        .where('author_id', '=', userId)
        .executeTakeFirstOrThrow()
      const drafts = await db
        .selectFrom('dashboard_drafts')
        .select([bytes('text').as('texts'), bytes('undo').as('undos')])
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return [written.texts, written.patches, drafts.texts, drafts.undos].reduce<number>(
        (sum, part) => sum + Number(part),
        0,
      )
    },

    /** Revisions up to this number are gone. To be run in a transaction that publishes a later one. */
    async dropRevisions(scope: Scope, id: string, upTo: number): Promise<void> {
      if (upTo < 0) return
      const own = db.selectFrom('dashboards').select('id').where('id', '=', id).where(mayChange(scope))
      await db.deleteFrom('dashboard_revisions').where('dashboard_id', 'in', own).where('number', '<=', upTo).execute()
    },

    /** To be run in a transaction. */
    async setAudience(scope: Scope, id: string, audience: Audience, at: number): Promise<void> {
      const { numUpdatedRows } = await db
        .updateTable('dashboards')
        .set({ audience: audience.to, updated_at: at, updated_by: scope.userId })
        .where('id', '=', id)
        .where(mayChange(scope))
        .executeTakeFirstOrThrow()
      if (numUpdatedRows > 0n) await saveAudience(id, audience)
    },

    async setPlace(
      scope: Scope,
      id: string,
      { folder, tags }: Pick<StoredDashboard, 'folder' | 'tags'>,
    ): Promise<void> {
      await db
        .updateTable('dashboards')
        .set({ folder, tags: JSON.stringify(tags) })
        .where('id', '=', id)
        .where(mayChange(scope))
        .execute()
    },

    /** Documents of dashboards at their newest revision, by id. */
    async newestTexts(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const found = new Map<string, string>()
      for (const chunk of inChunks(ids)) {
        const rows = await db
          .selectFrom('dashboard_revisions')
          .innerJoin('dashboards', (join) =>
            join
              .onRef('dashboards.id', '=', 'dashboard_revisions.dashboard_id')
              .onRef('dashboards.revision', '=', 'dashboard_revisions.number'),
          )
          .select(['dashboards.id', 'dashboard_revisions.text'])
          .where('dashboards.id', 'in', chunk)
          .where(visible(scope))
          .execute()
        for (const { id, text } of rows) found.set(id, text)
      }
      return found
    },

    /** Keeps previews of documents; one of an older revision than the newest is left out. */
    async keepPreviews(
      scope: Scope,
      previews: readonly { readonly id: string; readonly revision: number; readonly preview: Preview }[],
    ): Promise<void> {
      for (const { id, revision, preview } of previews) {
        await db
          .updateTable('dashboards')
          .set({ preview: JSON.stringify(preview) })
          .where('id', '=', id)
          .where('revision', '=', revision)
          .where(visible(scope))
          .execute()
      }
    },

    async remove(scope: Scope, id: string): Promise<void> {
      await db.deleteFrom('dashboards').where('id', '=', id).where(mayChange(scope)).execute()
    },

    /** The newest first. */
    async revisions(scope: Scope, id: string): Promise<Omit<StoredRevision, 'text' | 'basedOnHash' | 'patch'>[]> {
      const rows = await revisionsOf(scope, id)
        .select(['number', 'note', 'at', 'restored_from', 'users.username'])
        .orderBy('number', 'desc')
        .execute()
      return rows.map((row) => ({
        number: row.number,
        note: row.note,
        at: row.at,
        restoredFrom: row.restored_from,
        author: row.username,
      }))
    },

    async revision(scope: Scope, id: string, number: number): Promise<StoredRevision | undefined> {
      const row = await revisionsOf(scope, id)
        .where('number', '=', number)
        .select(['number', 'text', 'note', 'at', 'restored_from', 'based_on_hash', 'patch', 'users.username'])
        .executeTakeFirst()
      return (
        row && {
          number: row.number,
          text: row.text,
          note: row.note,
          at: row.at,
          restoredFrom: row.restored_from,
          basedOnHash: row.based_on_hash,
          patch: row.patch,
          author: row.username,
        }
      )
    },
  }
}

const YES = sql<SqlBool>`1 = 1`

/** Its owner and its audience. */
function meantFor(scope: Scope): RawBuilder<SqlBool> {
  const user = scope.userId ?? 0
  // What people write for their colleagues may name what a demo account is not to know.
  if (scope.demo) return sql<SqlBool>`(dashboards.owner_id = ${user} or audience = 'everyone')`
  const clients =
    scope.clients === 'all'
      ? sql<SqlBool>`audience = 'clients'`
      : scope.clients.length === 0
        ? sql<SqlBool>`1 = 0`
        : sql<SqlBool>`exists (select 1 from dashboard_clients where dashboard_clients.dashboard_id = dashboards.id and dashboard_clients.client_id in (${sql.join(scope.clients)}))`
  return sql<SqlBool>`(dashboards.owner_id = ${user} or audience = 'everyone' or (audience = 'clients' and ${clients})
    or (audience = 'groups' and exists (select 1 from dashboard_groups join group_members on group_members.group_id = dashboard_groups.group_id
      where dashboard_groups.dashboard_id = dashboards.id and group_members.user_id = ${user})))`
}

/**
 * What may be seen at all: one's own in any state, of others what is published and meant for one; everything for
 * administrators.
 */
const visible = (scope: Scope): RawBuilder<SqlBool> =>
  scope.role === 'admin'
    ? YES
    : sql<SqlBool>`(dashboards.owner_id = ${scope.userId ?? 0} or (dashboards.revision > 0 and ${meantFor(scope)}))`

const mayChange = (scope: Scope): RawBuilder<SqlBool> =>
  scope.role === 'admin' ? YES : sql<SqlBool>`owner_id = ${scope.userId ?? 0}`
