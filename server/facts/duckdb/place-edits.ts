/**
 * Facts of a place that is moved in time zone, merged into another one, or removed. Each step runs inside the
 * transaction of its caller. Placeholders, weights and estimates are not moved: they are worked out again from what
 * remains.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import { WHOLE_DAY } from '#domain/fact-query'
import { appendColumns } from './append.ts'
import { rollForward } from './roll-forward.ts'
import { ATOM_COLUMNS } from '../columns.ts'
import { HOUR_STATE } from '../hour-state.ts'
import { idList, placeTables, runOn } from './place-tables.ts'
import { COUNTS_OF_THEIR_OWN, noteMergedHours } from './said-hours.ts'
import { applyDailyTickets } from './upload-days.ts'
import { mayHaveWholeDays } from './whole-days.ts'
import { supersedeWholeDays } from './superseded-days.ts'
import { civilAt, hoursOfDay, instantOf } from '../zone.ts'
import type { AreaMove, Overlap, MergeFacts, RemovedPlace, PlaceEdits, PlaceFacts } from '../places.ts'
import type { SqlFactStore } from './sql-store.ts'
import { hoursBy, factContents, firstCounts } from './place-contents.ts'

const EMPTY = `coalesce(${ATOM_COLUMNS.join(', ')}) IS NULL`
const LOGGED = ATOM_COLUMNS.map((atom) => `t.${atom}`).join(', ')

/** Placeholders, weights and estimates of these locals are made anew by the next roll-forward. */
export async function forgetExpected(connection: DuckDBConnection, locals: readonly number[]): Promise<void> {
  const ids = idList(locals)
  await connection.run(`DELETE FROM traffic WHERE local IN (${ids}) AND ${EMPTY}`)
  await connection.run(
    `UPDATE traffic SET expected = NULL, observed = NULL, estimatedIns = NULL, estimatedDev = NULL, ticketsOfDay = NULL,
      salesOfDay = NULL, unitsOfDay = NULL, state = ${HOUR_STATE.final} WHERE local IN (${ids})`,
  )
  await connection.run(`DELETE FROM rolled WHERE local IN (${ids})`)
}

/** The newest counted hour of each local, after hours came or went. */
async function markAgain(connection: DuckDBConnection, locals: readonly number[]): Promise<void> {
  const ids = idList(locals)
  await connection.run(
    `DELETE FROM mark WHERE local IN (${ids}) AND local NOT IN (SELECT local FROM traffic
      WHERE local IN (${ids}) AND coalesce(ins, visits, fro, far) IS NOT NULL)`,
  )
  await connection.run(`
    INSERT INTO mark SELECT any_value(client), local, max(instant), max(learntAt) FROM traffic
    WHERE local IN (${ids}) AND coalesce(ins, visits, fro, far) IS NOT NULL GROUP BY local
    ON CONFLICT (local) DO UPDATE SET client = excluded.client, instant = excluded.instant,
      learntAt = excluded.learntAt`)
}

/**
 * Tickets that are known by the day go on the first row of the day, whichever that is now: to be called when all rows
 * are there.
 */
export async function ticketsAgain(
  connection: DuckDBConnection,
  { local, timeZone, area }: { local: number; timeZone: string; area: number },
  nowMs: number,
): Promise<void> {
  const days = (
    await runOn(connection)('SELECT DISTINCT client, day FROM tickets_daily WHERE local = $1', [local])
  ).map(([client, day]) => ({ client: Number(client), day: Number(day) }))
  if (days.length === 0) return
  await connection.run(
    'CREATE OR REPLACE TEMP TABLE touched (client INTEGER, local INTEGER, day INTEGER, noon UINTEGER)',
  )
  await appendColumns(
    connection,
    'touched',
    [
      Int32Array.from(days, ({ client }) => client),
      Int32Array.from(days, () => local),
      Int32Array.from(days, ({ day }) => day),
      Uint32Array.from(days, ({ day }) => instantOf(timeZone, day * 86_400 + 43_200).instant),
    ],
    days.length,
  )
  await connection.run('CREATE OR REPLACE TEMP TABLE places (local INTEGER, area INTEGER)')
  await connection.run('INSERT INTO places VALUES ($1, $2)', [local, area])
  await applyDailyTickets(connection, nowMs)
  await connection.run('DELETE FROM places')
}

