/**
 * Loads the hours of an import from its stage into the facts, and takes them back. The stage is a database file beside
 * the facts (`server/modules/imports/reading/stage.ts`): it is attached, so hours go from one file to the other without
 * passing through this process's own memory. What each hour does to a known one is worked out into the stage before the
 * transaction, a piece at a time: tables that are dropped inside of a transaction keep their memory until it ends.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import { WHOLE_DAY } from '#domain/fact-query'
import { appendColumns } from './append.ts'
import { faultLimit, SENTINELS } from '../checks.ts'
import { ATOM_COLUMNS, NULL, type AtomColumn } from '../columns.ts'
import { HOUR_STATE } from '../hour-state.ts'
import type { ImportLoad, ImportStored, ImportTarget, RefusedHours } from '../imports.ts'
import { BROKEN, stateOf, VERDICT } from './merge.ts'
import { weighBefore } from './roll-forward.ts'
import { hasMergedHours, HOUR_KEY, LAST, overwritten, saidOfHours, UNKNOWN } from './said-hours.ts'
import { ENOUGH } from './sentinels.ts'
import { quarantineImportLines } from './quarantine-import-lines.ts'
import { undoMinutes } from './occupancy-minute.ts'
import type { WriteOptions } from './sql-store.ts'
import { applyDailyTickets } from './upload-days.ts'
import { insertWeighed } from './weigh-tables.ts'
import { mayHaveWholeDays } from './whole-days.ts'
import { supersedeWholeDays } from './superseded-days.ts'

const KEY = HOUR_KEY
const keys = (alias: string) => KEY.map((column) => `${alias}.${column}`).join(', ')
const sameKey = (a: string, b: string) =>
  ['day', 'local', 'hour', 'area', 'fold', 'client'].map((column) => `${a}.${column} = ${b}.${column}`).join(' AND ')
const each = (atoms: readonly AtomColumn[], template: (atom: AtomColumn) => string, glue = ', ') =>
  atoms.map(template).join(glue)
/** Hours that are classified at once. */
const PIECE = 262_144
const SHOWN = 5
const { missing, partial, final } = HOUR_STATE
const { accepted, duplicate, restated, broken, dayHasHours } = VERDICT

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * The steps around the transaction of an import: the effect of its hours on known ones is computed before it. No other
 * job writes between the two.
 *
 * @returns what the transaction is to do
 */
export function aroundImport(load: ImportLoad): WriteOptions {
  return {
    async before(connection, memory) {
      await attach(connection, load.file)
      await stageTargets(connection, load)
      const enough = (await hasKnownPlaces(connection)) ? load.memory?.known : load.memory?.newPlaces
      if (enough !== undefined) await memory.lower(connection, enough)
      await classify(connection, load)
      await weigh(connection, load)
      // DuckDB keeps metadata of the row groups it has read, some 2 KB a column of each, until the file is closed.
      await attach(connection, load.file)
    },
    async after(connection) {
      await connection.run('DETACH DATABASE IF EXISTS imp')
    },
  }
}

/** Whether hours of some of its places have to be compared. */
async function hasKnownPlaces(connection: DuckDBConnection): Promise<boolean> {
  const [row] = await (
    await connection.run('SELECT count(*) FROM imp.target WHERE local NOT IN (FROM imp.fresh)')
  ).getRows()
  return Number(row?.[0] ?? 0) > 0
}

async function attach(connection: DuckDBConnection, file: string): Promise<void> {
  await connection.run('DETACH DATABASE IF EXISTS imp')
  await connection.run(`ATTACH ${quoted(file)} AS imp`)
}

async function stageTargets(connection: DuckDBConnection, { targets }: ImportLoad): Promise<void> {
  await connection.run(
    'CREATE OR REPLACE TABLE imp.target (stream INTEGER, client INTEGER, local INTEGER, area INTEGER)',
  )
  const column = (pick: (target: ImportTarget) => number) => Int32Array.from(targets, pick)
  await appendColumns(
    connection,
    'target',
    [
      column(({ stream }) => stream),
      column(({ client }) => client),
      column(({ local }) => local),
      column(({ area }) => area),
    ],
    targets.length,
    'imp',
  )
  // A local that has no hour yet: nothing has to be compared.
  await connection.run(`CREATE OR REPLACE TABLE imp.fresh AS SELECT DISTINCT local FROM imp.target
    WHERE local NOT IN (SELECT DISTINCT local FROM traffic) AND local NOT IN (SELECT DISTINCT local
      FROM imported_hour)`)
}

