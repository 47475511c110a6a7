/**
 * Loads the rows of an upload and takes them back: what is new is staged beside a transaction, and written inside of
 * it.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import { appendColumns } from './append.ts'
import { civilHours, hourColumns } from './upload-hours.ts'
import { loadHourlyTickets, noonsOf, stageHourlyNews, stageReported, undoHourlyTickets } from './upload-tickets.ts'
import { applyDailyTickets } from './upload-days.ts'
import { COMPRESS_ROWS, countsOf, NEWS, SLICE } from './upload-news.ts'
import type { UploadFacts, UploadReport, UploadRows, UploadTable, UploadWork, Found } from '../uploads.ts'
import { releaseColumns } from '../upload-rows.ts'
import { settleDailyTickets } from './upload-days.ts'
import type { SqlFactStore, WriteOptions } from './sql-store.ts'

type PlainTable = Exclude<UploadTable, 'ticketsHourly'>

/** Tables whose newest row of a key is what is known. */
const PLAIN = {
  ticketsDaily: {
    name: 'tickets_daily',
    key: ['client', 'local', 'day'],
    values: ['tickets', 'sales', 'units'],
    of: ['first', 'second', 'third'],
  },
  offersOrders: {
    name: 'offers_orders',
    key: ['client', 'local', 'day', 'company'],
    values: ['offers', 'orders'],
    of: ['first', 'second'],
  },
  investment: { name: 'marketing_investment', key: ['client', 'day', 'concept'], values: ['cents'], of: ['first'] },
} as const

const STAGING = ['reported', 'news', 'current', 'touched', 'wanted', 'places'] as const
async function clear(connection: DuckDBConnection): Promise<void> {
  for (const table of STAGING) await connection.run(`DROP TABLE IF EXISTS temp.${table}`)
}

/**
 * The steps around the transaction of an upload. New values are computed before it, in temp tables and in the stage:
 * tables that are dropped inside of a transaction keep their memory until it ends, half a gigabyte for a million rows.
 * No other job writes between the two.
 */
export const aroundUpload = (work: UploadWork): WriteOptions => ({
  before: (connection) => stage(connection, work),
  // Not with the temp tables: an undo clears those inside of its transaction, which may write to one database only.
  async after(connection) {
    await connection.run(`DROP TABLE IF EXISTS ${NEWS}`)
    await clear(connection)
  },
})

async function stage(connection: DuckDBConnection, { table, rows, places }: UploadWork): Promise<void> {
  await stagePlaces(connection, places)
  if (table === 'ticketsHourly') await stageHourlyNews(connection)
  else await stagePlainNews(connection, table)
  const [zones, hours] = [zonesOf(places), hourColumns()]
  let loose = 0
  for (const slice of slicesOf(rows)) {
    if (table === 'ticketsHourly') await stageHours(connection, zones, slice, hours)
    else await stagePlain(connection, zones, slice, table)
    loose += slice.length
    if (loose >= COMPRESS_ROWS) {
      await connection.run('CHECKPOINT stage')
      loose = 0
    }
  }
  await connection.run('DROP TABLE IF EXISTS temp.reported')
  await connection.run('DROP TABLE IF EXISTS temp.current')
  releaseColumns(rows.columns)
}

/**
 * Writes what `aroundUpload` staged.
 *
 * @returns null when the rows say nothing new: nothing was written then
 */
export async function loadUpload(connection: DuckDBConnection, work: UploadWork): Promise<UploadReport | null> {
  const report =
    work.table === 'ticketsHourly'
      ? await loadHourlyTickets(connection, work)
      : await loadPlain(connection, work, work.table)
  const { added, changed } = report
  if (added + changed === 0) return null
  const unchanged = work.rows.length - added - changed
  await connection.run('INSERT INTO uploads VALUES ($1, $2, $3, $4, $5::BIGINT)', [
    work.upload,
    added,
    changed,
    unchanged,
    BigInt(work.nowMs),
  ])
  return { ...report, unchanged }
}

