/** The rows of an export as statements: hours or days of some locals with their names, zone, state and counts. */
import type { DuckDBConnection } from '@duckdb/node-api'
import { EXPORT_SUMS, exportColumns, type ExportColumn } from '#domain/export'
import { WHOLE_DAY } from '#domain/fact-query'
import { OTHER_FIGURES, type OtherFigures } from '#domain/imports'
import { ATOM_COLUMNS } from '../columns.ts'
import { HOUR_STATE } from '../hour-state.ts'
import { isNumber, type Days, type ExportRows, type ExportSum } from '../exports.ts'
import { measureAggregate } from './compile.ts'
import { FIGURE_TABLES } from './figures.ts'
import type { SqlFactStore } from './sql-store.ts'
import { STATE_OF_SUMS } from './state-sql.ts'
import { OF_DAY, TILL_ATOMS } from '../atoms.ts'

/** Counts in the table under the name of the column. */
const STORED: ReadonlySet<string> = new Set([...ATOM_COLUMNS, 'estimatedIns'])
/**
 * Values that tills reported for the day only, where no hour has its own: so that the two columns add up to the shown
 * figure.
 */
const OF_DAY_ALONE: Readonly<Record<string, string>> = Object.fromEntries(
  TILL_ATOMS.map((id) => [OF_DAY[id], `CASE WHEN ${id} IS NULL THEN ${OF_DAY[id]} END`]),
)

const ids = (list: readonly number[]) => list.join(', ')

/** The hours of the export as they are stored, without the counts whose module is off. */
function source({ locals, outside }: ExportRows, { from, to }: Days): string {
  const offAt = new Map<string, number[]>()
  for (const { local, muted } of locals)
    for (const id of muted) if (STORED.has(id)) offAt.set(id, [...(offAt.get(id) ?? []), local])
  for (const id of TILL_ATOMS) offAt.set(OF_DAY[id], offAt.get(id) ?? [])
  const off = [...offAt].flatMap(([id, at]) =>
    at.length === 0 ? [] : [`CASE WHEN local IN (${ids(at)}) THEN NULL ELSE ${id} END AS ${id}`],
  )
  const reported = off.length === 0 ? 'traffic' : `(SELECT * REPLACE (${off.join(', ')}) FROM traffic)`
  const conditions = [`t.day BETWEEN ${from} AND ${to}`, ...rowConditions({ locals, outside })]
  return `FROM ${reported} t JOIN export_local l ON l.client = t.client AND l.local = t.local
    LEFT JOIN export_area a ON a.area = t.area WHERE ${conditions.join(' AND ')}`
}

/** Which rows of any day belong to an export, besides its locals. */
function rowConditions({ locals, outside }: Pick<ExportRows, 'locals' | 'outside'>): string[] {
  const byClient = Map.groupBy(locals, ({ client }) => client)
  const kinds = [...byClient].flatMap(([client, [first]]) =>
    first === undefined || first.notArea.length === 0
      ? []
      : [`NOT (t.client = ${client} AND t.area IN (${ids(first.notArea)}))`],
  )
  return [
    byClient.size === 0 ? 'FALSE' : `t.client IN (${ids([...byClient.keys()])})`,
    ...kinds,
    ...(outside ? [] : [`t.state <> ${HOUR_STATE.outside}`]),
  ]
}

const IS_HOUR = `t.hour < ${WHOLE_DAY}`
const CIVIL_S = 'CAST(t.day AS BIGINT) * 86400 + t.hour * 3600'
/** A row says its own offset: it has the civil hour and the moment at which it began. */
const OFFSET_S = `(${CIVIL_S} - CAST(t.instant AS BIGINT))`
const STATE_NAME = `CASE t.state ${Object.entries(HOUR_STATE)
  .map(([name, code]) => `WHEN ${code} THEN '${name}'`)
  .join(' ')} END`
const momentOfMs = (ms: string) => `make_timestamp(CAST(${ms} AS BIGINT) * 1000)`
const shareOf = (observed: string, expected: string) =>
  `CASE WHEN ${expected} > 0 THEN round(least(CAST(${observed} AS DOUBLE) / ${expected}, 1), 6) END`

