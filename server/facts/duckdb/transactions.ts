/** Writes in transactions: each is on the disk when it resolves, or not at all. */
import type { Connections } from './connection-types.ts'
import { writeError } from '../errors.ts'
import type { SqlFactStore, WriteOptions } from './sql-store.ts'

export function transactions(connections: Pick<Connections, 'write' | 'memory'>, path: string): SqlFactStore['write'] {
  return <T>(job: Parameters<typeof connections.write<T>>[0], { before, after, changed }: WriteOptions<T> = {}) =>
    connections
      .write(async (connection) => {
        try {
          await before?.(connection, connections.memory)
          await connection.run('BEGIN')
          const result = await job(connection)
          // DuckDB syncs its write-ahead log before COMMIT returns; the crash loop and docs/decisions show it.
          await connection.run('COMMIT')
          return result
        } catch (cause) {
          await connection.run('ROLLBACK').catch(() => undefined)
          throw cause
        } finally {
          // Leftover temp tables do no harm: the next job replaces them.
          await after?.(connection).catch(() => undefined)
          await connections.memory.restore(connection).catch(() => undefined)
        }
      }, changed)
      .catch((cause: unknown) => {
        throw writeError(path, cause)
      })
}
