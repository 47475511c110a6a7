import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Who said that a local has closed: only imports could until now. */
export async function closings(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('locals').addColumn('closed_by', 'text').execute()
  await sql`update locals set closed_by = 'import' where closed_on is not null`.execute(db)
}