// ---------------------------------------------------------------- time zone

/** The hours of a local that would not begin where an hour of the zone begins: they cannot be those of its clock. */
export async function splitHours(
  read: (sql: string, params: number[]) => Promise<readonly (readonly unknown[])[]>,
  local: number,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const trips = await read('SELECT DISTINCT day, hour, fold FROM flow WHERE local = $1', [local])
  const began = trips.flatMap(([day, hour, fold]) => instantOfHour(from, Number(day), Number(hour), Number(fold)) ?? [])
  const instants = await read(
    `SELECT DISTINCT instant FROM (SELECT instant FROM traffic WHERE local = $1 AND NOT (${EMPTY}) UNION ALL
      SELECT instant FROM device_hour WHERE local = $1 UNION ALL SELECT instant FROM tickets_hourly WHERE local = $1)`,
    [local],
  )
  return [...instants.map(([instant]) => Number(instant)), ...began].filter(
    (instant) => civilHour(to, instant) === null,
  ).length
}

/** When an hour of the clock of a zone begins; null where it has none. */
const instantOfHour = (zone: string, day: number, hour: number, fold: number): number | null =>
  hoursOfDay(zone, day).find((one) => one.hour === hour && one.fold === fold)?.instant ?? null

/** The civil hour that begins at an instant (epoch s); null where none does. */
function civilHour(zone: string, instant: number): { day: number; hour: number; fold: number } | null {
  const { day } = civilAt(zone, instant)
  const found = hoursOfDay(zone, day).find((hour) => hour.instant === instant)
  return found === undefined ? null : { day, hour: found.hour, fold: found.fold }
}

/** Hours keep their instant and get day, hour and pass of the new clock. `splitHours` has to be 0. */
export async function relabelHours(
  connection: DuckDBConnection,
  { local, from, to, nowMs }: { local: number; from: string; to: string; nowMs: number },
): Promise<void> {
  const run = runOn(connection)
  await forgetExpected(connection, [local])
  const known = await run(
    `SELECT DISTINCT day, hour, fold, instant FROM (SELECT day, hour, fold, instant FROM traffic WHERE local = $1
      UNION ALL SELECT day, hour, fold, instant FROM device_hour WHERE local = $1 UNION ALL
      SELECT day, hour, fold, instant FROM tickets_hourly WHERE local = $1 UNION ALL SELECT day, hour, fold, instant
      FROM imported_hour WHERE local = $1 AND instant IS NOT NULL AND hour < 24)`,
    [local],
  )
  // The log and trips have no instants: they follow from their labels and the clock that made them.
  const logged = await run(
    'SELECT day, hour, fold FROM traffic_log WHERE local = $1 UNION SELECT day, hour, fold FROM flow WHERE local = $1',
    [local],
  )
  const labels = new Map<string, { day: number; hour: number; fold: number; instant: number }>()
  const add = (day: number, hour: number, fold: number, instant: number) => {
    labels.set(`${day} ${hour} ${fold}`, { day, hour, fold, instant })
  }
  for (const [day, hour, fold] of logged.map((row) => row.map(Number) as [number, number, number])) {
    const instant = instantOfHour(from, day, hour, fold)
    if (instant !== null) add(day, hour, fold, instant)
  }
  for (const [day, hour, fold, instant] of known.map((row) => row.map(Number) as [number, number, number, number]))
    add(day, hour, fold, instant)
  const rows = [...labels.values()].flatMap((old) => {
    const label = civilHour(to, old.instant)
    return label === null ? [] : [{ old, label }]
  })
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE relabel (oldDay INTEGER, oldHour INTEGER, oldFold INTEGER, instant UINTEGER,
      newDay INTEGER, newHour INTEGER, newFold INTEGER)`,
  )
  await appendColumns(
    connection,
    'relabel',
    [
      Int32Array.from(rows, ({ old }) => old.day),
      Int32Array.from(rows, ({ old }) => old.hour),
      Int32Array.from(rows, ({ old }) => old.fold),
      Uint32Array.from(rows, ({ old }) => old.instant),
      Int32Array.from(rows, ({ label }) => label.day),
      Int32Array.from(rows, ({ label }) => label.hour),
      Int32Array.from(rows, ({ label }) => label.fold),
    ],
    rows.length,
  )
  for (const table of ['traffic', 'device_hour', 'tickets_hourly', 'imported_hour']) {
    await connection.run(
      `UPDATE ${table} SET day = r.newDay, hour = r.newHour, fold = r.newFold
        FROM (SELECT DISTINCT instant, newDay, newHour, newFold FROM relabel) r WHERE ${table}.local = ${local}
        AND ${table}.instant = r.instant AND ${table}.hour < 24`,
    )
  }
  for (const table of ['traffic_log', 'flow'])
    await connection.run(
      `UPDATE ${table} SET day = r.newDay, hour = r.newHour, fold = r.newFold FROM relabel r
        WHERE ${table}.local = ${local} AND ${table}.day = r.oldDay AND ${table}.hour = r.oldHour
        AND ${table}.fold = r.oldFold`,
    )
  // Days of devices are judged again by the new clock.
  await connection.run('DELETE FROM device_day WHERE local = $1', [local])
  await connection.run('UPDATE device_hour SET learntAt = $2::BIGINT WHERE local = $1', [local, BigInt(nowMs)])
}

// ---------------------------------------------------------------- merging

async function stageMoves(connection: DuckDBConnection, moves: readonly AreaMove[]): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE move (local INTEGER, area INTEGER, toClient INTEGER, toLocal INTEGER,
      toArea INTEGER)`,
  )
  const column = (pick: (move: AreaMove) => number) => Int32Array.from(moves, pick)
  await appendColumns(
    connection,
    'move',
    [
      column(({ local }) => local),
      column(({ area }) => area),
      column(({ toClient }) => toClient),
      column(({ toLocal }) => toLocal),
      column(({ toArea }) => toArea),
    ],
    moves.length,
  )
}

