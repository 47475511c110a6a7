/**
 * What the live figures read of the facts: sums since the reset, the last hour's crossings, and what the past says of a
 * door.
 */
import { WHOLE_DAY } from '#domain/fact-query'
import type { DuckDBValue } from '@duckdb/node-api'
import { driftOf } from '#domain/occupancy'
import type { Span } from '#domain/occupancy'
import type { Level } from '#domain/occupancy-course'
import { SETTINGS } from '#domain/metrics/settings'
import type { Clock } from '../../lib/clock.ts'
import { createKept } from '../../facts/kept.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'

/**
 * A local with its business day: its number, its begin in seconds, and the areas whose doors count people in and out.
 */
export interface Place {
  readonly local: number
  readonly day: number
  readonly since: number
  readonly areas: readonly number[]
}

/**
 * The drift of the days of the same weekday, the most people seen at the end of an hour, and whether people were
 * counted in and out at all.
 */
export interface Past {
  readonly drift: number
  readonly most: number | null
  readonly hasCounted: boolean
}

/** What one zone of a device said, oldest first. */
export interface Zone {
  readonly device: number
  readonly levels: readonly Level[]
}

/** The past changes once a day; so often it is looked at again. */
const PAST_KEPT_MS = 600_000
/** Locals whose past is kept: some bytes each. */
const MOST_KEPT = 50_000
/** Questions that are shared within one tick. */
const MOST_SHARED = 128
/** One hour in two hundred may be a glitch. */
const SEEN_QUANTILE = 0.995

/** Every number of it was checked or comes from the catalog. */
const table = (places: readonly Place[]) =>
  `(VALUES ${places.flatMap(({ local, areas, day, since }) => areas.map((area) => `(${local}, ${area}, ${day}, ${since}::UINTEGER)`)).join(', ')}) AS p(local, area, today, since)`
const orNull = (value: unknown) => (value === null || value === undefined ? null : Number(value))

const keyOf = (client: number, { local, day, areas }: Place) => `${client}/${local}/${day}/${areas.join('+')}`

