/** Kysely over `pg`, set so that answers look like SQLite's: whole numbers as numbers, days as text. */
import { PostgresDialect } from 'kysely'
import pg from 'pg'

const INT8 = 20
const DATE = 1082

/** Our 64-bit values are times in milliseconds, far below 2^53. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = { [INT8]: Number, [DATE]: (text) => text }

const POOL = {
  max: 10,
  /** A lost database must cost a caller seconds, not minutes. */
  connectionTimeoutMillis: 2000,
  query_timeout: 30_000,
  statement_timeout: 30_000,
  application_name: 'aforo',
}

export function postgresDialect(connectionString: string): PostgresDialect {
  const pool = new pg.Pool({
    ...POOL,
    connectionString,
    types: { getTypeParser: ((oid: number, format?: 'text') => parsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser },
  })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  return new PostgresDialect({ pool })
}
