import type { DuckDBConnection } from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'
import { WHOLE_DAY } from '#domain/fact-query'
import { appendBatch, STAGING_DDL } from './append.ts'
import type { TrafficBatch } from '../batch.ts'
import { ATOM_COLUMNS, LOG_COLUMNS, NULL, TRAFFIC_COLUMNS, type AtomColumn, SETTLING_MS } from '../columns.ts'
import { HOUR_STATE } from '../hour-state.ts'
import { DAY_HAS_HOURS, DAYS_CLASSIFIED, mayHaveWholeDays } from './whole-days.ts'
import { supersedeWholeDays } from './superseded-days.ts'

/** The result of a staged row. */
export const VERDICT = { accepted: 0, duplicate: 1, restated: 2, broken: 3, dayHasHours: 4 } as const

const each = (template: (atom: string) => string, glue: string, atoms: readonly AtomColumn[] = ATOM_COLUMNS) =>
  atoms.map(template).join(glue)
const total = (prefix: string) => `m.${prefix}0 + m.${prefix}1 + m.${prefix}2 + m.${prefix}3`
const { final, partial, settling, missing, closed, outside } = HOUR_STATE

/** The invariants of checks.ts on the row as it will be stored; a comparison with null is no breach. */
export const BROKEN = [
  'm.ins <> m.bounces + m.visits',
  'm.bounces > m.ins',
  'm.visits > m.ins',
  `${total('insInRange')} <> m.ins`,
  'm.identifiedVisits > m.visits',
  `${total('localRepRange')} > coalesce(m.identifiedVisits, m.visits)`,
  `${total('clientRepRange')} > coalesce(m.identifiedVisits, m.visits)`,
  `${total('localRepRange')} > ${total('clientRepRange')}`,
]
  .map((rule) => `coalesce(${rule}, false)`)
  .join(' OR ')

/**
 * A null never erases: it says that this source did not report the atom, so an upload of tickets leaves the counts
 * alone. Hours that only had a placeholder count as accepted; atoms that were unknown and come later complete the row,
 * and an hour that was still running grows: neither is a correction.
 */
const classify = (wholeDays: boolean, filled: readonly AtomColumn[]) => {
  const value = (atom: string) => (filled.includes(atom as AtomColumn) ? `coalesce(s.${atom}, t.${atom})` : `t.${atom}`)
  return `
CREATE OR REPLACE TEMP TABLE classified AS
WITH m AS (
  SELECT ${wholeDays ? DAY_HAS_HOURS : 'false'} AS dayHasHours, s.seq, s.client, s.local, s.area, s.day, s.hour, s.fold,
    s.instant, t.rowid AS hit, t.state AS oldState, t.learntAt AS oldLearntAt,
    ${each((atom) => `${value(atom)} AS ${atom}`, ', ')},
    coalesce(${each((atom) => `t.${atom}`, ', ')}) IS NULL AS unknown,
    ${each((atom) => `coalesce(s.${atom} = t.${atom}, s.${atom} IS NULL)`, ' AND ', filled) || 'true'} AS same,
    ${each((atom) => `coalesce(s.${atom} = t.${atom}, true)`, ' AND ', filled) || 'true'} AS unchanged
  FROM staging s LEFT JOIN traffic t
    ON t.day = s.day AND t.local = s.local AND t.hour = s.hour AND t.area = s.area AND t.fold = s.fold
      AND t.client = s.client
)
SELECT m.*, CASE
  WHEN dayHasHours THEN ${VERDICT.dayHasHours}
  WHEN hit IS NULL THEN ${VERDICT.accepted}
  WHEN same THEN ${VERDICT.duplicate}
  WHEN unknown THEN ${VERDICT.accepted}
  WHEN ${BROKEN} THEN ${VERDICT.broken}
  WHEN unchanged OR oldState = ${partial} THEN ${VERDICT.accepted}
  ELSE ${VERDICT.restated} END AS verdict
FROM m`
}

const LOG = `
INSERT INTO traffic_log (${LOG_COLUMNS})
SELECT t.client, t.local, t.area, t.day, t.hour, t.fold, ${each((atom) => `t.${atom}`, ', ')}, t.learntAt, $1::BIGINT,
  $2::VARCHAR
FROM classified j JOIN traffic t ON t.rowid = j.hit
WHERE NOT j.unknown AND j.oldState <> ${partial} AND j.verdict IN (${VERDICT.accepted}, ${VERDICT.restated})`

/** The counters said nothing; tickets alone do not make an hour observed. */
const SILENT = 'coalesce(j.ins, j.visits, j.fro, j.far) IS NULL'
/**
 * State of a row as it will be stored. $1 = now, epoch ms. A retracted report has not arrived.
 *
 * @param silent condition: no counter said anything
 */
