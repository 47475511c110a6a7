/** People inside, now and in the last hour: what doors and zones have said; see `../occupancy.ts`. */
import { WHOLE_DAY } from '#domain/fact-query'
import type { Span } from '#domain/occupancy'
import type { Level } from '#domain/occupancy-levels'
import { SETTINGS } from '#domain/metrics/settings'
import type { OccupancyFacts, PastOfDoors, Place, Zone } from '../occupancy.ts'
import type { SqlFactStore } from './sql-store.ts'

/** One hour in two hundred may be a glitch. */
const SEEN_QUANTILE = 0.995

/** Every number of it was checked or comes from the catalog. */
const table = (places: readonly Place[]) => {
  const rows = places.flatMap(({ local, areas, day, since }) =>
    areas.map((area) => `(${local}, ${area}, ${day}, ${since}::UINTEGER)`),
  )
  return `(VALUES ${rows.join(', ')}) AS p(local, area, today, since)`
}
const orNull = (value: unknown) => (value === null || value === undefined ? null : Number(value))
const withAreas = (places: readonly Place[]) => places.filter(({ areas }) => areas.length > 0)

/** Entries and exits of each local since its day began; entries count only of hours of which exits are known, too. */
const sumsSql = (places: readonly Place[]) => `
  SELECT local,
    CAST(CASE WHEN sum(outs) IS NULL THEN sum(ins) ELSE sum(ins) FILTER (outs IS NOT NULL) END AS DOUBLE),
    CAST(sum(outs) AS DOUBLE)
  FROM (
    SELECT h.local, h.instant, sum(h.ins) AS ins, sum(h.outs) AS outs FROM device_hour h
    JOIN ${table(places)} ON p.local = h.local AND p.area = h.area
    WHERE h.client = $1 AND h.instant >= p.since AND h.instant >= ${Math.min(...places.map(({ since }) => since))}
    GROUP BY h.local, h.instant
  ) GROUP BY local`

type Live = Pick<OccupancyFacts, 'sums' | 'entries' | 'spans' | 'firstContacts' | 'zones' | 'levels' | 'past'>