/** The hours of the stage with the places they go to. `j` of other statements. */
const said = (atoms: readonly AtomColumn[], where: string) => `
SELECT g.client, g.local, g.area, s.day, s.hour::TINYINT AS hour, s.fold::TINYINT AS fold, s.instant, s.line,
  ${each(atoms, (atom) => `nullif(s."${atom}", ${NULL}) AS ${atom}`)}
FROM imp.slot s JOIN imp.target g ON g.stream = s.stream WHERE ${where}`

/** Days in which there are some hours, so that a piece is never many more than `PIECE`. */
async function piecesOf(connection: DuckDBConnection): Promise<{ from: number; to: number; hours: number }[]> {
  const days = (await (await connection.run('SELECT day, count(*) FROM imp.slot GROUP BY 1 ORDER BY 1')).getRows()).map(
    (row) => row.map(Number) as [number, number],
  )
  const pieces: { from: number; to: number; hours: number }[] = []
  let piece: { from: number; to: number; hours: number } | null = null
  for (const [day, hours] of days) {
    if (piece === null || piece.hours + hours > PIECE) pieces.push((piece = { from: day, to: day, hours: 0 }))
    piece.to = day
    piece.hours += hours
  }
  return pieces
}

/**
 * Days of which the import has a total, and of which hours are known: hours win. Those of new locals have none but the
 * import's own.
 */
async function findDaysWithHours(connection: DuckDBConnection): Promise<void> {
  await connection.run(`CREATE OR REPLACE TABLE imp.hours_of_day AS
    WITH w AS (SELECT DISTINCT g.client, g.local, s.day FROM imp.slot s JOIN imp.target g USING (stream)
      WHERE s.hour = ${WHOLE_DAY})
    SELECT client, local, day FROM w SEMI JOIN (
      SELECT client, local, day FROM traffic WHERE hour < ${WHOLE_DAY} AND ${COUNTED}
      UNION ALL SELECT g.client, g.local, s.day FROM imp.slot s JOIN imp.target g USING (stream)
        WHERE s.hour < ${WHOLE_DAY}
    ) h USING (client, local, day)`)
}

async function classify(connection: DuckDBConnection, load: ImportLoad): Promise<void> {
  const { atoms, retracts, check, onProgress } = load
  const others = ATOM_COLUMNS.filter((atom) => !atoms.includes(atom))
  await connection.run(`CREATE OR REPLACE TABLE imp.judged (
    ${KEY.map((column) => `${column} ${column === 'hour' || column === 'fold' ? 'TINYINT' : 'INTEGER'}`).join(', ')},
    instant UINTEGER, line INTEGER, hit BIGINT, oldState TINYINT, verdict TINYINT, unknown BOOLEAN, silent BOOLEAN,
    ${each(atoms, (atom) => `${atom} INTEGER, said_${atom} INTEGER, base_${atom} INTEGER`)})`)
  await connection.run('CREATE OR REPLACE TABLE imp.fault (line INTEGER)')
  if (load.isHourly) await findFullScales(connection, load)
  await findDaysWithHours(connection)
  if (!(await hasKnownPlaces(connection))) return

  const now = (atom: AtomColumn) =>
    retracts
      ? `CASE WHEN s.${atom} IS NOT NULL THEN s.${atom} WHEN o.${atom} >= 0 AND o.${atom} = t.${atom} THEN NULL
        ELSE t.${atom} END`
      : `coalesce(s.${atom}, t.${atom})`
  // The value of a row, what the stage says of it, what the facts have and what the imports before it said.
  const sides = (atom: AtomColumn) =>
    `${now(atom)} AS ${atom}, s.${atom} AS s_${atom}, t.${atom} AS t_${atom}, o.${atom} AS o_${atom}`
  const saidNow = (atom: AtomColumn) =>
    `coalesce(s_${atom}, CASE WHEN m.${atom} IS NULL AND t_${atom} IS NOT NULL THEN ${UNKNOWN} END)`
  const base = (atom: AtomColumn) =>
    `CASE WHEN said_${atom} IS NOT NULL THEN ${overwritten(`t_${atom}`, `o_${atom}`)} END`
  const ofTargets = 'local IN (SELECT local FROM imp.target)'
  const hasParts = await hasMergedHours(connection, ofTargets)
  const pieces = await piecesOf(connection)
  const all = pieces.reduce((sum, { hours }) => sum + hours, 0)
  let done = 0
  for (const { from, to, hours } of pieces) {
    check?.()
    const ofPiece = `day BETWEEN ${from} AND ${to} AND ${ofTargets}`
    await connection.run(`
      INSERT INTO imp.judged
      WITH s AS (${said(atoms, `s.day BETWEEN ${from} AND ${to} AND g.local NOT IN (FROM imp.fresh)`)}),
      o AS (${saidOfHours(`(FROM imported_hour WHERE ${ofPiece})`, atoms, LAST, hasParts)}),
      t AS (SELECT *, rowid AS hit FROM traffic WHERE ${ofPiece}),
      m AS (
        SELECT ${keys('s')}, s.instant, s.line, t.hit, t.state AS oldState,
          coalesce(${each(ATOM_COLUMNS, (atom) => `t.${atom}`)}) IS NULL AS unknown,
          ${each(others, (atom) => `t.${atom} AS ${atom}`)}${others.length > 0 ? ',' : ''}
          ${each(atoms, sides)}
        FROM s LEFT JOIN t ON ${sameKey('t', 's')} LEFT JOIN o ON ${sameKey('o', 's')}
      ), v AS (
        SELECT m.*, CASE WHEN hour = ${WHOLE_DAY} AND (client, local, day) IN (FROM imp.hours_of_day)
          THEN ${dayHasHours}
          WHEN hit IS NULL THEN ${accepted}
          WHEN ${each(atoms, (atom) => `m.${atom} IS NOT DISTINCT FROM t_${atom}`, ' AND ')} THEN ${duplicate}
          WHEN unknown THEN ${accepted}
          WHEN ${BROKEN} THEN ${broken}
          WHEN (${each(atoms, (atom) => `(t_${atom} IS NULL OR m.${atom} IS NOT DISTINCT FROM t_${atom})`, ' AND ')})
            OR oldState = ${partial} THEN ${accepted}
          ELSE ${restated} END AS verdict,
          ${each(atoms, (atom) => `${saidNow(atom)} AS said_${atom}`)}
        FROM m
      )
      SELECT ${keys('v')}, instant, line, hit, oldState, verdict, unknown, coalesce(ins, visits, fro, far) IS NULL,
        ${each(atoms, (atom) => `${atom}, said_${atom}, ${base(atom)}`)}
      FROM v`)
    done += hours
    onProgress?.(done, all)
  }
}

