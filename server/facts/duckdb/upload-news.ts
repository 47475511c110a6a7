/** The values of an upload, and whether they are new or changed. */
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Found } from '../uploads.ts'

/**
 * A database of its own in memory, because one can be compressed there and temp tables cannot: a million rows are 6 MB
 * instead of 64.
 */
export const STAGE_DDL = "ATTACH ':memory:' AS stage (COMPRESS)"
export const NEWS = 'stage.news'

/** Rows that are made ready and joined at once: others wait for the first of these. */
export const SLICE = 16_384
/** News are compressed whenever there are so many more: half of a group of rows, the unit of compression. */
export const COMPRESS_ROWS = 4 * SLICE

/**
 * @param isAdded condition on one of the news that was not known before
 * @returns besides, how many rows there are with those that say what was known: what an upload says again it still says
 * when the one before is taken back
 */
export async function countsOf(
  connection: DuckDBConnection,
  isAdded: string,
): Promise<Omit<Found, 'made'> & { readonly all: number }> {
  const [row] = await (
    await connection.run(
      `SELECT count(*) FILTER (WHERE NOT same AND (${isAdded})), count(*) FILTER (WHERE NOT same AND NOT (${isAdded})),
        count(*) FROM ${NEWS}`,
    )
  ).getRows()
  const [added = 0, changed = 0, all = 0] = (row ?? []).map(Number)
  return { added, changed, all }
}
