/** Loads the rows of an upload and takes them back, inside the transaction that the caller opened. */
import type { DuckDBConnection } from '@duckdb/node-api'
import { appendColumns } from './append.ts'
import { civilHours, loadHourlyTickets, noonsOf, undoHourlyTickets } from './upload-tickets.ts'
import { applyDailyTickets } from './upload-days.ts'

type UploadTable = 'ticketsHourly' | 'ticketsDaily' | 'offersOrders' | 'investment'

/** Rows with distinct keys, as columns; see `server/uploads/rows.ts`. */
export interface UploadRows {
  readonly columns: { readonly [name in 'client' | 'local' | 'day' | 'instant' | 'label' | 'first' | 'second']: Int32Array | Float64Array }
  readonly length: number
}

export interface UploadWork {
  readonly upload: number
  readonly table: UploadTable
  readonly rows: UploadRows
  readonly nowMs: number
  /** Who says so, in the log of corrections. */
  readonly cause: string
  /** The area of a local in which tickets stand when nothing was counted there, and its time zone. */
  readonly places: readonly { readonly local: number; readonly area: number; readonly timeZone: string }[]
}

export interface UploadReport {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  /** Hours that had no row before: their weight is to be worked out. */
  readonly made: number
}

/** Tables whose newest row of a key is what is known. */
const PLAIN = {
  ticketsDaily: { name: 'tickets_daily', key: ['client', 'local', 'day'], values: ['tickets'], of: ['first'] },
  offersOrders: { name: 'offers_orders', key: ['client', 'local', 'day', 'company'], values: ['offers', 'orders'], of: ['first', 'second'] },
  investment: { name: 'marketing_investment', key: ['client', 'day', 'concept'], values: ['cents'], of: ['first'] },
} as const

const STAGING = ['told', 'news', 'current', 'touched', 'wanted', 'noons', 'places'] as const
/** A million staged rows are not kept until the next upload. */
async function clear(connection: DuckDBConnection): Promise<void> {
  for (const table of STAGING) await connection.run(`DROP TABLE IF EXISTS temp.${table}`)
}

/** @returns null when the rows say nothing new: nothing was written then */
export async function loadUpload(connection: DuckDBConnection, work: UploadWork): Promise<UploadReport | null> {
  const report = await load(connection, work)
  await clear(connection)
  return report
}

async function load(connection: DuckDBConnection, work: UploadWork): Promise<UploadReport | null> {
  const sum = { added: 0, changed: 0, unchanged: 0, made: 0 }
  await stagePlaces(connection, work.places)
  for (const rows of slicesByDay(work.rows)) {
    const { added, changed, unchanged, made } = work.table === 'ticketsHourly' ? await loadHours(connection, work, rows) : await loadPlain(connection, work, rows, work.table)
    sum.added += added
    sum.changed += changed
    sum.unchanged += unchanged
    sum.made += made
  }
  if (sum.added + sum.changed === 0) return null
  await connection.run('INSERT INTO uploads VALUES ($1, $2, $3, $4, $5::BIGINT)', [work.upload, sum.added, sum.changed, sum.unchanged, BigInt(work.nowMs)])
  return sum
}

/** Rows that are staged at once. A million at once would take half a gigabyte while they are joined. */
const SLICE = 65_536

/** By day, so that each slice touches few of the blocks in which the hours are stored. */
function* slicesByDay({ columns, length }: UploadRows): Generator<UploadRows> {
  const { day } = columns
  let [first, last] = [Infinity, -Infinity]
  for (let at = 0; at < length; at += 1) {
    if (day[at]! < first) first = day[at]!
    if (day[at]! > last) last = day[at]!
  }
  const place = new Int32Array(Math.max(0, last - first + 2))
  for (let at = 0; at < length; at += 1) place[day[at]! - first + 1]! += 1
  for (let at = 1; at < place.length; at += 1) place[at]! += place[at - 1]!
  const order = new Int32Array(length)
  for (let at = 0; at < length; at += 1) order[place[day[at]! - first]!++] = at
  for (let start = 0; start < length; start += SLICE) {
    const chosen = order.subarray(start, start + SLICE)
    const pick = (column: Int32Array | Float64Array) => {
      const out = column instanceof Int32Array ? new Int32Array(chosen.length) : new Float64Array(chosen.length)
      for (let at = 0; at < chosen.length; at += 1) out[at] = column[chosen[at]!]!
      return out
    }
    const { client, local, instant, label, first: one, second } = columns
    yield { columns: { client: pick(client), local: pick(local), day: pick(day), instant: pick(instant), label: pick(label), first: pick(one), second: pick(second) }, length: chosen.length }
  }
}