/**
 * Hours at the full scale of a counter in a file that is too short to compare them with the hours around: the store's
 * hours decide. The lines go to `fault`.
 */
async function findFullScales(connection: DuckDBConnection, { atoms }: ImportLoad): Promise<void> {
  for (const atom of atoms.filter((one) => one === 'ins' || one === 'fro' || one === 'far')) {
    const scales = SENTINELS.join(', ')
    const suspects = await (
      await connection.run(`
      WITH suspect AS (SELECT stream, day, line, "${atom}" AS value FROM imp.slot
        WHERE hour < ${WHOLE_DAY} AND "${atom}" IN (${scales})),
      near AS (SELECT DISTINCT stream, day FROM suspect)
      SELECT n.stream, n.day, g.local, g.area, list(s."${atom}") FILTER (s."${atom}" IS NOT NULL)
      FROM near n JOIN imp.target g ON g.stream = n.stream
      LEFT JOIN imp.slot s ON s.stream = n.stream AND s.hour < ${WHOLE_DAY} AND s.day BETWEEN n.day - ${AROUND_DAYS}
        AND n.day + ${AROUND_DAYS} AND s."${atom}" <> ${NULL} AND s."${atom}" NOT IN (${scales})
      GROUP BY ALL HAVING count(s."${atom}") < ${ENOUGH}`)
    ).getRows()
    for (const [stream, day, local, area, values] of suspects) {
      const here = ((values as { items: readonly unknown[] } | null)?.items ?? []).map(Number)
      const stored = await (
        await connection.run(
          `SELECT ${atom} FROM traffic WHERE local = $1 AND area = $2 AND day BETWEEN $3 AND $4 AND hour < ${WHOLE_DAY}
            AND ${atom} IS NOT NULL AND ${atom} NOT IN (${scales})`,
          [Number(local), Number(area), Number(day) - AROUND_DAYS, Number(day) + AROUND_DAYS],
        )
      ).getRows()
      const limit = faultLimit([...here, ...stored.map(([value]) => Number(value))])
      if (limit === Infinity) continue
      await connection.run(
        `INSERT INTO imp.fault SELECT line FROM imp.slot WHERE stream = ${Number(stream)} AND day = ${Number(day)}
          AND hour < ${WHOLE_DAY} AND "${atom}" IN (${scales}) AND "${atom}" > ${limit}`,
      )
    }
  }
}

const AROUND_DAYS = 7

const FRESH = `g.local IN (FROM imp.fresh) AND s.line NOT IN (FROM imp.fault)
  AND NOT (s.hour = ${WHOLE_DAY} AND (g.client, g.local, s.day) IN (FROM imp.hours_of_day))`
const FRESH_DAYS = `g.local IN (FROM imp.fresh) AND s.hour = ${WHOLE_DAY}
  AND (g.client, g.local, s.day) IN (FROM imp.hours_of_day)`
const COUNTED = 'coalesce(ins, visits, fro, far) IS NOT NULL'

