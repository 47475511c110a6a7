/** What the tables of all migrations are made of, in either dialect. */
import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import type { SqlDialect } from '../tables.ts'

export const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** Belongs to a row of another table, and goes with it. */
export const owned = (reference: string) => (column: ColumnDefinitionBuilder) =>
  column.notNull().references(reference).onDelete('cascade')

/** Makes tables that number their rows themselves, in a column `id`. */
export const numberedTables = (db: Kysely<unknown>, dialect: SqlDialect) => (name: string) => {
  const builder = db.schema.createTable(name)
  return dialect === 'sqlite'
    ? builder.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    : builder.addColumn('id', 'integer', (column) => column.generatedByDefaultAsIdentity().primaryKey())
}

/** A table of a described noun (server/resource): who changed an entry last and when stands in each. @public */
export const entryTable = (db: Kysely<unknown>, dialect: SqlDialect) => (name: string) =>
  numberedTables(
    db,
    dialect,
  )(name)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addColumn('updated_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