export function liveOccupancy({ read }: Pick<SqlFactStore, 'read'>): Live {
  return {
    async sums(client, all) {
      const places = withAreas(all)
      if (places.length === 0) return new Map()
      const rows = await read(sumsSql(places), [client])
      return new Map(rows.map(([local, ins, outs]) => [Number(local), { ins: orNull(ins), outs: orNull(outs) }]))
    },
    async entries(client, all) {
      const places = withAreas(all)
      if (places.length === 0) return new Map()
      const rows = await read(
        `SELECT t.local, CAST(sum(t.ins) AS DOUBLE) FROM traffic t JOIN ${table(places)} ON p.local = t.local
          AND p.area = t.area
WHERE t.client = $1 AND t.day >= ${Math.min(...places.map(({ day }) => day))} AND t.instant >= p.since
  AND t.hour < ${WHOLE_DAY} AND t.ins IS NOT NULL GROUP BY t.local`,
        [client],
      )
      return new Map(rows.map(([local, ins]) => [Number(local), Number(ins)]))
    },
    async spans(client, all, afterMs) {
      const places = withAreas(all)
      if (places.length === 0) return new Map()
      const turned =
        'CASE WHEN reversed = 1 THEN outs ELSE ins END AS ins, CASE WHEN reversed = 1 THEN ins ELSE outs END AS outs'
      const rows = await read(
        `SELECT s.local, CAST(a AS DOUBLE), CAST(b AS DOUBLE), CAST(coalesce(s.ins, 0) AS DOUBLE),
          CAST(coalesce(s.outs, 0) AS DOUBLE) FROM (
  SELECT local, area, start AS a, start + seconds * 1000::BIGINT AS b, ${turned} FROM reading
  WHERE client = $1 AND start >= $2 - 90000000 AND start + seconds * 1000::BIGINT >= $2
  UNION ALL
  SELECT local, area, coalesce(sinceAt, "at"), "at", ${turned} FROM counter WHERE client = $1 AND "at" >= $2
) s JOIN ${table(places)} ON p.local = s.local AND p.area = s.area WHERE coalesce(s.ins, s.outs) IS NOT NULL`,
        [client, BigInt(afterMs)],
      )
      const spans = new Map<number, Span[]>()
      for (const [local, from, to, ins, outs] of rows) {
        const list = spans.get(Number(local))
        const span = { from: Number(from), to: Number(to), ins: Number(ins), outs: Number(outs) }
        if (list === undefined) spans.set(Number(local), [span])
        else list.push(span)
      }
      return spans
    },
    async firstContacts(client, all, afterMs) {
      const places = withAreas(all)
      if (places.length === 0) return new Map()
      const rows = await read(
        `SELECT h.local, CAST(min("at" - covers * 1000::BIGINT) AS DOUBLE) FROM heartbeat h
          JOIN ${table(places)} ON p.local = h.local AND p.area = h.area WHERE h.client = $1 AND "at" >= $2
          GROUP BY h.local`,
        [client, BigInt(afterMs)],
      )
      return new Map(rows.map(([local, at]) => [Number(local), Number(at) / 1000]))
    },
    async zones(client, all) {
      const places = withAreas(all)
      if (places.length === 0) return new Map()
      return zonesOf(
        await read(
          `SELECT o.local, o.device, o.line, CAST(max("at") AS DOUBLE), arg_max(o.people, "at") FROM occupancy o
            JOIN ${table(places)} ON p.local = o.local AND p.area = o.area
WHERE o.client = $1 AND "at" >= ${Math.min(...places.map(({ since }) => since))}::BIGINT * 1000
  AND "at" >= p.since::BIGINT * 1000 GROUP BY o.local, o.device, o.line`,
          [client],
        ),
      )
    },
    async levels(client, all, afterMs) {
      const places = withAreas(all)
      if (places.length === 0) return new Map()
      return zonesOf(
        await read(
          `SELECT o.local, o.device, o.line, CAST("at" AS DOUBLE), o.people FROM occupancy o
            JOIN ${table(places)} ON p.local = o.local AND p.area = o.area
WHERE o.client = $1 AND "at" >= $2 ORDER BY "at"`,
          [client, BigInt(afterMs)],
        ),
      )
    },
    async past(client, all) {
      const places = withAreas(all)
      if (places.length === 0) return new Map()
      const reset = SETTINGS.occupancyResetHour.value
      const first = Math.min(...places.map(({ day }) => day)) - 7 * SETTINGS.driftDays.value - 1
      const flow = `SELECT h.local, CASE WHEN h.hour < ${reset} THEN h.day - 1 ELSE h.day END AS day, p.today,
        h.instant, sum(h.ins) AS ins, sum(h.outs) AS outs
  FROM device_hour h JOIN ${table(places)} ON p.local = h.local AND p.area = h.area
  WHERE h.client = $1 AND h.day >= ${first} AND h.instant < p.since GROUP BY ALL HAVING sum(h.outs) IS NOT NULL
    AND sum(h.ins) IS NOT NULL`
      const [days, most] = await Promise.all([
        read(
          `SELECT local, day, CAST(sum(ins) AS DOUBLE), CAST(sum(outs) AS DOUBLE) FROM (${flow})
            WHERE (today - day) % 7 = 0 AND day >= ${first} + 1 GROUP BY local, day ORDER BY day`,
          [client],
        ),
        read(
          `SELECT local, quantile_cont(people, ${SEEN_QUANTILE}) FILTER (people > 0) FROM (
    SELECT local, sum(ins - outs) OVER (PARTITION BY local, day ORDER BY instant) AS people FROM (${flow})
    WHERE day >= today - ${SETTINGS.inferredCapacityDays.value}
  ) GROUP BY local`,
          [client],
        ),
      ])
      const byLocal = Map.groupBy(days, ([local]) => Number(local))
      const seen = new Map(most.map(([local, people]) => [Number(local), orNull(people)]))
      return new Map(
        places.map(({ local }): [number, PastOfDoors] => [
          local,
          {
            days: (byLocal.get(local) ?? []).map(([, , ins, outs]) => ({ ins: Number(ins), outs: Number(outs) })),
            most: seen.get(local) ?? null,
            hasCounted: seen.has(local),
          },
        ]),
      )
    },
  }
}

function zonesOf(rows: readonly (readonly unknown[])[]): Map<number, Zone[]> {
  const byZone = Map.groupBy(rows, ([local, device, line]) => `${Number(local)} ${Number(device)} ${String(line)}`)
  const zones = [...byZone.values()].map((own) => ({
    local: Number(own[0]?.[0]),
    device: Number(own[0]?.[1]),
    levels: own.map(([, , , at, people]): Level => ({ at: Number(at), people: Number(people) })),
  }))
  return Map.groupBy(zones, ({ local }) => local)
}
