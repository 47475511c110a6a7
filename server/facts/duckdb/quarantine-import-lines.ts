import type { DuckDBConnection } from '@duckdb/node-api'

/**
 * Lines of an attached stage that were counted nowhere. The same line for the same reason is kept once, however often
 * its file comes.
 */
export async function quarantineImportLines(
  connection: DuckDBConnection,
  { client, cause, now }: { client: number; cause: string; now: bigint },
): Promise<void> {
  await connection.run(
    `INSERT INTO quarantine BY NAME
    WITH a AS (SELECT DISTINCT reason, '{"file":' || to_json(file)::VARCHAR || ',"line":' || line || CASE WHEN
      cells = '{}' THEN '' ELSE ',' END || substr(cells, 2) AS row FROM imp.kept_apart)
    SELECT nextval('quarantine_id') AS id, $1::INTEGER AS client, 0 AS local, a.reason, $2::VARCHAR AS source,
      $3::BIGINT AS learntAt, a.row FROM a
    WHERE NOT EXISTS (FROM quarantine q WHERE q.client = $1 AND q.local = 0 AND q.reason = a.reason AND q.row = a.row)`,
    [client, cause, now],
  )
}