/** @param tick what many screens ask of the same locals between two of its values is read once */
export function liveReads(facts: SqlFactStore, clock: Clock, tick: () => number) {
  const kept = new Map<string, { readonly at: number; readonly past: Promise<Past> }>()
  const withAreas = (places: readonly Place[]) => places.filter(({ areas }) => areas.length > 0)
  const shared = createKept<DuckDBValue[][]>(MOST_SHARED)
  /** Rows of a statement; its text and its values are what was asked. */
  const read = (sql: string, params: readonly (number | bigint)[]) =>
    shared(`${params.join(' ')} ${sql}`, tick(), () => facts.read(sql, params))

  async function readPast(client: number, places: readonly Place[]): Promise<ReadonlyMap<number, Past>> {
    const reset = SETTINGS.occupancyResetHour.value
    const first = Math.min(...places.map(({ day }) => day)) - 7 * SETTINGS.driftDays.value - 1
    const flow = `SELECT h.local, CASE WHEN h.hour < ${reset} THEN h.day - 1 ELSE h.day END AS day, p.today, h.instant, sum(h.ins) AS ins, sum(h.outs) AS outs
FROM device_hour h JOIN ${table(places)} ON p.local = h.local AND p.area = h.area
WHERE h.client = $1 AND h.day >= ${first} AND h.instant < p.since GROUP BY ALL HAVING sum(h.outs) IS NOT NULL AND sum(h.ins) IS NOT NULL`
    const [days, most] = await Promise.all([
      facts.read(
        `SELECT local, day, CAST(sum(ins) AS DOUBLE), CAST(sum(outs) AS DOUBLE) FROM (${flow}) WHERE (today - day) % 7 = 0 AND day >= ${first} + 1 GROUP BY local, day ORDER BY day`,
        [client],
      ),
      facts.read(
        `SELECT local, quantile_cont(people, ${SEEN_QUANTILE}) FILTER (people > 0) FROM (
  SELECT local, sum(ins - outs) OVER (PARTITION BY local, day ORDER BY instant) AS people FROM (${flow}) WHERE day >= today - ${SETTINGS.inferredCapacityDays.value}
) GROUP BY local`,
        [client],
      ),
    ])
    const byLocal = Map.groupBy(days, (row) => Number(row[0]))
    const seen = new Map(most.map(([local, people]) => [Number(local), orNull(people)]))
    return new Map(
      places.map(({ local }) => [
        local,
        {
          drift: driftOf(
            (byLocal.get(local) ?? [])
              .slice(-SETTINGS.driftDays.value)
              .map(([, , ins, outs]) => ({ ins: Number(ins), outs: Number(outs) })),
          ),
          most: seen.get(local) ?? null,
          hasCounted: seen.has(local),
        },
      ]),
    )
  }

  return {
    /**
     * In and out by local since its reset, of the hours in which some door of it counted people out: else who came in
     * would stay for ever.
     */
    async sums(
      client: number,
      all: readonly Place[],
    ): Promise<ReadonlyMap<number, { readonly ins: number | null; readonly outs: number | null }>> {
      const places = withAreas(all)
      if (places.length === 0) return new Map()
      const rows = await read(
        `SELECT local, CAST(CASE WHEN sum(outs) IS NULL THEN sum(ins) ELSE sum(ins) FILTER (outs IS NOT NULL) END AS DOUBLE), CAST(sum(outs) AS DOUBLE) FROM (
  SELECT h.local, h.instant, sum(h.ins) AS ins, sum(h.outs) AS outs FROM device_hour h JOIN ${table(places)} ON p.local = h.local AND p.area = h.area
  WHERE h.client = $1 AND h.instant >= p.since AND h.instant >= ${Math.min(...places.map(({ since }) => since))} GROUP BY h.local, h.instant
) GROUP BY local`,
        [client],
      )
      return new Map(rows.map(([local, ins, outs]) => [Number(local), { ins: orNull(ins), outs: orNull(outs) }]))
    },

    /** Who came in since the reset, from every source that counts. */
    async entries(client: number, all: readonly Place[]): Promise<ReadonlyMap<number, number>> {
      const places = withAreas(all)
      if (places.length === 0) return new Map()
      const rows = await read(
        `SELECT t.local, CAST(sum(t.ins) AS DOUBLE) FROM traffic t JOIN ${table(places)} ON p.local = t.local AND p.area = t.area
WHERE t.client = $1 AND t.day >= ${Math.min(...places.map(({ day }) => day))} AND t.instant >= p.since AND t.hour < ${WHOLE_DAY} AND t.ins IS NOT NULL GROUP BY t.local`,
        [client],
      )
      return new Map(rows.map(([local, ins]) => [Number(local), Number(ins)]))
    },

    /** Seconds of the last word of each footscan. */
    async contacts(client: number): Promise<ReadonlyMap<number, number>> {
      const rows = await read('SELECT device, CAST(lastAt AS DOUBLE) FROM contact WHERE client = $1', [client])
      return new Map(rows.map(([device, at]) => [Number(device), Number(at) / 1000]))
    },

    /** Crossings that ended after an instant, epoch ms, by local. */
    async spans(client: number, all: readonly Place[], afterMs: number): Promise<ReadonlyMap<number, Span[]>> {
      const places = withAreas(all)
      if (places.length === 0) return new Map()
      const turned =
        'CASE WHEN reversed = 1 THEN outs ELSE ins END AS ins, CASE WHEN reversed = 1 THEN ins ELSE outs END AS outs'
      const rows = await read(
        `SELECT s.local, CAST(a AS DOUBLE), CAST(b AS DOUBLE), CAST(coalesce(s.ins, 0) AS DOUBLE), CAST(coalesce(s.outs, 0) AS DOUBLE) FROM (
  SELECT local, area, start AS a, start + seconds * 1000::BIGINT AS b, ${turned} FROM reading WHERE client = $1 AND start >= $2 - 90000000 AND start + seconds * 1000::BIGINT >= $2
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

    /** Seconds of the first sign of life after an instant, by local: before it nothing is known of the minutes. */
    async firstWords(client: number, all: readonly Place[], afterMs: number): Promise<ReadonlyMap<number, number>> {
      const places = withAreas(all)
      if (places.length === 0) return new Map()
      const rows = await read(
        `SELECT h.local, CAST(min("at" - covers * 1000::BIGINT) AS DOUBLE) FROM heartbeat h JOIN ${table(places)} ON p.local = h.local AND p.area = h.area WHERE h.client = $1 AND "at" >= $2 GROUP BY h.local`,
        [client, BigInt(afterMs)],
      )
      return new Map(rows.map(([local, at]) => [Number(local), Number(at) / 1000]))
    },

    /** The newest word of each zone since the reset, by local. */
    async zones(client: number, all: readonly Place[]): Promise<ReadonlyMap<number, Zone[]>> {
      const places = withAreas(all)
      if (places.length === 0) return new Map()
      return zonesOf(
        await read(
          `SELECT o.local, o.device, o.line, CAST(max("at") AS DOUBLE), arg_max(o.people, "at") FROM occupancy o JOIN ${table(places)} ON p.local = o.local AND p.area = o.area
WHERE o.client = $1 AND "at" >= ${Math.min(...places.map(({ since }) => since))}::BIGINT * 1000 AND "at" >= p.since::BIGINT * 1000 GROUP BY o.local, o.device, o.line`,
          [client],
        ),
      )
    },

    /** All that zones said after an instant, epoch ms, by local. */
    async levels(client: number, all: readonly Place[], afterMs: number): Promise<ReadonlyMap<number, Zone[]>> {
      const places = withAreas(all)
      if (places.length === 0) return new Map()
      return zonesOf(
        await read(
          `SELECT o.local, o.device, o.line, CAST("at" AS DOUBLE), o.people FROM occupancy o JOIN ${table(places)} ON p.local = o.local AND p.area = o.area
WHERE o.client = $1 AND "at" >= $2 ORDER BY "at"`,
          [client, BigInt(afterMs)],
        ),
      )
    },

    /**
     * What the past says of these locals, each read again after some minutes: screens that show other sets of them
     * share what they have in common.
     */
    async past(client: number, all: readonly Place[]): Promise<ReadonlyMap<number, Past>> {
      const now = clock.now()
      const places = withAreas(all).map((place) => ({ place, key: keyOf(client, place) }))
      const lacking = places.filter(({ key }) => {
        const found = kept.get(key)
        return found === undefined || now - found.at >= PAST_KEPT_MS
      })
      if (lacking.length > 0) {
        const reading = readPast(
          client,
          lacking.map(({ place }) => place),
        )
        for (const {
          place: { local },
          key,
        } of lacking) {
          const past = reading.then((found) => found.get(local) ?? NO_PAST)
          past.catch(() => {
            if (kept.get(key)?.past === past) kept.delete(key)
          })
          kept.delete(key)
          kept.set(key, { at: now, past })
        }
      }
      const told = await Promise.all(
        places.map(async ({ place: { local }, key }) => [local, await (kept.get(key)?.past ?? NO_PAST)] as const),
      )
      for (const key of kept.keys()) {
        if (kept.size <= MOST_KEPT) break
        kept.delete(key)
      }
      return new Map(told)
    },
  }
}
const NO_PAST: Past = { drift: 0, most: null, hasCounted: false }

function zonesOf(rows: readonly DuckDBValue[][]): Map<number, Zone[]> {
  const byZone = Map.groupBy(rows, ([local, device, line]) => `${Number(local)} ${Number(device)} ${String(line)}`)
  const zones = [...byZone.values()].map((own) => ({
    local: Number(own[0]?.[0]),
    device: Number(own[0]?.[1]),
    levels: own.map(([, , , at, people]): Level => ({ at: Number(at), people: Number(people) })),
  }))
  return Map.groupBy(zones, ({ local }) => local)
}
