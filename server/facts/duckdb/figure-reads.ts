/** Figures that are no hours, as statements; see `../figures.ts`. */
import { WHOLE_DAY } from '#domain/fact-query'
import type { FigureFacts, TripsQuestion } from '../figures.ts'
import { FIGURE_TABLES, inForce } from './figures.ts'
import type { SqlFactStore } from './sql-store.ts'

const ENTRIES = `hour < ${WHOLE_DAY} AND ins IS NOT NULL`

const orNull = (value: unknown) => (value == null ? null : Number(value))
const byDay = (rows: readonly (readonly unknown[])[]) =>
  new Map(rows.map(([day, value]) => [Number(day), Number(value)]))

/** The days that are asked about. */
const daysOf = ({ first, last, within }: TripsQuestion): string =>
  `day BETWEEN ${first}
    AND ${last}${within === undefined ? '' : ` AND (${within.map(([a, b]) => `day BETWEEN ${a} AND ${b}`).join(' OR ')})`}`

function tripsOf(question: TripsQuestion): string {
  const { client, local, from, to } = question
  const one = local === undefined ? '' : ` AND (local = ${local} OR destination = ${local})`
  const ofSide = (column: string, value: number | string | undefined) =>
    value === undefined ? '' : ` AND ${column} = ${value}`
  const sides = ofSide('local', from) + ofSide('destination', to)
  return inForce('flows', `client = ${client} AND ${daysOf(question)}${one}${sides}`)
}

/** Entries of the days of the question: of one place, where it is about one. */
const traffic = (question: TripsQuestion): string =>
  `SELECT * FROM traffic WHERE client = ${question.client} AND ${daysOf(question)}
    AND hour < ${WHOLE_DAY}${question.local === undefined ? '' : ` AND local = ${question.local}`}`
/** Trips by the hour of their begin, where the question is about one place: those that begin there. */
const begun = (question: TripsQuestion): string =>
  `SELECT * FROM (${tripsOf(question)})${question.local === undefined ? '' : ` WHERE local = ${question.local}`}`
const ofLastMeasure = (client: number): string =>
  `client = ${client} AND measure = (SELECT arg_max(measure, import) FROM monthly_figure WHERE client = ${client})`

/** Values of a query go into statements as numbers; the rest are fixed names. */
function checked(question: TripsQuestion): TripsQuestion {
  const { client, first, last, within = [], local = 0, from = 0, to = 0 } = question
  if (![client, first, last, local, from, to, ...within.flat()].every(Number.isSafeInteger))
    throw new RangeError('A question about trips needs whole numbers.')
  return question
}