/** Writes what `aroundImport` worked out. All of it or, when it throws, nothing. */
export async function loadImport(connection: DuckDBConnection, load: ImportLoad): Promise<ImportStored> {
  const { import: number, atoms, client, cause, nowMs } = load
  const now = BigInt(nowMs)
  const values = each(ATOM_COLUMNS, (atom) => (atoms.includes(atom) ? `j.${atom}` : `NULL::INTEGER AS ${atom}`))
  const fresh = said(atoms, FRESH)
  const silent = (alias: string) => {
    const counts = atoms
      .filter((atom) => ['ins', 'visits', 'fro', 'far'].includes(atom))
      .map((atom) => `${alias}.${atom}`)
    return counts.length === 0 ? 'true' : `coalesce(${counts.join(', ')}) IS NULL`
  }
  const kept = `verdict NOT IN (${broken}, ${dayHasHours}) AND line NOT IN (FROM imp.fault)`

  const [row = []] = await (
    await connection.run(`
    SELECT count(*) FILTER (verdict = ${accepted}), count(*) FILTER (verdict = ${duplicate}),
      count(*) FILTER (verdict = ${restated}) FROM imp.judged WHERE ${kept}`)
  ).getRows()
  const [added = 0, same = 0, changed = 0] = row.map(Number)
  if (added + changed > 0) {
    await connection.run(
      `INSERT INTO traffic_log BY NAME
      SELECT ${keys('t')}, ${each(ATOM_COLUMNS, (atom) => `t.${atom}`)}, t.learntAt, $1::BIGINT AS replacedAt,
        $2::VARCHAR AS cause
      FROM imp.judged j JOIN traffic t ON t.rowid = j.hit WHERE NOT j.unknown AND j.oldState <> ${partial}
        AND j.verdict IN (${accepted}, ${restated}) AND ${kept}`,
      [now, cause],
    )
    await connection.run(
      // Without a weight, an hour whose count was taken back is weighed and estimated again.
      `UPDATE traffic SET ${each(atoms, (atom) => `${atom} = j.${atom}`)}, instant = j.instant, estimatedIns = NULL,
        estimatedDev = NULL,
      expected = CASE WHEN j.silent AND j.oldState = ${final} THEN NULL ELSE expected END,
      observed = CASE WHEN j.silent AND expected IS NOT NULL THEN 0 ELSE expected END, state = ${stateOf('j.silent')},
      learntAt = $1::BIGINT
      FROM (FROM imp.judged WHERE hit IS NOT NULL AND verdict IN (${accepted}, ${restated}) AND ${kept}) j
      WHERE traffic.rowid = j.hit`,
      [now],
    )
    await connection.run(
      `INSERT INTO traffic BY NAME
      SELECT ${keys('j')}, j.instant, ${values}, ${stateOf(silent('j'))} AS state, $1::BIGINT AS learntAt
      FROM (SELECT * FROM imp.judged WHERE hit IS NULL AND ${kept}) j`,
      [now],
    )
  }
  await connection.run(
    `INSERT INTO mark
    SELECT client, local, max(instant), $1::BIGINT FROM (
      SELECT client, local, instant FROM (${fresh}) f WHERE NOT (${silent('f')})
      UNION ALL SELECT client, local, instant FROM imp.judged WHERE verdict IN (${accepted}, ${restated}) AND NOT silent
        AND ${kept}
    ) GROUP BY 1, 2 ON CONFLICT (local) DO UPDATE SET instant = greatest(instant, excluded.instant),
    learntAt = excluded.learntAt`,
    [now],
  )
  const insertFresh = (where: string) =>
    connection.run(
      `INSERT INTO traffic BY NAME
    SELECT ${keys('j')}, j.instant, ${values}, ${stateOf(silent('j'))} AS state, $1::BIGINT AS learntAt
    FROM (SELECT *, NULL::TINYINT AS oldState FROM (${fresh}) f WHERE ${where}) j`,
      [now],
    )
  const weighed = await storeWeighed(connection, load)
  const others = weighed?.rest === 0 ? 0 : (await insertFresh(weighed === null ? 'true' : NOT_WEIGHED)).rowsChanged
  const begun = (weighed?.came ?? 0) + others

  await connection.run(
    `INSERT INTO imported_hour BY NAME SELECT ${number}::INTEGER AS import, false AS base, ${KEY.join(', ')}, instant,
      ${atoms.join(', ')} FROM (${fresh})`,
  )
  await connection.run(
    `INSERT INTO imported_hour BY NAME SELECT ${number}::INTEGER AS import, false AS base, ${KEY.join(', ')}, instant,
      ${each(atoms, (atom) => `said_${atom} AS ${atom}`)} FROM imp.judged WHERE ${kept}`,
  )
  await connection.run(
    `INSERT INTO imported_hour BY NAME SELECT ${number}::INTEGER AS import, true AS base, ${KEY.join(', ')}, instant,
      ${each(atoms, (atom) => `base_${atom} AS ${atom}`)} FROM imp.judged
      WHERE ${kept} AND coalesce(${each(atoms, (atom) => `base_${atom}`)}) IS NOT NULL`,
  )

  // A total that gives way to hours stays said: it holds again when they are taken back.
  await connection.run(
    `INSERT INTO imported_hour BY NAME SELECT ${number}::INTEGER AS import, false AS base, ${KEY.join(', ')}, instant,
      ${atoms.join(', ')} FROM (${said(atoms, FRESH_DAYS)})`,
  )
  await connection.run(
    `INSERT INTO imported_hour BY NAME SELECT ${number}::INTEGER AS import, false AS base, ${KEY.join(', ')}, instant,
      ${each(atoms, (atom) => `said_${atom} AS ${atom}`)} FROM imp.judged WHERE verdict = ${dayHasHours}`,
  )
  const [days] = await (await connection.run(`SELECT count(*) FROM imp.slot WHERE hour = ${WHOLE_DAY}`)).getRows()
  const replacedDays = (await mayHaveWholeDays(connection, Number(days?.[0] ?? 0) > 0))
    ? await supersedeWholeDays(
        connection,
        nowMs,
        cause,
        `SELECT g.client, g.local, s.day FROM imp.slot s JOIN imp.target g USING (stream)
          WHERE s.hour < ${WHOLE_DAY} AND s.line NOT IN (FROM imp.fault)`,
      )
    : 0

  const refused = await refusedHours(connection, load)
  const quarantined = refused.reduce((sum, { hours }) => sum + hours, 0)
  await quarantineImportLines(connection, { client, cause, now })
  const stored = { accepted: added + begun, duplicate: same, restated: changed, quarantined }
  await connection.run('INSERT INTO imports VALUES ($1, $2, $3, $4, $5, $6::BIGINT, $7)', [
    number,
    stored.accepted,
    same,
    changed,
    quarantined,
    now,
    cause,
  ])
  return { ...stored, refused, isWeighed: weighed !== null, replacedDays }
}