const PAIRS = `traffic s JOIN move m ON m.local = s.local AND m.area = s.area
JOIN traffic t ON t.local = m.toLocal AND t.area = m.toArea AND t.day = s.day AND t.hour = s.hour AND t.fold = s.fold
  AND t.rowid <> s.rowid
WHERE coalesce(${ATOM_COLUMNS.map((atom) => `s.${atom}`).join(', ')}) IS NOT NULL AND coalesce(${LOGGED}) IS NOT NULL`

/** Hours that both have. Temp tables of the writing connection are used, so this is a write that changes nothing. */
export async function overlapOf(connection: DuckDBConnection, moves: readonly AreaMove[]): Promise<Overlap> {
  await stageMoves(connection, moves)
  const run = runOn(connection)
  const same = ATOM_COLUMNS.map((atom) => `s.${atom} IS NOT DISTINCT FROM t.${atom}`).join(' AND ')
  const [row = []] = await run(
    `SELECT CAST(count(*) AS DOUBLE), CAST(count(*) FILTER (${same}) AS DOUBLE), min(s.day), max(s.day),
      CAST(coalesce(sum(s.ins), 0) AS DOUBLE), CAST(coalesce(sum(t.ins), 0) AS DOUBLE) FROM ${PAIRS}`,
  )
  const dayRows = (local: string) =>
    `SELECT DISTINCT ${local} AS local, day FROM (SELECT local, day FROM tickets_hourly UNION ALL SELECT local, day
      FROM tickets_daily) x`
  const [tickets = []] = await run(
    `SELECT CAST(count(*) AS DOUBLE)
      FROM (${dayRows('m.toLocal')} JOIN (SELECT DISTINCT local, toLocal FROM move WHERE local <> toLocal) m
        USING (local)) a JOIN (${dayRows('local')}) b USING (local, day)`,
  )
  const [minutes = []] = await run(
    `SELECT CAST(count(*) AS DOUBLE) FROM occupancy_minute s JOIN move m ON m.local = s.local AND m.area = s.area
      JOIN occupancy_minute t ON t.local = m.toLocal AND t.area = m.toArea AND t.instant = s.instant
      AND t.rowid <> s.rowid`,
  )
  const orNull = (value: unknown) => (value === null || value === undefined ? null : Number(value))
  return {
    hours: Number(row[0]),
    equal: Number(row[1]),
    firstDay: orNull(row[2]),
    lastDay: orNull(row[3]),
    fromIns: Number(row[4]),
    intoIns: Number(row[5]),
    ticketDays: Number(tickets[0]),
    minutes: Number(minutes[0]),
  }
}

