/** Kysely over `pg`, set so that answers look like SQLite's: whole numbers as numbers, days as text. */
import { PostgresDialect } from 'kysely'
import pg from 'pg'

const INT8 = 20
const DATE = 1082

/** Our 64-bit values are times in milliseconds, far below 2^53. */
const parsers = new pg.TypeOverrides()
parsers.setTypeParser(INT8, Number)
parsers.setTypeParser(DATE, (text) => text)

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
    types: parsers,
  })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  return new PostgresDialect({ pool })
}
