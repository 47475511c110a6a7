/**
 * Puts staged readings among the stored ones by their natural key. Which of two words on one key holds depends on the
 * two alone: the higher revision, then the larger count, then the one whose clock was nearer. So the order of arrival
 * does not matter.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import { appendColumns } from './append.ts'
import { NULL } from '../columns.ts'
import type { StagedReadings } from '../readings.ts'
import { READING_ATOMS, type ReadingAtom } from '../atoms.ts'

/** How many readings were new or changed something; the others were known. */
export interface Stored {
  readonly accepted: number
}

const NULLED = (name: string) => `nullif(${name}, ${NULL})`

const STAGED = {
  staged_count: `seq INTEGER, place INTEGER, device INTEGER, line INTEGER, seconds INTEGER, sequence INTEGER,
      ins INTEGER, outs INTEGER, revision INTEGER, reversed INTEGER, skewMs INTEGER, covers INTEGER,
      said DOUBLE, start DOUBLE`,
  staged_atoms: `seq INTEGER, ${READING_ATOMS.map((atom) => `${atom} INTEGER`).join(', ')}`,
  staged_counter: `seq INTEGER, place INTEGER, device INTEGER, line INTEGER, bits INTEGER, reversed INTEGER,
      skewMs INTEGER, said DOUBLE, instant DOUBLE, totalIn DOUBLE, totalOut DOUBLE`,
  staged_sign: `seq INTEGER, place INTEGER, device INTEGER, line INTEGER, kind INTEGER, value INTEGER, skewMs INTEGER,
      covers INTEGER, said DOUBLE, instant DOUBLE`,
  staged_device: 'place INTEGER, device INTEGER, client INTEGER, local INTEGER, area INTEGER',
} as const

/** Touched stretches of time, by area: filled by the steps below, read by recompute.ts. */
const TOUCHED = 'CREATE OR REPLACE TEMP TABLE touched (area INTEGER, quarter BIGINT)'

