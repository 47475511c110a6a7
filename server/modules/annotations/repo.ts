/** Annotations of the clients that the caller may read. */
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import { readable } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

export interface StoredAnnotation {
  readonly id: number
  readonly dashboard: string
  readonly owner: number
  readonly ownerName: string
  readonly client: number
  /** YYYY-MM-DD, both included. */
  readonly begin: string
  readonly end: string
  readonly text: string
  /** Epoch ms. */
  readonly updatedAt: number
}
export type AnnotationContent = Pick<StoredAnnotation, 'client' | 'begin' | 'end' | 'text' | 'updatedAt'>

/** Notes for colleagues may hold names that a demo account must not see. */
const visible = (scope: Scope): RawBuilder<SqlBool> =>
  scope.demo ? sql<SqlBool>`1 = 0` : readable(scope, 'dashboard_annotations.client_id')

const toAnnotation = (row: Row<'dashboard_annotations'> & { readonly username: string }): StoredAnnotation => ({
  id: row.id,
  dashboard: row.dashboard_id,
  owner: row.owner_id,
  ownerName: row.username,
  client: row.client_id,
  begin: row.begin_day,
  end: row.end_day,
  text: row.text,
  updatedAt: row.updated_at,
})

export function annotationRepo(db: Db) {
  const all = (scope: Scope) =>
    db
      .selectFrom('dashboard_annotations')
      .innerJoin('users', 'users.id', 'dashboard_annotations.owner_id')
      .selectAll('dashboard_annotations')
      .select('users.username')
      .where(visible(scope))

  return {
    /** The newest days first. */
    async list(scope: Scope, dashboard: string): Promise<StoredAnnotation[]> {
      const rows = await all(scope)
        .where('dashboard_id', '=', dashboard)
        .orderBy('begin_day', 'desc')
        .orderBy('dashboard_annotations.id', 'desc')
        .execute()
      return rows.map(toAnnotation)
    },

    async find(scope: Scope, id: number): Promise<StoredAnnotation | undefined> {
      const row = await all(scope).where('dashboard_annotations.id', '=', id).executeTakeFirst()
      return row && toAnnotation(row)
    },

    /** How many there are of a client on a dashboard, by all their writers. */
    async count(_scope: Scope, dashboard: string, client: number): Promise<number> {
      const { n } = await db
        .selectFrom('dashboard_annotations')
        .select(({ fn }) => fn.countAll().as('n'))
        .where('dashboard_id', '=', dashboard)
        .where('client_id', '=', client)
        .executeTakeFirstOrThrow()
      return Number(n)
    },

    async insert(scope: Scope, dashboard: string, content: AnnotationContent): Promise<number> {
      const { id } = await db
        .insertInto('dashboard_annotations')
        .values({ dashboard_id: dashboard, owner_id: scope.userId ?? 0, ...columnsOf(content) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    /** Whether it was still as it was read. */
    async replace(scope: Scope, id: number, seen: number, content: AnnotationContent): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('dashboard_annotations')
        .set(columnsOf(content))
        .where('id', '=', id)
        .where('updated_at', '=', seen)
        .where(visible(scope))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async remove(scope: Scope, id: number): Promise<void> {
      await db.deleteFrom('dashboard_annotations').where('id', '=', id).where(visible(scope)).execute()
    },

    /** All of a dashboard that is gone. To be run in a transaction. */
    async forget(_scope: Scope, dashboard: string): Promise<void> {
      await db.deleteFrom('dashboard_annotations').where('dashboard_id', '=', dashboard).execute()
    },
  }
}

const columnsOf = ({ client, begin, end, text, updatedAt }: AnnotationContent) => ({
  client_id: client,
  begin_day: begin,
  end_day: end,
  text,
  updated_at: updatedAt,
})