/** In the order of the days, so that each slice touches few of the blocks in which the hours are stored. */
function* slicesOf({ columns, length }: UploadRows): Generator<UploadRows> {
  for (let start = 0; start < length; start += SLICE) {
    const pick = (column: Int32Array | Float64Array) => column.subarray(start, Math.min(length, start + SLICE))
    const { client, local, day, instant, label, first, second, third } = columns
    yield {
      columns: {
        client: pick(client),
        local: pick(local),
        day: pick(day),
        instant: pick(instant),
        label: pick(label),
        first: pick(first),
        second: pick(second),
        third: pick(third),
      },
      length: Math.min(SLICE, length - start),
    }
  }
}

/** Puts back what was known without this upload. An upload that is not there changes nothing. */
export async function undoUpload(
  connection: DuckDBConnection,
  { upload, table, nowMs, cause }: Parameters<UploadFacts['undo']>[0],
): Promise<void> {
  if (table === 'ticketsHourly') await undoHourlyTickets(connection, { upload, nowMs, cause })
  else {
    if (table === 'ticketsDaily')
      await connection.run(
        `CREATE OR REPLACE TEMP TABLE touched AS SELECT DISTINCT client, local, day, NULL::UINTEGER AS noon
          FROM tickets_daily WHERE upload = $1`,
        [upload],
      )
    await connection.run(`DELETE FROM ${PLAIN[table].name} WHERE upload = $1`, [upload])
    if (table === 'ticketsDaily') await applyDailyTickets(connection, nowMs)
  }
  await connection.run('DELETE FROM uploads WHERE upload = $1', [upload])
  await clear(connection)
}

async function stageHours(
  connection: DuckDBConnection,
  zones: ReadonlyMap<number, string>,
  rows: UploadRows,
  hours: ReturnType<typeof hourColumns>,
): Promise<void> {
  civilHours(rows, zones, hours)
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE reported (client INTEGER, local INTEGER, day INTEGER, hour INTEGER, fold INTEGER,
      instant UINTEGER, tickets INTEGER, sales INTEGER, units INTEGER)`,
  )
  await appendColumns(
    connection,
    'reported',
    [
      int(rows.columns.client),
      int(rows.columns.local),
      hours.day,
      hours.hour,
      hours.fold,
      hours.instant,
      int(rows.columns.first),
      int(rows.columns.second),
      int(rows.columns.third),
    ],
    rows.length,
  )
  await stageReported(connection)
}

const typeOf = (table: PlainTable) => (table === 'investment' ? 'DOUBLE' : 'INTEGER')
/** Only tickets of a day need its noon: they are stored in the hours too. */
const NOON = { ticketsDaily: ['noon'], offersOrders: [], investment: [] } as const

const stagePlainNews = (connection: DuckDBConnection, table: PlainTable) => {
  const { key, values } = PLAIN[table]
  const columns = [
    ...key.map((column) => `${column} INTEGER`),
    ...values.map((column) => `${column} ${typeOf(table)}`),
    'added BOOLEAN',
    'same BOOLEAN',
    ...NOON[table].map((column) => `${column} UINTEGER`),
  ]
  return connection.run(`CREATE OR REPLACE TABLE ${NEWS} (${columns.join(', ')})`)
}

/**
 * A null never erases: it says that this file did not report the value. Sales and units that a file of tickets does not
 * report are no part of it: they go when the file that reported them is taken back.
 */
async function stagePlain(
  connection: DuckDBConnection,
  zones: ReadonlyMap<number, string>,
  rows: UploadRows,
  table: PlainTable,
): Promise<void> {
  const { name, key, values, of } = PLAIN[table]
  const { columns } = rows
  const source = {
    client: columns.client,
    local: columns.local,
    day: columns.day,
    company: columns.label,
    concept: columns.label,
  }
  const noon = NOON[table]
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE reported
      (${[...key.map((column) => `${column} INTEGER`), ...values.map((column) => `${column} ${typeOf(table)}`), ...noon.map((column) => `${column} UINTEGER`)].join(', ')})`,
  )
  const money = (column: Int32Array | Float64Array) =>
    table === 'investment' ? Float64Array.from(column) : int(column)
  await appendColumns(
    connection,
    'reported',
    [
      ...key.map((column) => int(source[column])),
      ...of.map((column) => money(columns[column])),
      ...noon.map(() => noonsOf(rows, zones)),
    ],
    rows.length,
  )

  const keys = key.join(', ')
  const now = (column: string) => `coalesce(nullif(t.${column}, -1), k.${column})`
  const stored = (column: string) => (table === 'ticketsDaily' ? `nullif(t.${column}, -1)` : now(column))
  await connection.run(`INSERT INTO ${NEWS} BY NAME
    WITH known AS (SELECT ${keys}, ${values.map((column) => `arg_max(${column}, upload) AS ${column}`).join(', ')},
      max(upload) AS upload FROM ${name} SEMI JOIN reported USING (${keys}) GROUP BY ${keys})
    SELECT ${[...key, ...noon].map((column) => `t.${column}`).join(', ')},
      ${values.map((column) => `${stored(column)} AS ${column}`).join(', ')}, k.upload IS NULL AS added,
      ${values.map((column) => `${now(column)} IS NOT DISTINCT FROM k.${column}`).join(' AND ')}
        AND k.upload IS NOT NULL AS same
    FROM reported t LEFT JOIN known k USING (${keys})`)
}