export const stateOf = (silent: string, instant = 'j.instant', oldState = 'j.oldState') => `CASE
  WHEN ${silent} THEN CASE ${oldState} WHEN ${final} THEN ${missing} WHEN ${outside} THEN ${closed}
    ELSE coalesce(${oldState}, ${missing}) END
  WHEN ${oldState} IN (${closed}, ${outside}) THEN ${outside}
  WHEN (${instant}::BIGINT + 3600) * 1000 > $1::BIGINT THEN ${partial}
  WHEN (${instant}::BIGINT + 3600) * 1000 + ${SETTLING_MS} > $1::BIGINT THEN ${settling}
  ELSE ${final} END`
const STATE = stateOf(SILENT)

const update = (filled: readonly AtomColumn[]) => `
UPDATE traffic SET ${each((atom) => `${atom} = j.${atom}, `, '', filled)}instant = j.instant, estimatedIns = NULL,
  estimatedDev = NULL,
  observed = CASE WHEN ${SILENT} AND expected IS NOT NULL THEN 0 ELSE expected END, state = ${STATE},
  learntAt = $1::BIGINT
FROM classified j
WHERE traffic.rowid = j.hit AND j.verdict IN (${VERDICT.accepted}, ${VERDICT.restated})`

/** `expected` stays null until the roll-forward has worked out the weight. */
const INSERT = `
INSERT INTO traffic (${TRAFFIC_COLUMNS})
SELECT j.client, j.local, j.area, j.day, j.hour, j.fold, j.instant, ${each((atom) => `j.${atom}`, ', ')}, NULL, NULL,
  NULL, ${STATE}, $1::BIGINT, NULL
FROM classified j WHERE j.hit IS NULL AND j.verdict = ${VERDICT.accepted}
ORDER BY j.day, j.client, j.local, j.area, j.hour, j.fold`

const MARK = `
INSERT INTO mark
SELECT j.client, j.local, max(j.instant), $1::BIGINT FROM classified j
WHERE j.verdict IN (${VERDICT.accepted}, ${VERDICT.restated}) AND NOT (${SILENT})
GROUP BY 1, 2
ON CONFLICT (local) DO UPDATE SET instant = greatest(instant, excluded.instant), learntAt = excluded.learntAt`

/**
 * Merges rows with distinct keys into the store, inside the transaction that the caller opened.
 *
 * @param order the rows of the batch to merge
 * @param nowMs when they were learnt
 * @returns the verdict of each row of `order`, at the same place
 */
export async function mergeBatch(
  connection: DuckDBConnection,
  batch: TrafficBatch,
  order: Int32Array,
  nowMs: number,
  cause: string,
): Promise<Int8Array> {
  await connection.run(STAGING_DDL)
  await appendBatch(connection, batch, order)
  const [filled, whole] = [filledIn(batch, order), wholeDaysIn(batch, order)]
  await connection.run(classify(whole.some, filled))
  const { verdicts, known, added } = await readVerdicts(connection, order.length)
  const now = BigInt(nowMs)
  if (known) {
    await connection.run(LOG, [now, cause])
    await connection.run(update(filled), [now])
  }
  if (added) await connection.run(INSERT, [now])
  if ((await mayHaveWholeDays(connection, whole.some)) && !whole.all)
    await supersedeWholeDays(connection, nowMs, cause, DAYS_CLASSIFIED)
  await connection.run(MARK, [now])
  return verdicts
}

/** Atoms that some row reports. A statement over all of them takes longer to plan than to run. */
const filledIn = (batch: TrafficBatch, order: Int32Array): AtomColumn[] =>
  ATOM_COLUMNS.filter((atom) => order.some((row) => batch[atom][row] !== NULL))

function wholeDaysIn(batch: TrafficBatch, order: Int32Array): { some: boolean; all: boolean } {
  const count = order.reduce((sum, row) => sum + (batch.hour[row] === WHOLE_DAY ? 1 : 0), 0)
  return { some: count > 0, all: count === order.length }
}

async function readVerdicts(connection: DuckDBConnection, rows: number) {
  const result = await connection.run(
    `SELECT seq, CAST(CASE WHEN hit IS NULL AND verdict = ${VERDICT.accepted} THEN -1 ELSE verdict END AS TINYINT)
      FROM classified`,
  )
  const verdicts = new Int8Array(rows)
  let known = false
  let added = false
  for (let index = 0; index < result.chunkCount; index += 1) {
    const { chunk } = result.getChunk(index)
    const count = duckdb.data_chunk_get_size(chunk)
    const seqBytes = duckdb.vector_get_data(duckdb.data_chunk_get_vector(chunk, 0), count * 4)
    const seqs = new Int32Array(seqBytes.buffer, seqBytes.byteOffset, count)
    const codes = duckdb.vector_get_data(duckdb.data_chunk_get_vector(chunk, 1), count)
    for (let i = 0; i < count; i += 1) {
      const isNew = codes[i] === 255
      verdicts[seqs[i]!] = isNew ? VERDICT.accepted : codes[i]!
      known ||= !isNew && codes[i] !== VERDICT.duplicate
      added ||= isNew
    }
  }
  return { verdicts, known, added }
}
