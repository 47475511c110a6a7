/**
 * Which hours two periods both have, whole. An hour has a counterpart: the same hour of the same counter on the day of
 * the other period that its day is compared with (see `day-map.ts`). It is unpaired when its day has none, when its
 * counter says nothing at all of that day (it did not exist yet, or no longer, or the day is still to come), or when
 * one of the two did not come whole. Hours outside the opening hours of one side are no gap: longer hours are a real
 * rise.
 */
import type { StoreSide } from '#domain/compared-stores'
import { dayOffset } from '#domain/day-offset'
import { WHOLE_DAY, type FactDimension, type FactQuery } from '#domain/fact-query'
import type { Frame } from '#domain/frame'
import { partId } from '#domain/metrics/estimated'
import { unpairedId } from '#domain/metrics/paired'
import { HOUR_STATE } from '../hour-state.ts'
import {
  CALENDAR_DIMENSIONS,
  measureAggregate,
  measureResult,
  measureType,
  measureUnit,
  type CompiledColumn,
} from './compile.ts'
import { asRequested, withDayTickets } from '../day-tickets.ts'
import { entryCounters } from './estimates.ts'
import type { SqlFactStore } from './sql-store.ts'
import { OF_DAY, TILL_ATOMS } from '../atoms.ts'
import type { PairsQuestion, Sides } from '../questions.ts'

const { final, settling, closed, estimated, missing, outside } = HOUR_STATE

const COUNTED = 'coalesce(ins, visits, fro, far)'
const WHOLE = `(state = ${closed} OR (state IN (${final}, ${settling}) AND ${COUNTED} IS NOT NULL
  AND coalesce(observed >= expected, true)))`
const TILLS = `coalesce(${TILL_ATOMS.flatMap((atom) => [atom, OF_DAY[atom]]).join(', ')})`
const REPORTED_BY_TILLS = `(expected IS NULL AND state = ${missing} AND ${TILLS} IS NOT NULL)`
const FILLED = `(${WHOLE} OR (state = ${estimated} AND estimatedIns IS NOT NULL))`
/**
 * Hours of a day as bits, the first above them for a day whose hours are not known: a whole day of a counter is one
 * number, and two days are held against each other without reading an hour.
 */
const hoursWhere = (condition: string) => `coalesce(bit_or(CASE WHEN ${condition} THEN 1::INTEGER << hour END), 0)`

/**
 * One of the two days is known by its hours and the other as a whole: then they are held against each other as wholes.
 */
const OTHER_KIND = `(d.open >> ${WHOLE_DAY}) <> (o.open >> ${WHOLE_DAY})`
/** How many hours a bit mask has. */
const hoursIn = (bits: string) =>
  `bit_count(${bits} & ${(1 << WHOLE_DAY) - 1}) + ${WHOLE_DAY} * (${bits} >> ${WHOLE_DAY})`

interface Bounds {
  readonly from: string
  readonly to: string
}

/**
 * `days`: every day of a counter with its place on the common calendar, and the bits of the hours that the other period
 * does not have.
 */