async function stage(
  connection: DuckDBConnection,
  table: keyof typeof STAGED,
  columns: readonly (Int32Array | Float64Array)[],
  length: number,
) {
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} (${STAGED[table]})`)
  await appendColumns(connection, table, columns, length)
}

async function stageNames(connection: DuckDBConnection, { places: all, lines }: StagedReadings): Promise<void> {
  const column = (pick: (device: (typeof all)[number], place: number) => number) => Int32Array.from(all, pick)
  await stage(
    connection,
    'staged_device',
    [
      column((_, place) => place),
      column(({ id }) => id),
      column(({ client }) => client),
      column(({ local }) => local),
      column(({ area }) => area),
    ],
    all.length,
  )
  await connection.run('CREATE OR REPLACE TEMP TABLE staged_line (line INTEGER, name VARCHAR)')
  const appender = await connection.createAppender('staged_line', null, 'temp')
  try {
    for (const [name, line] of lines) {
      appender.appendInteger(line)
      appender.appendVarchar(name)
      appender.endRow()
    }
    appender.flushSync()
  } finally {
    appender.closeSync()
  }
}

/**
 * Stores all staged readings but sightings, and leaves in `touched` the quarters of an hour that are not what they
 * were.
 */
export async function storeReadings(
  connection: DuckDBConnection,
  staged: StagedReadings,
  nowMs: number,
): Promise<Stored> {
  await connection.run(TOUCHED)
  await stageNames(connection, staged)
  const now = BigInt(nowMs)
  let accepted = 0
  if (staged.counts.length > 0) accepted += await storeCounts(connection, staged, now)
  if (staged.counters.length > 0) accepted += await storeCounters(connection, staged, now)
  if (staged.signs.length > 0) accepted += await storeSigns(connection, staged, now)
  return { accepted }
}

/**
 * The order of two reports of one key. Only those of `atoms` are columns of `t`; without any the rank is as short as
 * most readings are.
 */
const rankOf = (t: string, atoms: readonly ReadingAtom[], all: readonly ReadingAtom[] = atoms) =>
  `row(${[
    `${t}.revision`,
    `coalesce(${t}.ins, 0)::BIGINT + coalesce(${t}.outs, 0)`,
    `coalesce(${t}.ins, -1)`,
    `-abs(${t}.skewMs)`,
    `${t}.skewMs`,
    ...all.map((atom) => (atoms.includes(atom) ? `coalesce(${t}.${atom}, -1)` : '-1')),
  ].join(', ')})`

/**
 * A device may have been moved between two reports of one key: the later report stays where the first one counted, or
 * it would count at both places; and another client that has the device now does not change the data of the first.
 */
const WHERE_IT_STOOD = `b.* REPLACE (coalesce(r.client, b.client) AS client, coalesce(r.local, b.local) AS local,
    coalesce(r.area, b.area) AS area)`

const quarters = (from: string, to: string) =>
  `unnest(generate_series((${from}) // 900000, greatest(${from}, (${to}) - 1) // 900000))`

/** Whether a column of atoms has a value. */
const isSaid = (column: Int32Array, length: number) => column.subarray(0, length).some((value) => value !== NULL)

async function storeCounts(
  connection: DuckDBConnection,
  { counts, atoms }: StagedReadings,
  now: bigint,
): Promise<number> {
  const { whole: w, wide } = counts
  await stage(
    connection,
    'staged_count',
    [
      w.seq,
      w.place,
      w.device,
      w.line,
      w.seconds,
      w.sequence,
      w.ins,
      w.outs,
      w.revision,
      w.reversed,
      w.skewMs,
      w.covers,
      wide.said,
      wide.start,
    ],
    counts.length,
  )
  // Most messages know few atoms or none: rows are narrower without the others, and to plan a statement over them all
  // takes longer than to run it.
  const names = READING_ATOMS.filter((atom) => isSaid(atoms.whole[atom], atoms.length))
  if (names.length > 0)
    await stage(
      connection,
      'staged_atoms',
      [atoms.whole.seq, ...READING_ATOMS.map((atom) => atoms.whole[atom])],
      atoms.length,
    )
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE came AS
    SELECT d.client, d.local, d.area, c.device, l.name AS line, c.said::BIGINT AS said, c.seconds, c.sequence,
      c.start::BIGINT AS start, ${NULLED('c.ins')} AS ins, ${NULLED('c.outs')} AS outs,
      ${names.map((atom) => `${NULLED(`a.${atom}`)} AS ${atom}, `).join('')}c.revision, c.reversed, c.skewMs, c.covers
    FROM staged_count c JOIN staged_device d USING (place)
    JOIN staged_line l ON l.line = c.line${names.length > 0 ? ' LEFT JOIN staged_atoms a ON a.seq = c.seq' : ''}`)
  const near = `FROM reading WHERE device IN (SELECT device FROM staged_device) AND said BETWEEN (SELECT min(said)
    FROM came) AND (SELECT max(said) FROM came)`
  const best = `SELECT * FROM came c QUALIFY row_number() OVER (PARTITION BY device, line, said, seconds, sequence
    ORDER BY ${rankOf('c', names)} DESC) = 1`
  const [known] = await pair(connection, `SELECT count(*) ${near}`)
  // Atoms may be stored although none came now: without any that came, those that are stored are never the lower ones.
  const all = names.length > 0 ? READING_ATOMS : []
  await connection.run(
    known === 0
      ? `CREATE OR REPLACE TEMP TABLE won AS SELECT *, NULL::BIGINT AS hit, NULL::BIGINT AS oldStart FROM (${best})`
      : `
    CREATE OR REPLACE TEMP TABLE won AS
    WITH best AS (${best}), near AS (SELECT rowid AS hit, * ${near})
    SELECT ${WHERE_IT_STOOD}, r.hit, r.start AS oldStart FROM best b
    LEFT JOIN near r USING (device, line, said, seconds, sequence)
    WHERE r.hit IS NULL OR (r.client = b.client AND ${rankOf('b', names, all)} > ${rankOf('r', all)})`,
  )
  const [count, replaced] = await pair(connection, 'SELECT count(*), count(hit) FROM won')
  if (count === 0) return 0
  const columns = [
    'client, local, area, device, line, said, seconds, sequence, start, ins, outs',
    ...names,
    'revision, reversed, skewMs, covers',
  ].join(', ')
  const span = (start: string) =>
    quarters(
      `CASE WHEN seconds = 0 THEN ${start} - covers * 1000 ELSE ${start} END`,
      `CASE WHEN seconds = 0 THEN ${start} + 1 ELSE ${start} + seconds * 1000::BIGINT END`,
    )
  await connection.run(`INSERT INTO touched SELECT DISTINCT area, ${span('start')} FROM won`)
  if (replaced > 0) {
    await connection.run(
      `INSERT INTO touched SELECT DISTINCT area, ${span('oldStart')} FROM won
        WHERE hit IS NOT NULL AND oldStart <> start`,
    )
    await connection.run('DELETE FROM reading WHERE rowid IN (SELECT hit FROM won WHERE hit IS NOT NULL)')
  }
  await connection.run(
    `INSERT INTO reading (${columns}, learntAt) SELECT ${columns}, $1::BIGINT FROM won ORDER BY device, start`,
    [now],
  )
  return count
}

/** A minute has at most this many people: more is a restart and no overflow. */
const MAX_A_MINUTE = 200

/**
 * A difference over a longer silence is not spread: it is not known when in it people came, and one message would touch
 * a year of hours. A month of backlog fits in (reliability D12).
 */
const MAX_GAP_MS = 35 * 86_400_000

/** The growth of a counter since the reading before it. */
function grown(total: 'totalIn' | 'totalOut'): string {
  const wrapped = `${total} + (1::BIGINT << bits) - before_${total}`
  return `CASE WHEN ${total} IS NULL OR before_${total} IS NULL THEN NULL
    WHEN ${total} >= before_${total} THEN ${total} - before_${total}
    WHEN bits IS NOT NULL AND ${wrapped} < (1::BIGINT << (bits - 1))
      AND (${wrapped}) * 60000 <= ${MAX_A_MINUTE} * ("at" - sinceAt) THEN ${wrapped}
    ELSE ${total} END`
}

async function storeCounters(connection: DuckDBConnection, { counters }: StagedReadings, now: bigint): Promise<number> {
  const { whole: w, wide } = counters
  await stage(
    connection,
    'staged_counter',
    [
      w.seq,
      w.place,
      w.device,
      w.line,
      w.bits,
      w.reversed,
      w.skewMs,
      wide.said,
      wide.instant,
      wide.totalIn,
      wide.totalOut,
    ],
    counters.length,
  )
  const rank = (t: string) =>
    `row(greatest(coalesce(${t}.totalIn, 0), 0) + coalesce(${t}.totalOut, 0), coalesce(${t}.totalIn, -1),
      coalesce(${t}.bits, 0), -abs(${t}.skewMs), ${t}.skewMs)`
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE wonCounter AS
    WITH came AS (
      SELECT d.client, d.local, d.area, c.device, l.name AS line, c.said::BIGINT AS said, c.instant::BIGINT AS instant,
        nullif(c.totalIn, -1)::BIGINT AS totalIn, nullif(c.totalOut, -1)::BIGINT AS totalOut,
        nullif(c.bits, 0) AS bits, c.reversed, c.skewMs
      FROM staged_counter c JOIN staged_device d USING (place) JOIN staged_line l ON l.line = c.line
    ), best AS (SELECT * FROM came c QUALIFY row_number() OVER (PARTITION BY device, line, said
      ORDER BY ${rank('c')} DESC) = 1),
    near AS (SELECT rowid AS hit, * FROM counter WHERE device IN (SELECT device FROM best)
      AND said BETWEEN (SELECT min(said) FROM best) AND (SELECT max(said) FROM best))
    SELECT ${WHERE_IT_STOOD}, r.hit, r."at" AS oldAt, r.sinceAt AS oldSince FROM best b
    LEFT JOIN near r USING (device, line, said)
    WHERE r.hit IS NULL OR (r.client = b.client AND ${rank('b')} > ${rank('r')})`)
  const [count, replaced] = await pair(connection, 'SELECT count(*), count(hit) FROM wonCounter')
  if (count === 0) return 0
  if (replaced > 0) {
    await connection.run(
      `INSERT INTO touched SELECT DISTINCT area, ${quarters('coalesce(oldSince, oldAt)', 'oldAt + 1')} FROM wonCounter
        WHERE hit IS NOT NULL`,
    )
    await connection.run('DELETE FROM counter WHERE rowid IN (SELECT hit FROM wonCounter WHERE hit IS NOT NULL)')
  }
  await connection.run(
    `INSERT INTO counter SELECT client, local, area, device, line, said, instant, totalIn, totalOut, bits, reversed,
      skewMs, $1::BIGINT, NULL, NULL, NULL FROM wonCounter ORDER BY device, instant`,
    [now],
  )
  // New neighbours change the difference of the reading behind them too.
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE chain AS
    WITH moved AS (
      SELECT device, line, min(least(instant, coalesce(oldAt, instant))) AS lo,
        max(greatest(instant, coalesce(oldAt, instant))) AS hi FROM wonCounter GROUP BY 1, 2
    ), bounds AS (
      SELECT m.device, m.line, m.lo, m.hi, max(c."at") FILTER (c."at" < m.lo) AS before,
        min(c."at") FILTER (c."at" > m.hi) AS behind
      FROM moved m JOIN counter c ON c.device = m.device AND c.line = m.line GROUP BY ALL
    ), linked AS (
      SELECT c.rowid AS id, c.area, c.totalIn, c.totalOut, c.bits, c."at", c.sinceAt AS oldSince, c.ins AS oldIns,
        c.outs AS oldOuts, b.before,
        CASE WHEN c."at" - lag(c."at") OVER w <= ${MAX_GAP_MS} THEN lag(c."at") OVER w END AS sinceAt,
        CASE WHEN c."at" - lag(c."at") OVER w <= ${MAX_GAP_MS} THEN lag(c.totalIn) OVER w END AS before_totalIn,
        CASE WHEN c."at" - lag(c."at") OVER w <= ${MAX_GAP_MS} THEN lag(c.totalOut) OVER w END AS before_totalOut
      FROM bounds b JOIN counter c ON c.device = b.device AND c.line = b.line
        AND c."at" BETWEEN coalesce(b.before, b.lo) AND coalesce(b.behind, b.hi)
      WINDOW w AS (PARTITION BY c.device, c.line ORDER BY c."at", c.said)
    ), counted AS (
      SELECT *, ${grown('totalIn')} AS newIns, ${grown('totalOut')} AS newOuts FROM linked
      WHERE "at" IS DISTINCT FROM before
    )
    SELECT id, area, "at", oldSince, sinceAt, CASE WHEN newIns > 2147483647 THEN 2147483647
      ELSE newIns END::INTEGER AS ins, CASE WHEN newOuts > 2147483647 THEN 2147483647 ELSE newOuts END::INTEGER AS outs
      FROM counted
    WHERE sinceAt IS DISTINCT FROM oldSince OR newIns IS DISTINCT FROM oldIns OR newOuts IS DISTINCT FROM oldOuts`)
  await connection.run(
    'UPDATE counter SET sinceAt = c.sinceAt, ins = c.ins, outs = c.outs FROM chain c WHERE counter.rowid = c.id',
  )
  await connection.run(
    `INSERT INTO touched SELECT DISTINCT area,
      ${quarters('least(coalesce(sinceAt, "at"), coalesce(oldSince, "at"))', '"at" + 1')} FROM chain`,
  )
  // A first reading has no difference and is still a contact.
  await connection.run(`INSERT INTO touched SELECT DISTINCT area, instant // 900000 FROM wonCounter`)
  return count
}

/** Heartbeats and occupancies: one word an instant, and the larger holds. */
async function storeSigns(connection: DuckDBConnection, { signs }: StagedReadings, now: bigint): Promise<number> {
  const { whole: w, wide } = signs
  await stage(
    connection,
    'staged_sign',
    [w.seq, w.place, w.device, w.line, w.kind, w.value, w.skewMs, w.covers, wide.said, wide.instant],
    signs.length,
  )
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE sign AS
    SELECT d.client, d.local, d.area, s.device, l.name AS line, s.kind, s.value, s.said::BIGINT AS said,
      s.instant::BIGINT AS instant, s.skewMs, s.covers
    FROM staged_sign s JOIN staged_device d USING (place) JOIN staged_line l ON l.line = s.line`)
  let accepted = 0
  for (const [kind, table, value, line] of [
    [0, 'heartbeat', 'flags', false],
    [1, 'occupancy', 'people', true],
  ] as const) {
    const key = line ? 'device, line, said' : 'device, said'
    const rank = (t: string, name: string) => `row(${t}.${name}, -abs(${t}.skewMs), ${t}.skewMs)`
    await connection.run(`
      CREATE OR REPLACE TEMP TABLE wonSign AS
      WITH best AS (SELECT * FROM sign s WHERE kind = ${kind} QUALIFY row_number() OVER (PARTITION BY ${key}
        ORDER BY ${rank('s', 'value')} DESC) = 1),
      near AS (SELECT rowid AS hit, * FROM ${table} WHERE device IN (SELECT device FROM best)
        AND said BETWEEN (SELECT min(said) FROM best) AND (SELECT max(said) FROM best))
      SELECT ${WHERE_IT_STOOD}, r.hit, r."at" AS oldAt FROM best b LEFT JOIN near r USING (${key})
      WHERE r.hit IS NULL OR (r.client = b.client AND ${rank('b', 'value')} > ${rank('r', value)})`)
    const [count, replaced] = await pair(connection, 'SELECT count(*), count(hit) FROM wonSign')
    if (count === 0) continue
    accepted += count
    if (replaced > 0) {
      await connection.run(
        `INSERT INTO touched SELECT DISTINCT area, ${quarters('oldAt - covers * 1000', 'oldAt + 1')} FROM wonSign
          WHERE hit IS NOT NULL`,
      )
      await connection.run(`DELETE FROM ${table} WHERE rowid IN (SELECT hit FROM wonSign WHERE hit IS NOT NULL)`)
    }
    await connection.run(
      `INSERT INTO ${table} SELECT client, local, area, device, ${line ? 'line, ' : ''}said, instant, value, skewMs,
        covers, $1::BIGINT FROM wonSign ORDER BY device, instant`,
      [now],
    )
    await connection.run(
      `INSERT INTO touched SELECT DISTINCT area, ${quarters('instant - covers * 1000', 'instant + 1')} FROM wonSign`,
    )
  }
  return accepted
}

async function pair(connection: DuckDBConnection, sql: string): Promise<[number, number]> {
  const [row] = await (await connection.run(sql)).getRows()
  return [Number(row?.[0] ?? 0), Number(row?.[1] ?? 0)]
}
