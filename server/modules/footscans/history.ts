import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'

/** Whether anything was ever heard from a footscan: a message, an hour, or a day with counts. */
export async function hasHistory(facts: Pick<SqlFactStore, 'read'>, footscan: number): Promise<boolean> {
  const [found] = await facts.read(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM contact WHERE device = $1) OR EXISTS (SELECT 1 FROM device_hour WHERE device = $1)
     OR EXISTS (SELECT 1 FROM device_day WHERE device = $1 AND (pings > 0 OR coveredS > 0))`,
    [footscan],
  )
  return found !== undefined
}

/** Days on which it was only expected: nobody asks for them once it is gone. */
export async function forgetDays(facts: Pick<SqlFactStore, 'write'>, footscan: number): Promise<void> {
  await facts.write((connection) => connection.run('DELETE FROM device_day WHERE device = $1', [footscan]))
}