function markedDays({
  client,
  locals,
  notArea = [],
  comparing,
  reference,
  today,
  moved = [],
  filled = false,
  tills = false,
}: PairsQuestion) {
  const whole = `${filled ? FILLED : WHOLE}${tills ? ` OR ${REPORTED_BY_TILLS}` : ''}`
  const counted = `${COUNTED} IS NOT NULL${tills ? ` OR ${REPORTED_BY_TILLS}` : ''}`
  const params: number[] = []
  const param = (value: number) => `$${params.push(value)}`
  const [owner, names] = [param(client), locals.map(param).join(', ')]
  const others = notArea.length === 0 ? '' : ` AND area NOT IN (${notArea.map(param).join(', ')})`
  const [a, b] = [comparing, reference].map(({ from, to }) => ({ from: param(from), to: param(to) })) as [
    Bounds,
    Bounds,
  ]
  const [shift, now] = [param(dayOffset(comparing, reference)), param(today)]
  const counters = `client = ${owner} AND local IN (${names})${others}`
  const scope = ({ from, to }: Bounds) => `${counters} AND state <> ${outside} AND day BETWEEN ${from} AND ${to}`
  const part = (
    code: number,
    place: string,
    bounds: Bounds,
  ) => `SELECT ${code} AS p, ${place}::INTEGER AS place, local, area, day,
  ${hoursWhere(`state <> ${closed}`)} AS open, ${hoursWhere(`NOT (${whole})`)} AS torn, bool_or(${counted}) AS counted,
  sum(expected) AS expected, sum(observed) AS observed, sum(ins) AS ins
  FROM traffic WHERE ${scope(bounds)} GROUP BY local, area, day`
  const groups = moved.flatMap((group, at) => group.locals.map((local) => `(${param(local)}, ${param(at)})`))
  const places = moved.flatMap(({ days: list }, at) =>
    list.map(([day, place]) => `(${param(at)}, ${param(day)}, ${place === null ? 'NULL::INTEGER' : param(place)})`),
  )
  const placed = part(1, `day - ${b.from} - ${shift}`, b)
  const aligned =
    places.length === 0 || groups.length === 0
      ? placed
      : `SELECT d.* REPLACE (CASE WHEN m.moved IS NULL THEN d.place ELSE m.met - ${a.from} END AS place)
FROM (${placed}) d LEFT JOIN (VALUES ${groups.join(', ')}) g(owner, grp) ON g.owner = d.local
LEFT JOIN (VALUES ${places.join(', ')}) m(grp, moved, met) ON m.grp = g.grp AND m.moved = d.day`
  // Each day of a counter is used once, and one without a counterpart is in no change.
  const days = `WITH own AS (${part(0, `day - ${a.from}`, a)}
UNION ALL ${aligned}),
days AS (
  SELECT d.*, CASE WHEN o.place IS NULL THEN d.open
    WHEN ${OTHER_KIND} AND d.open <> 0 AND o.open <> 0 THEN CASE WHEN (d.torn | o.torn) <> 0 OR o.day >= ${now}
      THEN d.open ELSE 0 END
    ELSE d.open & (d.torn | o.torn | CASE WHEN o.day >= ${now} THEN ~o.open ELSE 0 END) END AS unpaired
  FROM own d LEFT JOIN own o ON o.p = 1 - d.p AND o.local = d.local AND o.area = d.area AND o.place = d.place
)`
  /** The hours of a period that are unpaired. */
  const hours = (code: number) => `SELECT ${code} AS p, t.* FROM traffic t JOIN (FROM days
    WHERE p = ${code} AND unpaired <> 0) d ON d.local = t.local AND d.area = t.area AND d.day = t.day
WHERE ${scope([a, b][code] as Bounds).replaceAll(/\b(client|local|area|state|day)\b/g, 't.$1')} AND t.state <> ${closed}
  AND (d.unpaired >> t.hour) & 1 = 1`
  return {
    params,
    days,
    hours: `${hours(0)}\nUNION ALL\n${hours(1)}`,
    index: `(day - CASE p WHEN 0 THEN ${a.from} ELSE ${b.from} END)::INTEGER`,
    counters,
  }
}

/** By local. */
export async function storeSides(
  facts: Pick<SqlFactStore, 'read'>,
  question: PairsQuestion,
): Promise<Map<number, Sides>> {
  const { days, params } = markedDays(question)
  const rows = await facts.read(
    `${days},
perDay AS (
  SELECT p, local, day, bool_or(counted) AS counted, bool_and(open = 0) AS shut, sum(expected) AS expected,
    sum(observed) AS observed, sum(ins) AS ins,
    sum(expected) FILTER (WHERE ins = 0 AND torn = 0 AND open <> 0) AS zero,
    sum(${hoursIn('open')}) AS hours, sum(${hoursIn('unpaired')}) AS unpairedHours
  FROM days GROUP BY ALL
)
SELECT local, p, count(*) FILTER (WHERE counted)::INTEGER, count(*) FILTER (WHERE shut)::INTEGER,
  coalesce(sum(expected), 0)::DOUBLE, coalesce(sum(observed), 0)::DOUBLE, coalesce(sum(zero), 0)::DOUBLE,
  sum(ins)::DOUBLE, sum(hours)::INTEGER, sum(unpairedHours)::INTEGER
FROM perDay GROUP BY ALL`,
    params,
  )
  const found = new Map<number, Sides>()
  for (const row of rows) {
    const [local, code, countedDays, closedDays, expected, observed, zero, ins, hours, unpairedHours] = row as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number | null,
      number,
      number,
    ]
    const side: StoreSide = { countedDays, closedDays, expected, observed, zero, ins, hours, unpairedHours }
    found.set(local, {
      comparing: null,
      reference: null,
      ...found.get(local),
      [code === 0 ? 'comparing' : 'reference']: side,
    })
  }
  return found
}

