/** Which columns of the catalog refer to which tables, as the catalog itself says it. */
import { PostgresAdapter, sql } from 'kysely'
import type { Db } from '../db/tables.ts'

export interface Reference {
  readonly child: string
  readonly column: string
  readonly parent: string
  /** The column of the parent. */
  readonly key: string
  /** The effect on the child when its parent is removed. */
  readonly rule: 'cascade' | 'set null' | 'other'
}

const IN_SQLITE = sql<Reference>`
  select m.name as child, f."from" as "column", f."table" as parent, coalesce(f."to", 'id') as key,
    lower(f.on_delete) as rule
  from sqlite_master m join pragma_foreign_key_list(m.name) f
  where m.type = 'table'
  order by m.name, f.id`

const IN_POSTGRES = sql<Reference>`
  select child.relname as child, own.attname as "column", parent.relname as parent, theirs.attname as key,
    case c.confdeltype when 'c' then 'cascade' when 'n' then 'set null' else 'other' end as rule
  from pg_constraint c
    join pg_class child on child.oid = c.conrelid
    join pg_class parent on parent.oid = c.confrelid
    join pg_attribute own on own.attrelid = c.conrelid and own.attnum = c.conkey[1]
    join pg_attribute theirs on theirs.attrelid = c.confrelid and theirs.attnum = c.confkey[1]
  where c.contype = 'f' and c.connamespace = current_schema()::regnamespace
  order by child.relname, own.attnum`

/** All of them. The catalog has no reference of more than one column. */
export async function referencesOf(db: Db): Promise<readonly Reference[]> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const { rows } = await (isPostgres ? IN_POSTGRES : IN_SQLITE).execute(db)
  return rows
}
