/** Column types of the tables of all migrations, in either dialect. */
import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely'
import type { SqlDialect } from '../tables.ts'

export const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** Belongs to a row of another table, and goes with it. */
export const owned = (reference: string) => (column: ColumnDefinitionBuilder) =>
  column.notNull().references(reference).onDelete('cascade')

/** Names an account, and outlives it. */
const user = (column: ColumnDefinitionBuilder) => column.references('users.id').onDelete('set null')

/** Makes tables that number their rows themselves, in a column `id`. */
export const numberedTables = (db: Kysely<unknown>, dialect: SqlDialect) => (name: string) => {
  const builder = db.schema.createTable(name)
  return dialect === 'sqlite'
    ? builder.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    : builder.addColumn('id', 'integer', (column) => column.generatedByDefaultAsIdentity().primaryKey())
}

/** A table of a described noun (server/resource): who changed an entry last and when is in each. @public */
export const entryTable = (db: Kysely<unknown>, dialect: SqlDialect) => (name: string) =>
  numberedTables(
    db,
    dialect,
  )(name)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addColumn('updated_by', 'integer', user)

/**
 * Further columns of a described noun with states (src/domain/machine.ts): where an entry is and since when, who has
 * it, what was written about it, and what was done to it last, for the conflict answer to the loser of a race.
 */
export const withStates = <Table extends string, Column extends string>(table: CreateTableBuilder<Table, Column>) =>
  table
    .addColumn('state', 'text', required)
    .addColumn('state_at', 'bigint', required)
    .addColumn('assignee_id', 'integer', user)
    .addColumn('comments', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('last_action', 'text')
    .addColumn('last_action_at', 'bigint')
    .addColumn('last_action_by', 'integer', user)

/**
 * Columns of a described noun that is saved in parts: when each part was changed last, by whom and by which message,
 * and the key of the draft that made the entry.
 */
export const withParts = <Table extends string, Column extends string>(table: CreateTableBuilder<Table, Column>) =>
  table
    .addColumn('parts_at', 'text', (column) => column.notNull().defaultTo('{}'))
    .addColumn('draft_key', 'text', (column) => column.unique())