const WEIGHED = 'imp.weighed'
const NOT_WEIGHED =
  'NOT EXISTS (FROM imp.weighed_span w WHERE w.local = f.local AND f.day BETWEEN w.fromDay AND w.toDay)'

/**
 * Works out the weights of an import whose locals have no hour yet, and none of whose hours is a whole day, so that
 * they are written with them.
 */
async function weigh(
  connection: DuckDBConnection,
  { locals, atoms, nowMs, onProgress, check }: ImportLoad,
): Promise<void> {
  await connection.run('DROP TABLE IF EXISTS imp.weighing')
  const [row] = await (
    await connection.run(`
    SELECT (SELECT count(*) FROM imp.target WHERE local NOT IN (FROM imp.fresh)) +
      (SELECT count(*) FROM imp.slot WHERE hour = ${WHOLE_DAY})`)
  ).getRows()
  if (locals === undefined || Number(row?.[0] ?? 1) > 0) return
  const incoming = { rows: said(atoms, FRESH), atoms, into: WEIGHED }
  const { spans, came, rest } = await weighBefore(connection, {
    nowMs,
    locals,
    incoming,
    ...(onProgress && { onProgress }),
    ...(check && { check }),
  })
  await connection.run('CREATE OR REPLACE TABLE imp.weighed_span (local INTEGER, fromDay INTEGER, toDay INTEGER)')
  const column = (pick: (span: (typeof spans)[number]) => number) => Int32Array.from(spans, pick)
  const columns = [column(({ local }) => local.local), column(({ fromDay }) => fromDay), column(({ toDay }) => toDay)]
  await appendColumns(connection, 'weighed_span', columns, spans.length, 'imp')
  await connection.run('CREATE OR REPLACE TABLE imp.weighing AS SELECT $1::BIGINT AS came, $2::BIGINT AS rest', [
    BigInt(came),
    BigInt(rest),
  ])
}

/**
 * Writes what `weigh` worked out.
 *
 * @returns how many hours of the import, and how many it left; null when it worked out nothing
 */
async function storeWeighed(
  connection: DuckDBConnection,
  { atoms, nowMs }: ImportLoad,
): Promise<{ came: number; rest: number } | null> {
  const [found] = await (
    await connection.run(`SELECT count(*) FROM duckdb_tables() WHERE database_name = 'imp' AND table_name = 'weighing'`)
  ).getRows()
  if (Number(found?.[0] ?? 0) === 0) return null
  await insertWeighed(connection, WEIGHED, atoms, nowMs)
  const now = Math.floor(nowMs / 1000)
  await connection.run('INSERT OR REPLACE INTO rolled SELECT local, fromDay, $1 FROM imp.weighed_span', [now])
  const [row] = await (await connection.run('SELECT came, rest FROM imp.weighing')).getRows()
  return { came: Number(row?.[0] ?? 0), rest: Number(row?.[1] ?? 0) }
}

