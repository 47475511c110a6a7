/**
 * What the demo's footscans said of themselves before the demo began: a message as often as each is set up for, in the
 * hours they counted.
 */
import type { Catalog } from '../catalog.ts'
import type { SqlFactStore } from '../facts/duckdb/sql-store.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'

/** Beyond the longest history that Footscan Status shows. */
const PING_DAYS = 130
/** In one hour of so many, a twelfth of the messages is lost on the way. */
const LOST_EVERY = 9
/** Share of those who came in within an hour who are still there at its end; after the last hour of a day nobody is. */
const STILL_THERE = 0.3
/** Share of those who came in that a door counts out again. */
export const COUNTED_OUT = 0.995

/**
 * Who left, in the hours of the past of which no footscan has spoken: a share of an hour's visitors leaves in the next
 * one, and after the last hour of a day nobody is inside.
 */
export async function demoExits(facts: SqlFactStore, clients: readonly number[], fromDay: number): Promise<void> {
  if (clients.length === 0) return
  await facts.write((connection) =>
    connection.run(
      `UPDATE traffic SET outs = t.outs FROM (
  SELECT id, (gone - coalesce(lag(gone) OVER (PARTITION BY area, day ORDER BY instant), 0))::INTEGER AS outs FROM (
    SELECT rowid AS id, area, day, instant, floor(${COUNTED_OUT} * (sum(ins) OVER hours - CASE WHEN lead(ins) OVER hours IS NULL THEN 0 ELSE ${STILL_THERE} * ins END)) AS gone
    FROM traffic WHERE client IN (${clients.map(Number).join(', ')}) AND day >= $1 AND ins IS NOT NULL AND NOT EXISTS (FROM device_hour h WHERE h.area = traffic.area AND h.day = traffic.day)
    WINDOW hours AS (PARTITION BY area, day ORDER BY instant)
  )
) t WHERE traffic.rowid = t.id`,
      [fromDay],
    ),
  )
}

/**
 * What the tills of the demo took with the tickets they printed: a mean amount by store, and one to three units a
 * ticket.
 */
export async function demoSales(facts: SqlFactStore, clients: readonly number[], fromDay: number): Promise<void> {
  if (clients.length === 0) return
  await facts.write((connection) =>
    connection.run(
      `UPDATE traffic SET
    sales = (tickets * (1500 + hash(local) % 5000) * (80 + hash(local, day, hour) % 41) // 100)::INTEGER, units = (tickets + tickets * (hash(local, day, hour, 1) % 100) // 80)::INTEGER
    WHERE client IN (${clients.map(Number).join(', ')}) AND day >= $1 AND tickets IS NOT NULL AND sales IS NULL`,
      [fromDay],
    ),
  )
}

/** Writes the hours of the past in one statement; nothing where a footscan has spoken itself. */
export async function demoPings(
  catalog: Pick<Catalog, 'deviceHealth'>,
  facts: SqlFactStore,
  nowMs: number,
): Promise<void> {
  const footscans = (await catalog.deviceHealth.footscans(SYSTEM_SCOPE)).filter(({ expected }) => expected)
  if (footscans.length === 0) return
  const rows = footscans
    .map(({ id, area, reportS }) => `(${id}, ${area}, ${Math.max(1, Math.round(3600 / reportS))})`)
    .join(', ')
  await facts.write((connection) =>
    connection.run(
      `INSERT INTO device_hour (client, local, area, device, day, hour, fold, instant, ins, outs, coveredS, pings, flags, learntAt)
SELECT t.client, t.local, t.area, t.device, t.day, t.hour, t.fold, t.instant, t.ins, t.outs,
  3600, t.hourly - CASE WHEN hash(t.device, t.day, t.hour) % ${LOST_EVERY} = 0 THEN t.hourly // 12 ELSE 0 END, 0, t.learntAt
FROM (
  SELECT t.*, f.device, f.hourly FROM traffic t JOIN (VALUES ${rows}) f(device, area, hourly) ON f.area = t.area
  WHERE t.day >= $1 AND t.instant + 3600 <= $2 AND t.ins IS NOT NULL AND NOT EXISTS (FROM device_hour h WHERE h.device = f.device AND h.day = t.day)
) t`,
      [Math.floor(nowMs / 86_400_000) - PING_DAYS, Math.floor(nowMs / 1000)],
    ),
  )
  // They have been connected for as long, and were heard a moment ago.
  await facts.write((connection) =>
    connection.run(`INSERT INTO contact (device, client, local, firstAt, lastAt, lastData, messages, sequence, missed, skewMs, flags, firmware, battery)
SELECT device, any_value(client), any_value(local), min(instant)::BIGINT * 1000, (max(instant)::BIGINT + 3600) * 1000, (max(instant)::BIGINT + 3600) * 1000, sum(pings)::INTEGER, NULL, 0, 0, 0, NULL, NULL
FROM device_hour h WHERE NOT EXISTS (FROM contact c WHERE c.device = h.device) GROUP BY device`),
  )
}
