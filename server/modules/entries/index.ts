/**
 * Entries of all described nouns together: how many are where, and those that were removed, for as long as they can be
 * put back (decision 114).
 */
import { numberedTables, required } from '../../db/migrations/columns.ts'
import type { ServerModule } from '../../module.ts'
import type { RemovalsTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    removals: RemovalsTable
  }
}

export const entries: ServerModule = {
  name: 'entries',
  steps: {
    '0061-removals': async (db, dialect) => {
      await numberedTables(
        db,
        dialect,
      )('removals')
        .addColumn('noun', 'text', required)
        .addColumn('entry_id', 'integer', required)
        .addColumn('kept', 'text', required)
        .addColumn('removed_at', 'bigint', required)
        .addColumn('removed_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
        .addUniqueConstraint('removals_entry', ['noun', 'entry_id'])
        .execute()
      for (const column of ['removed_at', 'removed_by'])
        await db.schema.createIndex(`removals_by_${column}`).on('removals').column(column).execute()
    },
  },
  start: () => import('./start.ts'),
}
