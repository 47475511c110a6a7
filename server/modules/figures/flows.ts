/** Trips between the places of a client. Days on which no trip is known are not known; they are no zeros. */
import { addMonths, monthStart } from '#domain/calendar'
import { dayNumber, isoDay, monthNumber } from '#domain/days'
import { WHOLE_DAY } from '#domain/fact-query'
import { FLOW_DAYS, FLOW_HOURS, FLOW_PAIRS, FLOW_STATIONS, MONTHS } from '#domain/figure-columns'
import { fromRows } from '#domain/frame-build'
import type { Cell, Column } from '#domain/frame'
import type { FlowsQuery } from '#schemas/generated/api/flows-query.ts'
import { AppError } from '../../lib/errors.ts'
import { inForce } from '../../facts/duckdb/figures.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import type { Scope } from '../../lib/scope.ts'
import { localNotFound } from '../../db/scoped.ts'
import type { Answer } from '../compare/service.ts'
import type { LocalService } from '../locals/service.ts'

/** A decade: the answers are by day at most. */
const MOST_DAYS = 3660
const ENTRIES = `hour < ${WHOLE_DAY} AND ins IS NOT NULL`

interface Parts {
  readonly facts: Pick<SqlFactStore, 'read'>
  readonly locals: Pick<LocalService, 'ofClient'>
}

/** What is asked, checked: days, and the names of the client's locals as the caller may know them. */
interface Asked {
  readonly client: number
  readonly first: number
  readonly last: number
  /** SQL: the days within these that are asked about. */
  readonly within: string
  readonly isWithin: (day: number) => boolean
  readonly names: ReadonlyMap<number, string>
  readonly trips: string
}

