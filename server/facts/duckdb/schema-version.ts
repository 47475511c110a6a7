/** Which tables a fact file has, as a number: a release that does not know them must not write into it. */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { FactsError } from '../errors.ts'

/**
 * Grows by one whenever an earlier release could no longer use the file rightly: a column that it would leave out, a
 * table with another meaning. Files of 0.1.0 have no number and count as 0; `tests/releases` upgrades one of each
 * release.
 */
export const FACTS_SCHEMA = 1

/** The number of a file; 0 = it is empty, or of 0.1.0. */
export async function schemaOf(read: (sql: string) => Promise<DuckDBValue[][]>): Promise<number> {
  const known = await read("SELECT 1 FROM duckdb_tables() WHERE table_name = 'facts_schema' AND NOT internal")
  if (known.length === 0) return 0
  const [[version] = []] = await read('SELECT max(version) FROM facts_schema')
  return Number(version ?? 0)
}

const reader = (connection: DuckDBConnection) => async (sql: string) => (await connection.run(sql)).getRows()

/**
 * Asked before anything is written. The log of writes is not folded into a refused file, so it stays as it is to the
 * byte.
 *
 * @returns the number of the file, as `schemaOf`
 * @throws {FactsError} FACTS_NEWER
 */
export async function refuseNewer(connection: DuckDBConnection, path: string): Promise<number> {
  const version = await schemaOf(reader(connection))
  if (version <= FACTS_SCHEMA) return version
  await connection.run('PRAGMA disable_checkpoint_on_shutdown')
  throw new FactsError('FACTS_NEWER', newer(path, `its tables have version ${version}, this one knows ${FACTS_SCHEMA}`))
}

export const newer = (path: string, why: string) =>
  `${path} was last used by a newer version (${why}); start that version, or restore a backup made before it. ` +
  'Nothing was changed.'

/** Notes the number of this release, after the tables were made or brought up to date. @param known the one it has */
export async function noteSchema(connection: DuckDBConnection, known: number): Promise<void> {
  if (known >= FACTS_SCHEMA) return
  await connection.run('CREATE TABLE IF NOT EXISTS facts_schema (version INTEGER NOT NULL, learntAt BIGINT NOT NULL)')
  await connection.run('INSERT INTO facts_schema VALUES ($1, $2)', [FACTS_SCHEMA, BigInt(Date.now())])
}
