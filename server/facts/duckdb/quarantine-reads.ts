import type { Connections } from './connection-types.ts'
import type { Quarantined } from '../traffic-row.ts'

export async function readQuarantine(
  connections: Connections,
  { client }: { client: readonly number[] },
  limit: number,
): Promise<Quarantined[]> {
  if (client.length === 0) return []
  const marks = client.map((_, i) => `$${i + 2}`).join(', ')
  const rows = await connections.readInto(
    `SELECT client, local, reason, source, CAST(learntAt AS DOUBLE), row FROM quarantine
     WHERE client IN (${marks}) ORDER BY learntAt DESC, local, row LIMIT $1`,
    [limit, ...client],
    (result) => result.getRows(),
  )
  return rows.map(([of, local, reason, source, learntAt, row]) => ({
    client: Number(of),
    local: Number(local),
    reason: String(reason),
    source: String(source),
    learntAt: Number(learntAt),
    row: JSON.parse(String(row)) as Record<string, unknown>,
  }))
}
