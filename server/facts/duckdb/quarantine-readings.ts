/** Readings that were kept readings: with the reason, to be seen, corrected and released. The same one is kept once. */
import type { DuckDBConnection } from '@duckdb/node-api'
import type { NewQuarantinedReading } from '../readings.ts'

/** @returns how many were not there yet */
export async function quarantineReadings(
  connection: DuckDBConnection,
  readings: readonly NewQuarantinedReading[],
  nowMs: number,
): Promise<number> {
  if (readings.length === 0) return 0
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE quarantined (client INTEGER, local INTEGER, device VARCHAR, reason VARCHAR,
      adapter VARCHAR, reading VARCHAR)`,
  )
  const appender = await connection.createAppender('quarantined', null, 'temp')
  try {
    for (const { client, local, device, reason, adapter, reading } of readings) {
      appender.appendInteger(client)
      appender.appendInteger(local)
      for (const text of [device, reason, adapter, JSON.stringify(reading)]) appender.appendVarchar(text.toWellFormed())
      appender.endRow()
    }
    appender.flushSync()
  } finally {
    appender.closeSync()
  }
  const { rowsChanged } = await connection.run(
    `INSERT INTO reading_quarantine SELECT nextval('reading_quarantine_id'), client, local, device, reason, adapter,
      $1::BIGINT, reading, NULL FROM (SELECT DISTINCT * FROM quarantined) s
     WHERE NOT EXISTS (FROM reading_quarantine q WHERE q.client = s.client AND q.device = s.device
       AND q.reason = s.reason AND q.reading = s.reading)`,
    [BigInt(nowMs)],
  )
  return rowsChanged
}