/**
 * Hours that the store refuses: full scales, and hours that contradict what is known of them. They go to the quarantine
 * as they would be stored.
 */
async function refusedHours(
  connection: DuckDBConnection,
  { atoms, client, cause, nowMs }: ImportLoad,
): Promise<RefusedHours[]> {
  const fields = [...KEY, 'instant', ...atoms].map((column) => `${column}: r.${column}`)
  const row = `to_json({${fields.join(', ')}})::VARCHAR`
  const parts = [
    ['SENTINEL', `SELECT * FROM (${said(atoms, 's.line IN (FROM imp.fault)')})`],
    [
      'MERGED_INVARIANT',
      `SELECT ${keys('j')}, instant, line, ${each(atoms, (atom) => `said_${atom} AS ${atom}`)} FROM imp.judged j
        WHERE verdict = ${broken} AND line NOT IN (FROM imp.fault)`,
    ],
    [
      'DAY_HAS_HOURS',
      `SELECT ${keys('j')}, instant, line, ${each(atoms, (atom) => `said_${atom} AS ${atom}`)} FROM imp.judged j
        WHERE verdict = ${dayHasHours}
      UNION ALL SELECT ${keys('f')}, instant, line, ${atoms.join(', ')} FROM (${said(atoms, FRESH_DAYS)}) f`,
    ],
  ] as const
  const found: RefusedHours[] = []
  for (const [reason, rows] of parts) {
    const [counts = []] = await (
      await connection.run(
        `SELECT count(*), ${each(atoms, (atom) => `coalesce(sum(${atom}), 0)::DOUBLE`)} FROM (${rows})`,
      )
    ).getRows()
    const [hours = 0, ...sums] = counts.map(Number)
    if (hours === 0) continue
    const first = (
      await (
        await connection.run(`SELECT line, day, hour, ${atoms.join(', ')} FROM (${rows}) ORDER BY line LIMIT ${SHOWN}`)
      ).getRows()
    ).map(([line, day, hour, ...values]) => ({
      line: Number(line),
      day: Number(day),
      hour: Number(hour),
      values: values.map((value) => (value === null ? null : Number(value))),
    }))
    found.push({ reason, hours, first, sums })
    await connection.run(
      `INSERT INTO quarantine BY NAME SELECT nextval('quarantine_id') AS id, $1::INTEGER AS client, r.local,
        $2::VARCHAR AS reason, $3::VARCHAR AS source, $4::BIGINT AS learntAt, ${row} AS row FROM (${rows}) r
      WHERE NOT EXISTS (FROM quarantine q WHERE q.client = $1 AND q.reason = $2 AND q.row = ${row})`,
      [client, reason, cause, BigInt(nowMs)],
    )
  }
  return found
}

/**
 * Notes that an import says an hour which a person has released from its quarantine, before it is stored, so that it
 * goes with the import. A source that is no import (a device, an upload) has nothing to note.
 */
export async function noteReleased(
  connection: DuckDBConnection,
  source: string,
  hour: Readonly<Record<(typeof KEY)[number] | 'instant', number>>,
  counts: Readonly<Partial<Record<AtomColumn, number>>>,
): Promise<void> {
  const [found] = await (await connection.run('SELECT import FROM imports WHERE cause = $1', [source])).getRows()
  const atoms = ATOM_COLUMNS.filter((atom) => counts[atom] !== undefined)
  if (found === undefined || atoms.length === 0) return
  const number = Number(found[0])
  const isHour = KEY.map((column) => `${column} = ${hour[column]}`).join(' AND ')
  const own = `import = ${number} AND NOT base AND ${isHour}`
  const row = `${number}::INTEGER AS import, ${KEY.map((column) => `${hour[column]} AS ${column}`).join(', ')},
    ${hour.instant} AS instant`
  // Values that others had written since the imports, as `classify` records them for whole files.
  await connection.run(`INSERT INTO imported_hour BY NAME SELECT * FROM (
    SELECT ${row}, true AS base,
      ${each(atoms, (atom) => `${overwritten(`t.${atom}`, `o.${atom}`)} AS ${atom}`)}
    FROM (SELECT ${each(atoms, (atom) => `max(${atom}) AS ${atom}`)} FROM traffic WHERE ${isHour}) t,
      (SELECT ${each(atoms, (atom) => `max(${atom}) AS ${atom}`)}
        FROM (${saidOfHours(`(FROM imported_hour WHERE ${isHour})`, atoms, LAST, true)})) o
  ) WHERE coalesce(${each(atoms, (atom) => atom)}) IS NOT NULL AND NOT EXISTS (FROM imported_hour WHERE ${own})`)
  const { rowsChanged } = await connection.run(
    `UPDATE imported_hour SET ${each(atoms, (atom) => `${atom} = ${counts[atom]!}`)} WHERE ${own}`,
  )
  if (rowsChanged === 0)
    await connection.run(
      `INSERT INTO imported_hour BY NAME
        SELECT ${row}, false AS base, ${each(atoms, (atom) => `${counts[atom]!} AS ${atom}`)}`,
    )
}