const PLACE: Readonly<Record<string, string>> = {
  client: 't.client',
  clientName: 'l.clientName',
  local: 't.local',
  localName: 'l.localName',
  localCode: 'l.localCode',
  area: 't.area',
  areaName: 'a.areaName',
  traffic: "coalesce(a.traffic, 'people')",
  timeZone: 'l.timeZone',
}
const HOURLY: Readonly<Record<string, string>> = {
  ...PLACE,
  hour: `CASE WHEN ${IS_HOUR} THEN t.hour END`,
  localTime: `CASE WHEN ${IS_HOUR} THEN make_timestamp((${CIVIL_S}) * 1000000) END`,
  offset: `CASE WHEN ${IS_HOUR} THEN printf('%s%02d:%02d', CASE WHEN ${OFFSET_S} < 0 THEN '-' ELSE '+' END,
    abs(${OFFSET_S}) // 3600, abs(${OFFSET_S}) // 60 % 60) END`,
  fold: `CASE WHEN ${IS_HOUR} THEN t.fold END`,
  utc: `CASE WHEN ${IS_HOUR} THEN make_timestamp(CAST(t.instant AS BIGINT) * 1000000) END`,
  byDay: `CAST(t.hour = ${WHOLE_DAY} AS TINYINT)`,
  state: STATE_NAME,
  expected: 't.expected',
  observed: 't.observed',
  coverage: shareOf('t.observed', 't.expected'),
}

const DAY = "DATE '1970-01-01' + t.day"
const GROUPS_OF_DAY = [
  'client',
  'clientName',
  'local',
  'localName',
  'localCode',
  'area',
  'areaName',
  'traffic',
  'timeZone',
] as const
const HOUR_COUNTS = ['hours', 'missingHours', 'partialHours', 'settlingHours', 'closedHours'] as const
const atom = (id: string) => OF_DAY_ALONE[id] ?? id

/**
 * The rows of some days, typed, in the order of the file: by day, local, area and time. Sales are whole units with two
 * decimals.
 */
export function rowsSql(of: ExportRows, days: Days): string {
  const columns = exportColumns(of.grain, of.measures)
  const money = (id: string, expression: string) =>
    columns.find((column) => column.id === id)?.kind === 'money'
      ? `CAST(CAST(${expression} AS DECIMAL(18, 2)) / 100 AS DECIMAL(18, 2))`
      : expression
  if (of.grain === 'hour') {
    const column = ({ id }: ExportColumn) => {
      const expression =
        id === 'date' ? DAY : id === 'learntAt' ? momentOfMs('t.learntAt') : (HOURLY[id] ?? money(id, atom(id)))
      return `${expression} AS "${id}"`
    }
    return `SELECT ${columns.map(column).join(', ')} ${source(of, days)} ORDER BY t.day, t.client, t.local, t.area,
      t.hour, t.fold`
  }
  const grouped = [
    ...GROUPS_OF_DAY.map((id) => `${PLACE[id]} AS "${id}"`),
    't.day AS day',
    `t.state = ${HOUR_STATE.outside} AS isOutside`,
    `CAST(max(CAST(t.hour = ${WHOLE_DAY} AS TINYINT)) AS TINYINT) AS byDay`,
    ...EXPORT_SUMS.map((id) => `CAST(sum(${atom(id)}) AS BIGINT) AS "${id}"`),
    ...HOUR_COUNTS.map((id) => `${measureAggregate(id, 'integer')} AS "${id}"`),
    'max(t.learntAt) AS learntAt',
  ]
  const places = GROUPS_OF_DAY.map((_, i) => i + 1)
  const state = `CASE WHEN isOutside THEN 'outside' ELSE ${STATE_OF_SUMS} END`
  const column = ({ id }: ExportColumn) => {
    switch (id) {
      case 'date':
        return 'DATE \'1970-01-01\' + day AS "date"'
      case 'state':
        return `${state} AS "state"`
      case 'coverage':
        return `${shareOf('observed', 'expected')} AS "coverage"`
      case 'learntAt':
        return `${momentOfMs('learntAt')} AS "learntAt"`
      default:
        return `${money(id, `"${id}"`)} AS "${id}"`
    }
  }
  return `SELECT ${columns.map(column).join(', ')}
FROM (SELECT * REPLACE (coalesce(expected, 0) AS expected, coalesce(observed, 0) AS observed)
  FROM (SELECT ${grouped.join(', ')} ${source(of, days)}
    GROUP BY ${[...places, places.length + 1, places.length + 2].join(', ')}))
ORDER BY day, client, "local", area, isOutside`
}

/** The same rows with every value as it is written in a file of text. */
export function textSql(of: ExportRows, days: Days): string {
  const text = ({ id, kind }: ExportColumn): string => {
    if (kind === 'local') return `strftime("${id}", '%Y-%m-%dT%H:%M:%S') AS "${id}"`
    if (kind === 'instant') return `strftime("${id}", '%Y-%m-%dT%H:%M:%SZ') AS "${id}"`
    return `"${id}"`
  }
  return `SELECT ${exportColumns(of.grain, of.measures).map(text).join(', ')} FROM (${rowsSql(of, days)})`
}