async function loadPlain(
  connection: DuckDBConnection,
  { upload, nowMs }: UploadWork,
  table: PlainTable,
): Promise<Found> {
  const { name, key, values } = PLAIN[table]
  const found = await countsOf(connection, 'added')
  if (found.added + found.changed === 0) return { ...found, made: 0 }
  await connection.run(
    `INSERT INTO ${name} BY NAME SELECT $1::INTEGER AS upload, ${[...key, ...values].join(', ')} FROM ${NEWS}`,
    [upload],
  )
  let made = 0
  if (table === 'ticketsDaily') {
    for (let from = 0; from < found.all; from += SLICE) {
      await connection.run(
        `CREATE OR REPLACE TEMP TABLE touched AS SELECT client, local, day, noon FROM ${NEWS}
          WHERE rowid BETWEEN $1 AND $2`,
        [from, from + SLICE - 1],
      )
      made += await applyDailyTickets(connection, nowMs)
    }
  }
  return { ...found, made }
}

const zonesOf = (places: UploadWork['places']) => new Map(places.map(({ local, timeZone }) => [local, timeZone]))
const int = (column: Int32Array | Float64Array): Int32Array =>
  column instanceof Int32Array ? column : Int32Array.from(column)

async function stagePlaces(connection: DuckDBConnection, places: UploadWork['places']): Promise<void> {
  await connection.run('CREATE OR REPLACE TEMP TABLE places (local INTEGER, area INTEGER)')
  await appendColumns(
    connection,
    'places',
    [Int32Array.from(places, ({ local }) => local), Int32Array.from(places, ({ area }) => area)],
    places.length,
  )
}

export const uploadFacts = ({ read, write }: Pick<SqlFactStore, 'read' | 'write'>): UploadFacts => ({
  load: (work) => write((connection) => loadUpload(connection, work), aroundUpload(work)),
  undo: (work) => write((connection) => undoUpload(connection, work)),
  async find(upload) {
    const [row] = await read('SELECT added, changed, unchanged FROM uploads WHERE upload = $1', [upload])
    return row === undefined ? null : { added: Number(row[0]), changed: Number(row[1]), unchanged: Number(row[2]) }
  },
  async settleDays(fromDay, nowMs) {
    const [recent] = await read('SELECT count(*)::INTEGER FROM tickets_daily WHERE day >= $1', [fromDay])
    if (Number(recent?.[0] ?? 0) > 0) await write((connection) => settleDailyTickets(connection, fromDay, nowMs))
  },
})
