import type { DuckDBConnection } from '@duckdb/node-api'
import type { Quarantined } from '../traffic-row.ts'

/**
 * Quarantines rows, whole and with the reason. The same row with the same reason is stored once, also when resent.
 */
export async function quarantineRows(
  connection: DuckDBConnection,
  rows: readonly Omit<Quarantined, 'learntAt'>[],
  nowMs: number,
): Promise<void> {
  if (rows.length === 0) return
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE quarantined
      (client INTEGER, local INTEGER, reason VARCHAR, source VARCHAR, row VARCHAR)`,
  )
  const appender = await connection.createAppender('quarantined', null, 'temp')
  try {
    for (const { client, local, reason, source, row } of rows) {
      appender.appendInteger(wholeOr0(client))
      appender.appendInteger(wholeOr0(local))
      appender.appendVarchar(reason)
      appender.appendVarchar(source)
      appender.appendVarchar(JSON.stringify(row))
      appender.endRow()
    }
    appender.flushSync()
  } finally {
    appender.closeSync()
  }
  await connection.run(
    `INSERT INTO quarantine (id, client, local, reason, source, learntAt, row)
     SELECT nextval('quarantine_id'), client, local, reason, source, $1::BIGINT, row
     FROM (SELECT DISTINCT client, local, reason, source, row FROM quarantined) a
     WHERE NOT EXISTS (FROM quarantine q WHERE q.client = a.client AND q.local = a.local AND q.reason = a.reason
       AND q.source = a.source AND q.row = a.row)`,
    [BigInt(nowMs)],
  )
}

const wholeOr0 = (id: number) => (Number.isInteger(id) && Math.abs(id) <= 2147483647 ? id : 0)