/**
 * Every row of the moved areas goes to where they go; hours that both have are decided by `both`, and what is replaced
 * goes to the log.
 */
export async function mergeFacts(
  connection: DuckDBConnection,
  { moves, both, cause, nowMs }: MergeFacts,
): Promise<void> {
  if (moves.length === 0) return
  const run = runOn(connection)
  const locals = [...new Set(moves.flatMap(({ local, toLocal }) => [local, toLocal]))]
  await stageMoves(connection, moves)
  await forgetExpected(connection, locals)
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE pair AS SELECT s.rowid AS source, t.rowid AS target, s.local AS local, s.area AS area,
      t.local AS toLocal, t.area AS toArea, t.instant AS instant FROM ${PAIRS}`,
  )
  await noteMergedHours(connection, both)
  const lost = both === 'take' ? 'target' : 'source'
  const replaced = both === 'keep' ? 'source' : 'target'
  await connection.run(
    `INSERT INTO traffic_log SELECT k.client, k.local, k.area, t.day, t.hour, t.fold, ${LOGGED}, t.learntAt, $1::BIGINT,
      $2::VARCHAR FROM pair p JOIN traffic t ON t.rowid = p.${replaced} JOIN traffic k ON k.rowid = p.target`,
    [BigInt(nowMs), cause],
  )
  if (both === 'sum') {
    const sum = (atom: string) =>
      `${atom} = CASE WHEN s.${atom} IS NOT NULL AND traffic.${atom} IS NOT NULL
        THEN least(s.${atom}::BIGINT + traffic.${atom}, 2147483647)::INTEGER
        ${COUNTS_OF_THEIR_OWN.includes(atom) ? `ELSE coalesce(s.${atom}, traffic.${atom})` : ''} END`
    await connection.run(
      `UPDATE traffic SET ${ATOM_COLUMNS.map(sum).join(', ')}, learntAt = $1::BIGINT FROM pair p, traffic s
        WHERE traffic.rowid = p.target AND s.rowid = p.source`,
      [BigInt(nowMs)],
    )
  } else {
    // The losing value must not come back with the next late reading of that hour.
    const [local, area] = both === 'keep' ? ['local', 'area'] : ['toLocal', 'toArea']
    const within = (table: string, at: string) =>
      `${table}.local = p.${local} AND ${table}.area = p.${area} AND ${at} >= p.instant::BIGINT * 1000
        AND ${at} < (p.instant::BIGINT + 3600) * 1000`
    await connection.run(`DELETE FROM reading USING pair p WHERE ${within('reading', 'reading.start')}`)
    await connection.run(`DELETE FROM counter USING pair p WHERE ${within('counter', 'counter."at"')}`)
    await connection.run(
      `DELETE FROM device_hour USING pair p WHERE device_hour.local = p.${local} AND device_hour.area = p.${area}
        AND device_hour.instant = p.instant`,
    )
  }
  await connection.run(`DELETE FROM traffic WHERE rowid IN (SELECT ${lost} FROM pair)`)
  for (const { name, has } of await placeTables(run)) {
    if (name === 'mark' || name === 'rolled') continue
    const client = has.has('client') ? 'client = m.toClient, ' : ''
    if (has.has('local') && has.has('area'))
      await connection.run(
        `UPDATE ${name} SET ${client}local = m.toLocal, area = m.toArea FROM move m
          WHERE ${name}.local = m.local AND ${name}.area = m.area`,
      )
    else if (has.has('area'))
      await connection.run(`UPDATE ${name} SET area = m.toArea FROM move m WHERE ${name}.area = m.area`)
    else if (has.has('local'))
      await connection.run(
        `UPDATE ${name} SET ${client}local = m.toLocal FROM (SELECT DISTINCT local, toClient, toLocal FROM move
          WHERE local <> toLocal) m WHERE ${name}.local = m.local`,
      )
    if (has.has('destination'))
      await connection.run(
        `UPDATE ${name} SET destination = m.toLocal FROM (SELECT DISTINCT local, toLocal FROM move
          WHERE local <> toLocal) m WHERE ${name}.destination = m.local`,
      )
  }
  // A day that one place has by the hour and the other as a total would count twice.
  const into = idList([...new Set(moves.map(({ toLocal }) => toLocal))])
  if (await mayHaveWholeDays(connection, false))
    await supersedeWholeDays(
      connection,
      nowMs,
      cause,
      `SELECT client, local, day FROM traffic WHERE local IN (${into}) AND hour < ${WHOLE_DAY}
        AND coalesce(ins, visits, fro, far) IS NOT NULL`,
    )
  await connection.run(
    `DELETE FROM rolled WHERE
      local IN (${idList(moves.flatMap(({ local, toLocal }) => (local === toLocal ? [] : [local])))})`,
  )
  await markAgain(connection, locals)
}

/** All locals of a client go to another one. */
export async function moveClient(
  connection: DuckDBConnection,
  { from, into, locals }: { from: number; into: number; locals: readonly number[] },
): Promise<void> {
  await forgetWeights(connection, locals)
  for (const { name, has } of await placeTables(runOn(connection)))
    if (has.has('client')) await connection.run(`UPDATE ${name} SET client = $2 WHERE client = $1`, [from, into])
}

/** Weights are shares of the typical week of a client: with other locals beside them they are others. */
async function forgetWeights(connection: DuckDBConnection, locals: readonly number[]): Promise<void> {
  await connection.run(`UPDATE traffic SET expected = NULL WHERE local IN (${idList(locals)})`)
  await connection.run(`DELETE FROM rolled WHERE local IN (${idList(locals)})`)
}

// ---------------------------------------------------------------- removing

/** Everything that any table of the facts has of the place goes with it. */
export async function removeFacts(
  connection: DuckDBConnection,
  { column, id, locals, areas, devices, remaining }: RemovedPlace,
): Promise<void> {
  const within = (has: ReadonlySet<string>): string | null => {
    // A trip needs both of its ends.
    if (column === 'local' && has.has('destination')) return `${Math.trunc(id)} IN (local, destination)`
    if (has.has(column)) return `${column} = ${Math.trunc(id)}`
    if (has.has('local') && column === 'client') return `local IN (${idList(locals)})`
    if (has.has('area')) return `area IN (${idList(areas)})`
    return has.has('device') ? `device IN (${idList(devices)})` : null
  }
  for (const { name, has } of await placeTables(runOn(connection))) {
    const where = within(has)
    if (where !== null) await connection.run(`DELETE FROM ${name} WHERE ${where}`)
  }
  if (remaining === null) return
  await forgetExpected(connection, [remaining])
  await markAgain(connection, [remaining])
}

const editsOn = (connection: DuckDBConnection): PlaceEdits => ({
  forgetExpected: (locals) => forgetExpected(connection, locals),
  relabelHours: (change) => relabelHours(connection, change),
  merge: (what) => mergeFacts(connection, what),
  moveClient: (what) => moveClient(connection, what),
  remove: (place) => removeFacts(connection, place),
  async rollForward(what) {
    await rollForward((work) => work(connection), what)
  },
  ticketsAgain: (place, nowMs) => ticketsAgain(connection, place, nowMs),
})

export const placeFacts = ({ read, write }: Pick<SqlFactStore, 'read' | 'write'>): PlaceFacts => ({
  hoursBy: (by, within) => hoursBy({ read }, by, within),
  contents: (column, id) => factContents({ read }, column, id),
  firstCounts: (requested) => firstCounts({ read }, requested),
  splitHours: (local, zones) => splitHours(read, local, zones),
  overlap: (moves) => write((connection) => overlapOf(connection, moves), { changed: () => [] }),
  async sharedInvestments(client, other) {
    const [row] = await read(
      `SELECT count(*) FROM (SELECT DISTINCT day, concept FROM marketing_investment WHERE client = $1)
        SEMI JOIN (SELECT day, concept FROM marketing_investment WHERE client = $2) USING (day, concept)`,
      [client, other],
    )
    return Number(row?.[0] ?? 0)
  },
  edit: (work) => write((connection) => work(editsOn(connection))),
})
