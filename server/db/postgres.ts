/** Kysely over `pg`, set so that answers look like SQLite's: whole numbers as numbers, days as text. */
import { PostgresDialect } from 'kysely'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { CatalogAwayError } from '../lib/away.ts'
import type { Pulse } from './pulse.ts'

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

/**
 * @param pulse ends what is asked when the database does not answer; without it a caller waits for the limits of the
 * pool
 */
export function postgresDialect(connectionString: string, pulse?: Pulse): PostgresDialect {
  const pool = new pg.Pool({
    ...POOL,
    connectionString,
    types: parsers,
  })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  return new PostgresDialect({ pool: pulse === undefined ? pool : guarded(pool, pulse) })
}

/** While the pulse is lost no caller waits: connections end, which refuses what is on them, and none is given out. */
function guarded(pool: pg.Pool, pulse: Pulse): PostgresPool {
  const open = new Set<pg.PoolClient>()
  const waiting = new Set<(error: Error) => void>()
  pool.on('connect', (client) => {
    open.add(client)
    // It is reported to the caller of the query.
    client.on('error', () => undefined)
  })
  pool.on('remove', (client) => {
    open.delete(client)
  })
  pulse.onLost(() => {
    for (const refuse of waiting) refuse(new CatalogAwayError())
    for (const client of open) cut(client)
  })
  return {
    async connect(): Promise<PostgresPoolClient> {
      if (!pulse.beats) throw new CatalogAwayError()
      const coming = pool.connect()
      const { promise: lost, reject } = Promise.withResolvers<never>()
      waiting.add(reject)
      try {
        return (await Promise.race([coming, lost])) as unknown as PostgresPoolClient
      } catch (error) {
        coming.then(
          (client) => {
            client.release(true)
          },
          () => undefined,
        )
        throw error
      } finally {
        waiting.delete(reject)
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/** `end()` would wait for the database to agree. */
function cut(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
