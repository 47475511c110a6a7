/** The temp table `news`: what the rows of an upload say that was not known, or was known otherwise. */
import type { DuckDBConnection } from '@duckdb/node-api'

/** Rows that are made ready and joined at once: others wait for the first of these. */
export const SLICE = 16_384

export interface Found {
  readonly added: number
  readonly changed: number
  /** Hours that had no row before: their weight is to be worked out. */
  readonly made: number
}

/** @param isAdded condition on a row of `news` that was not known before */
export async function countsOf(connection: DuckDBConnection, isAdded: string): Promise<Omit<Found, 'made'>> {
  const [row] = await (await connection.run(`SELECT count(*) FILTER (WHERE ${isAdded}), count(*) FILTER (WHERE NOT (${isAdded})) FROM news`)).getRows()
  const [added = 0, changed = 0] = (row ?? []).map(Number)
  return { added, changed }
}