export function figureFacts({ read }: Pick<SqlFactStore, 'read'>): FigureFacts {
  return {
    clientsWith: async (kind) =>
      new Set(
        (await read(`SELECT DISTINCT client FROM ${FIGURE_TABLES[kind].name}`)).map(([client]) => Number(client)),
      ),
    async daysOfTrips(client) {
      const [row] = await read(
        `SELECT min(a), max(b) FROM (SELECT min(day) AS a, max(day) AS b FROM flow WHERE client = $1
        UNION ALL SELECT min(day), max(day) FROM traffic WHERE client = $1 AND ${ENTRIES})`,
        [client],
      )
      return row?.[0] == null ? { first: 0, last: -1 } : { first: Number(row[0]), last: Number(row[1]) }
    },
    async tripPairs(given) {
      const question = checked(given)
      const { local, from, to, ...both } = question
      const isWhole = local === undefined && from === undefined && to === undefined
      const rows = await read(`
        WITH a AS (SELECT local, destination, sum(trips) AS trips FROM (${tripsOf(both)}) GROUP BY 1, 2),
        p AS (SELECT local AS place FROM a UNION SELECT destination FROM a),
        g AS (${
          isWhole
            ? 'SELECT o.place AS local, d.place AS destination, 0 AS trips FROM p o CROSS JOIN p d'
            : 'SELECT local, destination, 0 AS trips FROM a WHERE false'
        }),
        s AS (SELECT local, destination, sum(trips) AS trips
          FROM (SELECT local, destination, trips FROM (${tripsOf(question)}) UNION ALL FROM g) GROUP BY 1, 2)
        SELECT s.local, s.destination, s.trips, CASE WHEN s.local <> s.destination THEN coalesce(b.trips, 0) END AS back
        FROM s LEFT JOIN a b ON b.local = s.destination AND b.destination = s.local ORDER BY s.trips DESC, 1, 2`)
      return rows.map(([a, b, trips, back]) => ({
        from: Number(a),
        to: Number(b),
        trips: Number(trips),
        back: orNull(back),
      }))
    },
    async tripStations(given) {
      const question = checked(given)
      const rows = await read(`
        WITH f AS (${tripsOf(question)}), d AS (SELECT DISTINCT day FROM f),
        o AS (SELECT local, sum(trips) AS departures, sum(trips) FILTER (local = destination) AS same FROM f
          GROUP BY 1),
        i AS (SELECT destination AS local, sum(trips) AS arrivals FROM f GROUP BY 1),
        t AS (SELECT local, sum(ins)::DOUBLE AS entries, sum(outs)::DOUBLE AS exits FROM (${traffic(question)})
          WHERE day IN (FROM d) GROUP BY 1)
        SELECT local, departures, arrivals, same, entries, exits FROM o FULL JOIN i USING (local)
        LEFT JOIN t USING (local) ORDER BY departures DESC NULLS LAST, 1`)
      return rows.map(([local, departures, arrivals, same, entries, exits]) => ({
        local: Number(local),
        departures: orNull(departures),
        arrivals: orNull(arrivals),
        same: orNull(same),
        entries: orNull(entries),
        exits: orNull(exits),
      }))
    },
    async tripHours(given) {
      const question = checked(given)
      const rows = await read(`
        WITH f AS (${begun(question)}), d AS (SELECT DISTINCT day FROM (${tripsOf(question)})),
        h AS (SELECT hour, sum(trips) AS trips FROM f GROUP BY 1),
        t AS (SELECT hour, sum(ins)::DOUBLE AS entries FROM (${traffic(question)})
          WHERE day IN (FROM d) AND ins IS NOT NULL GROUP BY 1)
        SELECT hour, trips, entries FROM h FULL JOIN t USING (hour) ORDER BY hour`)
      return rows.map(([hour, trips, entries]) => ({
        hour: Number(hour),
        trips: orNull(trips),
        entries: orNull(entries),
      }))
    },
    async tripDays(given) {
      const question = checked(given)
      const [trips, entries, known] = await Promise.all([
        read(`SELECT day, sum(trips) FROM (${begun(question)}) GROUP BY 1`),
        read(`SELECT day, sum(ins)::DOUBLE FROM (${traffic(question)}) WHERE ins IS NOT NULL GROUP BY 1`),
        read(`SELECT DISTINCT day FROM flow WHERE client = ${question.client} AND ${daysOf(question)}`),
      ])
      return { trips: byDay(trips), entries: byDay(entries), known: new Set(known.map(([day]) => Number(day))) }
    },
    async profile(client) {
      const newest = '(SELECT arg_max(label, import) FROM profile_slot WHERE client = $1)'
      const rows = await read(
        `SELECT local, start, minutes, boardings, alightings, absentIsZero
          FROM (${inForce('profile', `client = $1 AND label = ${newest}`, ['absentIsZero'])}) ORDER BY local, start`,
        [client],
      )
      return rows.map(([local, start, minutes, boardings, alightings, absent]) => ({
        local: Number(local),
        start: Number(start),
        minutes: Number(minutes),
        boardings: orNull(boardings),
        alightings: orNull(alightings),
        absentIsZero: absent === true,
      }))
    },
    async monthly(client, place) {
      const rows = await read(
        `SELECT place, item, month, months, figure
          FROM (${inForce('monthly', ofLastMeasure(client))})${place === undefined ? '' : ' WHERE place = $1'}`,
        place === undefined ? [] : [place],
      )
      return rows.map(([of, item, month, months, figure]) => ({
        place: String(of),
        item: String(item),
        month: Number(month),
        months: Number(months),
        figure: Number(figure),
      }))
    },
    placesOfMonths: async (client) =>
      (await read(`SELECT DISTINCT place FROM monthly_figure WHERE ${ofLastMeasure(client)} ORDER BY place`)).map(
        ([place]) => String(place),
      ),
  }
}
