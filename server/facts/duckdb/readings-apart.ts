/** Readings that were kept apart: with the reason, to be seen, corrected and released. The same one is kept once. */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import type { ApartQuery, QuarantinedReading, ReadingApart } from '../readings.ts'

/** @returns how many were not there yet */
export async function keepReadingsApart(
  connection: DuckDBConnection,
  apart: readonly ReadingApart[],
  nowMs: number,
): Promise<number> {
  if (apart.length === 0) return 0
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE set_apart (client INTEGER, local INTEGER, device VARCHAR, reason VARCHAR,
      adapter VARCHAR, reading VARCHAR)`,
  )
  const appender = await connection.createAppender('set_apart', null, 'temp')
  try {
    for (const { client, local, device, reason, adapter, reading } of apart) {
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
      $1::BIGINT, reading, NULL FROM (SELECT DISTINCT * FROM set_apart) s
     WHERE NOT EXISTS (FROM reading_quarantine q WHERE q.client = s.client AND q.device = s.device
       AND q.reason = s.reason AND q.reading = s.reading)`,
    [BigInt(nowMs)],
  )
  return rowsChanged
}

type Read = (sql: string, params?: readonly DuckDBValue[]) => Promise<DuckDBValue[][]>

const COLUMNS = `CAST(id AS DOUBLE), client, local, device, reason, adapter, CAST(learntAt AS DOUBLE), reading,
    CAST(releasedAt AS DOUBLE)`
const toApart = ([
  id,
  client,
  local,
  device,
  reason,
  adapter,
  learntAt,
  reading,
  releasedAt,
]: DuckDBValue[]): QuarantinedReading => ({
  id: Number(id),
  client: Number(client),
  local: Number(local),
  device: String(device),
  reason: String(reason),
  adapter: String(adapter),
  learntAt: Number(learntAt),
  reading: JSON.parse(String(reading)) as QuarantinedReading['reading'],
  releasedAt: releasedAt === null || releasedAt === undefined ? null : Number(releasedAt),
})

/** Newest first. */
export async function listApart(
  read: Read,
  { client, device, reason, state = 'waiting', limit = 1000 }: ApartQuery,
): Promise<QuarantinedReading[]> {
  const where: string[] = []
  const params: DuckDBValue[] = []
  for (const [name, value] of [
    ['client', client],
    ['device', device],
    ['reason', reason],
  ] as const) {
    if (value === undefined) continue
    params.push(value)
    where.push(`${name} = $${params.length}`)
  }
  if (state !== 'all') where.push(`releasedAt IS ${state === 'waiting' ? '' : 'NOT '}NULL`)
  return (
    await read(
      `SELECT ${COLUMNS} FROM reading_quarantine ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
        ORDER BY learntAt DESC, id DESC LIMIT ${limit}`,
      params,
    )
  ).map(toApart)
}

export async function findApart(read: Read, ids: readonly number[]): Promise<QuarantinedReading[]> {
  if (ids.length === 0) return []
  return (
    await read(
      `SELECT ${COLUMNS} FROM reading_quarantine WHERE id IN (${ids.map((_, i) => `$${i + 1}`).join(', ')})
        ORDER BY id`,
      [...ids],
    )
  ).map(toApart)
}