/** SQL after the rows of the hours: the groups of an answer. A total of a whole day has no hour of its own. */
function groupedBy(by: FactQuery['by']): string {
  const groups = by.map((_, at) => String(at + 1)).join(', ')
  const hours = by.includes('hour') ? ` WHERE hour < ${WHOLE_DAY}` : ''
  return by.length > 0 ? `${hours} GROUP BY ${groups} ORDER BY ${groups}` : hours
}

/**
 * The part of each measure in hours that the other period does not have: one row for each group that has any, the
 * columns named `<measure>.unpaired`.
 */
export async function unpairedSums(
  facts: Pick<SqlFactStore, 'frame'>,
  question: PairsQuestion,
  requested: Pick<FactQuery, 'by' | 'measures'>,
): Promise<Frame> {
  const { comparing, reference } = question
  const whole = withDayTickets({
    table: 'traffic',
    where: { client: [question.client] },
    periods: [comparing, reference],
    ...requested,
  })
  const { by, measures } = whole
  const { days, hours, params, index } = markedDays(question)
  const dims: Readonly<Record<string, string>> = { ...CALENDAR_DIMENSIONS, period: 'p::TINYINT', index }
  const columns: CompiledColumn[] = [
    ...by.map((id): CompiledColumn => ({
      column: { id, type: 'int', role: 'dim' },
      result: resultOf(id),
    })),
    ...measures.map((id): CompiledColumn => ({
      column: { id, type: measureType(id), role: 'measure', unit: measureUnit(id) },
      result: measureResult(id, by),
    })),
  ]
  const select = [
    ...by.map((id) => dims[id] ?? id),
    ...measures.map((id) => measureAggregate(id, measureResult(id, by))),
  ].join(', ')
  const frame = await facts.frame(
    `${days}\nSELECT ${select}
      FROM (${hours}) unpaired${groupedBy(by)}`,
    params,
    columns,
    [comparing.name, reference.name],
  )
  const answer = whole.measures === requested.measures ? frame : asRequested(frame)
  return {
    ...answer,
    columns: answer.columns.map((column) =>
      column.role === 'measure' ? { ...column, id: unpairedId(column.id) } : column,
    ),
  }
}

/**
 * The same of figures with estimates: entries, counted and estimated, in hours that the other period has neither
 * counted nor estimated, and the usual traffic of these hours.
 */
export async function unfilledSums(
  facts: Pick<SqlFactStore, 'frame'>,
  question: PairsQuestion,
  by: FactQuery['by'],
): Promise<Frame> {
  const { comparing, reference } = question
  const { days, hours, params, index, counters } = markedDays({ ...question, filled: true })
  const dims: Readonly<Record<string, string>> = { ...CALENDAR_DIMENSIONS, period: 'p::TINYINT', index }
  const columns: CompiledColumn[] = [
    ...by.map((id): CompiledColumn => ({
      column: { id, type: 'int', role: 'dim' },
      result: resultOf(id),
    })),
    { column: { id: partId('ins', 'unfilled'), type: 'int', role: 'measure', unit: 'count' }, result: 'double' },
    { column: { id: partId('expected', 'unfilled'), type: 'int', role: 'measure', unit: 'weight' }, result: 'double' },
  ]
  const people = `sum(coalesce(ins, 0) + CASE WHEN (local, area) IN (FROM counters) THEN coalesce(estimatedIns, 0)
      ELSE 0 END)::DOUBLE`
  const select = [...by.map((id) => dims[id] ?? id), people, 'sum(expected)::DOUBLE'].join(', ')
  return facts.frame(
    `${days}, counters AS (FROM ${entryCounters(counters)})
SELECT ${select} FROM (${hours})
  unpaired${groupedBy(by)}`,
    params,
    columns,
    [comparing.name, reference.name],
  )
}

const resultOf = (id: FactDimension): CompiledColumn['result'] =>
  id === 'period' ? 'period' : id === 'hour' || id === 'weekday' ? 'tinyint' : 'integer'

/** The cache key of a query. */
export const keyOfPairs = ({
  client,
  locals,
  notArea = [],
  comparing,
  reference,
  today,
  moved = [],
  tills = false,
}: PairsQuestion): string =>
  [
    client,
    ...(tills ? ['tills'] : []),
    comparing.from,
    comparing.to,
    reference.from,
    reference.to,
    today,
    'but',
    ...notArea,
    'of',
    ...locals,
    ...moved.flatMap((group) => ['moved', ...group.locals, 'to', ...group.days]),
  ].join(' ')
