/**
 * What files would tell of the demo's buildings and dealers: people inside by the minute, where they are what matters,
 * and registrations by month.
 */
import { monthNumber } from '#domain/days'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { FactStore } from '../facts/store.ts'

/** Days of people by the minute: two months can be compared. */
const MINUTE_DAYS = 70
/** Years of figures by month: each window of twelve months has one before it, three times. */
const MONTH_YEARS = 4

const BUILDINGS: ReadonlySet<Client['type']> = new Set(['office', 'expo', 'events'])
/** Brands that there are not, with the registrations of a usual month. */
const CARS = { Alborada: 310, Brisa: 270, Cierzo: 240, Dársena: 180, Estela: 150, Faro: 90, Gavia: 60 }
/** Markets, in parts of a hundred. */
const MARKETS = { Aragón: 22, Catalunya: 41, 'Comunitat Valenciana': 37 }

const idsOf = (clients: readonly Client[], isWanted: (client: Client) => boolean) =>
  clients.filter(isWanted).map(({ id }) => id)

/**
 * People inside are who came in less who went out, evenly within each hour that is over; a hundred people are seen as
 * one more or less. Minutes that are there already stay.
 */
export async function demoMinutes(facts: FactStore, clients: readonly Client[], nowMs: number): Promise<void> {
  const buildings = idsOf(clients, ({ type }) => BUILDINGS.has(type))
  if (buildings.length === 0) return
  await facts.write((connection) =>
    connection.run(
      `INSERT INTO occupancy_minute (client, local, area, instant, people, presence, source, learntAt)
SELECT client, local, area, instant + 60 * m, greatest(0, round(before + (level - before) * (m + 1) / 60.0 + level * (hash(area, instant, m) % 3 - 1.0) / 100))::INTEGER, false, 'demo', learntAt
FROM (
  SELECT client, local, area, instant, learntAt, level, coalesce(lag(level) OVER day, 0) AS before FROM (
    SELECT client, local, area, day, instant, learntAt, sum(ins - outs) OVER (PARTITION BY area, day ORDER BY instant) AS level
    FROM traffic WHERE client IN (${buildings.join(', ')}) AND day >= $1 AND instant + 3600 <= $2 AND ins IS NOT NULL AND outs IS NOT NULL
  ) WINDOW day AS (PARTITION BY area, day ORDER BY instant)
) h CROSS JOIN range(60) minutes(m)
WHERE NOT EXISTS (FROM occupancy_minute o WHERE o.area = h.area AND o.instant = h.instant + 60 * m)
ORDER BY local, area, instant`,
      [Math.floor(nowMs / 86_400_000) - MINUTE_DAYS, Math.floor(nowMs / 1000)],
    ),
  )
}

/** Registrations of cars by market, brand and month up to the last month that is over. */
export async function demoMonths(facts: FactStore, clients: readonly Client[], nowMs: number): Promise<void> {
  const dealers = idsOf(clients, ({ type }) => type === 'automotive')
  if (dealers.length === 0) return
  const rows = (values: Readonly<Record<string, number>>) =>
    Object.entries(values)
      .map(([name, value]) => `('${name}', ${value})`)
      .join(', ')
  const last = monthNumber(Math.floor(nowMs / 86_400_000)) - 1
  await facts.write((connection) =>
    connection.run(
      `INSERT INTO monthly_figure (import, client, place, item, measure, month, months, figure)
SELECT 0, client, place, item, 'registrations', month, 1,
  round(usual * part / 100 * (1 + 0.18 * sin(month * pi() / 6)) * (1 + (hash(item) % 9 - 4.0) / 100 * (month - $1) / 12) * (90 + hash(client, place, item, month) % 21) / 100)::INTEGER
FROM (VALUES ${dealers.map((id) => `(${id})`).join(', ')}) c(client), (VALUES ${rows(MARKETS)}) p(place, part), (VALUES ${rows(CARS)}) i(item, usual), range($1, $2) m(month)
WHERE NOT EXISTS (FROM monthly_figure f WHERE f.client = c.client AND f.month = m.month)`,
      [last - 12 * MONTH_YEARS + 1, last + 1],
    ),
  )
}
