import type { DuckDBValue } from '@duckdb/node-api'
import type { QuarantinedReadingQuery, QuarantinedReading } from '../readings.ts'

type Read = (sql: string, params?: readonly DuckDBValue[]) => Promise<DuckDBValue[][]>

const COLUMNS = `CAST(id AS DOUBLE), client, local, device, reason, adapter, CAST(learntAt AS DOUBLE), reading,
    CAST(releasedAt AS DOUBLE)`
const toQuarantined = ([
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
export async function listQuarantined(
  read: Read,
  { client, device, reason, state = 'waiting', limit = 1000 }: QuarantinedReadingQuery,
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
  ).map(toQuarantined)
}

export async function findQuarantined(read: Read, ids: readonly number[]): Promise<QuarantinedReading[]> {
  if (ids.length === 0) return []
  return (
    await read(
      `SELECT ${COLUMNS} FROM reading_quarantine WHERE id IN (${ids.map((_, i) => `$${i + 1}`).join(', ')})
        ORDER BY id`,
      [...ids],
    )
  ).map(toQuarantined)
}