export function flowService({ facts, locals }: Parts) {
  /** Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND, DATES_INCORRECT, DOWNLOAD_RANGE_TOO_LONG. */
  async function check(scope: Scope, { client, begin, end, months, local, from, to }: FlowsQuery): Promise<Asked> {
    const names = new Map((await locals.ofClient(scope, client)).map(({ id, name }) => [id, name]))
    for (const id of [local, from, to]) if (id !== undefined && !names.has(id)) throw localNotFound(id)
    const known = begin === undefined || end === undefined ? await knownDays(client) : null
    const [first, last] = [
      begin === undefined ? known!.first : dayNumber(begin),
      end === undefined ? known!.last : dayNumber(end),
    ]
    if (begin !== undefined && end !== undefined && last < first)
      throw new AppError('DATES_INCORRECT', `${begin} to ${end} ends before it begins; give the first day first.`, {
        begin,
        end,
      })
    if (last - first >= MOST_DAYS)
      throw new AppError(
        'DOWNLOAD_RANGE_TOO_LONG',
        `${last - first + 1} days were asked for; choose at most ${MOST_DAYS}.`,
        {
          days: last - first + 1,
          most: MOST_DAYS,
        },
      )
    const chosen = months?.split(',').map((month) => {
      const from = dayNumber(`${month}-01`)
      return [from, addMonths(from, 1) - 1] as const
    })
    const within = `day BETWEEN ${first} AND ${last}${chosen === undefined ? '' : ` AND (${chosen.map(([a, b]) => `day BETWEEN ${a} AND ${b}`).join(' OR ')})`}`
    const isWithin = (day: number) => chosen === undefined || chosen.some(([a, b]) => day >= a && day <= b)
    const one = local === undefined ? '' : ` AND (local = ${local} OR destination = ${local})`
    const sides = `${from === undefined ? '' : ` AND local = ${from}`}${to === undefined ? '' : ` AND destination = ${to}`}`
    const trips = inForce('flows', `client = ${client} AND ${within}${one}${sides}`)
    return { client, first, last, within, isWithin, names, trips }
  }

  /** From the first to the last day of which trips or entries are known. */
  async function knownDays(client: number) {
    const [row] = await facts.read(
      `SELECT min(a), max(b) FROM (SELECT min(day) AS a, max(day) AS b FROM flow WHERE client = $1
        UNION ALL SELECT min(day), max(day) FROM traffic WHERE client = $1 AND ${ENTRIES})`,
      [client],
    )
    return row?.[0] == null ? { first: 0, last: -1 } : { first: Number(row[0]), last: Number(row[1]) }
  }

  const answer = (columns: readonly Column[], rows: readonly (readonly Cell[])[]): Answer => ({
    frame: fromRows(columns, rows),
    asOf: null,
  })
  const orNull = (value: unknown) => (value == null ? null : Number(value))
  /** Entries of the days of the question: of one place, where it is about one. */
  const traffic = ({ client, within }: Asked, local: number | undefined) =>
    `SELECT * FROM traffic WHERE client = ${client} AND ${within} AND hour < ${WHOLE_DAY}${local === undefined ? '' : ` AND local = ${local}`}`
  /** Trips by the hour of their begin, where the question is about one place: those that begin there. */
  const begun = ({ trips }: Asked, local: number | undefined) =>
    `SELECT * FROM (${trips})${local === undefined ? '' : ` WHERE local = ${local}`}`

  return {
    /** Months from the first to the last of which something is known. */
    async months(scope: Scope, { client }: FlowsQuery): Promise<Answer> {
      const { first, last } = await check(scope, { client })
      const count = last < first ? 0 : monthNumber(last) - monthNumber(first) + 1
      const months = Array.from({ length: count }, (_, n) => addMonths(monthStart(last), -n))
      return answer(
        MONTHS,
        months.map((month) => [isoDay(month).slice(0, 7), month, isoDay(addMonths(month, 1) - 1)]),
      )
    },

    /**
     * One row for each pair of the places that have trips; without `local`, `from` and `to` also those of which no
     * trip is known.
     */
    async pairs(scope: Scope, query: FlowsQuery): Promise<Answer> {
      const asked = await check(scope, query)
      const isWhole = query.local === undefined && query.from === undefined && query.to === undefined
      const both = await check(scope, { ...query, local: undefined, from: undefined, to: undefined } as FlowsQuery)
      const rows = await facts.read(`
        WITH a AS (SELECT local, destination, sum(trips) AS trips FROM (${both.trips}) GROUP BY 1, 2),
        p AS (SELECT local AS place FROM a UNION SELECT destination FROM a),
        g AS (${isWhole ? 'SELECT o.place AS local, d.place AS destination, 0 AS trips FROM p o CROSS JOIN p d' : 'SELECT local, destination, 0 AS trips FROM a WHERE false'}),
        s AS (SELECT local, destination, sum(trips) AS trips FROM (SELECT local, destination, trips FROM (${asked.trips}) UNION ALL FROM g) GROUP BY 1, 2)
        SELECT s.local, s.destination, s.trips, CASE WHEN s.local <> s.destination THEN coalesce(b.trips, 0) END AS back
        FROM s LEFT JOIN a b ON b.local = s.destination AND b.destination = s.local ORDER BY s.trips DESC, 1, 2`)
      return answer(
        FLOW_PAIRS,
        rows.map(([from, to, trips, back]) => {
          const [a, b, there, other] = [Number(from), Number(to), Number(trips), orNull(back)]
          const busier = other === null || there > other || (there === other && a < b)
          return [
            asked.names.get(a) ?? `#${a}`,
            asked.names.get(b) ?? `#${b}`,
            busier,
            there,
            other,
            other === null ? null : there - other,
          ]
        }),
      )
    },

    /** One row a place with trips or entries; entries are those of the days on which trips are known. */
    async stations(scope: Scope, query: FlowsQuery): Promise<Answer> {
      const asked = await check(scope, query)
      const rows = await facts.read(`
        WITH f AS (${asked.trips}), d AS (SELECT DISTINCT day FROM f),
        o AS (SELECT local, sum(trips) AS departures, sum(trips) FILTER (local = destination) AS same FROM f GROUP BY 1),
        i AS (SELECT destination AS local, sum(trips) AS arrivals FROM f GROUP BY 1),
        t AS (SELECT local, sum(ins)::DOUBLE AS entries, sum(outs)::DOUBLE AS exits FROM (${traffic(asked, query.local)}) WHERE day IN (FROM d) GROUP BY 1)
        SELECT local, departures, arrivals, same, entries, exits FROM o FULL JOIN i USING (local) LEFT JOIN t USING (local) ORDER BY departures DESC NULLS LAST, 1`)
      return answer(
        FLOW_STATIONS,
        rows.map(([local, ...cells]) => {
          const [departures, arrivals, same, entries, exits] = cells.map(orNull) as (number | null)[]
          const [out, back] = [departures ?? 0, arrivals ?? 0]
          return [
            Number(local),
            out,
            back,
            same ?? 0,
            out - back,
            entries ?? null,
            exits ?? null,
            entries == null ? null : entries - out,
          ]
        }),
      )
    },

    /** One row an hour of the day, of the days on which trips are known. */
    async hours(scope: Scope, query: FlowsQuery): Promise<Answer> {
      const asked = await check(scope, query)
      const rows = await facts.read(`
        WITH f AS (${begun(asked, query.local)}), d AS (SELECT DISTINCT day FROM (${asked.trips})),
        h AS (SELECT hour, sum(trips) AS trips FROM f GROUP BY 1),
        t AS (SELECT hour, sum(ins)::DOUBLE AS entries FROM (${traffic(asked, query.local)}) WHERE day IN (FROM d) AND ins IS NOT NULL GROUP BY 1)
        SELECT hour, trips, entries FROM h FULL JOIN t USING (hour) ORDER BY hour`)
      return answer(
        FLOW_HOURS,
        rows.map(([hour, trips, entries]) => [Number(hour), orNull(trips), orNull(entries)]),
      )
    },

    /** One row for each day that is asked about, also of which nothing is known. */
    async days(scope: Scope, query: FlowsQuery): Promise<Answer> {
      const asked = await check(scope, query)
      const [trips, entries, known] = await Promise.all([
        facts.read(`SELECT day, sum(trips) FROM (${begun(asked, query.local)}) GROUP BY 1`),
        facts.read(
          `SELECT day, sum(ins)::DOUBLE FROM (${traffic(asked, query.local)}) WHERE ins IS NOT NULL GROUP BY 1`,
        ),
        facts.read(`SELECT DISTINCT day FROM flow WHERE client = ${asked.client} AND ${asked.within}`),
      ])
      const by = (rows: readonly (readonly unknown[])[]) =>
        new Map(rows.map(([day, value]) => [Number(day), Number(value)]))
      const [tripsOf, entriesOf, days] = [by(trips), by(entries), new Set(known.map(([day]) => Number(day)))]
      return answer(
        FLOW_DAYS,
        Array.from({ length: Math.max(0, asked.last - asked.first + 1) }, (_, n) => asked.first + n)
          .filter(asked.isWithin)
          .map((day) => {
            // A day of which trips of others are known is a day on which nobody set out from here.
            const isKnown = days.has(day)
            const came = entriesOf.get(day) ?? null
            return [
              day,
              isKnown ? (tripsOf.get(day) ?? 0) : null,
              came,
              isKnown ? came : null,
              isKnown ? 1 : 0,
              isKnown ? 0 : 1,
            ]
          }),
      )
    },
  }
}

export type FlowService = ReturnType<typeof flowService>
