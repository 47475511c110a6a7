/** The past of a demo as statements; see `../demo.ts`. */
import type { DemoFacts } from '../demo.ts'
import type { SqlFactStore } from './sql-store.ts'

export const demoFacts = ({ write }: Pick<SqlFactStore, 'write'>): DemoFacts => {
  const run = (sql: string, params: readonly number[] = []) =>
    write(async (connection) => {
      await connection.run(sql, [...params])
    })
  return {
    exits: ({ clients, fromDay, countedOut, stillThere }) =>
      run(
        `UPDATE traffic SET outs = t.outs FROM (
  SELECT id, (gone - coalesce(lag(gone) OVER (PARTITION BY area, day ORDER BY instant), 0))::INTEGER AS outs FROM (
    SELECT rowid AS id, area, day, instant,
      floor(${countedOut} * (sum(ins) OVER hours - CASE WHEN lead(ins) OVER hours IS NULL THEN 0
      ELSE ${stillThere} * ins END)) AS gone
    FROM traffic WHERE client IN (${clients.map(Number).join(', ')}) AND day >= $1 AND ins IS NOT NULL
      AND NOT EXISTS (FROM device_hour h WHERE h.area = traffic.area AND h.day = traffic.day)
    WINDOW hours AS (PARTITION BY area, day ORDER BY instant)
  )
) t WHERE traffic.rowid = t.id`,
        [fromDay],
      ),
    sales: ({ clients, fromDay }) =>
      run(
        `UPDATE traffic SET
    sales = (tickets * (1500 + hash(local) % 5000) * (80 + hash(local, day, hour) % 41) // 100)::INTEGER,
    units = (tickets + tickets * (hash(local, day, hour, 1) % 100) // 80)::INTEGER
    WHERE client IN (${clients.map(Number).join(', ')}) AND day >= $1 AND tickets IS NOT NULL AND sales IS NULL`,
        [fromDay],
      ),
    async pings({ footscans, fromDay, now, lostEvery }) {
      const rows = footscans.map(({ device, area, hourly }) => `(${device}, ${area}, ${hourly})`).join(', ')
      await run(
        `INSERT INTO device_hour (client, local, area, device, day, hour, fold, instant, ins, outs, coveredS, pings,
          flags, learntAt)
SELECT t.client, t.local, t.area, t.device, t.day, t.hour, t.fold, t.instant, t.ins, t.outs,
  3600, t.hourly - CASE WHEN hash(t.device, t.day, t.hour) % ${lostEvery} = 0 THEN t.hourly // 12 ELSE 0 END, 0,
  t.learntAt
FROM (
  SELECT t.*, f.device, f.hourly FROM traffic t JOIN (VALUES ${rows}) f(device, area, hourly) ON f.area = t.area
  WHERE t.day >= $1 AND t.instant + 3600 <= $2 AND t.ins IS NOT NULL AND NOT EXISTS (FROM device_hour h
    WHERE h.device = f.device AND h.day = t.day)
) t`,
        [fromDay, now],
      )
      // They have been connected for as long, with contact a moment ago.
      await run(`INSERT INTO contact (device, client, local, firstAt, lastAt, lastData, messages, sequence, missed,
        skewMs, flags, firmware, battery)
SELECT device, any_value(client), any_value(local), min(instant)::BIGINT * 1000, (max(instant)::BIGINT + 3600) * 1000,
  (max(instant)::BIGINT + 3600) * 1000, sum(pings)::INTEGER, NULL, 0, 0, 0, NULL, NULL
FROM device_hour h WHERE NOT EXISTS (FROM contact c WHERE c.device = h.device) GROUP BY device`)
    },
    minutes: ({ clients, fromDay, now }) =>
      run(
        `INSERT INTO occupancy_minute (client, local, area, instant, people, presence, source, learntAt)
SELECT client, local, area, instant + 60 * m,
  greatest(0, round(before + (level - before) * (m + 1) / 60.0 + level * (hash(area, instant, m) % 3 - 1.0)
  / 100))::INTEGER, false, 'demo', learntAt
FROM (
  SELECT client, local, area, instant, learntAt, level, coalesce(lag(level) OVER day, 0) AS before FROM (
    SELECT client, local, area, day, instant, learntAt, sum(ins - outs) OVER (PARTITION BY area, day
      ORDER BY instant) AS level
    FROM traffic WHERE client IN (${clients.map(Number).join(', ')}) AND day >= $1 AND instant + 3600 <= $2
      AND ins IS NOT NULL AND outs IS NOT NULL
  ) WINDOW day AS (PARTITION BY area, day ORDER BY instant)
) h CROSS JOIN range(60) minutes(m)
WHERE NOT EXISTS (FROM occupancy_minute o WHERE o.area = h.area AND o.instant = h.instant + 60 * m)
ORDER BY local, area, instant`,
        [fromDay, now],
      ),
    months: ({ clients, markets, items, from, to }) =>
      run(
        `INSERT INTO monthly_figure (import, client, place, item, measure, month, months, figure)
SELECT 0, client, place, item, 'registrations', month, 1,
  round(usual * part / 100 * (1 + 0.18 * sin(month * pi() / 6)) * (1 + (hash(item) % 9 - 4.0) / 100 * (month - $1) / 12)
    * (90 + hash(client, place, item, month) % 21) / 100)::INTEGER
FROM (VALUES ${clients.map((id) => `(${id})`).join(', ')}) c(client), (VALUES ${rows(markets)}) p(place, part),
  (VALUES ${rows(items)}) i(item, usual), range($1, $2) m(month)
WHERE NOT EXISTS (FROM monthly_figure f WHERE f.client = c.client AND f.month = m.month)`,
        [from, to],
      ),
  }
}

/** Names come from the demo's own lists. */
const rows = (values: Readonly<Record<string, number>>) =>
  Object.entries(values)
    .map(([name, value]) => `('${name}', ${value})`)
    .join(', ')
