import type { DuckDBConnection } from '@duckdb/node-api'
import type { TrafficBatch } from './batch.ts'
import { isFullScaleFault, SENTINELS } from './checks.ts'
import { NULL } from './columns.ts'

const AROUND_DAYS = 7
const COUNTED = ['ins', 'fro', 'far'] as const
/** Fewer values than this say nothing about the surroundings of an hour. */
const ENOUGH = 6

/**
 * Rows whose count is exactly the full scale of a counter and far above the same stream's other hours of that week, in the
 * batch or else in the store.
 */
export async function fullScaleFaults(connection: DuckDBConnection, batch: TrafficBatch): Promise<ReadonlySet<number>> {
  const faults = new Set<number>()
  for (const atom of COUNTED) {
    const column = batch[atom]
    // A counter that is stuck for weeks asks the same question for each hour of a day.
    const known = new Map<string, Promise<readonly number[]>>()
    for (let i = 0; i < batch.length; i += 1) {
      if (!SENTINELS.includes(column[i]!)) continue
      const key = [batch.client[i], batch.local[i], batch.area[i], batch.day[i]].join()
      const around = known.get(key) ?? surroundings(connection, batch, i, atom)
      known.set(key, around)
      if (isFullScaleFault(column[i]!, await around)) faults.add(i)
    }
  }
  return faults
}

async function surroundings(connection: DuckDBConnection, batch: TrafficBatch, i: number, atom: (typeof COUNTED)[number]): Promise<readonly number[]> {
  const here = nearby(batch, i, batch[atom])
  return here.length >= ENOUGH ? here : [...here, ...(await stored(connection, batch, i, atom))]
}

function nearby(batch: TrafficBatch, of: number, column: Int32Array): number[] {
  const values: number[] = []
  for (let i = 0; i < batch.length; i += 1) {
    if (batch.local[i] !== batch.local[of] || batch.area[i] !== batch.area[of] || batch.client[i] !== batch.client[of]) continue
    if (Math.abs(batch.day[i]! - batch.day[of]!) > AROUND_DAYS || column[i] === NULL || SENTINELS.includes(column[i]!)) continue
    values.push(column[i]!)
  }
  return values
}

async function stored(connection: DuckDBConnection, batch: TrafficBatch, i: number, atom: (typeof COUNTED)[number]): Promise<number[]> {
  const result = await connection.run(
    `SELECT ${atom} FROM traffic WHERE client = $1 AND local = $2 AND area = $3 AND day BETWEEN $4 AND $5 AND ${atom} IS NOT NULL AND ${atom} NOT IN (${SENTINELS.join(', ')})`,
    [batch.client[i]!, batch.local[i]!, batch.area[i]!, batch.day[i]! - AROUND_DAYS, batch.day[i]! + AROUND_DAYS],
  )
  return (await result.getRows()).map(([value]) => Number(value))
}
