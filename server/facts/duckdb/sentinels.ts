import type { DuckDBConnection } from '@duckdb/node-api'
import { WHOLE_DAY } from '#domain/fact-query'
import type { TrafficBatch } from '../batch.ts'
import { COMPANION_HOURS, faultLimit, isAllOnes, SENTINELS } from '../checks.ts'
import { NULL } from '../columns.ts'

const AROUND_DAYS = 7
const COUNTED = ['ins', 'fro', 'far'] as const
/** Fewer values than this say nothing about the surroundings of an hour. */
export const ENOUGH = 6

/**
 * Rows whose count is exactly the full scale of a counter and far above the same stream's other hours of that week, in
 * the batch or else in the store; and beside them, within a day, counts of the same stream at the full scale of another
 * width.
 */
export async function fullScaleFaults(connection: DuckDBConnection, batch: TrafficBatch): Promise<ReadonlySet<number>> {
  const faults = new Set<number>()
  const suspects = Array.from({ length: batch.length }, (_, i) => i).filter(
    (i) => batch.hour[i] !== WHOLE_DAY && COUNTED.some((atom) => SENTINELS.includes(batch[atom][i]!)),
  )
  for (const atom of COUNTED) {
    const column = batch[atom]
    // A counter that is stuck for weeks asks the same question for each hour of a day.
    const known = new Map<string, Promise<number>>()
    const limits = new Map<number, number>()
    for (const i of suspects) {
      if (!SENTINELS.includes(column[i]!)) continue
      const key = [batch.client[i], batch.local[i], batch.area[i], batch.day[i]].join()
      const limit = known.get(key) ?? surroundings(connection, batch, i, atom).then(faultLimit)
      known.set(key, limit)
      if (column[i]! > (await limit)) limits.set(i, await limit)
    }
    for (const i of limits.keys()) faults.add(i)
    for (const i of companions(batch, column, limits)) faults.add(i)
  }
  return faults
}

/** @param limits of each fault, by its row */
function companions(batch: TrafficBatch, column: Int32Array, limits: ReadonlyMap<number, number>): number[] {
  if (limits.size === 0) return []
  const streamOf = (i: number) => [batch.client[i], batch.local[i], batch.area[i]].join()
  const byStream = Map.groupBy(limits, ([i]) => streamOf(i))
  const found: number[] = []
  for (let i = 0; i < batch.length; i += 1) {
    const value = column[i]!
    if (!isAllOnes(value)) continue
    const beside = byStream.get(streamOf(i))
    if (
      beside?.some(
        ([fault, limit]) =>
          value > limit && Math.abs(batch.instant[fault]! - batch.instant[i]!) <= COMPANION_HOURS * 3600,
      )
    )
      found.push(i)
  }
  return found
}

async function surroundings(
  connection: DuckDBConnection,
  batch: TrafficBatch,
  i: number,
  atom: (typeof COUNTED)[number],
): Promise<readonly number[]> {
  const here = nearby(batch, i, batch[atom])
  return here.length >= ENOUGH ? here : [...here, ...(await stored(connection, batch, i, atom))]
}

function nearby(batch: TrafficBatch, of: number, column: Int32Array): number[] {
  const values: number[] = []
  for (let i = 0; i < batch.length; i += 1) {
    if (batch.local[i] !== batch.local[of] || batch.area[i] !== batch.area[of] || batch.client[i] !== batch.client[of])
      continue
    if (Math.abs(batch.day[i]! - batch.day[of]!) > AROUND_DAYS || column[i] === NULL || SENTINELS.includes(column[i]!))
      continue
    values.push(column[i]!)
  }
  return values
}

async function stored(
  connection: DuckDBConnection,
  batch: TrafficBatch,
  i: number,
  atom: (typeof COUNTED)[number],
): Promise<number[]> {
  const result = await connection.run(
    `SELECT ${atom} FROM traffic WHERE client = $1 AND local = $2 AND area = $3 AND day BETWEEN $4 AND $5
      AND ${atom} IS NOT NULL AND ${atom} NOT IN (${SENTINELS.join(', ')})`,
    [batch.client[i]!, batch.local[i]!, batch.area[i]!, batch.day[i]! - AROUND_DAYS, batch.day[i]! + AROUND_DAYS],
  )
  return (await result.getRows()).map(([value]) => Number(value))
}