/** The same rows for a file with types: instants are moments in UTC there. */
export function typedSql(of: ExportRows, days: Days): string {
  const typed = ({ id, kind }: ExportColumn) =>
    kind === 'instant' ? `to_timestamp(epoch_ms("${id}") / 1000.0) AS "${id}"` : `"${id}"`
  return `SELECT ${exportColumns(of.grain, of.measures).map(typed).join(', ')} FROM (${rowsSql(of, days)})`
}

/** The same rows as cells: numbers and texts. */
export function cellsSql(of: ExportRows, days: Days): string {
  const cell = (column: ExportColumn) => {
    if (!isNumber(column)) return `"${column.id}"`
    return column.kind === 'day'
      ? `CAST("${column.id}" - DATE '1970-01-01' AS DOUBLE)`
      : `CAST("${column.id}" AS DOUBLE)`
  }
  return `SELECT ${exportColumns(of.grain, of.measures).map(cell).join(', ')} FROM (${textSql(of, days)})`
}

/**
 * The first and the last day of which the export could have rows; and whether the requested days have any.
 */
export async function daysOfRows(
  { read }: Pick<SqlFactStore, 'read'>,
  of: ExportRows,
): Promise<{ readonly first: number; readonly last: number; readonly isWithin: boolean } | null> {
  if (of.locals.length === 0) return null
  const conditions = [...rowConditions(of), `t.local IN (${ids(of.locals.map(({ local }) => local))})`]
  const [row] = await read(
    `SELECT min(t.day), max(t.day), bool_or(t.day BETWEEN ${of.from} AND ${of.to}) FROM traffic t
      WHERE ${conditions.join(' AND ')}`,
  )
  const [first, last, isWithin] = row ?? []
  return first == null ? null : { first: Number(first), last: Number(last), isWithin: isWithin === true }
}

/** Those of some clients that have hours or days. */
export async function clientsWithHours(
  { read }: Pick<SqlFactStore, 'read'>,
  clients: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await read(`SELECT DISTINCT client FROM traffic WHERE client IN (${ids(clients)})`)
  return new Set(rows.map(([client]) => Number(client)))
}

/** Daily data of some clients. */
export async function otherFiguresOf(
  { read }: Pick<SqlFactStore, 'read'>,
  clients: readonly number[],
): Promise<{ readonly client: number; readonly kind: OtherFigures }[]> {
  const tables: Readonly<Record<OtherFigures, string>> = {
    minutes: 'occupancy_minute',
    flows: FIGURE_TABLES.flows.name,
    profile: FIGURE_TABLES.profile.name,
    monthly: FIGURE_TABLES.monthly.name,
  }
  const rows = await read(
    OTHER_FIGURES.map(
      (kind, at) => `SELECT DISTINCT client, ${at} AS kind FROM ${tables[kind]} WHERE client IN (${ids(clients)})`,
    ).join(' UNION ALL ') + ' ORDER BY client, kind',
  )
  return rows.map(([client, at]) => ({ client: Number(client), kind: OTHER_FIGURES[Number(at)]! }))
}

/** How many rows each day has. */
export async function rowsOfDays(connection: DuckDBConnection, of: ExportRows): Promise<ReadonlyMap<number, number>> {
  const key =
    of.grain === 'hour' ? 'count(*)' : `count(DISTINCT (t.client, t.local, t.area, t.state = ${HOUR_STATE.outside}))`
  const rows = await (
    await connection.run(`SELECT t.day, CAST(${key} AS DOUBLE) ${source(of, of)} GROUP BY t.day ORDER BY t.day`)
  ).getRows()
  return new Map(rows.map(([day, count]) => [Number(day), Number(count)]))
}

/** The sums of the rows of some days. */
export async function sumsOfDays(connection: DuckDBConnection, of: ExportRows, days: Days): Promise<ExportSum[]> {
  const present = new Set(exportColumns(of.grain, of.measures).map(({ id }) => id))
  const summed = EXPORT_SUMS.filter((id) => present.has(id))
  const rows = of.grain === 'hour' ? 'count(*)' : 'count(DISTINCT (t.local, t.area, t.day))'
  const sql = `SELECT t.client, ${PLACE.traffic}, t.state = ${HOUR_STATE.outside}, CAST(${rows} AS DOUBLE),
    ${summed.map((id) => `CAST(sum(${atom(id)}) AS DOUBLE)`).join(', ')}
${source(of, days)} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`
  return (await (await connection.run(sql)).getRows()).map(
    ([client, traffic, outside, count, ...values]): ExportSum => ({
      client: Number(client),
      traffic: String(traffic),
      outside: outside === true,
      rows: Number(count),
      sums: Object.fromEntries(
        summed.map((id, i) => [id, values[i] === null || values[i] === undefined ? null : Number(values[i])]),
      ),
    }),
  )
}