export interface ImportUndone {
  /** Locals whose hours are other ones now; their weights are to be worked out again. */
  readonly locals: readonly number[]
}

/**
 * Takes an import back: each of its hours gets the value of the other imports, else the one before, unless another
 * source has written it since. Hours without any source are removed, and what was worked out from them (placeholders,
 * weights, estimates of these locals) goes with them, for the roll-forward to work out again. An import that is not
 * there changes nothing.
 */
export async function undoImport(
  connection: DuckDBConnection,
  { import: number, nowMs, cause }: Pick<ImportLoad, 'import' | 'nowMs' | 'cause'>,
): Promise<ImportUndone> {
  const now = BigInt(nowMs)
  const counts =
    (
      await (
        await connection.run(
          `SELECT ${each(ATOM_COLUMNS, (atom) => `count(${atom})`)} FROM imported_hour WHERE import = $1 AND NOT base`,
          [number],
        )
      ).getRows()
    )[0] ?? []
  const atoms = ATOM_COLUMNS.filter((_, a) => Number(counts[a] ?? 0) > 0)
  const key = KEY.join(', ')
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE taken_back AS SELECT ${key} FROM imported_hour WHERE import = $1 AND NOT base`,
    [number],
  )
  const locals = (await (await connection.run('SELECT DISTINCT local FROM taken_back ORDER BY local')).getRows()).map(
    ([local]) => Number(local),
  )
  if (atoms.length > 0) {
    const [more] = await (
      await connection.run(
        `SELECT count(*) FROM imported_hour WHERE NOT (import = $1 AND NOT base) AND local IN (${locals.join(', ')})`,
        [number],
      )
    ).getRows()
    const hasParts = await hasMergedHours(connection, `local IN (${locals.join(', ')})`)
    // Where no other source has data of these locals, its data were all there was, and nothing is left.
    const alone = `w AS (SELECT ${key}, ${each(atoms, (atom) => `${atom} AS was_${atom}, NULL::INTEGER AS now_${atom}`)}
      FROM imported_hour WHERE import = ${number} AND NOT base)`
    // For an atom without a value, `was` is null: it is left alone.
    const left = (atom: AtomColumn) =>
      `CASE WHEN was_${atom} IS NOT NULL AND t.${atom} IS NOT DISTINCT FROM nullif(was_${atom}, ${UNKNOWN})
        THEN nullif(now_${atom}, ${UNKNOWN}) ELSE t.${atom} END`
    await connection.run(`CREATE OR REPLACE TEMP TABLE remains AS
      WITH ${
        Number(more?.[0] ?? 0) === 0 && !hasParts
          ? alone
          : `w AS (${saidOfHours(
              `(SELECT h.* FROM imported_hour h SEMI JOIN taken_back USING (${key}))`,
              atoms,
              [
                { of: null, name: (atom) => `was_${atom}` },
                { of: `NOT (import = ${number} AND NOT base)`, name: (atom) => `now_${atom}` },
              ],
              hasParts,
            )})`
      },
      n AS (SELECT t.rowid AS hit,
        ${each(atoms, (atom) => `t.${atom} AS t_${atom}, ${left(atom)} AS ${atom}`)}
        FROM traffic t JOIN w USING (${key}))
      SELECT hit, ${atoms.join(', ')} FROM n
      WHERE ${each(atoms, (atom) => `t_${atom} IS DISTINCT FROM ${atom}`, ' OR ')}`)
    await connection.run(
      `INSERT INTO traffic_log BY NAME
      SELECT ${keys('t')}, ${each(ATOM_COLUMNS, (atom) => `t.${atom}`)}, t.learntAt, $1::BIGINT AS replacedAt,
        $2::VARCHAR AS cause FROM traffic t JOIN remains r ON r.hit = t.rowid`,
      [now, cause],
    )
    await connection.run(
      `UPDATE traffic SET ${each(atoms, (atom) => `${atom} = r.${atom}`)}, learntAt = $1::BIGINT FROM remains r
        WHERE traffic.rowid = r.hit`,
      [now],
    )
  }
  await connection.run('DELETE FROM imported_hour WHERE import = $1 AND NOT base', [number])
  // Values of others matter only as long as an import has the hour.
  await connection.run(`DELETE FROM imported_hour WHERE base AND rowid IN (
    SELECT h.rowid FROM imported_hour h SEMI JOIN taken_back USING (${key})
    ANTI JOIN (SELECT ${key} FROM imported_hour WHERE NOT base) o USING (${key}) WHERE h.base)`)
  await undoMinutes(connection, number)
  await restoreWholeDays(connection, nowMs)
  await connection.run('DELETE FROM quarantine WHERE source IN (SELECT cause FROM imports WHERE import = $1)', [number])
  await connection.run('DELETE FROM imports WHERE import = $1', [number])
  await beginAgain(connection, locals, nowMs)
  for (const table of ['taken_back', 'remains']) await connection.run(`DROP TABLE IF EXISTS temp.${table}`)
  return { locals }
}

/** Totals of days that gave way to the hours of `taken_back`, where no hour is left. */
async function restoreWholeDays(connection: DuckDBConnection, nowMs: number): Promise<void> {
  const key = KEY.join(', ')
  const [said] = await (await connection.run(`SELECT count(*) FROM imported_hour WHERE hour = ${WHOLE_DAY}`)).getRows()
  if (!(await mayHaveWholeDays(connection, Number(said?.[0] ?? 0) > 0))) return
  const ofDays = `(FROM imported_hour WHERE hour = ${WHOLE_DAY} AND (client, local, day) IN (SELECT client, local, day
    FROM taken_back WHERE hour < ${WHOLE_DAY}))`
  await connection.run(
    `INSERT INTO traffic BY NAME
    WITH w AS (
      SELECT ${key}, instant, ${each(ATOM_COLUMNS, (atom) => `nullif(${atom}, ${UNKNOWN}) AS ${atom}`)}
      FROM (${saidOfHours(ofDays, [...ATOM_COLUMNS], LAST, true)})
      JOIN (SELECT ${key}, any_value(instant) AS instant FROM ${ofDays} GROUP BY ${key}) USING (${key})
    )
    SELECT w.*, ${missing}::TINYINT AS state, $1::BIGINT AS learntAt FROM w
    ANTI JOIN (SELECT client, local, day FROM traffic WHERE hour < ${WHOLE_DAY} AND ${COUNTED}) h USING
      (client, local, day)
    ANTI JOIN (SELECT client, local, area, day FROM traffic WHERE hour = ${WHOLE_DAY}) t USING (client, local, area,
      day)`,
    [BigInt(nowMs)],
  )
}

/** Keeps the reported values of some locals and removes the derived ones. */
async function beginAgain(connection: DuckDBConnection, locals: readonly number[], nowMs: number): Promise<void> {
  if (locals.length === 0) return
  const list = locals.join(', ')
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE touched AS SELECT DISTINCT client, local, day, NULL::UINTEGER AS noon
      FROM tickets_daily WHERE local IN (${list})`,
  )
  // Hours that another source still reports as unknown stay. A correlated condition would first gather the keys of all
  // hours there are, which takes more memory than all the rest of an undo.
  const unknown = `local IN (${list}) AND coalesce(ticketsOfDay, salesOfDay, unitsOfDay) IS NULL
    AND coalesce(${ATOM_COLUMNS.join(', ')}) IS NULL`
  const [others] = await (
    await connection.run(`SELECT count(*) FROM imported_hour WHERE NOT base AND local IN (${list})`)
  ).getRows()
  await connection.run(
    Number(others?.[0] ?? 0) === 0
      ? `DELETE FROM traffic WHERE ${unknown}`
      : `DELETE FROM traffic WHERE rowid IN (
    SELECT t.rowid FROM traffic t ANTI JOIN (SELECT ${KEY.join(', ')} FROM imported_hour
      WHERE NOT base AND local IN (${list})) h USING (${KEY.join(', ')}) WHERE ${unknown})`,
  )
  await connection.run(
    `UPDATE traffic SET expected = NULL, observed = NULL, estimatedIns = NULL, estimatedDev = NULL,
    state = ${stateOf('coalesce(ins, visits, fro, far) IS NULL', 'instant', `${missing}`)} WHERE local IN (${list})`,
    [BigInt(nowMs)],
  )
  await connection.run(`DELETE FROM mark WHERE local IN (${list})`)
  await connection.run(
    `INSERT INTO mark SELECT client, local, max(instant), max(learntAt) FROM traffic
      WHERE local IN (${list}) AND coalesce(ins, visits, fro, far) IS NOT NULL GROUP BY client, local`,
  )
  await connection.run(`DELETE FROM rolled WHERE local IN (${list})`)
  await applyDailyTickets(connection, nowMs)
  await connection.run('DROP TABLE IF EXISTS temp.touched')
}
