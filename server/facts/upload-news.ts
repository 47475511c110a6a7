/** What the rows of an upload say that was not known, or was known otherwise. */
import type { DuckDBConnection } from '@duckdb/node-api'

/** A database of its own in memory, because one can be compressed there and temp tables cannot: a million rows are 6 MB instead of 64. */
export const STAGE_DDL = "ATTACH ':memory:' AS stage (COMPRESS)"
export const NEWS = 'stage.news'

/** Rows that are made ready and joined at once: others wait for the first of these. */
export const SLICE = 16_384
/** News are compressed whenever there are so many more: half of a group of rows, the unit of compression. */
export const COMPRESS_ROWS = 4 * SLICE

export interface Found {
  readonly added: number
  readonly changed: number
  /** Hours that had no row before: their weight is to be worked out. */
  readonly made: number
}

/** @param isAdded condition on one of the news that was not known before */
export async function countsOf(connection: DuckDBConnection, isAdded: string): Promise<Omit<Found, 'made'>> {
  const [row] = await (await connection.run(`SELECT count(*) FILTER (WHERE ${isAdded}), count(*) FILTER (WHERE NOT (${isAdded})) FROM ${NEWS}`)).getRows()
  const [added = 0, changed = 0] = (row ?? []).map(Number)
  return { added, changed }
}