/** Puts back what was known without this upload. An upload that is not there changes nothing. */
export async function undoUpload(connection: DuckDBConnection, { upload, table, nowMs, cause }: Pick<UploadWork, 'upload' | 'table' | 'nowMs' | 'cause'>): Promise<void> {
  if (table === 'ticketsHourly') await undoHourlyTickets(connection, { upload, nowMs, cause })
  else {
    if (table === 'ticketsDaily') await connection.run('CREATE OR REPLACE TEMP TABLE touched AS SELECT DISTINCT client, local, day, NULL::UINTEGER AS noon FROM tickets_daily WHERE upload = $1', [upload])
    await connection.run(`DELETE FROM ${PLAIN[table].name} WHERE upload = $1`, [upload])
    if (table === 'ticketsDaily') await applyDailyTickets(connection, nowMs)
  }
  await connection.run('DELETE FROM uploads WHERE upload = $1', [upload])
  await clear(connection)
}

async function loadHours(connection: DuckDBConnection, { upload, nowMs, cause, places }: UploadWork, rows: UploadRows): Promise<UploadReport> {
  const hours = civilHours(rows, zonesOf(places))
  await connection.run('CREATE OR REPLACE TEMP TABLE told (client INTEGER, local INTEGER, day INTEGER, hour INTEGER, fold INTEGER, instant UINTEGER, tickets INTEGER)')
  await appendColumns(connection, 'told', [int(rows.columns.client), int(rows.columns.local), hours.day, hours.hour, hours.fold, hours.instant, int(rows.columns.first)], rows.length)
  return loadHourlyTickets(connection, { upload, nowMs, cause })
}

/** A null never erases: it says that this file did not tell the value. */
async function loadPlain(connection: DuckDBConnection, { upload, nowMs, places }: UploadWork, rows: UploadRows, table: keyof typeof PLAIN): Promise<UploadReport> {
  const { name, key, values, of } = PLAIN[table]
  const { columns } = rows
  const source = { client: columns.client, local: columns.local, day: columns.day, company: columns.label, concept: columns.label }
  const wide = table === 'investment' ? 'DOUBLE' : 'INTEGER'
  await connection.run(`CREATE OR REPLACE TEMP TABLE told (${key.map((column) => `${column} INTEGER`).join(', ')}, ${values.map((column) => `${column} ${wide}`).join(', ')})`)
  const money = (column: Int32Array | Float64Array) => (table === 'investment' ? Float64Array.from(column) : int(column))
  await appendColumns(connection, 'told', [...key.map((column) => int(source[column])), ...of.map((column) => money(columns[column]))], rows.length)

  const keys = key.join(', ')
  const now = (column: string) => `coalesce(nullif(t.${column}, -1), k.${column})`
  await connection.run(`CREATE OR REPLACE TEMP TABLE news AS
    WITH known AS (SELECT ${keys}, ${values.map((column) => `arg_max(${column}, upload) AS ${column}`).join(', ')}, max(upload) AS upload FROM ${name} SEMI JOIN told USING (${keys}) GROUP BY ${keys})
    SELECT ${key.map((column) => `t.${column}`).join(', ')}, ${values.map((column) => `${now(column)} AS ${column}`).join(', ')}, k.upload IS NULL AS added,
      ${values.map((column) => `${now(column)} IS NOT DISTINCT FROM k.${column}`).join(' AND ')} AS same
    FROM told t LEFT JOIN known k USING (${keys})`)
  const report = await reportOf(connection, 'count(*) FILTER (WHERE added AND NOT same), count(*) FILTER (WHERE NOT added AND NOT same), count(*) FILTER (WHERE same)', 'news')
  if (report.added + report.changed > 0) {
    await connection.run(`INSERT INTO ${name} BY NAME SELECT $1::INTEGER AS upload, ${keys}, ${values.join(', ')} FROM news WHERE NOT same`, [upload])
    if (table === 'ticketsDaily') {
      await connection.run('CREATE OR REPLACE TEMP TABLE noons (client INTEGER, local INTEGER, day INTEGER, noon UINTEGER)')
      await appendColumns(connection, 'noons', [int(columns.client), int(columns.local), int(columns.day), noonsOf(rows, zonesOf(places))], rows.length)
      await connection.run('CREATE OR REPLACE TEMP TABLE touched AS SELECT client, local, day, noon FROM noons SEMI JOIN (FROM news WHERE NOT same) USING (client, local, day)')
      return { ...report, made: await applyDailyTickets(connection, nowMs) }
    }
  }
  return report
}

const zonesOf = (places: UploadWork['places']) => new Map(places.map(({ local, timeZone }) => [local, timeZone]))
const int = (column: Int32Array | Float64Array): Int32Array => (column instanceof Int32Array ? column : Int32Array.from(column))

export async function reportOf(connection: DuckDBConnection, counts: string, table: string): Promise<UploadReport> {
  const [row] = await (await connection.run(`SELECT ${counts} FROM ${table}`)).getRows()
  const [added = 0, changed = 0, unchanged = 0] = (row ?? []).map(Number)
  return { added, changed, unchanged, made: 0 }
}

async function stagePlaces(connection: DuckDBConnection, places: UploadWork['places']): Promise<void> {
  await connection.run('CREATE OR REPLACE TEMP TABLE places (local INTEGER, area INTEGER)')
  await appendColumns(connection, 'places', [Int32Array.from(places, ({ local }) => local), Int32Array.from(places, ({ area }) => area)], places.length)
}
