import { DAY_MS } from '#domain/days'
import type { Clock } from '../../lib/clock.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import type { Job } from '../../lib/jobs.ts'

/** Longer than readings are taken for: no hour is worked out again from what is left of its readings. */
const MARGIN_DAYS = 2

/** Forgets single readings that are older than the given number of days; the hours they made stay. 0 = never. */
export const readingRetention = (facts: Pick<SqlFactStore, 'write'>, clock: Clock, readingDays: number): Job => ({
  name: 'reading retention',
  everyMs: DAY_MS,
  run: async () => {
    if (readingDays === 0) return
    const before = BigInt(clock.now() - (readingDays + MARGIN_DAYS) * DAY_MS)
    await facts.write(async (connection) => {
      await connection.run('DELETE FROM reading WHERE start < $1', [before])
      // The newest of these readings of a counter stays: the next difference begins there, also when a late reading
      // comes between.
      await connection.run(
        'DELETE FROM counter c WHERE c."at" < $1 AND EXISTS (SELECT 1 FROM counter n WHERE n.device = c.device AND n.line = c.line AND n."at" > c."at" AND n."at" < $1)',
        [before],
      )
      for (const table of ['occupancy', 'heartbeat'])
        await connection.run(`DELETE FROM ${table} WHERE "at" < $1`, [before])
    })
  },
})
